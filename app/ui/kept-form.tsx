"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { FormContext } from "./form-context";
import { type FormAction, type FormState, FRESH_FORM } from "./form-state";
import { FormSummary } from "./form-summary";
import { useFormAction } from "./use-form-action";

/** How long somebody pauses before what they typed is kept. */
const PAUSE_MS = 1200;

/** Keeps what is typed in a form, a while after each change, and at once when the page goes out of sight. */
export function useKept(keep: (form: FormData) => Promise<void>) {
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const save = useRef(() => {});
  save.current = () => {
    if (timer.current === undefined || !form.current) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    const typed = new FormData(form.current);
    // Files are not kept, and would be sent with every pause.
    for (const [name, value] of [...typed]) if (value instanceof File) typed.delete(name);
    // A draft that cannot be kept hinders nobody: the form still stands.
    keep(typed).catch(() => undefined);
  };
  useEffect(() => {
    const onHide = () => document.visibilityState === "hidden" && save.current();
    document.addEventListener("visibilitychange", onHide);
    return () => {
      document.removeEventListener("visibilitychange", onHide);
      clearTimeout(timer.current);
    };
  }, []);
  return {
    ref: form,
    onInput: () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => save.current(), PAUSE_MS);
    },
    onSubmit: () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
  };
}

/** A form as `ActionForm`, of which a draft is kept while it is filled in. */
export function KeptForm({
  action,
  keep,
  draft,
  children,
  className,
  label,
}: {
  action: FormAction;
  /** Keeps the fields. */
  keep: (form: FormData) => Promise<void>;
  /** Fields of a draft to go on with. */
  draft: Readonly<Record<string, string[]>> | undefined;
  children: ReactNode;
  className?: string;
  label?: string;
}) {
  const fresh: FormState = draft ? { ...FRESH_FORM, values: { ...draft }, answered: true } : FRESH_FORM;
  const [state, submit, pending] = useFormAction(action, fresh);
  return (
    <FormContext value={state}>
      <form {...useKept(keep)} action={submit} aria-label={label} aria-busy={pending} className={className}>
        <FormSummary state={state} />
        {children}
      </form>
    </FormContext>
  );
}
