"use client";

import { type ComponentProps, type ComponentType, useEffect, useRef, useState } from "react";
import type { Choice } from "./choice";
import { describedBy } from "./described-by";
import type { FieldTexts } from "./field";
import { FieldNote } from "./field-note";
import { useField } from "./form-context";

export type { Choice } from "./choice";

/** More choices than this are narrowed by typing. */
const MOST_LISTED = 40;

type Combobox = ComponentType<ComponentProps<typeof import("./combobox").Combobox>>;

/** What takes the place of a very long list once its script is there. */
function useCombobox(isLong: boolean): Combobox | undefined {
  const [loaded, setLoaded] = useState<Combobox>();
  useEffect(() => {
    if (!isLong) return;
    // Where it cannot be loaded, the browser's own list stays.
    import("./combobox").then(
      ({ Combobox }) => setLoaded(() => Combobox),
      () => undefined,
    );
  }, [isLong]);
  return loaded;
}

/** A labelled choice of one; the browser's own, so that it works everywhere, unless it is too long to be looked through. */
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
  const Combobox = useCombobox(choices.length > MOST_LISTED && !select.multiple && !select.onChange);
  const listed = useRef<HTMLSelectElement>(null);
  if (Combobox) {
    const { required, disabled, form } = select;
    return (
      <div className={className}>
        <FieldNote id={own} label={label} hint={hint} error={wrong} aside={aside}>
          <Combobox
            key={String(chosen)}
            {...{ id: own, name, choices, required, disabled, form }}
            {...describedBy(own, hint, wrong)}
            // What was chosen before its script was there.
            chosen={listed.current?.value ?? String(chosen ?? choices[0]?.value ?? "")}
            focused={listed.current !== null && document.activeElement === listed.current}
          />
        </FieldNote>
      </div>
    );
  }
  return (
    <div className={className}>
      <FieldNote id={own} label={label} hint={hint} error={wrong} aside={aside}>
        {/* The key makes a new element when the answer brings another choice: a reset form would show the old one. */}
        <select
          ref={listed}
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
