"use client";

import type { FormEventHandler, ReactNode } from "react";
import { FormContext } from "./form-context";
import { type FormAction, FRESH_FORM } from "./form-state";
import { FormSummary } from "./form-summary";
import { useFormAction } from "./use-form-action";

/** A form that posts to a server action and shows its answer in place; it posts without script, too. */
export function ActionForm({
  action,
  children,
  className,
  label,
  id,
  onSubmit,
}: {
  action: FormAction;
  children: ReactNode;
  className?: string;
  label?: string;
  /** For controls that stand elsewhere and belong to it by their attribute `form`. */
  id?: string;
  /** What is done in the browser beside it. */
  onSubmit?: FormEventHandler<HTMLFormElement>;
}) {
  const [state, submit, pending] = useFormAction(action, FRESH_FORM);
  return (
    <FormContext value={state}>
      <form id={id} action={submit} aria-label={label} aria-busy={pending} className={className} onSubmit={onSubmit}>
        <FormSummary state={state} />
        {children}
      </form>
    </FormContext>
  );
}
