"use client";

import { unstable_isUnrecognizedActionError, unstable_rethrow } from "next/navigation";
import { useActionState } from "react";
import { type Texts, useTexts } from "#texts";
import type { FormState } from "./form-state";
import { keptValues } from "./typed-values";

type Action<State> = (state: Awaited<State>, form: FormData) => State | Promise<State>;

/**
 * The state of a form that posts to a server action. Where no answer comes, the form stays with what was typed and says so;
 * a page that fails as a whole would take it away.
 */
export function useFormAction<State extends FormState>(action: Action<State>, fresh: Awaited<State>) {
  const t = useTexts();
  const keeping: Action<State> = async (before, form) => {
    try {
      return await action(before, form);
    } catch (error) {
      // An answer that leads elsewhere comes as an error, too.
      unstable_rethrow(error);
      return { ...before, ...NOTHING_DONE, errors: { "": failure(t, error) }, values: keptValues(form) };
    }
  };
  // What the server renders posts to the action itself, so that it does without script.
  return useActionState(typeof window === "undefined" ? action : keeping, fresh);
}

const NOTHING_DONE = { message: undefined, next: undefined, secret: undefined, answered: true };

function failure(t: Texts, error: unknown): string {
  if (unstable_isUnrecognizedActionError(error)) return t("form.outdated");
  const { digest } = error as { digest?: string };
  return digest ? t("form.failed", { number: digest }) : t("form.unanswered");
}
