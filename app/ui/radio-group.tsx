"use client";

import { useField } from "./form-context";
import type { Choice } from "./select";

/** A choice of one among few, all to be seen at once. */
export function RadioGroup({
  label,
  name,
  hint,
  choices,
  defaultValue,
  disabled,
}: {
  label: string;
  name: string;
  hint?: string;
  choices: readonly (Choice & { hint?: string })[];
  defaultValue?: string;
  disabled?: boolean;
}) {
  const answer = useField(name);
  const chosen = answer.values?.[0] ?? defaultValue;
  return (
    <fieldset id={name} key={chosen} disabled={disabled} aria-describedby={answer.error ? `${name}-error` : undefined}>
      <legend className="mb-1 text-body font-medium">{label}</legend>
      {hint ? <p className="mb-1.5 max-w-[72ch] text-table text-ink-2">{hint}</p> : null}
      <div className="grid gap-1">
        {choices.map((choice) => (
          <label key={choice.value} className="flex min-h-8 items-start gap-3 py-1">
            <input
              type="radio"
              name={name}
              value={choice.value}
              defaultChecked={choice.value === chosen}
              className="mt-0.5 size-5 shrink-0 accent-primary"
            />
            <span>
              {choice.label}
              {choice.hint ? <span className="block text-table text-ink-2">{choice.hint}</span> : null}
            </span>
          </label>
        ))}
      </div>
      {answer.error ? (
        <p id={`${name}-error`} className="mt-1 text-table text-failing">
          {answer.error}
        </p>
      ) : null}
    </fieldset>
  );
}
