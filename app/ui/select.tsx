import type { ComponentProps } from "react";
import { described, type FieldTexts } from "./field";
import { FieldNote } from "./field-note";

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
  ...select
}: FieldTexts & { choices: readonly Choice[] } & Omit<ComponentProps<"select">, "name">) {
  const own = id ?? name;
  return (
    <div className={className}>
      <FieldNote id={own} label={label} hint={hint} error={error} aside={aside}>
        <select id={own} name={name} {...described(own, hint, error)} {...select} className="control">
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
