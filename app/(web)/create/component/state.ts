import type { FormState } from "@/app/ui/form-state";
import type { Discovery } from "@/lib/domain/creation/discover";

/** The wizard's answer: what was found, beside what every form answers. */
export interface WizardState extends FormState {
  found?: Discovery;
  /** Slugs that were imported before something else was refused. */
  done?: string[];
  /** What came of a trial push. */
  pushing?: { works: boolean; text: string };
}

/** How many components one repository may give at once. */
export const MOST_PROPOSALS = 60;
