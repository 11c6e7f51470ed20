import { type Check, type CheckContext, type Finding, type FormPair, PASSED } from "@/lib/text/checks/check";
import { difference } from "@/lib/text/checks/difference";
import { flagFormOf } from "@/lib/text/checks/ids";
import { phrase } from "@/lib/text/checks/sentences";

/** One directive of a format string, as it is compared. */
export interface Directive {
  /** What two equal directives share: the text without number and grouping mark; for named ones the whole. */
  key: string;
  /** As written, for people. */
  text: string;
  /** For `%2$s` the 2; undefined for unnamed and named ones. */
  number?: number;
  /** True for a directive that takes its argument by its place. */
  unnamed: boolean;
}

/** The syntax of one kind of format strings. */
export interface FormatSyntax {
  id: string;
  name: string;
  /** Example, for the explanation. */
  example: string;
  /** Finds directives; global, linear, without nested quantifiers. */
  pattern: RegExp;
  /** What a match means; undefined for an escape that stands for itself. */
  read(match: RegExpExecArray): Directive | undefined;
  /** A cheap test that leaves most texts out. */
  mark: string;
  /** Flags besides the one named like the check. */
  moreFlags?: readonly string[];
  /** True where programs refuse an argument that no unnamed directive takes. */
  takesAll?: true;
  /** True where all strings of a file have the flag, also those that nothing is filled into. */
  ofFiles?: true;
  /** Finds in a source that it is for another function, and not compared. */
  isOther?: RegExp;
  /** Directives that a translation may leave out, in small letters. */
  optional?: ReadonlySet<string>;
}

const MAX_DIRECTIVES = 500;

/** Directives of a text in order, escapes left out. */
export function directivesOf(text: string, syntax: FormatSyntax): Directive[] {
  if (!text.includes(syntax.mark)) return [];
  const result: Directive[] = [];
  for (const match of text.matchAll(syntax.pattern)) {
    const directive = syntax.read(match);
    if (directive) result.push(directive);
    if (result.length >= MAX_DIRECTIVES) break;
  }
  return result;
}

/** Numbered directives put in the order of their numbers, so that they can stand for unnamed ones. */
function inArgumentOrder(directives: readonly Directive[]): Directive[] {
  const numbered = directives.filter((directive) => directive.number !== undefined);
  if (numbered.length !== directives.length) return [...directives];
  const byNumber = new Map(numbered.map((directive) => [directive.number ?? 0, directive]));
  return [...byNumber.entries()].sort(([a], [b]) => a - b).map(([, directive]) => directive);
}

function directivesWithout(
  list: readonly Directive[],
  other: readonly Directive[],
  keyOf: (d: Directive) => string,
  once: boolean,
) {
  const left = new Map<string, number>();
  for (const item of other) left.set(keyOf(item), once ? Number.POSITIVE_INFINITY : (left.get(keyOf(item)) ?? 0) + 1);
  const texts: string[] = [];
  for (const item of list) {
    const key = keyOf(item);
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    if (count <= 0 && !(once && texts.includes(item.text))) texts.push(item.text);
  }
  return texts;
}

function compare(wanted: readonly Directive[], given: readonly Directive[]): Finding | undefined {
  if (wanted.some((directive) => directive.unnamed)) {
    const ordered = inArgumentOrder(given);
    const missing = directivesWithout(wanted, ordered, (directive) => directive.key, false);
    const extra = directivesWithout(ordered, wanted, (directive) => directive.key, false);
    const [differs] = difference(missing, extra);
    if (differs) return differs;
    const moved = wanted.some((directive, index) => directive.key !== ordered[index]?.key);
    return moved ? { sentences: [phrase("formatOrder")] } : undefined;
  }
  const keyOf = (directive: Directive): string => `${directive.number ?? ""}$${directive.key}`;
  // A translation may number its directives by leaving the numbers out, when they come in order.
  const plain =
    given.length > 0 && given.every((directive) => directive.unnamed) && wanted.every((d) => d.number !== undefined);
  const numbered = plain ? given.map((directive, index) => ({ ...directive, number: index + 1 })) : given;
  const missing = directivesWithout(wanted, numbered, keyOf, true);
  const extra = directivesWithout(numbered, wanted, keyOf, true);
  return difference(missing, extra)[0];
}

/** Directives the target form answers to: those of its source form, or of the plural where that says more. */
function wantedBy(form: FormPair, unit: CheckContext, syntax: FormatSyntax): Directive[] {
  const own = directivesOf(form.source, syntax);
  if (unit.sources.length < 2) return own;
  const ofPlural = unit.targets.length === 1;
  const singular = unit.sources[0] === form.source ? own : directivesOf(unit.sources[0] ?? "", syntax);
  return ofPlural || singular.length === 0 ? directivesOf(unit.sources.at(-1) ?? form.source, syntax) : own;
}

/** What differs; nothing for a form that says the number as the plural does, though the singular does not. */
function differs(form: FormPair, unit: CheckContext, syntax: FormatSyntax): Finding | undefined {
  if (syntax.isOther?.test(form.source)) return undefined;
  let wanted = wantedBy(form, unit, syntax);
  let given = directivesOf(form.target, syntax);
  if (hasPercentages(form.source, wanted, syntax)) {
    wanted = wanted.filter((directive) => !isPercentage(directive));
    given = given.filter((directive) => !isPercentage(directive));
    if (syntax.ofFiles && wanted.length === 0) return undefined;
  }
  const finding = compare(wanted, given);
  if (!finding) return undefined;
  if (
    syntax.optional &&
    finding.extra?.length === 0 &&
    finding.missing?.every((text) => syntax.optional?.has(text.toLowerCase()))
  )
    return undefined;
  const plural = unit.sources.at(-1) ?? form.source;
  return plural === form.source || compare(directivesOf(plural, syntax), given) ? finding : undefined;
}

/** In "100 % de" the sign stands for itself, though `% d` could be a directive. */
const isPercentage = ({ text }: Directive): boolean => text.startsWith("% ");

/** Whether a source has a percent sign that stands for itself, before a word or, where whole files have the flag, anywhere. */
const hasPercentages = (source: string, wanted: readonly Directive[], { mark, ofFiles }: FormatSyntax): boolean =>
  mark === "%" && (/(?<!%)% /.test(source) || (ofFiles === true && wanted.length === 0 && /^[^%]*%(?!%)/.test(source)));

/** Whether the program gives arguments to its singular as well, by their places. */
const formatsSingular = (unit: CheckContext, syntax: FormatSyntax): boolean =>
  directivesOf(unit.sources[0] ?? "", syntax).some((directive) => directive.unnamed);

/** The check for one kind of format strings, on where its flag is set. */
export function formatCheck(syntax: FormatSyntax): Check {
  return {
    id: syntax.id,
    name: syntax.name,
    about: `The format directives of the translation differ from those of the source (${syntax.example}).`,
    severity: "error",
    looksAt: "target",
    runs: { flags: [flagFormOf(syntax.id), ...(syntax.moreFlags ?? [])] },
    fails(form, unit) {
      const finding = differs(form, unit, syntax);
      if (finding) {
        const mayOmit =
          form.single &&
          unit.targets.length > 1 &&
          !unit.flags.has("strict-format") &&
          !(syntax.takesAll && formatsSingular(unit, syntax));
        const onlyOmits = finding.extra?.length === 0 && (finding.missing?.length ?? 0) > 0;
        if (!(mayOmit && onlyOmits)) return [finding];
      }
      return PASSED;
    },
  };
}
