"use client";

import type { ComponentProps } from "react";
import { describedBy } from "./described-by";
import type { FieldTexts } from "./field";
import { FieldNote } from "./field-note";
import { useField } from "./form-context";
import { QueryInput } from "./query/query-input";

/** A labelled field for a search, which offers its words as they are typed. */
export function SearchField({
  label,
  name,
  hint,
  defaultValue,
  ...input
}: Pick<FieldTexts, "label" | "name" | "hint"> & Omit<ComponentProps<"input">, "name">) {
  const answer = useField(name);
  return (
    <div>
      <FieldNote id={name} label={label} hint={hint} error={answer.error}>
        <QueryInput
          id={name}
          name={name}
          dir="ltr"
          {...describedBy(name, hint, answer.error)}
          {...input}
          defaultValue={answer.values?.[0] ?? defaultValue}
          className="control font-mono"
        />
      </FieldNote>
    </div>
  );
}
