"use client";

import { useId, useState } from "react";
import { useTexts } from "#texts";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import { Button } from "../../button";
import { UnitText } from "../../unit-text";
import { useStore } from "../editor-context";
import { fetchMentions } from "../requests";
import { UseHere } from "./parts";

type Answer = Awaited<ReturnType<typeof fetchMentions>>;

/** Forms of an entry, which are joined there. */
const formsOf = (text: string): string[] => text.split("\u001e\u001e");

/** Searches the memory for words, in sources and translations alike. */
export function Mentions({ unit }: { unit: EditorUnit }) {
  const t = useTexts();
  const { language, sourceLanguage } = useStore().head;
  const id = useId();
  const [words, setWords] = useState("");
  const [asking, setAsking] = useState(false);
  const [answer, setAnswer] = useState<Answer>();
  const search = async () => {
    if (words.trim() === "") return;
    setAsking(true);
    setAnswer(await fetchMentions(unit.id, words));
    setAsking(false);
  };
  const found = answer && "mentions" in answer ? answer.mentions : [];
  return (
    <section className="js-only border-t border-line px-1 py-2" aria-label={t("editor.mention.search")}>
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void search();
        }}
      >
        <div className="min-w-0 grow">
          <label htmlFor={id} className="text-meta text-ink-2">
            {t("editor.mention.search")}
          </label>
          <input
            id={id}
            type="search"
            maxLength={200}
            value={words}
            onChange={(event) => setWords(event.target.value)}
            placeholder={t("editor.mention.words")}
            className="control"
          />
        </div>
        <Button disabled={asking}>{t("editor.mention.find")}</Button>
      </form>
      <div aria-live="polite" className="text-table text-ink-3">
        {answer && "refusal" in answer ? <p className="py-2">{answer.refusal ?? t("editor.mention.failed")}</p> : null}
        {answer && "mentions" in answer ? (
          <p className="py-2">{t("editor.mention.found", { count: found.length })}</p>
        ) : null}
      </div>
      <ul className="divide-y divide-line">
        {found.map((one) => (
          <li key={`${one.source}\u0000${one.target}`} className="flex items-end justify-between gap-2 py-2">
            <div className="min-w-0 break-words">
              <p className="text-ink-2">
                <UnitText
                  text={formsOf(one.source).join("\n")}
                  lang={sourceLanguage.code}
                  dir={sourceLanguage.direction}
                  small
                />
              </p>
              <p>
                <UnitText text={formsOf(one.target).join("\n")} lang={language.code} dir={language.direction} small />
              </p>
              <p className="text-meta text-ink-3">
                <bdi>{one.origin}</bdi>
              </p>
            </div>
            {formsOf(one.target).length === unit.targets.length ? (
              <UseHere unit={unit} texts={formsOf(one.target)} />
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
