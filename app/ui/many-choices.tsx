"use client";

import { useState } from "react";
import { useTexts } from "#texts";
import type { FieldTexts } from "./field";
import { useField } from "./form-context";
import type { Choice } from "./select";

/** More boxes than this get a field that narrows them. */
const MOST_AT_A_GLANCE = 12;

/** Boxes to tick, as many as wanted; what is ticked comes first. */
export function ManyChoices({
  label,
  name,
  hint,
  choices,
  defaultValue,
}: Pick<FieldTexts, "label" | "name" | "hint"> & { choices: readonly Choice[]; defaultValue: readonly string[] }) {
  const t = useTexts();
  const [wanted, setWanted] = useState("");
  const answer = useField(name);
  const ticked = answer.answered ? (answer.values ?? []) : defaultValue;
  // In the order in which they were chosen, which may mean something.
  const first = defaultValue.flatMap((value) => choices.find((choice) => choice.value === value) ?? []);
  const shown = [...first, ...choices.filter((choice) => !first.includes(choice))];
  const fits = (choice: Choice) => choice.label.toLowerCase().includes(wanted.trim().toLowerCase());
  return (
    <fieldset id={name} key={ticked.join()} aria-describedby={answer.error ? `${name}-error` : undefined}>
      <legend className="mb-1 text-body font-medium">{label}</legend>
      {hint ? <p className="mb-1.5 max-w-[72ch] text-table text-ink-2">{hint}</p> : null}
      {choices.length > MOST_AT_A_GLANCE ? (
        <input
          type="search"
          aria-label={t("form.narrow", { label })}
          placeholder={t("form.search")}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
          autoComplete="off"
          className="control mb-2 max-w-80"
        />
      ) : null}
      {choices.length === 0 ? <p className="text-table text-ink-2">{t("form.noChoices")}</p> : null}
      <div className="grid max-h-72 grid-cols-1 gap-x-4 overflow-y-auto sm:grid-cols-2">
        {shown.map((choice) => (
          // What does not fit is hidden, not gone: its tick is sent with the form.
          <label key={choice.value} className={fits(choice) ? "flex min-h-8 items-start gap-3 py-1" : "hidden"}>
            <input
              type="checkbox"
              name={name}
              value={choice.value}
              defaultChecked={ticked.includes(choice.value)}
              className="mt-0.5 size-5 shrink-0 accent-primary"
            />
            <bdi className="min-w-0 break-words">{choice.label}</bdi>
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
