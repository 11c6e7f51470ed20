import type { Marks } from "@/lib/domain/stale";

/** What a form's action answers: what is wrong, what had been typed, what came of it. */
export interface FormState {
  /** One sentence for each field by its name; "" concerns the whole form. */
  errors: Record<string, string>;
  /** What had been typed, by field; passwords are never sent back. */
  values: Record<string, string[]>;
  /** What has been done. */
  message?: string;
  /** Where to go from there. */
  next?: { label: string; href: string };
  /** True when the action ran, so that ticked boxes are read from `values`. */
  answered: boolean;
  /** Marks of what the form showed, where its fields still hold what was typed before. */
  seen?: Marks;
  /** What the page shows once, like a new token. */
  secret?: string;
  /** What is asked before something is done with the rows that were ticked. */
  ask?: Question;
}

/** A question about ticked rows: what would become of them, the button that says yes, and what it sends as `sure`. */
export interface Question {
  text: string;
  yes: string;
  sure: string;
}

export const FRESH_FORM: FormState = { errors: {}, values: {}, answered: false };

export type FormAction = (state: FormState, form: FormData) => Promise<FormState>;
