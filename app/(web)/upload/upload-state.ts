import type { FormState } from "@/app/ui/form-state";

/** A string that an upload would change. */
export interface ShownString {
  unit: number;
  context: string;
  source: string;
  before: string[];
  after: string[];
  /** States before and after; null where it is not there. */
  states: (number | null)[];
  /** Names of the checks that it would fail. */
  failing: string[];
}

/** What an upload would do, as the page shows it. */
export interface ShownPlan {
  counts: { changed: number; accepted: number; unchanged: number; unknown: number; propagated: number };
  /** Strings that would fail a check. */
  failing: number;
  suggests: boolean;
  /** Code of the language of the texts. */
  language: string;
  /** The question whether the language is meant, where the file seems to be in another one. */
  otherLanguage?: string;
  /** The first strings that would change. */
  rows: ShownString[];
  /** Whether strings can be left out, and those that are. */
  ticks: boolean;
  out: number[];
}

export interface UploadState extends FormState {
  plan?: ShownPlan;
}
