import type { Addon } from "../../addon";
import { autoTranslation } from "../auto-translation";
import { bulkEdit } from "../bulk-edit";
import { blank, stale } from "../cleanup";
import { fillReadOnly, prefill } from "../marks";
import { msgmerge } from "../msgmerge";
import { pseudolocale } from "../pseudolocale";
import { staleComments, staleSuggestions } from "../removal";

/** What the steps of an automation can do: the work of add-ons with the same settings, and work on the repository. */

const ADDONS: ReadonlyMap<string, Addon> = new Map<string, Addon>([
  ["auto_translate", autoTranslation],
  ["bulk_edit", bulkEdit],
  ["prefill", prefill],
  ["fill_read_only", fillReadOnly],
  ["pseudolocale", pseudolocale],
  ["remove_comments", staleComments],
  ["remove_suggestions", staleSuggestions],
  ["clean_up_stale", stale],
  ["clean_up_blank", blank],
  ["msgmerge", msgmerge],
] as [string, Addon][]);

const OPERATIONS = ["commit", "push"] as const;

export const isOperation = (type: string): type is (typeof OPERATIONS)[number] =>
  (OPERATIONS as readonly string[]).includes(type);

/** The add-on that does the work of a step of this type; undefined when none does. */
export const runnableAddon = (type: string): Addon | undefined => ADDONS.get(type);

/** Types of all steps. */
export const STEP_NAMES: readonly string[] = ["sequence", "choose", "stop", ...ADDONS.keys(), ...OPERATIONS];
