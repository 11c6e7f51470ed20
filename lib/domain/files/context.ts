import { components, languages, plurals, translations } from "@/lib/generated/tables";
import { combined, named, pick, within } from "@/lib/platform/columns";
import { type SelectedRow, sql } from "@/lib/platform/database";
import { hasSeveralValues } from "@/lib/text/formats/registry";
import type { ComponentRow } from "../components/components";
import { reviewsOff } from "../projects/language-workflow";
import { newTimeoutBudget, type TimeoutBudget } from "../repository-files";
import { isMonolingual } from "./strings";

const [t, l, q, c] = [translations.as("t"), languages.as("l"), plurals.as("q"), components.as("c")];

/** What writing strings of one component needs to know, loaded once per run. */
export interface SyncContext {
  component: ComponentRow;
  monolingual: boolean;
  /** Whether a string may have several values, which are no plural forms. */
  severalValues: boolean;
  /** Reviews of translations, and of sources. */
  reviews: boolean;
  sourceReviews: boolean;
  sourceTranslationId: number;
  /** True while the component is imported for the first time: the ledger gets one line a language, not one a string. */
  initial: boolean;
  /** Identities of the strings of a bilingual component's template: they are in every language. */
  template?: ReadonlySet<string>;
  /** Files that may still turn out to need more than a file may; after them no large one is read in this run. */
  budget: TimeoutBudget;
}

/** Columns of a translation as far as syncing goes, over the aliases of `SYNC_TRANSLATION_FROM`. */
export const SYNC_TRANSLATION = combined(
  pick(t, "id", "languageId", "filename", "isSource", "checkFlags"),
  named({
    /** Whether its language is not reviewed, whatever the project says. */
    reviewsOff: reviewsOff({ t, c }),
    languageDbCode: l.code,
    /** Code in the repository. */
    languageCode: t.languageCode,
  }),
  within("plural", pick(q, "id", "source", "number", "formula", "type", "categories")),
);

export const SYNC_TRANSLATION_FROM = sql`
  from ${t} join ${l} on ${l.id} = ${t.languageId} join ${q} on ${q.id} = ${t.pluralId} join ${c} on ${c.id} = ${t.componentId}`;

/** A translation as far as syncing goes. */
export type SyncTranslation = SelectedRow<typeof SYNC_TRANSLATION>;

/** The context of a component. */
export function syncContext(component: ComponentRow, sourceTranslationId: number, initial: boolean): SyncContext {
  return {
    component,
    monolingual: isMonolingual(component),
    severalValues: hasSeveralValues(component.fileFormat),
    reviews: component.project.translationReview,
    sourceReviews: component.project.sourceReview,
    sourceTranslationId,
    initial,
    budget: newTimeoutBudget(),
  };
}
