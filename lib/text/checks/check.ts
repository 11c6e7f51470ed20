import type { RuleSetName } from "@/lib/text/checks/rules/names";
import { type Phrase, phrase, type SentenceKey } from "@/lib/text/checks/sentences";
import type { Flags } from "@/lib/text/flags/flags";
import type { FontGroups } from "@/lib/text/fonts/metrics";

/** One thing a check has to say, in a sentence or more; pieces of the text are listed apart where they matter. */
export interface Finding {
  sentences: readonly [Phrase, ...Phrase[]];
  /** Pieces of the source that the target lacks. */
  missing?: string[];
  /** Pieces of the target that the source lacks. */
  extra?: string[];
}

/** A source form and the target form that is compared with it. For checks of sources both are the source text. */
export interface FormPair {
  source: string;
  target: string;
  /** Number of the target form. */
  index: number;
  /** True when the target form serves one count only, or just 0 and 1. */
  single: boolean;
}

/** The string that the forms belong to. */
export interface CheckContext {
  sources: readonly string[];
  targets: readonly string[];
  flags: Flags;
  /** Target language: whole code (`pt_BR`) and language part (`pt`). */
  languageCode: string;
  language: string;
  /** Source language, likewise. */
  sourceLanguageCode: string;
  sourceLanguage: string;
  /** What the glossary says of a translation; without it nothing is said. */
  judge?: TermJudge;
  /** Fonts of the project that the flags may name, as the target language has them. */
  fonts?: FontGroups;
}

/** Compares a translation with what a glossary says about the terms of its source. */
export interface TermJudge {
  (source: string, target: string): readonly Finding[];
  /** A source text without the terms that stay as they are. */
  withoutNames?(source: string): string;
}

/** One quality check. Pure: it knows one string at a time. */
export interface Check {
  /** Stored with the string and named in searches and settings. */
  id: string;
  name: string;
  about: string;
  severity: "error" | "warning" | "info";
  looksAt: "source" | "target";
  /** On for every string, or only where one of the flags is set. */
  runs: "always" | { flags: readonly string[] };
  /** The set that its rule stands in, where that is fetched only when it is needed. */
  needs?: RuleSetName;
  /** True for a check that runs on read-only translations as well. */
  readOnlyToo?: true;
  /** True for a check that looks at all forms at once and so is asked once, with the first pair. */
  whole?: true;
  /** What is wrong; empty is a pass. Target forms are never empty, except for a `whole` check. */
  fails(form: FormPair, unit: CheckContext): readonly Finding[];
  /** The target as it should be, for the button in the editor. */
  fix?(form: FormPair, unit: CheckContext): string;
}

/** The answer of a check that has nothing to say; shared, because most answers are. */
export const PASSED: readonly Finding[] = [];

/** A finding that is one sentence. */
export const found = <Key extends SentenceKey>(...sentence: Parameters<typeof phrase<Key>>): readonly Finding[] => [
  { sentences: [phrase(...sentence)] },
];
