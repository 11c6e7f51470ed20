"use client";

import { ArrowLeftRight, CopyCheck, CopyPlus, Plus, Shield, ShieldOff } from "lucide-react";
import type { ReactNode } from "react";
import { useTexts } from "#texts";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import { classes } from "../classes";
import { useEditor, useStore } from "./editor-context";
import { fieldOf, insertAt } from "./fields";
import { piecesOf, sourceOf } from "./pieces";
import { usePreference, usePreferenceStore } from "./preferences";
import { formName } from "./texts";

/** Buttons of the toolbar of a field. */
export const TOOL =
  "inline-flex min-h-7 items-center gap-1.5 rounded-control px-2 text-meta text-ink-2 hover:bg-sunken hover:text-ink pointer-coarse:min-h-11";

/** A button that must not take the caret out of the field. */
export function Tool({
  label,
  pressed,
  onClick,
  className = TOOL,
  children,
}: {
  label?: string;
  pressed?: boolean;
  onClick: () => void;
  className?: string;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
      className={className}
    >
      {children}
    </button>
  );
}

const MOST_PIECES = 12;

/** Placeholders and tags of the source, to be put where the caret is; those that are missing stand out. */
function Pieces({ unit, form, text }: { unit: EditorUnit; form: number; text: string }) {
  const t = useTexts();
  const pieces = piecesOf(unit, form);
  return pieces.slice(0, MOST_PIECES).map((piece) => {
    const missing = !text.includes(piece);
    return (
      <Tool
        key={piece}
        label={t(missing ? "editor.insertMissing" : "editor.insert", { piece })}
        onClick={() => {
          const field = fieldOf(form);
          if (field) insertAt(field, piece, pieces);
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
      </Tool>
    );
  });
}

/** Whether placeholders are kept whole; only the editor's own field can. */
function Protect() {
  const t = useTexts();
  const on = usePreference("protect");
  const preferences = usePreferenceStore();
  const Icon = on ? Shield : ShieldOff;
  return (
    <Tool pressed={on} onClick={() => preferences.change({ protect: !on })}>
      <Icon aria-hidden size={14} /> {t("editor.protect")}
    </Tool>
  );
}

/** This plural form for others: the next one, or all that are empty. */
function Forms({ unit, form, text }: { unit: EditorUnit; form: number; text: string }) {
  const t = useTexts();
  const store = useStore();
  const texts = useEditor((state) => state.texts);
  const forms = store.forms(unit) ?? 1;
  if (forms < 2 || text === "") return null;
  const next = form + 1 < forms ? form + 1 : undefined;
  const name = (index: number) => formName(t, store.head, index);
  const empty = texts.some((other, index) => index !== form && other === "");
  const put = (index: number) => {
    const field = fieldOf(index);
    field?.focus();
    field?.replace(0, field.value().length, text);
  };
  return (
    <>
      {next === undefined ? null : (
        <Tool onClick={() => put(next)}>
          <CopyCheck aria-hidden size={14} /> {t("editor.copyToForm", { form: name(next) })}
        </Tool>
      )}
      {empty ? (
        <Tool onClick={() => store.use(texts.map((other) => other || text))}>
          <CopyCheck aria-hidden size={14} /> {t("editor.fillForms")}
        </Tool>
      ) : null}
    </>
  );
}

/** What can be done with a field by a finger or a pointer. */
export function FieldTools({
  unit,
  form,
  text,
  core,
  onTurn,
}: {
  unit: EditorUnit;
  form: number;
  text: string;
  /** Whether it is the editor's own field. */
  core: boolean;
  onTurn: () => void;
}) {
  const t = useTexts();
  const pieces = piecesOf(unit, form);
  const copy = () => {
    const field = fieldOf(form);
    field?.focus();
    field?.replace(0, field.value().length, unit.sources[sourceOf(unit, form)] ?? "");
  };
  return (
    <div className="js-only flex min-w-0 flex-wrap items-center gap-1 px-1.5 max-sm:order-last max-sm:border-t max-sm:border-line sm:grow sm:justify-end sm:pt-1.5">
      <Tool onClick={copy}>
        <CopyPlus aria-hidden size={14} /> {t("editor.copySource")}
      </Tool>
      <Tool onClick={onTurn}>
        <ArrowLeftRight aria-hidden size={14} /> {t("editor.turnDirection")}
      </Tool>
      <Forms unit={unit} form={form} text={text} />
      {core && pieces.length > 0 ? <Protect /> : null}
      <Pieces unit={unit} form={form} text={text} />
    </div>
  );
}
