import type { TermJudge } from "@/lib/text/checks/check";
import { type CheckResult, runChecks } from "@/lib/text/checks/run";
import { STATE, type UnitState } from "@/lib/text/codes";
import { applyFixups } from "@/lib/text/fixups/apply";
import { type Flags, flagNumber, mergeFlags, parseFlags } from "@/lib/text/flags/flags";
import type { FontGroups } from "@/lib/text/fonts/metrics";
import { formatFlags } from "@/lib/text/formats/kernel/format-flags";
import { hasSeveralValues } from "@/lib/text/formats/registry";

/** Checks and fixups of one unit: puts together the flags that hold for it, weakest first. */

const parsed = new Map<string, Flags>();

/** Flags by their text; the same few texts stand on most strings. */
function flagsOf(text: string): Flags {
  let flags = parsed.get(text);
  if (!flags) {
    flags = parseFlags(text);
    if (parsed.size > 5000) parsed.clear();
    parsed.set(text, flags);
  }
  return flags;
}

const merged = new Map<string, Flags>();

/** The flags of several levels together, weakest first. */
export function effectiveFlags(levels: readonly string[]): Flags {
  const filled = levels.filter((text) => text !== "");
  if (filled.length === 0) return flagsOf("");
  if (filled.length === 1) return flagsOf(filled[0] as string);
  const key = filled.join("\u0000");
  let flags = merged.get(key);
  if (!flags) {
    flags = mergeFlags(...filled.map(flagsOf));
    if (merged.size > 5000) merged.clear();
    merged.set(key, flags);
  }
  return flags;
}

/** The priority that flags give a string. One that a single language gives has no place to stand in. */
export const priorityOf = (flags: Flags): number => flagNumber(flags, "priority") ?? 100;

/** Whose flags hold for all strings of a translation. */
interface FlagOwners {
  component: { checkFlags: string; fileFormat: string; isGlossary: boolean; project: { checkFlags: string } };
  /** Left out for all translations. */
  translation?: { checkFlags: string };
}

/** The flag that all terms of glossaries have. */
const OF_TERMS = "prohibited-initial-character";

/** Flag texts from around a string, weakest first: those of project, component, kind, file format and translation. */
export function outerFlags({ component, translation }: FlagOwners): string[] {
  return [
    component.project.checkFlags,
    component.checkFlags,
    component.isGlossary ? OF_TERMS : "",
    formatFlags(component.fileFormat),
    translation?.checkFlags ?? "",
  ];
}

export interface CheckSubject {
  sources: readonly string[];
  targets: readonly string[];
  /** Flag texts, weakest first; see `outerFlags`. */
  flagLevels: readonly string[];
  languageCode: string;
  sourceLanguageCode: string;
  plural: { number: number; formula: string };
  isSource: boolean;
  /** Closed, with a flag or without. */
  isReadOnly?: boolean;
  judge?: TermJudge;
  fonts?: FontGroups;
}

/** Names of the checks that fail. */
export function failingChecks(subject: CheckSubject): string[] {
  return results(subject).map((result) => result.check);
}

function results(subject: CheckSubject): readonly CheckResult[] {
  return runChecks({
    sources: subject.sources,
    targets: subject.targets,
    flags: effectiveFlags(subject.flagLevels),
    languageCode: subject.languageCode,
    sourceLanguageCode: subject.sourceLanguageCode,
    plural: subject.plural,
    isSource: subject.isSource,
    isReadOnly: subject.isReadOnly,
    judge: subject.judge,
    fonts: subject.fonts,
  });
}

/** Sources that texts of a format are compared with: values are no plural forms, each is compared with the first one. */
export function comparedSources(fileFormat: string, sources: readonly string[]): readonly string[] {
  return sources.length > 1 && hasSeveralValues(fileFormat) ? sources.slice(0, 1) : sources;
}

/** A unit as checks and fixups need it. */
export interface CheckedUnit {
  sources: readonly string[];
  isSource: boolean;
  isTemplate: boolean;
  flags: string;
  extraFlags: string;
  translationFlags: string;
  componentFlags: string;
  projectFlags: string;
  fileFormat: string;
  isGlossary: boolean;
  state: UnitState;
  languageCode: string;
  sourceLanguageCode: string;
  pluralNumber: number;
  pluralFormula: string;
  /** What the glossary says; `bringAids` gives it to those that ask for it. */
  judge?: TermJudge;
  /** Fonts of the project, likewise. */
  fonts?: FontGroups;
}

/** Flag texts that hold for a unit, weakest first. */
export function levelsOf(unit: CheckedUnit): string[] {
  const { projectFlags, componentFlags, fileFormat, isGlossary, translationFlags, flags, extraFlags } = unit;
  const component = { checkFlags: componentFlags, fileFormat, isGlossary, project: { checkFlags: projectFlags } };
  return [...outerFlags({ component, translation: { checkFlags: translationFlags } }), flags, extraFlags];
}

/** Names of the checks that a text would fail in this unit. */
export function checkUnit(unit: CheckedUnit, targets: readonly string[]): string[] {
  return explainChecks(unit, targets).map((result) => result.check);
}

/** The checks that a text would fail in this unit, with what they have to say. */
export function explainChecks(unit: CheckedUnit, targets: readonly string[]): readonly CheckResult[] {
  return results({
    sources: comparedSources(unit.fileFormat, unit.isTemplate ? targets : unit.sources),
    targets,
    flagLevels: levelsOf(unit),
    languageCode: unit.languageCode,
    sourceLanguageCode: unit.sourceLanguageCode,
    plural: { number: unit.pluralNumber, formula: unit.pluralFormula },
    isSource: unit.isSource,
    isReadOnly: unit.state === STATE.READ_ONLY,
    judge: unit.judge,
    fonts: unit.fonts,
  });
}

/** A person's text after the automatic fixups, with the names of those that changed it. */
export function fixText(unit: CheckedUnit, targets: readonly string[]): { targets: string[]; fixups: string[] } {
  if (unit.isSource) return { targets: [...targets], fixups: [] };
  return applyFixups({
    sources: comparedSources(unit.fileFormat, unit.sources),
    targets,
    flags: effectiveFlags(levelsOf(unit)),
    languageCode: unit.languageCode,
    sourceLanguageCode: unit.sourceLanguageCode,
    plural: { number: unit.pluralNumber, formula: unit.pluralFormula },
  });
}
