import type { Check } from "@/lib/text/checks/check";
import type { RuleSetName } from "@/lib/text/checks/rules/names";
import type { Flags } from "@/lib/text/flags/flags";

/** What a check does, without what is said about it. */
export type Rule = Pick<Check, "fails" | "fix">;

/** Rules that share a parser or a table, and so are fetched together. */
export interface RuleSet {
  /** By the ids of checks. */
  rules: Readonly<Record<string, Rule>>;
  /** Pieces of a source that a translation has to carry over as they are. */
  spans?(text: string, flags: Flags): [start: number, end: number][];
}

/** Sets that are here. */
export type RuleSets = Partial<Record<RuleSetName, RuleSet>>;
