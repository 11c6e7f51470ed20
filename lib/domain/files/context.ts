import { hasSeveralValues } from "@/lib/text/formats/registry";
import type { ComponentRow } from "../components/components";
import type { PluralRow } from "../languages/languages";
import { newPatience, type Patience } from "../repository-files";
import { isMonolingual } from "./strings";

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
  /** Files that may still turn out to need more than a file may; after them no large one is read in this run. */
  patience: Patience;
}

/** A translation as far as syncing goes. */
export interface SyncTranslation {
  id: number;
  languageId: number;
  languageDbCode: string;
  /** Code in the repository. */
  languageCode: string;
  filename: string;
  isSource: boolean;
  checkFlags: string;
  plural: PluralRow;
}

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
    patience: newPatience(),
  };
}
