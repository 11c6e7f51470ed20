"use client";

import { type ComponentProps, useContext, useEffect, useRef } from "react";
import { Field } from "@/app/ui/field";
import { FormContext } from "@/app/ui/form-context";
import type { UploadState } from "./upload-state";

/** A file that stays chosen when the form comes back with a question or a preview: forms forget their files. */
export function KeptFile(field: ComponentProps<typeof Field>) {
  const state = useContext(FormContext);
  const chosen = useRef<File | undefined>(undefined);
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const input = holder.current?.querySelector("input");
    const asked = Object.keys(state.errors).length > 0 || (state as UploadState).plan !== undefined;
    if (!input || !chosen.current || (input.files?.length ?? 0) > 0 || !asked) return;
    const files = new DataTransfer();
    files.items.add(chosen.current);
    input.files = files.files;
  }, [state]);
  return (
    <div ref={holder}>
      <Field
        {...field}
        type="file"
        onChange={(event) => {
          chosen.current = event.currentTarget.files?.[0];
        }}
      />
    </div>
  );
}
