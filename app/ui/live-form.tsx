"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, startTransition, useEffect, useRef } from "react";
import { FormContext } from "./form-context";
import { type FormState, FRESH_FORM } from "./form-state";
import { FormSummary } from "./form-summary";
import { useFormAction } from "./use-form-action";

/** How long nobody has typed before the answer is asked for. */
const QUIET_MS = 700;

/** What the action answers: what is wrong, or where the outcome is to be seen. */
export interface LiveState extends FormState {
  show?: string;
}

/**
 * A form whose outcome is shown beneath it while it is filled in: what is typed stays, and so does the focus. Without script
 * its button does the same by loading the page.
 */
export function LiveForm({
  action,
  children,
  className,
  label,
}: {
  action: (state: LiveState, form: FormData) => Promise<LiveState>;
  children: ReactNode;
  className?: string;
  label: string;
}) {
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useRef(false);
  const [state, send, pending] = useFormAction(action, FRESH_FORM as LiveState);
  useEffect(() => {
    if (state.show) router.replace(state.show, { scroll: false });
  }, [state, router]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const submit = (byHand: boolean) => {
    clearTimeout(timer.current);
    if (!form.current || (!byHand && !form.current.checkValidity())) return;
    asked.current = byHand;
    const data = new FormData(form.current);
    data.append("live", "1");
    startTransition(() => send(data));
  };
  return (
    <FormContext value={state}>
      <form
        ref={form}
        action={send}
        aria-label={label}
        aria-busy={pending}
        className={className}
        onSubmit={(event) => {
          // The action of a form resets its fields, and what is being typed with them.
          event.preventDefault();
          submit(true);
        }}
        onInput={() => {
          clearTimeout(timer.current);
          timer.current = setTimeout(() => submit(false), QUIET_MS);
        }}
      >
        {/* It takes the focus, which is not taken from somebody who types. */}
        {asked.current || state.answered ? <FormSummary state={state} /> : null}
        {children}
      </form>
    </FormContext>
  );
}
