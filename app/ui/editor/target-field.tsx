"use client";

import { ArrowLeftRight, CopyPlus, Plus } from "lucide-react";
import { useLayoutEffect, useMemo, useRef, useState } from "react";
import type { EditorFinding, EditorUnit } from "@/lib/domain/units/editor-unit";
import { measuredText } from "@/lib/text/checks/measured-text";
import { flagNumber, parseFlags } from "@/lib/text/flags/flags";
import { countCharacters } from "@/lib/text/words";
import { classes } from "../classes";
import { StateIcon } from "../state-icon";
import { UnitText } from "../unit-text";
import { visibleRuns } from "../visible-text";
import { useEditor, useStore } from "./editor-context";
import { formExamples } from "./texts";

/** Puts a text where the caret is, so that the browser's own undo takes it back. */
function insertAt(field: HTMLTextAreaElement, text: string): void {
  field.focus();
  if (document.execCommand("insertText", false, text)) return;
  field.setRangeText(text, field.selectionStart, field.selectionEnd, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Placeholders of the source form this target form answers to, each once. */
function placeholdersOf(unit: EditorUnit, form: number): string[] {
  const index = unit.sources.length > 1 && form === 0 && unit.targets.length > 1 ? 0 : unit.sources.length - 1;
  const source = unit.sources[index] ?? "";
  const marks = unit.marks[index] ?? [];
  return [...new Set(marks.map(([start, end]) => source.slice(start, end)))].slice(0, 12);
}

function Counter({ id, text, unit }: { id: string; text: string; unit: EditorUnit }) {
  const flags = useMemo(() => parseFlags(unit.flags), [unit.flags]);
  const limit = flagNumber(flags, "max-length");
  if (limit === undefined) return null;
  const length = countCharacters(measuredText(text, flags));
  const over = length - limit;
  return (
    <span
      id={id}
      className={classes(
        "ms-auto tabular-nums",
        over > 0 ? "font-semibold text-failing" : length >= limit * 0.9 ? "text-needs" : "text-ink-3",
      )}
    >
      {length} of {limit}
      {over > 0 ? `, ${over} too many` : ""}
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
  field: React.RefObject<HTMLTextAreaElement | null>;
  onTurn: () => void;
}) {
  const store = useStore();
  const look =
    "inline-flex min-h-8 items-center gap-1.5 rounded-control px-2 text-meta text-ink-2 hover:bg-sunken hover:text-ink pointer-coarse:min-h-11";
  const copy = () => {
    const source = (unit.sources.length > 1 && form === 0 ? unit.sources[0] : unit.sources.at(-1)) ?? "";
    if (!field.current) return;
    field.current.select();
    insertAt(field.current, source);
    store.type(form, field.current.value);
  };
  return (
    <div className="js-only flex flex-wrap items-center gap-1 px-2 pb-1.5">
      <button type="button" className={look} onClick={copy}>
        <CopyPlus aria-hidden size={14} /> Copy source
      </button>
      <button type="button" className={look} onClick={onTurn}>
        <ArrowLeftRight aria-hidden size={14} /> Turn direction
      </button>
      {placeholdersOf(unit, form).map((piece) => {
        const missing = !text.includes(piece);
        return (
          <button
            key={piece}
            type="button"
            onClick={() => {
              if (field.current) insertAt(field.current, piece);
            }}
            className={classes(
              "inline-flex min-h-8 items-center gap-1 rounded-control border px-2 font-mono text-meta hover:bg-sunken pointer-coarse:min-h-11",
              missing ? "border-dashed border-line-strong text-primary" : "border-line text-ink-3",
            )}
          >
            <Plus aria-hidden size={12} />
            <span className="sr-only">Insert </span>
            <bdi dir="ltr" className="max-w-48 truncate">
              {piece}
            </bdi>
            {missing ? <span className="sr-only">, missing</span> : null}
          </button>
        );
      })}
    </div>
  );
}

/** Sentences of failing checks beneath the form they are about. */
function Findings({ id, findings }: { id: string; findings: readonly EditorFinding[] }) {
  if (findings.length === 0) return null;
  return (
    <ul id={id} className="mt-1.5 grid gap-1">
      {findings.map((finding) => (
        <li key={finding.check} className="flex items-start gap-2 text-table">
          <span className="mt-0.5">
            <StateIcon state="failing" silent />
          </span>
          <span>
            <strong className="font-semibold">{finding.name}:</strong> {finding.message}
          </span>
        </li>
      ))}
    </ul>
  );
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
  const store = useStore();
  const field = useRef<HTMLTextAreaElement>(null);
  const text = useEditor((state) => state.texts[form] ?? "");
  const revision = useEditor((state) => state.revision);
  const focus = useEditor((state) => state.focus);
  const place = useEditor((_, it) => it.place());
  const total = useEditor((state) => state.total);
  const [turned, setTurned] = useState(false);
  const { language, plural } = store.head;
  const plain = language.direction === "rtl" ? "rtl" : "ltr";
  const dir = turned ? (plain === "rtl" ? "ltr" : "rtl") : plain;
  const described = plural.forms[form];
  const several = store.forms(unit) > 1;
  const id = `target-${form}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision is what brings a text from elsewhere
  useLayoutEffect(() => {
    if (field.current && field.current.value !== text) field.current.value = text;
  }, [revision]);
  useLayoutEffect(() => {
    const box = field.current;
    if (focus === 0 || form !== 0 || !box) return;
    box.focus({ preventScroll: true });
    box.setSelectionRange(box.value.length, box.value.length);
  }, [focus, form]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const box = field.current;
    if (!box || CSS.supports("field-sizing", "content")) return;
    box.style.height = "auto";
    box.style.height = `${box.scrollHeight}px`;
  }, [text]);

  const label = `${language.name} translation${several ? `, form ${described?.category || form + 1}` : ""}, string ${place} of ${total}`;
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
        <div className="flex min-h-7 flex-wrap items-baseline gap-x-2 px-3 pt-2 text-meta text-ink-2 empty:hidden">
          {several ? (
            <label htmlFor={id} className="font-semibold text-ink">
              {described?.category || `Form ${form + 1}`}
              {described && described.examples.length > 0 ? (
                <span className="font-normal text-ink-2"> used for {formExamples(described.examples)}</span>
              ) : null}
            </label>
          ) : (
            <label htmlFor={id} className="font-semibold text-ink">
              {language.name}
            </label>
          )}
          <Counter id={`${id}-count`} text={text} unit={unit} />
        </div>
        <textarea
          ref={field}
          id={id}
          name="target"
          aria-label={label}
          aria-describedby={notes.join(" ")}
          defaultValue={text}
          onInput={(event) => store.type(form, event.currentTarget.value)}
          readOnly={readOnly}
          lang={language.code.replaceAll("_", "-")}
          dir={dir}
          spellCheck
          autoCapitalize="off"
          autoCorrect="off"
          autoComplete="off"
          rows={2}
          className="field-sizing-content block max-h-[50dvh] min-h-16 w-full resize-none bg-transparent px-3 py-1.5 font-string text-[18px]/7 outline-none"
        />
        {readOnly ? null : (
          <Tools unit={unit} form={form} text={text} field={field} onTurn={() => setTurned((was) => !was)} />
        )}
      </div>
      {hidden ? (
        <p className="mt-1 px-3 text-table text-ink-2">
          <span className="text-ink-3">With marks: </span>
          <UnitText text={text} lang={language.code} dir={dir} small />
        </p>
      ) : null}
      <Findings id={`${id}-findings`} findings={findings} />
    </div>
  );
}
