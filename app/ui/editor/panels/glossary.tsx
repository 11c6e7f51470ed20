"use client";

import { Ban, Check, CircleDashed, Lock, Plus } from "lucide-react";
import { useState } from "react";
import { useTexts } from "#texts";
import type { EditorTerm } from "@/lib/domain/editor/context";
import { needsEditing } from "@/lib/text/codes";
import { usesTranslation } from "@/lib/text/terms/loose";
import { laterHere } from "../../later";
import { useEditor, useStore } from "../editor-context";
import { insertIntoField, selectedText } from "../fields";
import { KeyCaps } from "../key-caps";
import { insertedBy } from "./inserted";
import type { PanelProps } from "./panel";
import { Empty } from "./parts";

const AddTerm = laterHere(() => import("./add-term").then(({ AddTerm }) => AddTerm));

/** As many terms have a key. */
const KEYS = 9;

function Mark({ term, texts }: { term: EditorTerm; texts: readonly string[] }) {
  const t = useTexts();
  const { language } = useStore().head;
  const used = (text: string) => text !== "" && texts.some((one) => usesTranslation(one, text, language.code));
  const wanted = insertedBy(term);
  if (term.forbidden)
    return used(term.target) ? (
      <span className="inline-flex items-center gap-1 font-medium text-failing">
        <Ban aria-hidden size={14} /> {t("editor.term.forbiddenUsed")}
      </span>
    ) : null;
  if (wanted === "") return null;
  return [wanted, ...term.forms].some(used) ? (
    <span className="inline-flex items-center gap-1 font-medium text-translated">
      <Check aria-hidden size={14} /> {t("editor.term.used")}
    </span>
  ) : (
    <span className="inline-flex items-center gap-1 text-ink-3">
      <CircleDashed aria-hidden size={14} /> {t("editor.term.notUsed")}
    </span>
  );
}

function Term({ term, place, readOnly }: { term: EditorTerm; place: number; readOnly: boolean }) {
  const t = useTexts();
  const { language, sourceLanguage } = useStore().head;
  const texts = useEditor((state) => state.texts);
  const text = insertedBy(term);
  return (
    <li className="py-2.5">
      <div className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
        <bdi lang={sourceLanguage.code.replaceAll("_", "-")} className="font-string font-semibold break-words">
          {term.source}
        </bdi>
        {term.untranslatable ? (
          <span className="inline-flex items-center gap-1 text-meta text-ink-2">
            <Lock aria-hidden size={12} /> {t("editor.term.untranslatable")}
          </span>
        ) : (
          <>
            <span aria-hidden className="text-ink-3">
              →
            </span>
            {term.target === "" ? (
              <span className="text-ink-3">{t("editor.term.noTranslation")}</span>
            ) : (
              <bdi
                lang={language.code.replaceAll("_", "-")}
                dir={language.direction}
                className={`break-words font-string ${term.forbidden ? "line-through decoration-failing" : ""}`}
              >
                {term.target}
              </bdi>
            )}
          </>
        )}
        {term.forbidden ? (
          <span className="inline-flex items-center gap-1 text-meta font-medium text-failing">
            <Ban aria-hidden size={12} /> {t("editor.term.forbidden")}
          </span>
        ) : null}
        {term.state !== 0 && needsEditing(term.state) ? (
          <span className="text-meta text-needs-ink">{t("editor.term.needsEditing")}</span>
        ) : null}
      </div>
      {term.explanation === "" ? null : (
        <p className="mt-0.5 text-table whitespace-pre-wrap text-ink-2">{term.explanation}</p>
      )}
      <div className="mt-1 flex items-center justify-between gap-2 text-meta text-ink-3">
        <span className="flex min-w-0 flex-wrap items-center gap-x-2">
          <Mark term={term} texts={texts} />
          {term.url ? (
            <a href={term.url} className="link">
              {term.glossary}
            </a>
          ) : (
            <span>{term.glossary}</span>
          )}
        </span>
        {text !== "" && !readOnly ? (
          <span className="js-only flex shrink-0 items-center gap-2">
            {place < KEYS ? <KeyCaps command="insert" then={`g+${place + 1}`} /> : null}
            <button
              type="button"
              aria-label={t("editor.term.insertNamed", { term: text })}
              onClick={() => insertIntoField(text)}
              className="min-h-8 rounded-control border border-line-strong bg-surface px-2.5 text-meta font-medium text-ink hover:bg-sunken pointer-coarse:min-h-11"
            >
              {t("editor.term.insert")}
            </button>
          </span>
        ) : null}
      </div>
    </li>
  );
}

/** Terms of the glossaries that stand in the source, and the way to add one. */
export function Glossary({ unit, context }: PanelProps) {
  const t = useTexts();
  const store = useStore();
  const readOnly = store.denial(unit) !== null;
  const [adding, setAdding] = useState<{ unit: number; source: string; target: string } | undefined>();
  const begin = () => {
    const selected = String(window.getSelection() ?? "").trim();
    const target = selectedText().trim();
    const inSource = unit.sources.some((text) => text.includes(selected)) ? selected : "";
    setAdding({ unit: unit.id, source: inSource.slice(0, 200), target: target.slice(0, 200) });
  };
  return (
    <>
      {context.terms.length === 0 ? (
        <Empty>{t("editor.noTerms")}</Empty>
      ) : (
        <ul className="divide-y divide-line" aria-label={t("editor.termList")}>
          {context.terms.map((term, place) => (
            <Term key={term.sourceId} term={term} place={place} readOnly={readOnly} />
          ))}
        </ul>
      )}
      {store.head.glossaries.length > 0 ? (
        <div className="js-only border-t border-line py-3">
          {adding?.unit === unit.id ? (
            <AddTerm key={unit.id} begin={adding} onClose={() => setAdding(undefined)} />
          ) : (
            <button
              type="button"
              // The selection in the text must outlive the press.
              onMouseDown={(event) => event.preventDefault()}
              onClick={begin}
              className="inline-flex min-h-8 items-center gap-1.5 rounded-control border border-line-strong bg-surface px-2.5 text-meta font-medium hover:bg-sunken pointer-coarse:min-h-11"
            >
              <Plus aria-hidden size={14} /> {t("editor.term.add")}
            </button>
          )}
        </div>
      ) : null}
    </>
  );
}
