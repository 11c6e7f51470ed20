import type { Connection } from "@/lib/platform/database";
import type { TermJudge } from "@/lib/text/checks/check";
import { fontGroupIn } from "@/lib/text/fonts/asked";
import type { FontGroups } from "@/lib/text/fonts/metrics";
import { termJudge } from "@/lib/text/terms/judge";
import { SERVICE } from "../access/actor";
import { fontsForChecks } from "../fonts/for-checks";
import { candidateTerms, type TermPlace } from "../glossary/terms";
import { type CheckedUnit, effectiveFlags, levelsOf } from "./check-unit";

/** What checks of a string need from around it: terms of glossaries, and fonts of its project. */

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

/** The group of fonts that some flag texts, weakest first, ask for; undefined where they name none of the project's. */
export const fontGroupOf = (levels: readonly string[]): string | undefined =>
  levels.some((text) => text.includes("font-family")) ? fontGroupIn(effectiveFlags(levels)) : undefined;

/** Fonts of the project that strings with these flag texts ask for, as a language has them; undefined where they ask for none. */
export function readFonts(
  on: Connection,
  place: { projectId: number; languageId: number },
  asking: readonly (readonly string[])[],
): Promise<FontGroups> | undefined {
  const groups = new Set(asking.flatMap((levels) => fontGroupOf(levels) ?? []));
  return groups.size > 0 ? fontsForChecks(on, place, [...groups]) : undefined;
}

const lacksFonts = (unit: CheckedUnit): boolean =>
  !unit.isSource && unit.fonts === undefined && fontGroupOf(levelsOf(unit)) !== undefined;

/**
 * Gives units that ask for it what their glossaries say and the fonts of their projects, so that they can be checked.
 * Undefined where nobody asks, so that statements which are sent one behind the other stay so.
 */
export function bringAids(on: Connection, units: readonly (CheckedUnit & TermPlace)[]): Promise<void> | undefined {
  const [terms, fonts] = [units.filter(lacksGlossary), units.filter(lacksFonts)];
  if (terms.length + fonts.length === 0) return undefined;
  return giveGlossary(on, terms).then(() => giveFonts(on, fonts));
}

async function giveFonts(on: Connection, asking: readonly (CheckedUnit & TermPlace)[]): Promise<void> {
  const groups = new Map<string, (CheckedUnit & TermPlace)[]>();
  for (const unit of asking) {
    const key = `${unit.projectId} ${unit.languageId}`;
    groups.set(key, [...(groups.get(key) ?? []), unit]);
  }
  for (const group of groups.values()) {
    const [first] = group;
    const fonts = first && (await readFonts(on, first, group.map(levelsOf)));
    for (const unit of group) unit.fonts = fonts;
  }
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
