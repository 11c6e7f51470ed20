"use client";

import { ArrowLeftRight, CopyPlus, Plus } from "lucide-react";
import { type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useTexts } from "#texts";
import type { EditorFinding, EditorUnit } from "@/lib/domain/editor/unit";
import { measuredText } from "@/lib/text/checks/measured-text";
import { flagNumber, parseFlags } from "@/lib/text/flags/flags";
import { countCharacters } from "@/lib/text/words";
import { classes } from "../classes";
import { UnitText } from "../unit-text";
import { visibleRuns } from "../visible-text";
import { useEditor, useStore } from "./editor-context";
import { Findings } from "./findings";
import { insertAt, rememberField } from "./insert";
import { formExamples } from "./texts";

/** Placeholders of the source form this target form answers to, each once. */
function placeholdersOf(unit: EditorUnit, form: number): string[] {
  const index = unit.sources.length > 1 && form === 0 && unit.targets.length > 1 ? 0 : unit.sources.length - 1;
  const source = unit.sources[index] ?? "";
  const marks = unit.marks[index] ?? [];
  return [...new Set(marks.map(([start, end]) => source.slice(start, end)))].slice(0, 12);
}

function Counter({ id, text, unit }: { id: string; text: string; unit: EditorUnit }) {
  const t = useTexts();
  const flags = useMemo(() => parseFlags(unit.flags), [unit.flags]);
  const limit = flagNumber(flags, "max-length");
  if (limit === undefined) return null;
  const length = countCharacters(measuredText(text, flags));
  const over = length - limit;
  return (
    <span
      id={id}
      className={classes(
        "tabular-nums",
        over > 0 ? "font-semibold text-failing" : length >= limit * 0.9 ? "text-needs" : "text-ink-3",
      )}
    >
      {over > 0 ? t("editor.lengthOver", { length, limit, over }) : t("editor.length", { length, limit })}
    </span>
  );
}

function Tools({
  unit,
  form,
  text,
  field,
  onTurn,
}: {
  unit: EditorUnit;
  form: number;
  text: string;
  field: RefObject<HTMLTextAreaElement | null>;
  onTurn: () => void;
}) {
  const t = useTexts();
  const store = useStore();
  const look =
    "inline-flex min-h-7 items-center gap-1.5 rounded-control px-2 text-meta text-ink-2 hover:bg-sunken hover:text-ink pointer-coarse:min-h-11";
  const copy = () => {
    const source = (unit.sources.length > 1 && form === 0 ? unit.sources[0] : unit.sources.at(-1)) ?? "";
    if (!field.current) return;
    field.current.select();
    insertAt(field.current, source);
    store.type(form, field.current.value);
  };
  return (
    <div className="js-only -me-1.5 ms-auto flex flex-wrap items-center gap-1">
      <button type="button" className={look} onClick={copy}>
        <CopyPlus aria-hidden size={14} /> {t("editor.copySource")}
      </button>
      <button type="button" className={look} onClick={onTurn}>
        <ArrowLeftRight aria-hidden size={14} /> {t("editor.turnDirection")}
      </button>
      {placeholdersOf(unit, form).map((piece) => {
        const missing = !text.includes(piece);
        return (
          <button
            key={piece}
            type="button"
            aria-label={t(missing ? "editor.insertMissing" : "editor.insert", { piece })}
            onClick={() => {
              if (field.current) insertAt(field.current, piece);
            }}
            className={classes(
              "inline-flex min-h-7 items-center gap-1 rounded-control border px-1.5 font-mono text-meta hover:bg-sunken pointer-coarse:min-h-11",
              missing ? "border-dashed border-line-strong text-primary" : "border-line text-ink-3",
            )}
          >
            <Plus aria-hidden size={12} />
            <bdi dir="ltr" className="max-w-48 truncate">
              {piece}
            </bdi>
          </button>
        );
      })}
    </div>
  );
}

/** Name of the form with the counts it is for, its length where it is limited, and the tools. */
function Head({
  id,
  unit,
  form,
  text,
  children,
}: {
  id: string;
  unit: EditorUnit;
  form: number;
  text: string;
  children: ReactNode;
}) {
  const t = useTexts();
  const store = useStore();
  const { language, plural, severalValues } = store.head;
  const forms = store.forms(unit) ?? 0;
  const described = forms > 1 ? plural.forms[form] : undefined;
  const name = forms > 1 ? described?.category || t("editor.form", { number: form + 1 }) : language.name;
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 px-3 pt-1.5 text-meta text-ink-2">
      <label htmlFor={id} className="font-semibold text-ink">
        {severalValues ? t("editor.value", { number: form + 1 }) : name}
        {described && described.examples.length > 0 ? (
          <span className="font-normal text-ink-2">
            {" "}
            {t("editor.usedFor", { numbers: formExamples(described.examples) })}
          </span>
        ) : null}
      </label>
      <Counter id={`${id}-count`} text={text} unit={unit} />
      {children}
    </div>
  );
}

/** The box: takes texts that come from elsewhere, the caret when it is called for, and the height of its text. */
function useTextBox(form: number, text: string) {
  const store = useStore();
  const box = useRef<HTMLTextAreaElement>(null);
  const revision = useEditor((state) => state.revision);
  const focus = useEditor((state) => state.focus);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision is what brings a text from elsewhere
  useLayoutEffect(() => {
    if (box.current && box.current.value !== text) box.current.value = text;
  }, [revision]);
  useLayoutEffect(() => {
    const field = box.current;
    // Each call is answered once: a string that is opened without one leaves the caret where it is.
    if (focus === store.answered || form !== 0 || !field) return;
    store.answered = focus;
    field.focus({ preventScroll: true });
    field.setSelectionRange(field.value.length, field.value.length);
  }, [store, focus, form]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const field = box.current;
    if (!field || CSS.supports("field-sizing", "content")) return;
    field.style.height = "auto";
    field.style.height = `${field.scrollHeight}px`;
  }, [text]);
  return box;
}

/** One form of the translation. */
export function TargetField({
  unit,
  form,
  findings,
  readOnly,
}: {
  unit: EditorUnit;
  form: number;
  findings: readonly EditorFinding[];
  readOnly: boolean;
}) {
  const t = useTexts();
  const store = useStore();
  const text = useEditor((state) => state.texts[form] ?? "");
  const field = useTextBox(form, text);
  const [first] = useState(text);
  const place = useEditor((_, it) => it.place());
  const total = useEditor((state) => state.total);
  const [turned, setTurned] = useState(false);
  const { language, plural } = store.head;
  const dir = (language.direction === "rtl") === turned ? "ltr" : "rtl";
  const { severalValues } = store.head;
  const several = severalValues || (store.forms(unit) ?? 1) > 1;
  const id = `target-${form}`;
  const position = { language: language.name, place, total };
  const label = severalValues
    ? t("editor.fieldValue", { ...position, number: form + 1 })
    : several
      ? t("editor.fieldForm", { ...position, form: plural.forms[form]?.category || String(form + 1) })
      : t("editor.field", position);
  const hidden = visibleRuns(text).some((run) => run.mark && run.mark !== "↵");
  const notes = ["string-source", "string-facts", `${id}-count`, ...(findings.length > 0 ? [`${id}-findings`] : [])];
  return (
    <div>
      <div
        className={classes(
          "rounded-panel border focus-within:border-primary focus-within:ring-1 focus-within:ring-primary",
          readOnly ? "border-line bg-sunken" : "border-line-strong bg-surface",
        )}
      >
        <Head id={id} unit={unit} form={form} text={text}>
          {readOnly ? null : (
            <Tools unit={unit} form={form} text={text} field={field} onTurn={() => setTurned((was) => !was)} />
          )}
        </Head>
        <textarea
          ref={field}
          id={id}
          name="target"
          aria-label={label}
          aria-describedby={notes.join(" ")}
          defaultValue={first}
          onFocus={(event) => rememberField(event.currentTarget)}
          onInput={(event) => store.type(form, event.currentTarget.value)}
          readOnly={readOnly}
          lang={language.code.replaceAll("_", "-")}
          dir={dir}
          spellCheck
          autoComplete="off"
          rows={several ? 1 : 3}
          className={classes(
            several ? "min-h-11" : "min-h-24",
            "field-sizing-content block max-h-[50dvh] w-full resize-none bg-transparent px-3 py-1.5 font-string text-[18px]/7 outline-none",
          )}
        />
      </div>
      {hidden ? (
        <p className="mt-1 px-3 text-table text-ink-2">
          <span className="text-ink-3">{t("editor.withMarks")} </span>
          <UnitText text={text} lang={language.code} dir={dir} small />
        </p>
      ) : null}
      <Findings id={`${id}-findings`} unit={unit} findings={findings} readOnly={readOnly} />
    </div>
  );
}
