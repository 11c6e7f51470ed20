/** Fluent: syntax, parts, references and markup of a text with attributes. */
import { type Finding, found, PASSED } from "@/lib/text/checks/check";
import { difference, without } from "@/lib/text/checks/difference";
import { type FluentText, REFERENCE, readFluentText } from "@/lib/text/checks/rules/fluent-message";
import { readInnerHtml } from "@/lib/text/checks/rules/inner-html";
import type { Rule, RuleSet } from "@/lib/text/checks/rules/rule-set";
import { type Phrase, phrase } from "@/lib/text/checks/sentences";
import type { Flags } from "@/lib/text/flags/flags";

/** Both texts; nothing where one of them is not Fluent, which other checks tell. */
function bothOf(source: string, target: string, flags: Flags): { wanted: FluentText; given: FluentText } | undefined {
  const wanted = readFluentText(source, flags);
  const given = readFluentText(target, flags);
  return "problem" in wanted || "problem" in given ? undefined : { wanted, given };
}

function comparedParts(source: string, target: string, flags: Flags): readonly Finding[] {
  const both = bothOf(source, target, flags);
  // Attributes of terms belong to the grammar of the language.
  if (!both || both.given.isTerm) return PASSED;
  const names = ({ parts }: FluentText) => [...parts.keys()].map((name) => (name === "" ? name : `.${name}`));
  const [wanted, given] = [names(both.wanted), names(both.given)];
  const shown = (name: string) => (name === "" ? phrase("fluentValue") : name);
  return difference(without(wanted, given), without(given, wanted), shown);
}

/** What most closely fits: the list that differs in the fewest items. */
function closest(list: readonly string[], others: readonly (readonly string[])[]): readonly string[] {
  const distance = (other: readonly string[]) => without(list, other).length + without(other, list).length;
  return others.reduce((best, other) => (distance(other) < distance(best) ? other : best), others[0] ?? []);
}

/**
 * Compares what is in the variants of two texts: each of the source must be like one of the translation, and the other way
 * round. How many variants there are is the language's own affair.
 */
function comparedVariants(
  wanted: readonly (readonly string[])[],
  given: readonly (readonly string[])[],
): { missing: string[]; extra: string[] } | undefined {
  const keyOf = (list: readonly string[]) => [...list].sort().join("\n");
  const [wantedKeys, givenKeys] = [new Set(wanted.map(keyOf)), new Set(given.map(keyOf))];
  for (const list of given) {
    if (wantedKeys.has(keyOf(list))) continue;
    const other = closest(list, wanted);
    const [missing, extra] = [without(other, list), without(list, other)];
    if (missing.length + extra.length > 0) return { missing, extra };
  }
  for (const list of wanted) {
    if (givenKeys.has(keyOf(list))) continue;
    const other = closest(list, given);
    const [missing, extra] = [without(list, other), without(other, list)];
    if (missing.length + extra.length > 0) return { missing, extra };
  }
  return undefined;
}

/** References with each term once: grammar may ask for a name again. */
const namedOnce = (references: readonly string[]): string[] =>
  references.filter((name, index) => !name.startsWith("-") || references.indexOf(name) === index);

function comparedReferences(source: string, target: string, flags: Flags): readonly Finding[] {
  const both = bothOf(source, target, flags);
  if (!both) return PASSED;
  const shown = (names: readonly string[]) => names.map((name) => `{ ${name} }`);
  for (const [name, variants] of both.given.parts) {
    const wanted = both.wanted.parts.get(name);
    if (!wanted || (both.given.isTerm && name !== "")) continue;
    const asked = new Set(wanted.flatMap(({ references }) => references));
    const offered = (reference: string) => asked.has(reference) || !both.wanted.selectors.has(reference);
    const differs = comparedVariants(
      wanted.map(({ references }) => namedOnce(references)),
      variants.map(({ references }) => namedOnce(references).filter(offered)),
    );
    if (!differs) continue;
    const [finding] = difference(shown(differs.missing), shown(differs.extra));
    if (!finding) return PASSED;
    const where = name === "" ? [] : [phrase("fluentPart", { part: `.${name}` })];
    return [{ ...finding, sentences: [...finding.sentences, ...where] }];
  }
  return PASSED;
}

type Elements = { problem: Phrase } | (readonly string[])[];

const remembered = new WeakMap<FluentText, Elements>();

/** Elements of each variant of a value; what is wrong with the first that is not well written. */
function elementsOf(text: FluentText): Elements {
  const known = remembered.get(text) ?? readElements(text);
  remembered.set(text, known);
  return known;
}

function readElements({ parts }: FluentText): Elements {
  const lists: (readonly string[])[] = [];
  for (const { text } of parts.get("") ?? []) {
    const html = readInnerHtml(text);
    if ("problem" in html) return html;
    lists.push(html.elements);
  }
  return lists;
}

/** An element without its ancestors. */
const ownTag = (path: string): string => path.slice(path.lastIndexOf("<")).replaceAll(REFERENCE, "{…}");

/** Marks that shape a text and mean nothing to a program, so that each language may have its own: a break, a foreign word. */
const SHAPING = ["<br>", "<wbr>", "<em>", "<i>", "<span>"];

/**
 * Elements of text that Fluent's bindings let a translation add, without attributes ("Text-level elements" of the DOM
 * overlays at projectfluent.org).
 */
const ADDED = `strong small s cite q dfn abbr data time code var samp kbd sub sup b u mark bdi bdo`
  .split(" ")
  .map((name) => `<${name}>`);

/** Paths of elements without those that are free to differ, and without these among their ancestors. */
function withoutFree(paths: readonly string[], free: readonly string[]): string[] {
  const left = paths.filter((path) => !free.some((tag) => path.endsWith(tag)));
  return left.map((path) => free.reduce((text, tag) => text.replaceAll(tag, ""), path));
}

function comparedHtml(source: string, target: string, flags: Flags): readonly Finding[] {
  const both = bothOf(source, target, flags);
  if (!both) return PASSED;
  const [wanted, given] = [elementsOf(both.wanted), elementsOf(both.given)];
  if ("problem" in wanted) return PASSED;
  if ("problem" in given) return found("inTarget", given);
  const known = wanted.flat();
  const added = ADDED.filter((tag) => !known.some((path) => path.includes(tag)));
  const compared = wanted.map((paths) => withoutFree(paths, SHAPING));
  const answered = given.map((paths) => withoutFree(paths, [...SHAPING, ...added]));
  const differs = wanted.length > 0 && given.length > 0 ? comparedVariants(compared, answered) : undefined;
  if (!differs) return PASSED;
  const [missing, extra] = [differs.missing.map(ownTag), differs.extra.map(ownTag)];
  return without(missing, extra).length + without(extra, missing).length === 0
    ? found("elementsNested")
    : difference(missing, extra);
}

const ofTarget = (compare: (source: string, target: string, flags: Flags) => readonly Finding[]): Rule => ({
  fails: ({ source, target }, { flags }) => compare(source, target, flags),
});

/** Rules for Fluent. */
export const fluent: RuleSet = {
  rules: {
    "fluent-target-syntax": ofTarget((_, target, flags) => {
      const text = readFluentText(target, flags);
      return "problem" in text ? found("fluentTarget", text) : PASSED;
    }),
    "fluent-parts": ofTarget(comparedParts),
    "fluent-references": ofTarget(comparedReferences),
    "fluent-target-inner-html": ofTarget(comparedHtml),
    "fluent-source-syntax": ofTarget((source, _, flags) => {
      const text = readFluentText(source, flags);
      return "problem" in text ? found("fluentSource", text) : PASSED;
    }),
    "fluent-source-inner-html": ofTarget((source, _, flags) => {
      const text = readFluentText(source, flags);
      const html = "problem" in text ? [] : elementsOf(text);
      return "problem" in html ? found("inSource", html) : PASSED;
    }),
  },
};
