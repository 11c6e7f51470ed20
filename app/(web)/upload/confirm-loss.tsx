"use client";

import { Field } from "@/app/ui/field";
import { useField } from "@/app/ui/form-context";

/** Asks for the number of texts that an upload would take away, once it is known. */
export function ConfirmLoss({ label }: { label: string }) {
  const { error } = useField("confirm");
  return error ? (
    <Field label={label} name="confirm" inputMode="numeric" autoComplete="off" defaultValue="" required />
  ) : null;
}
