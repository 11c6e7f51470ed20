"use client";

import { type ReactNode, useActionState, useEffect, useRef } from "react";
import { Callout } from "./callout";
import { FormContext } from "./form-context";
import { type FormAction, FRESH_FORM } from "./form-state";

/** A form that posts to a server action and shows its answer in place; it posts without script, too. */
export function ActionForm({
  action,
  children,
  className,
  label,
}: {
  action: FormAction;
  children: ReactNode;
  className?: string;
  label?: string;
}) {
  const [state, submit, pending] = useActionState(action, FRESH_FORM);
  const summary = useRef<HTMLDivElement>(null);
  const wrong = Object.entries(state.errors);
  useEffect(() => {
    if (Object.keys(state.errors).length > 0) summary.current?.focus();
  }, [state]);
  return (
    <FormContext value={state}>
      <form
        action={submit}
        aria-label={label}
        aria-busy={pending}
        className={className}
        data-pending={pending || undefined}
      >
        {wrong.length > 0 ? (
          <div ref={summary} tabIndex={-1} className="mb-4 outline-none">
            <Callout tone="error" live title={wrong.length === 1 ? undefined : `${wrong.length} things to mend`}>
              <ul className="grid gap-1">
                {wrong.map(([name, message]) => (
                  <li key={name}>
                    {name ? (
                      <a className="text-ink underline underline-offset-2" href={`#${anchor(name)}`}>
                        {message}
                      </a>
                    ) : (
                      message
                    )}
                  </li>
                ))}
              </ul>
            </Callout>
          </div>
        ) : null}
        {state.message && wrong.length === 0 ? (
          <div className="mb-4">
            <Callout tone="success" live>
              {state.message}
            </Callout>
          </div>
        ) : null}
        {children}
      </form>
    </FormContext>
  );
}

function anchor(name: string): string {
  return encodeURIComponent(name);
}
