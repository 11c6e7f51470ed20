"use client";

import { type ComponentProps, type ReactNode, useContext, useEffect } from "react";
import { describedBy } from "@/app/ui/described-by";
import { FieldNote } from "@/app/ui/field-note";
import { FormContext, useField } from "@/app/ui/form-context";

/** Texts of a string: a box for each of its forms, all of one name, of which only the first is shown unless there are several. */
export function FormTexts({
  name,
  labels,
  alone,
  hint,
  aside,
  ...area
}: {
  name: string;
  /** One for each form. */
  labels: readonly string[];
  /** Of the first one, while there are no others. */
  alone: string;
  hint?: ReactNode;
  aside?: string;
} & Omit<ComponentProps<"textarea">, "name">) {
  const { error, values } = useField(name);
  const several = useField("plural").values !== undefined;
  // Where something is missing it is told at the first form that has no text.
  const missing =
    several && values?.some((text) => text.trim() !== "") ? values.findIndex((text) => text.trim() === "") : 0;
  const place = area.required && missing > 0 && missing < labels.length ? missing : 0;
  return labels.map((label, form) => {
    const id = form === 0 ? name : `${name}-${form + 1}`;
    const note = form === 0 ? hint : undefined;
    const wrong = form === place ? error : undefined;
    return (
      <div key={id} className={form === 0 ? undefined : "hidden group-has-[[name=plural]:checked]/string:block"}>
        <FieldNote
          id={id}
          label={form === 0 ? <FirstLabel alone={alone} form={label} /> : label}
          hint={note}
          error={wrong}
          aside={form === 0 ? aside : undefined}
        >
          <textarea
            id={id}
            name={name}
            rows={2}
            {...describedBy(id, note, wrong)}
            {...area}
            required={form === 0 && area.required}
            defaultValue={values?.[form]}
            className="control"
          />
        </FieldNote>
      </div>
    );
  });
}

/** The first box is that of a string without plural forms, too: it is called a form only beside others. */
function FirstLabel({ alone, form }: { alone: string; form: string }) {
  if (alone === form) return alone;
  return (
    <>
      <span className="group-has-[[name=plural]:checked]/string:hidden">{alone}</span>
      <span className="hidden group-has-[[name=plural]:checked]/string:inline">{form}</span>
    </>
  );
}

/** Gives the focus to the first field as soon as a string was added: the next one is typed at once. */
export function NextString({ first }: { first: string }) {
  const state = useContext(FormContext);
  useEffect(() => {
    if (state.message) document.getElementById(first)?.focus();
  }, [state, first]);
  return null;
}
