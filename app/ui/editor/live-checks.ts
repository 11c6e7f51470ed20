import type { Texts } from "#texts";
import type { EditorHead } from "@/lib/domain/editor/head";
import type { EditorFinding, EditorUnit } from "@/lib/domain/editor/unit";
import { maxSize } from "@/lib/text/checks/max-size";
import { findCheck } from "@/lib/text/checks/registry";
import { fetchRuleSets, ruleSetsFetched } from "@/lib/text/checks/rules/browser";
import { type CheckedString, fixOf, ruleSetsFor, runChecks } from "@/lib/text/checks/run";
import { isStringCheck } from "@/lib/text/checks/string-checks";
import { wordDiff } from "@/lib/text/diff";
import { parseFlags } from "@/lib/text/flags/flags";
import { engineFetched, fetchEngine } from "@/lib/text/flags/re2-browser";
import { fontGroupIn } from "@/lib/text/fonts/asked";
import type { FontGroups } from "@/lib/text/fonts/metrics";
import { PluralFormulaError, parsePluralFormula } from "@/lib/text/plurals/formula";
import { protectedSpans } from "@/lib/text/protected-spans";
import { findingText, checkTexts as wordsOf } from "../check-texts";
import { askGlossary, asksGlossary, isAnswered, judgeOf, withGlossary } from "./glossary-judge";

export { askGlossary, asksGlossary } from "./glossary-judge";

/** Where in a text a check fails. */
export interface FindingMark {
  start: number;
  end: number;
  severity: EditorFinding["severity"];
  title: string;
}

/** The form that a count takes; undefined where the rule cannot say. */
export function formFor({ formula, number }: EditorHead["plural"], count: string): number | undefined {
  if (!/^\d{1,15}$/.test(count)) return undefined;
  try {
    const form = parsePluralFormula(formula)(Number(count));
    return form < number ? form : undefined;
  } catch (error) {
    // A rule that a file brought may be broken.
    if (error instanceof PluralFormulaError) return undefined;
    throw error;
  }
}

const ROOT = "/translate/-";
const FONTS_MS = 20_000;

/** Whether checks of a string need the engine of regular expressions. */
const needsEngine = (unit: EditorUnit): boolean => /\b(?:placeholders|regex):/.test(unit.flags);

/** Fonts of groups that have been fetched, by translation and group. */
const fonts = new Map<string, FontGroups>();

/** The group of fonts that a string is measured in, with its place among those fetched. */
function fontsAsked(unit: EditorUnit): { group: string; key: string } | undefined {
  const group = fontGroupIn(parseFlags(unit.flags));
  return group === undefined ? undefined : { group, key: `${unit.translationId} ${group}` };
}

/** Fetches the fonts that a string is measured in. Where they cannot be had, its size is not checked until the next attempt. */
async function fetchFonts(unit: EditorUnit): Promise<void> {
  const asked = fontsAsked(unit);
  if (!asked || fonts.has(asked.key)) return;
  const query = new URLSearchParams({ translation: String(unit.translationId), group: asked.group });
  try {
    const response = await fetch(`${ROOT}/fonts/?${query}`, { signal: AbortSignal.timeout(FONTS_MS) });
    if (response.ok) fonts.set(asked.key, ((await response.json()) as { fonts: FontGroups }).fonts);
  } catch {
    // The server looks at the text when it is saved.
  }
}

/** Resolves when everything is here that looking at a string takes. */
export async function readyFor(unit: EditorUnit): Promise<void> {
  await Promise.all([
    needsEngine(unit) ? fetchEngine() : undefined,
    fetchRuleSets(ruleSetsFor(parseFlags(unit.flags))),
    fetchFonts(unit),
  ]);
}

/** Resolves when everything is here that looking at texts of a string takes: its glossary too, the first time. */
export async function readyForTexts(head: EditorHead, unit: EditorUnit, texts: readonly string[]): Promise<void> {
  const first = asksGlossary(head, unit) && !isAnswered(unit);
  await Promise.all([readyFor(unit), first ? askGlossary(unit, texts) : undefined]);
}

/** Placeholders and tags of a text, by the flags of its string; none until everything is here that it takes. */
export const spansFor = (unit: EditorUnit) => {
  const flags = parseFlags(unit.flags);
  const needs = needsEngine(unit);
  const sets = ruleSetsFor(flags);
  return (text: string) => ((needs && !engineFetched()) || !ruleSetsFetched(sets) ? [] : protectedSpans(text, flags));
};

/** Where the differences between a text and its correction are; something put in counts for the character before it. */
function changed(text: string, corrected: string): [number, number][] {
  const places: [number, number][] = [];
  let at = 0;
  for (const part of wordDiff(text, corrected)) {
    if (part.kind === "inserted" && places.at(-1)?.[1] !== at) places.push([Math.max(0, at - 1), Math.max(1, at)]);
    if (part.kind === "deleted") places.push([at, at + part.text.length]);
    if (part.kind !== "inserted") at += part.text.length;
  }
  return places.filter(([, end]) => end <= text.length);
}

const MOST_MARKS = 50;

/** Where each piece stands in a text. */
function standing(text: string, pieces: readonly string[]): [number, number][] {
  const places: [number, number][] = [];
  for (const piece of pieces) {
    if (piece === "") continue;
    for (
      let at = text.indexOf(piece);
      at >= 0 && places.length < MOST_MARKS;
      at = text.indexOf(piece, at + piece.length)
    )
      places.push([at, at + piece.length]);
  }
  return places;
}

/** Where findings are in the text of a form: pieces that should not be there, else what a correction would change. */
export function findingMarks(
  head: EditorHead,
  unit: EditorUnit,
  texts: readonly string[],
  findings: readonly EditorFinding[],
  t: Texts,
): FindingMark[] {
  return findings.flatMap((finding) => {
    const text = texts[finding.form] ?? "";
    const extra = standing(text, finding.extra ?? []);
    const fixed = extra.length > 0 ? undefined : corrected(head, unit, texts, finding);
    const places = fixed === undefined ? extra : changed(text, fixed);
    const title = `${wordsOf(t, finding).name}: ${findingText(t, finding)}`;
    return places.map(([start, end]) => ({ start, end, severity: finding.severity, title }));
  });
}

/** The checks of the server, run in the browser over what is being written. Loaded when the page has time. */
export function checkTexts(head: EditorHead, unit: EditorUnit, texts: readonly string[]): EditorFinding[] {
  const { places, string } = subjectOf(head, unit, texts);
  // What somebody has dismissed stays so while it fails.
  const dismissed = new Set(unit.dismissed.map(({ check }) => check));
  const asked = fontsAsked(unit);
  const lacksFonts = asked !== undefined && !fonts.has(asked.key);
  const own = runChecks(string)
    .filter(({ check }) => !dismissed.has(check) && !(lacksFonts && check === maxSize.id))
    .map(({ check, form, findings }) => {
      const about = findCheck(check);
      return {
        check,
        name: about?.name ?? check,
        about: about?.about,
        sentences: findings[0]?.sentences ?? [],
        severity: about?.severity ?? "warning",
        form: places[form] ?? 0,
        extra: findings[0]?.extra,
      };
    });
  // What the server found by looking at other strings stands until it has looked again.
  const judged = asksGlossary(head, unit) ? withGlossary(unit, texts, own) : own;
  return [...judged, ...unit.findings.filter(({ check }) => isStringCheck(check))];
}

function subjectOf(head: EditorHead, unit: EditorUnit, texts: readonly string[]) {
  const sources = head.isTemplate ? texts : unit.sources;
  // Values are no plural forms: each is compared with the first source, and fields without one do not count.
  const places = texts.flatMap((text, place) => (head.severalValues && text === "" ? [] : [place]));
  const string: CheckedString = {
    sources: head.severalValues ? sources.slice(0, 1) : sources,
    targets: places.map((place) => texts[place] ?? ""),
    flags: parseFlags(unit.flags),
    languageCode: head.language.code,
    sourceLanguageCode: head.sourceLanguage.code,
    plural: head.plural,
    sourcePlural: head.sourcePlural,
    isSource: head.isSource,
    fonts: fonts.get(fontsAsked(unit)?.key ?? ""),
    judge: asksGlossary(head, unit) ? judgeOf(unit) : undefined,
  };
  return { places, string };
}

/** The text of a finding's form as its check would have it; undefined where the check cannot say. */
export function corrected(
  head: EditorHead,
  unit: EditorUnit,
  texts: readonly string[],
  { check, form }: Pick<EditorFinding, "check" | "form">,
): string | undefined {
  const { places, string } = subjectOf(head, unit, texts);
  const fixed = fixOf(string, check, places.indexOf(form));
  return fixed === texts[form] ? undefined : fixed;
}
