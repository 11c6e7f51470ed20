import type { ComponentProps, ReactNode } from "react";
import { FieldNote } from "./field-note";

export interface FieldTexts {
  label: string;
  name: string;
  /** What it is for, beneath the label. */
  hint?: ReactNode;
  /** What is wrong with it, and what to do. */
  error?: string;
  /** Shown behind the label, like "optional". */
  aside?: string;
}

/** Attributes that tie a control to its hint and error. */
export function described(name: string, hint: unknown, error: unknown) {
  const ids = [hint ? `${name}-hint` : "", error ? `${name}-error` : ""].filter(Boolean).join(" ");
  return { "aria-describedby": ids || undefined, "aria-invalid": error ? (true as const) : undefined };
}

/** A labelled one-line input with its hint and error. */
export function Field({
  label,
  name,
  hint,
  error,
  aside,
  id,
  className,
  ...input
}: FieldTexts & Omit<ComponentProps<"input">, "name">) {
  const own = id ?? name;
  return (
    <div className={className}>
      <FieldNote id={own} label={label} hint={hint} error={error} aside={aside}>
        <input id={own} name={name} {...described(own, hint, error)} {...input} className="control" />
      </FieldNote>
    </div>
  );
}
