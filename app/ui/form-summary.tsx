"use client";

import { useEffect, useRef } from "react";
import { useTexts } from "#texts";
import { Callout } from "./callout";
import type { FormState } from "./form-state";

/** What a form's answer says above its fields: all that is wrong, each a link to its field, or what was done. */
export function FormSummary({ state }: { state: FormState }) {
  const t = useTexts();
  const summary = useRef<HTMLDivElement>(null);
  const wrong = Object.entries(state.errors);
  useEffect(() => {
    if (Object.keys(state.errors).length > 0) summary.current?.focus();
  }, [state]);
  if (wrong.length === 0)
    return state.message ? (
      <div className="mb-4 basis-full">
        <Callout tone="success" live>
          {state.message}
          {state.next ? (
            <>
              {" "}
              <a className="text-ink underline underline-offset-2" href={state.next.href}>
                {state.next.label}
              </a>
            </>
          ) : null}
        </Callout>
      </div>
    ) : null;
  return (
    <div ref={summary} tabIndex={-1} className="mb-4 basis-full outline-none">
      <Callout tone="error" live title={wrong.length === 1 ? undefined : t("form.problems", { count: wrong.length })}>
        <ul className="grid gap-1">
          {wrong.map(([name, message]) => (
            <li key={name}>
              {name ? (
                <a className="text-ink underline underline-offset-2" href={`#${encodeURIComponent(name)}`}>
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
  );
}
