import type { Check, CheckContext, Finding, FormPair, TermJudge } from "@/lib/text/checks/check";
import { flagFormOf } from "@/lib/text/checks/ids";
import { CHECKS } from "@/lib/text/checks/registry";
import type { RuleSetName } from "@/lib/text/checks/rules/names";
import type { Flags } from "@/lib/text/flags/flags";
import type { FontGroups } from "@/lib/text/fonts/metrics";
import { describePlural, type PluralForm } from "@/lib/text/plurals/examples";
import { parsePluralFormula } from "@/lib/text/plurals/formula";
import { offersZero } from "@/lib/text/plurals/zero";

/** A plural rule, as far as pairing forms needs it. */
export interface PluralRule {
  number: number;
  formula: string;
}

/** One string to be checked. */
export interface CheckedString {
  sources: readonly string[];
  targets: readonly string[];
  flags: Flags;
  languageCode: string;
  /** `en` when left out. */
  sourceLanguageCode?: string;
  /** Plural rule of the target language; without it every target form is compared with the last source form. */
  plural?: PluralRule;
  /** Plural rule of the source language; `n != 1` when left out. */
  sourcePlural?: PluralRule;
  /** True for a string of the source language: only checks of sources run. */
  isSource?: boolean;
  /** True for a string that is closed without a flag: few checks run. */
  isReadOnly?: boolean;
  /** What the glossary says, where `check-glossary` asks for it. */
  judge?: TermJudge;
  /** Fonts of the groups that `font-family` names, where `max-size` asks for them. */
  fonts?: FontGroups;
}

/** A check that failed, with what it has to say about the first failing form. */
export interface CheckResult {
  check: string;
  /** Number of that form. */
  form: number;
  findings: readonly Finding[];
}

interface Member {
  check: Check;
  ignore: string;
}

const memberOf = (check: Check): Member => ({ check, ignore: `ignore-${flagFormOf(check.id)}` });
const isAlways = (check: Check): boolean => check.runs === "always";

const ORDER = new Map(CHECKS.map((check, index) => [check.id, index]));
const ALWAYS = {
  source: CHECKS.filter((check) => check.looksAt === "source" && isAlways(check)).map(memberOf),
  target: CHECKS.filter((check) => check.looksAt === "target" && isAlways(check)).map(memberOf),
};

/** Opt-in checks by each flag that switches them on. */
const BY_FLAG = new Map<string, Member[]>();
for (const check of CHECKS) {
  if (check.runs === "always") continue;
  for (const flag of check.runs.flags) BY_FLAG.set(flag, [...(BY_FLAG.get(flag) ?? []), memberOf(check)]);
}

const remembered = { source: new WeakMap<Flags, readonly Member[]>(), target: new WeakMap<Flags, readonly Member[]>() };

const NO_FORMS: readonly PluralForm[] = [];

/** What nearly every source language with two forms has, and what gettext means by a plural source. */
const TWO_FORMS: PluralRule = { number: 2, formula: "n != 1" };

/** Each target form with the source form it is compared with. */
export function pairForms(input: CheckedString): FormPair[] {
  const { sources, targets } = input;
  if (targets.length === 1) {
    return [{ source: sources.at(-1) ?? "", target: targets[0] ?? "", index: 0, single: false }];
  }
  const forms = formsOf(input.plural, targets.length);
  return targets.map((target, index) => {
    const form = forms[index];
    return { source: sources[sourceIndex(input, form)] ?? "", target, index, single: form?.single ?? false };
  });
}

/** Forms of a rule; none when the rule is broken, because a check must not stop a save. */
function formsOf(rule: PluralRule | undefined, count: number): readonly PluralForm[] {
  if (!rule || rule.number !== count) return NO_FORMS;
  try {
    return describePlural(rule.formula, rule.number);
  } catch {
    return NO_FORMS;
  }
}

/** Source form that serves the count a target form is first of all for: 1 if it serves 1, else its least. */
function sourceIndex(input: CheckedString, form: PluralForm | undefined): number {
  const last = input.sources.length - 1;
  const rule = input.sourcePlural ?? TWO_FORMS;
  if (!form || rule.number !== input.sources.length) return last;
  const count = form.examples.includes(1) ? 1 : form.examples[0];
  if (count === undefined) return last;
  try {
    return Math.min(Math.max(parsePluralFormula(rule.formula)(count), 0), last);
  } catch {
    return last;
  }
}

const languageOf = (code: string): string => {
  const cut = code.search(/[_@-]/);
  return cut < 0 ? code : code.slice(0, cut);
};

function failing(member: Member, pairs: readonly FormPair[], unit: CheckContext): CheckResult | undefined {
  const { check } = member;
  for (const pair of pairs) {
    if (pair.target === "" && !check.whole) continue;
    const findings = check.fails(pair, unit);
    if (findings.length > 0) return { check: check.id, form: pair.index, findings };
    if (check.whole) return undefined;
  }
  return undefined;
}

const NONE: readonly CheckResult[] = [];

/** By a convention of GNOME the translation of this message is a list of people, in whatever shape. */
const isCredits = (source: string): boolean => source.length === 18 && /^translator[-_ ]credits$/i.test(source);

/**
 * Checks of one string that fail, in the registry's order. Strings without a target and those with
 * `ignore-all-checks` have none, read-only ones hardly any. Never throws on any text, flag or plural rule.
 */
export function runChecks(input: CheckedString): readonly CheckResult[] {
  const { sources, targets, flags } = input;
  if (flags.size > 0 && flags.has("ignore-all-checks")) return NONE;
  if (!input.isSource && (targets.every((target) => target === "") || isCredits(sources[0] ?? ""))) return NONE;
  let members = chosen(input.isSource ? "source" : "target", flags);
  if (!input.isSource && (input.isReadOnly || flags.has("read-only")))
    members = members.filter(({ check }) => check.readOnlyToo);
  if (members.length === 0) return NONE;
  const unit = contextOf(input);
  const pairs = input.isSource
    ? [{ source: sources[0] ?? "", target: sources[0] ?? "", index: 0, single: false }]
    : pairForms(input);
  let results: CheckResult[] | undefined;
  for (const member of members) {
    const result = failing(member, pairs, unit);
    if (result) {
      results ??= [];
      results.push(result);
    }
  }
  return results ?? NONE;
}

function contextOf({ sources, targets, flags, ...input }: CheckedString): CheckContext {
  const sourceLanguageCode = input.sourceLanguageCode ?? "en";
  // A form for zero that is only offered is nothing that is missing.
  const isOpen = targets.length > 1 && targets[0] === "" && offersZero(input.plural);
  return {
    sources,
    targets: isOpen ? targets.slice(1) : targets,
    flags,
    languageCode: input.languageCode,
    language: languageOf(input.languageCode),
    sourceLanguageCode,
    sourceLanguage: languageOf(sourceLanguageCode),
    judge: input.judge,
    fonts: input.fonts,
  };
}

/** A target form as a check that fails on it would have it; undefined for a check that cannot say. */
export function fixOf(input: CheckedString, check: string, form: number): string | undefined {
  const found = CHECKS.find((one) => one.id === check);
  const pair = input.isSource ? undefined : pairForms(input)[form];
  return pair && found?.fix?.(pair, contextOf(input));
}

/** The sets of rules that checks of a string with these flags take. */
export function ruleSetsFor(flags: Flags): ReadonlySet<RuleSetName> {
  const members = [...chosen("source", flags), ...chosen("target", flags)];
  return new Set(members.flatMap(({ check }) => check.needs ?? []));
}

/** Checks that apply under some flags. Remembered by the parsed flags, which many strings share. */
function chosen(looksAt: "source" | "target", flags: Flags): readonly Member[] {
  if (flags.size === 0) return ALWAYS[looksAt];
  let members = remembered[looksAt].get(flags);
  if (!members) {
    members = choose(looksAt, flags);
    remembered[looksAt].set(flags, members);
  }
  return members;
}

function choose(looksAt: "source" | "target", flags: Flags): readonly Member[] {
  const always = ALWAYS[looksAt];
  const members = new Set(always.filter((member) => !flags.has(member.ignore)));
  const seen = new Set<string>();
  for (const name of flags.keys()) {
    for (const member of BY_FLAG.get(name) ?? []) {
      if (member.check.looksAt !== looksAt || flags.has(member.ignore) || seen.has(member.check.id)) continue;
      seen.add(member.check.id);
      members.add(member);
    }
  }
  if (seen.size === 0) return [...members];
  return [...members].sort((a, b) => (ORDER.get(a.check.id) ?? 0) - (ORDER.get(b.check.id) ?? 0));
}
