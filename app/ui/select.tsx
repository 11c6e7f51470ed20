"use client";

import type { ComponentProps } from "react";
import { describedBy } from "./described-by";
import type { FieldTexts } from "./field";
import { FieldNote } from "./field-note";
import { useField } from "./form-context";

export interface Choice {
  value: string;
  label: string;
}

/** A labelled choice of one; the browser's own, so that it works everywhere. */
export function Select({
  label,
  name,
  hint,
  error,
  aside,
  id,
  choices,
  className,
  defaultValue,
  keepOwn = false,
  ...select
}: FieldTexts & {
  choices: readonly Choice[];
  /** One of several of its name: the form's answer does not tell which value was its own. */
  keepOwn?: boolean;
} & Omit<ComponentProps<"select">, "name">) {
  const own = id ?? name;
  const answer = useField(name);
  const wrong = error ?? (keepOwn ? undefined : answer.error);
  const chosen = (keepOwn ? undefined : select.multiple ? answer.values : answer.values?.[0]) ?? defaultValue;
  return (
    <div className={className}>
      <FieldNote id={own} label={label} hint={hint} error={wrong} aside={aside}>
        {/* The key makes a new element when the answer brings another choice: a reset form would show the old one. */}
        <select
          key={String(chosen)}
          id={own}
          name={name}
          {...describedBy(own, hint, wrong)}
          {...select}
          defaultValue={chosen}
          className="control"
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      </FieldNote>
    </div>
  );
}
