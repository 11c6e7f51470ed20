import { components, repositories } from "@/lib/generated/tables";
import { combined, pick } from "@/lib/platform/columns";
import { type Connection, sql, type Tx } from "@/lib/platform/database";
import { withAccountOf } from "@/lib/text/addresses";
import type { NewComponent } from "../components/component-input";
import { MASK } from "../secrets";
import type { FieldValues, Save } from "../settings/record-saves";

/** Settings of a component as records of saves tell them: all that its form changes, with masked addresses. */

const [c, r] = [components.as("c"), repositories.as("r")];

/** Columns of the component itself. */
const OWN = [
  ...(["name", "slug", "categoryId", "filemask", "fileFormat", "inherited", "template", "newBase"] as const),
  ...(["intermediate", "editTemplate", "screenshotFilemask", "fileFormatParams", "license", "agreement"] as const),
  ...(["newLang", "languageCodeStyle", "checkFlags", "priority", "enforcedChecks", "restricted", "repoweb"] as const),
  ...(["gitExport", "reportSourceBugs", "allowPropagation", "manageUnits", "enableSuggestions"] as const),
  ...(["suggestionVoting", "suggestionAutoaccept", "languageRegex", "preferredFiles", "keyFilter"] as const),
  ...(["variantRegex", "secondaryLanguageId", "isGlossary", "glossaryColor", "clashRule"] as const),
  ...(["commitMessage", "addMessage", "deleteMessage", "mergeMessage", "addonMessage", "pullMessage"] as const),
] as const satisfies readonly (keyof NewComponent)[];

/** Columns of its repository that are no addresses. */
const OF_REPOSITORY = [
  ...(["vcs", "branch", "pushBranch", "mergeStyle", "pushOnCommit", "commitPendingAge"] as const),
  ...(["autoLockError", "autoMerge"] as const),
] as const satisfies readonly (keyof NewComponent)[];

const COLUMNS = combined(pick(c, ...OWN), pick(r, ...OF_REPOSITORY), pick(r, "url", "urlSecret", "push", "pushSecret"));

export interface StoredSettings {
  values: FieldValues & { inherited: readonly string[] };
  /** Sealed addresses by the field: they differ where a password does. */
  sealed: Readonly<Record<"repo" | "push", string>>;
}

/** The settings of a component as they are; undefined for one that is gone. */
export async function storedSettings(on: Pick<Connection, "one">, id: number): Promise<StoredSettings | undefined> {
  const row = await on.one(sql`
    select ${COLUMNS} from ${c} join ${r} on ${r.id} = ${c.repositoryId} where ${c.id} = ${id}`);
  if (!row) return undefined;
  const { url, urlSecret, push, pushSecret, ...values } = row;
  const masked = (address: string, secret: string) => (secret === "" ? address : withAccountOf(address, MASK));
  return {
    values: { ...values, repo: masked(url, urlSecret), push: masked(push, pushSecret) },
    sealed: { repo: urlSecret, push: pushSecret },
  };
}

/** The same, of a component that nobody else changes before the transaction ends; its repository too when it is to change. */
export async function holdSettings(
  tx: Tx,
  { id, repositoryId }: { id: number; repositoryId: number },
  withRepository: boolean,
): Promise<StoredSettings | undefined> {
  await tx.run(sql`select from ${c} where ${c.id} = ${id} for no key update`);
  if (withRepository) await tx.run(sql`select from ${r} where ${r.id} = ${repositoryId} for no key update`);
  return storedSettings(tx, id);
}

/** What a save has made of a component. */
export function saveOf(componentId: number, before: StoredSettings, after: StoredSettings): Save {
  const addresses = ["repo", "push"] as const;
  const masked = addresses.filter((name) => {
    const kept = before.sealed[name] !== "" || after.sealed[name] !== "";
    return kept && (before.sealed[name] !== after.sealed[name] || before.values[name] !== after.values[name]);
  });
  const { inherited: was, ...old } = before.values;
  const { inherited: is, ...next } = after.values;
  return {
    ...{ topic: "component", componentId, masked },
    before: { ...old, inherited: was.filter((name) => !is.includes(name)).sort() },
    after: { ...next, inherited: is.filter((name) => !was.includes(name)).sort() },
  };
}
