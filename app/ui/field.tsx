"use client";

import type { ComponentProps, ReactNode } from "react";
import { describedBy } from "./described-by";
import { FieldNote } from "./field-note";
import { useField } from "./form-context";

export interface FieldTexts {
  label: string;
  name: string;
  /** What it is for, beneath the label. */
  hint?: ReactNode;
  /** What is wrong with it, and what to do; the form's answer when left out. */
  error?: string;
  /** Shown behind the label, like "optional". */
  aside?: string;
}

/** A labelled one-line input with its hint and error. In a form it keeps what was typed when the form comes back. */
export function Field({
  label,
  name,
  hint,
  error,
  aside,
  id,
  className,
  defaultValue,
  ...input
}: FieldTexts & Omit<ComponentProps<"input">, "name">) {
  const own = id ?? name;
  const answer = useField(name);
  const wrong = error ?? answer.error;
  return (
    <div className={className}>
      <FieldNote id={own} label={label} hint={hint} error={wrong} aside={aside}>
        <input
          id={own}
          name={name}
          {...describedBy(own, hint, wrong)}
          {...input}
          defaultValue={answer.values?.[0] ?? defaultValue}
          className="control"
        />
      </FieldNote>
    </div>
  );
}
