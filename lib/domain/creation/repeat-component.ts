import { db } from "@/lib/platform/database";
import type { Actor } from "../access/actor";
import { can } from "../access/demand";
import { type ComponentRow, scopeOf } from "../components/components";
import { USUAL_SETTINGS } from "../components/shared-settings";
import { MASK } from "../secrets";
import { USUAL_LANGUAGES } from "../sync/match-files";
import { isFromRemote } from "./from-component";
import { storedSettings } from "./stored-settings";

/** What a component is made of, for those who want to make it, or others like it, by a program. */

/** Stands where a repository's user name and password are stored. */
const ACCOUNT = "USERNAME:PASSWORD";

/** What settings are that nothing is said of, beside those that many components can be given at once. */
const USUAL: Readonly<Record<string, unknown>> = {
  ...USUAL_SETTINGS,
  ...{
    languageRegex: USUAL_LANGUAGES,
    glossaryColor: "silver",
    restricted: false,
    isGlossary: false,
    autoMerge: false,
  },
};

/** Settings of a repository that come with it where a component shares one. */
const OF_SHARED: readonly string[] = [
  ...["push", "pushBranch", "mergeStyle", "pushOnCommit", "commitPendingAge", "autoLockError", "autoMerge"],
];

/**
 * Settings that make a component like this one where they are asked for by name: those that differ from the usual ones and follow
 * nothing above it. Placeholders stand for user names and passwords. Undefined for components without a remote repository, and for
 * those who may not see it.
 */
export async function settingsToRepeat(
  actor: Actor,
  component: ComponentRow,
): Promise<Record<string, unknown> | undefined> {
  if (!isFromRemote(component) || !can(actor, "vcs.view", scopeOf(component))) return undefined;
  const stored = await storedSettings(db, component.id);
  if (!stored) return undefined;
  const { inherited, repo, push, ...others } = stored.values;
  const values: Record<string, unknown> = { ...others, repo: unmasked(repo), push: unmasked(push) };
  const isOwn = (name: string): boolean =>
    !inherited.includes(name) && !(component.linkedComponentId !== null && OF_SHARED.includes(name));
  const usual: Readonly<Record<string, unknown>> = { ...USUAL, manageUnits: values.template !== "" };
  const said = Object.entries(values).filter(([name, value]) => isOwn(name) && !isUsual(usual[name], value));
  return { ...Object.fromEntries(said), sourceLanguage: component.sourceLanguage.code };
}

const unmasked = (address: unknown): string =>
  String(address).replace(`:${MASK}@`, ":PASSWORD@").replace(`${MASK}@`, `${ACCOUNT}@`);

function isUsual(usual: unknown, value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length === 0;
  return usual === undefined || Array.isArray(usual) ? value === "" || value === null : value === usual;
}
