import type { Connection } from "@/lib/platform/database";
import type { TermJudge } from "@/lib/text/checks/check";
import { termJudge } from "@/lib/text/terms/judge";
import { SERVICE } from "../access/actor";
import { candidateTerms, type TermPlace } from "../glossary/terms";
import { type CheckedUnit, effectiveFlags, levelsOf } from "./check-unit";

/** The flag that asks for the check of the glossary. */
const FLAG = "check-glossary";

/** Whether the glossary is asked for by some flag texts, weakest first. */
export function asksGlossary(levels: readonly string[]): boolean {
  return levels.some((text) => text.includes(FLAG)) && effectiveFlags(levels).has(FLAG);
}

/** What the glossaries of a place say about translations of some texts. */
export async function readGlossary(
  on: Connection,
  place: TermPlace,
  texts: readonly string[],
  languageCode: string,
): Promise<TermJudge> {
  const { terms, sourceLanguageCode } = await candidateTerms(SERVICE, place, texts, on);
  return termJudge(terms, sourceLanguageCode, languageCode);
}

/** Whether a unit asks for its glossary and has not got it yet. */
const lacksGlossary = (unit: CheckedUnit): boolean =>
  !unit.isSource && unit.judge === undefined && asksGlossary(levelsOf(unit));

/**
 * Gives units that ask for it what their glossaries say, so that they can be checked. Undefined where nobody asks, so that
 * statements which are sent one behind the other stay so.
 */
export function bringGlossary(on: Connection, units: readonly (CheckedUnit & TermPlace)[]): Promise<void> | undefined {
  const asking = units.filter(lacksGlossary);
  return asking.length > 0 ? giveGlossary(on, asking) : undefined;
}

async function giveGlossary(on: Connection, asking: readonly (CheckedUnit & TermPlace)[]): Promise<void> {
  const groups = new Map<string, (CheckedUnit & TermPlace)[]>();
  for (const unit of asking) {
    const key = `${unit.componentId} ${unit.languageId}`;
    groups.set(key, [...(groups.get(key) ?? []), unit]);
  }
  for (const group of groups.values()) {
    const [first] = group;
    if (!first) continue;
    const texts = group.flatMap((unit) => unit.sources);
    const judge = await readGlossary(on, first, texts, first.languageCode);
    for (const unit of group) unit.judge = judge;
  }
}
