"use client";

import type { ComponentProps } from "react";
import { classes } from "./classes";
import { describedBy } from "./described-by";
import type { FieldTexts } from "./field";
import { FieldNote } from "./field-note";
import { useField } from "./form-context";

/** A labelled box for several lines. */
export function TextArea({
  label,
  name,
  hint,
  error,
  aside,
  mono,
  defaultValue,
  ...area
}: FieldTexts & { mono?: boolean } & Omit<ComponentProps<"textarea">, "name">) {
  const answer = useField(name);
  const wrong = error ?? answer.error;
  return (
    <div>
      <FieldNote id={name} label={label} hint={hint} error={wrong} aside={aside}>
        <textarea
          id={name}
          name={name}
          rows={4}
          {...describedBy(name, hint, wrong)}
          {...area}
          defaultValue={answer.values?.[0] ?? defaultValue}
          className={classes("control", mono && "font-mono text-table")}
        />
      </FieldNote>
    </div>
  );
}
