"use client";

import { useMemo } from "react";
import { useTexts } from "#texts";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import { measuredText } from "@/lib/text/checks/measured-text";
import { flagNumber, parseFlags } from "@/lib/text/flags/flags";
import { countCharacters } from "@/lib/text/words";
import { classes } from "../classes";
import { pluralName } from "../plural-words";
import { useStore } from "./editor-context";
import { fieldOf } from "./fields";
import { formExamples } from "./texts";

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
        over > 0 ? "font-semibold text-failing" : length >= limit * 0.9 ? "text-needs-ink" : "text-ink-3",
      )}
    >
      {over > 0 ? t("editor.lengthOver", { length, limit, over }) : t("editor.length", { length, limit })}
    </span>
  );
}

/** Name of the form with the counts it is for, and its length where it is limited. */
export function FieldHead({ id, unit, form, text }: { id: string; unit: EditorUnit; form: number; text: string }) {
  const t = useTexts();
  const store = useStore();
  const { language, plural, severalValues } = store.head;
  const forms = store.forms(unit) ?? 0;
  const described = forms > 1 ? plural.forms[form] : undefined;
  const name = forms > 1 ? pluralName(t, described?.category) || t("editor.form", { number: form + 1 }) : language.name;
  return (
    <div className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 px-3 pt-1.5 text-meta text-ink-2">
      {/* The editor's own field is none of those that a label gives the focus to. */}
      <label htmlFor={id} onPointerUp={() => fieldOf(form)?.focus()} className="font-semibold text-ink">
        {severalValues ? t("editor.value", { number: form + 1 }) : name}
        {described && described.examples.length > 0 ? (
          <span className="font-normal text-ink-2">
            {" "}
            {t("editor.usedFor", { numbers: formExamples(described.examples) })}
          </span>
        ) : null}
      </label>
      <Counter id={`${id}-count`} text={text} unit={unit} />
    </div>
  );
}
