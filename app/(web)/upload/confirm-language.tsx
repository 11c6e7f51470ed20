"use client";

import { Checkbox } from "@/app/ui/checkbox";
import { useField } from "@/app/ui/form-context";

/** Asks whether a file that seems to be in another language is meant, once that is known; stays ticked after that. */
export function ConfirmLanguage({ label }: { label: string }) {
  const { error, values } = useField("other_language");
  return error || values ? <Checkbox label={label} name="other_language" /> : null;
}
