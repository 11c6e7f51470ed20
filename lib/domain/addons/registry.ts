import { refusal } from "@/lib/text/messages/refusal";
import { Invalid, worded } from "../errors";
import type { Addon } from "./addon";
import { authors } from "./internal/authors";
import { autoTranslation } from "./internal/auto-translation";
import { automation } from "./internal/automation/automation";
import { buildVersions } from "./internal/build-versions";
import { bulkEdit } from "./internal/bulk-edit";
import { blank, stale } from "./internal/cleanup";
import { discovery } from "./internal/discovery";
import { meson, xgettext } from "./internal/extract";
import { django, sphinx } from "./internal/extract-python";
import { fedoraMessaging } from "./internal/fedora-messaging";
import { generate } from "./internal/generate";
import { configure, linguas } from "./internal/gettext";
import { sameLanguages } from "./internal/languages";
import { fillReadOnly, markSources, markTargets, markUnchanged, markUpdated, prefill } from "./internal/marks";
import { compiled } from "./internal/mo";
import { msgmerge } from "./internal/msgmerge";
import { pseudolocale } from "./internal/pseudolocale";
import { publish } from "./internal/publish";
import { saidOf } from "./internal/refused";
import { staleComments, staleSuggestions } from "./internal/removal";
import { nightlyReset } from "./internal/reset";
import { resx } from "./internal/resx";
import { sortKeys } from "./internal/sort";
import { squash } from "./internal/squash";
import { slack, webhook } from "./internal/webhook";
import { website } from "./internal/website";

/** Every add-on there is. A new one is listed here and nowhere else. */
export const ADDONS: readonly Addon[] = [
  autoTranslation,
  automation,
  discovery,
  sameLanguages,
  linguas,
  configure,
  xgettext,
  meson,
  django,
  sphinx,
  msgmerge,
  compiled,
  authors,
  sortKeys,
  resx,
  stale,
  blank,
  markSources,
  markTargets,
  markUpdated,
  markUnchanged,
  bulkEdit,
  generate,
  prefill,
  fillReadOnly,
  pseudolocale,
  publish,
  buildVersions,
  website,
  squash,
  nightlyReset,
  staleComments,
  staleSuggestions,
  webhook,
  slack,
  fedoraMessaging,
];

const byName = new Map(ADDONS.flatMap((addon) => [addon.id, ...addon.aliases].map((name) => [name, addon] as const)));

/** The add-on of this name or alias, or undefined. */
export function findAddonType(name: string): Addon | undefined {
  return byName.get(name);
}

/** The add-on of this name or alias. @throws Invalid on `name` */
export function addonType(name: string): Addon {
  const found = byName.get(name);
  if (!found)
    throw Invalid.field(
      "name",
      refusal("unknownAddonChoose", { name: name.slice(0, 100), addons: ADDONS.map((addon) => addon.id).join(", ") }),
      "invalid_choice",
    );
  return found;
}

/** Settings from outside, defaults filled in. @throws Invalid below `configuration` */
export function readSettings(addon: Addon, configuration: Record<string, unknown>): Record<string, unknown> {
  const read = addon.settings.safeParse(configuration, { reportInput: true });
  if (read.success) return read.data as Record<string, unknown>;
  throw new Invalid(
    read.error.issues.slice(0, 50).map((issue) => ({
      path: ["configuration", ...issue.path.map(String)].join("."),
      code: "invalid",
      ...worded(saidOf(issue) ?? issue.message),
    })),
  );
}

/** Runs work whose errors about settings are told by the settings' own names, as a form has them. */
export async function settingsErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    throw new Invalid(
      error.fields.map((field) => ({ ...field, path: field.path.replace(/^(?:configuration\.?|name$)/, "") })),
    );
  }
}
