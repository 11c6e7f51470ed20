"use client";

import { useLayoutEffect, useRef, useState } from "react";
import { useTexts } from "#texts";
import type { EditorFinding, EditorUnit } from "@/lib/domain/editor/unit";
import { classes } from "../classes";
import { UnitText } from "../unit-text";
import { visibleRuns } from "../visible-text";
import { CompletionList, useCompletions } from "./completions";
import { CoreText, useLoadedCore } from "./core-text";
import { useEditor, useStore } from "./editor-context";
import { FieldHead } from "./field-head";
import type { FieldTextProps } from "./field-text";
import { FieldTools } from "./field-tools";
import { fieldOf, rememberField } from "./fields";
import { Findings } from "./findings";
import { piecesOf } from "./pieces";
import { PlainText } from "./plain-text";
import { formName } from "./texts";

/** Names the field for those who do not see it. */
function useLabel(unit: EditorUnit, form: number): string {
  const t = useTexts();
  const store = useStore();
  const place = useEditor((_, it) => it.place());
  const total = useEditor((state) => state.total);
  const { language, severalValues } = store.head;
  const position = { language: language.name, place, total };
  if (severalValues) return t("editor.fieldValue", { ...position, number: form + 1 });
  return (store.forms(unit) ?? 1) > 1
    ? t("editor.fieldForm", { ...position, form: formName(t, store.head, form) })
    : t("editor.field", position);
}

/** Gives the caret to the first field when it is called for. */
function useCalledFocus(form: number): void {
  const store = useStore();
  const focus = useEditor((state) => state.focus);
  useLayoutEffect(() => {
    const field = fieldOf(form);
    // Each call is answered once: a string that is opened without one leaves the caret where it is.
    if (focus === store.answered || form !== 0 || !field) return;
    store.answered = focus;
    field.focusEnd();
  }, [store, focus, form]);
}

/** One form of the translation. */
export function TargetField({
  unit,
  form,
  findings,
  readOnly,
  tried,
}: {
  unit: EditorUnit;
  form: number;
  findings: readonly EditorFinding[];
  readOnly: boolean;
  /** Whether a number that somebody tries takes this form. */
  tried: boolean;
}) {
  const t = useTexts();
  const store = useStore();
  const text = useEditor((state) => state.texts[form] ?? "");
  const [turned, setTurned] = useState<number>();
  const core = useLoadedCore();
  const frame = useRef<HTMLDivElement>(null);
  const completions = useCompletions(form, () => piecesOf(unit, form), frame);
  const { language, severalValues } = store.head;
  const dir = (language.direction === "rtl") === (turned === unit.id) ? "ltr" : "rtl";
  const id = `target-${form}`;
  const list = `${id}-completions`;
  const notes = ["string-source", "string-facts", `${id}-count`, ...(findings.length > 0 ? [`${id}-findings`] : [])];
  const { offer } = completions;
  const label = useLabel(unit, form);
  const props: FieldTextProps = {
    unit,
    form,
    text,
    findings,
    readOnly,
    several: severalValues || (store.forms(unit) ?? 1) > 1,
    attributes: {
      id,
      "aria-label": label,
      "aria-describedby": notes.join(" "),
      lang: language.code.replaceAll("_", "-"),
      dir,
      ...(offer
        ? { "aria-autocomplete": "list", "aria-controls": list, "aria-activedescendant": `${list}-${offer.chosen}` }
        : {}),
    },
    onFocus: () => rememberField(form),
    onTyped: completions.look,
    onMoved: completions.close,
    onKey: completions.onKey,
  };
  useCalledFocus(form);
  const hidden = !core && visibleRuns(text).some((run) => run.mark && run.mark !== "↵");
  return (
    <div>
      <div
        ref={frame}
        className={classes(
          "relative flex flex-col rounded-panel border sm:flex-row sm:flex-wrap focus-within:border-primary focus-within:ring-1 focus-within:ring-primary",
          readOnly ? "border-line bg-sunken" : "border-line-strong bg-surface",
          tried && "border-s-4 border-s-brand",
        )}
      >
        <FieldHead id={id} unit={unit} form={form} text={text} />
        {readOnly ? null : (
          <FieldTools
            unit={unit}
            form={form}
            text={text}
            core={core !== undefined}
            onTurn={() => setTurned((was) => (was === unit.id ? undefined : unit.id))}
          />
        )}
        <div className="w-full">
          {core ? (
            <CoreText loaded={core} {...props} />
          ) : (
            // A box of its own for each string: its undo must not bring back another string's text.
            <PlainText key={unit.id} {...props} />
          )}
        </div>
        <CompletionList id={list} completions={completions} />
      </div>
      {hidden ? (
        <p className="mt-1 px-3 text-table text-ink-2">
          <span className="text-ink-3">{t("editor.withMarks")} </span>
          <UnitText text={text} lang={language.code} dir={dir} small />
        </p>
      ) : null}
      <Findings id={`${id}-findings`} unit={unit} findings={findings} readOnly={readOnly} marked={core !== undefined} />
    </div>
  );
}
