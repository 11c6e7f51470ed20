"use client";

import { useState } from "react";
import { useTexts } from "#texts";
import type { TermKind } from "@/lib/domain/editor/add-term";
import { Button } from "../../button";
import { Field } from "../../field";
import { Select } from "../../select";
import { useStore } from "../editor-context";

const KINDS = [
  ["normal", "editor.term.kind.normal"],
  ["terminology", "editor.term.kind.terminology"],
  ["untranslatable", "editor.term.kind.untranslatable"],
  ["forbidden", "editor.term.kind.forbidden"],
] as const satisfies readonly (readonly [TermKind, string])[];

/** Adds a term without leaving the string. */
export function AddTerm({ begin, onClose }: { begin: { source: string; target: string }; onClose: () => void }) {
  const t = useTexts();
  const store = useStore();
  const { glossaries, language, sourceLanguage } = store.head;
  const [chosen, choose] = useState(String(glossaries[0]?.id ?? ""));
  const [kind, setKind] = useState<string>("normal");
  const [state, setState] = useState<{ sending: boolean; problem?: string }>({ sending: false });
  const glossary = glossaries.find(({ id }) => String(id) === chosen);
  const submit = async (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!glossary || state.sending) return;
    const data = new FormData(event.currentTarget);
    const text = (name: string) => String(data.get(name) ?? "");
    setState({ sending: true });
    const problem = await store.addTerm({
      glossary: glossary.id,
      source: text("term-source"),
      target: kind === "untranslatable" ? "" : text("term-target"),
      explanation: text("term-explanation"),
      kind: KINDS.find(([name]) => name === kind)?.[0] ?? "normal",
    });
    if (problem === undefined) onClose();
    else setState({ sending: false, problem });
  };
  return (
    <form onSubmit={submit} aria-label={t("editor.term.add")} className="grid gap-3">
      <Field
        id="term-source"
        name="term-source"
        label={t("editor.term.in", { language: sourceLanguage.name })}
        defaultValue={begin.source}
        lang={sourceLanguage.code.replaceAll("_", "-")}
        maxLength={200}
        required
        autoFocus
        autoComplete="off"
      />
      {kind === "untranslatable" ? null : (
        <Field
          id="term-target"
          name="term-target"
          label={t("editor.term.in", { language: language.name })}
          defaultValue={begin.target}
          lang={language.code.replaceAll("_", "-")}
          dir={language.direction}
          maxLength={200}
          required={kind === "forbidden"}
          autoComplete="off"
        />
      )}
      {glossary?.mayMark ? (
        <>
          <Select
            id="term-kind"
            name="term-kind"
            label={t("editor.term.kindLabel")}
            value={kind}
            onChange={(event) => setKind(event.currentTarget.value)}
            choices={KINDS.map(([value, label]) => ({ value, label: t(label) }))}
          />
          <Field
            id="term-explanation"
            name="term-explanation"
            label={t("editor.term.explanation")}
            aside={t("editor.term.optional")}
            maxLength={2000}
            autoComplete="off"
          />
        </>
      ) : null}
      {glossaries.length > 1 ? (
        <Select
          id="term-glossary"
          name="term-glossary"
          label={t("editor.tab.glossary")}
          value={chosen}
          onChange={(event) => choose(event.currentTarget.value)}
          choices={glossaries.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      ) : null}
      {state.problem ? (
        <p role="alert" className="text-table font-medium text-failing">
          {state.problem}
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" kind="primary" disabled={state.sending}>
          {t("editor.term.save")}
        </Button>
        <Button type="button" onClick={onClose}>
          {t("editor.term.cancel")}
        </Button>
      </div>
    </form>
  );
}
