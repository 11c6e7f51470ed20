"use client";

import { type ComponentProps, useContext, useEffect, useRef } from "react";
import { Field } from "./field";
import { FormContext } from "./form-context";

/** A field for a file that stays chosen when the form comes back, which browsers do not do of themselves. */
export function KeptFile(field: Omit<ComponentProps<typeof Field>, "type" | "ref" | "onChange">) {
  const answer = useContext(FormContext);
  const input = useRef<HTMLInputElement>(null);
  const kept = useRef<File[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer empties the field
  useEffect(() => {
    if (input.current?.files?.length !== 0 || kept.current.length === 0) return;
    const chosen = new DataTransfer();
    for (const file of kept.current) chosen.items.add(file);
    input.current.files = chosen.files;
  }, [answer]);
  return (
    <Field
      {...field}
      type="file"
      ref={input}
      onChange={(event) => {
        kept.current = [...(event.target.files ?? [])];
      }}
    />
  );
}
