/**
 * Sets of rules for the browser, where few strings need one: each is fetched before the first string that does. On the
 * server `#check-rules` is all of them.
 */
import type { RuleSetName } from "@/lib/text/checks/rules/names";
import type { RuleSets } from "@/lib/text/checks/rules/rule-set";

/** Sets that are here. A check whose set is not here passes. */
export const ruleSets: RuleSets = {};

const LOADERS: Record<RuleSetName, () => Promise<void>> = {
  icu: async () => {
    ruleSets.icu = (await import("@/lib/text/checks/rules/icu")).icu;
  },
  fluent: async () => {
    ruleSets.fluent = (await import("@/lib/text/checks/rules/fluent")).fluent;
  },
  markup: async () => {
    ruleSets.markup = (await import("@/lib/text/checks/rules/markup")).markup;
  },
  mf2: async () => {
    ruleSets.mf2 = (await import("@/lib/text/checks/rules/mf2")).mf2;
  },
  size: async () => {
    ruleSets.size = (await import("@/lib/text/checks/rules/size")).size;
  },
};

/** Fetches the sets that are not here yet. */
export async function fetchRuleSets(names: Iterable<RuleSetName>): Promise<void> {
  await Promise.all([...names].map((name) => (ruleSets[name] ? undefined : LOADERS[name]())));
}

/** Whether all these sets are here. */
export const ruleSetsFetched = (names: Iterable<RuleSetName>): boolean =>
  [...names].every((name) => ruleSets[name] !== undefined);
