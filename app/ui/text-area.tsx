import type { ComponentProps } from "react";
import { classes } from "./classes";
import { described, type FieldTexts } from "./field";
import { FieldNote } from "./field-note";

/** A labelled box for several lines. */
export function TextArea({
  label,
  name,
  hint,
  error,
  aside,
  mono,
  ...area
}: FieldTexts & { mono?: boolean } & Omit<ComponentProps<"textarea">, "name">) {
  return (
    <div>
      <FieldNote id={name} label={label} hint={hint} error={error} aside={aside}>
        <textarea
          id={name}
          name={name}
          rows={4}
          {...described(name, hint, error)}
          {...area}
          className={classes("control", mono && "font-mono text-table")}
        />
      </FieldNote>
    </div>
  );
}
