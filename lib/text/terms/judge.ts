import { type Finding, PASSED, type TermJudge } from "@/lib/text/checks/check";
import { type Phrase, phrase, quoted, type Value } from "@/lib/text/checks/sentences";
import { alternativesIn, commonStart, usesTranslation } from "@/lib/text/terms/loose";
import { TermIndex, type TermSource } from "@/lib/text/terms/match";
import { stemWord } from "@/lib/text/terms/stem";
import { languagePart } from "@/lib/text/terms/words";

/** A term with what a glossary says about its translation. */
export interface TermRule extends TermSource {
  /** "" while nobody has translated it. */
  target: string;
  /** The translation that must not be used. */
  forbidden: boolean;
  /** The term stays as it is. */
  untranslatable: boolean;
}

/**
 * A judge for texts of one pair of languages. Of the senses of a term any translation will do, in any form that the
 * language's stemmer knows, or that looks like it.
 */
export function termJudge(terms: readonly TermRule[], sourceLanguage: string, targetLanguage: string): TermJudge {
  const index = new TermIndex(terms, sourceLanguage);
  const stem = (folded: string) => stemWord(folded, targetLanguage);
  const isEnglish = languagePart(sourceLanguage) === "en";
  const isOneLanguage = languagePart(sourceLanguage) === languagePart(targetLanguage);
  const judge = (givenSource: string, givenTarget: string): readonly Finding[] => {
    const [source, target] = withoutMnemonics(givenSource, givenTarget);
    const copied = isOneLanguage ? NO_WORDS : copiedWords(source, target);
    const said = new Map<string, Occurring>();
    for (const { term, start, end } of index.in(source)) {
      const written = source.slice(start, end);
      if (
        copied.has(written) ||
        isPartOfWord(source, start, end) ||
        (!isOneLanguage && isNameIn(target, source, start, end)) ||
        isInCapitals(source, written, term.source)
      )
        continue;
      const key = term.source.toLowerCase();
      const one = said.get(key) ?? {
        written,
        stays: true,
        accepted: [],
        forms: [],
        forbidden: [],
      };
      said.set(key, one);
      one.stays &&= term.untranslatable;
      if (term.untranslatable) one.accepted.push(term.source);
      // Another form of a verb may be another word of the translation.
      else if (isEnglish && !term.forbidden && (isOtherForm(written, term.source) || isGerund(source, start, end)))
        continue;
      else if (term.target !== "") (term.forbidden ? one.forbidden : one.accepted).push(term.target);
      if (!term.forbidden) one.forms.push(...term.forms);
    }
    if (said.size === 0) return PASSED;
    const findings = [...said.values()].flatMap((one): Finding[] => {
      const used = forbiddenIn(target, one, targetLanguage);
      if (used !== undefined)
        return [
          {
            sentences: [phrase("termForbidden", { used: quoted(used), term: quoted(one.written) }), ...insteadOf(one)],
            extra: [used],
          },
        ];
      if (one.accepted.length === 0) return [];
      const isUsed = (text: string) => usesTranslation(target, text, targetLanguage, stem);
      if (one.accepted.flatMap(alternativesIn).some(isUsed) || one.forms.some(isUsed)) return [];
      const term = quoted(one.written);
      const sentence = one.stays
        ? phrase("termKept", { term })
        : phrase("termWanted", { term, choice: choice(one.accepted) });
      return [{ sentences: [sentence], missing: [...new Set(one.accepted)] }];
    });
    return findings.length > 0 ? findings : PASSED;
  };
  return Object.assign(judge, { withoutNames: (source: string) => withoutNames(source, index) });
}

/** A mark before the letter that reaches an entry of a menu. */
const MNEMONIC = /[_&](?=[\p{L}\p{N}])/gu;

/** A source and its translation without such marks, where each has one and nothing else like it. */
function withoutMnemonics(source: string, target: string): [source: string, target: string] {
  const isOne = (text: string) => text.match(/[_&]/g)?.length === 1 && text.match(MNEMONIC)?.length === 1;
  return isOne(source) && isOne(target)
    ? [source.replace(MNEMONIC, ""), target.replace(MNEMONIC, "")]
    : [source, target];
}

const WORD_BEFORE = /[\p{L}\p{N}]{2,40} $/u;
const WORD_AFTER = /^ [\p{L}\p{N}]{2,40}/u;

/** Whether hyphens make a longer word of a term, or a slash a pair: "keyword-only" says something else than a keyword. */
const isPartOfWord = (source: string, start: number, end: number): boolean =>
  /\p{L}[-‐‑/]$/u.test(source.slice(Math.max(0, start - 2), start)) || /^[-‐‑/]\p{L}/u.test(source.slice(end, end + 3));

/** Around a word, what is no part of a name. */
const PUNCTUATION = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

/**
 * Whether a translation has a term as part of a name that the source has: with a word beside it, as of a command or a
 * product, or within what is written together with it (`info/refs`, `squash!`).
 */
function isNameIn(target: string, source: string, start: number, end: number): boolean {
  const head = /\S{0,40}$/.exec(source.slice(Math.max(0, start - 40), start))?.[0] ?? "";
  const tail = /^\S{0,40}/.exec(source.slice(end, end + 40))?.[0] ?? "";
  const together = (head + source.slice(start, end) + tail).replace(PUNCTUATION, "");
  if (together.length > end - start && target.includes(together)) return true;
  // In a text that is wholly its source nothing is told from its neighbours.
  if (target === source) return false;
  const before = WORD_BEFORE.exec(source.slice(Math.max(0, start - 41), start))?.[0];
  const after = WORD_AFTER.exec(source.slice(end, end + 41))?.[0];
  const written = source.slice(start, end);
  return (
    (before !== undefined && target.includes(before + written)) ||
    (after !== undefined && target.includes(written + after))
  );
}

const NO_WORDS: ReadonlySet<string> = new Set();

/** A text of fewer words is no line of a command. */
const COMMAND = 4;

/** Words that a translation has from its source, where half of them are: of a command that only its placeholders differ in. */
function copiedWords(source: string, target: string): ReadonlySet<string> {
  const words = source.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length < COMMAND) return NO_WORDS;
  const others = new Set(target.match(/[\p{L}\p{N}]+/gu));
  const copied = words.filter((word) => others.has(word));
  return copied.length * 2 >= words.length ? new Set(copied) : NO_WORDS;
}

/** `HEAD` is no head: a name in capitals, where other words are not in capitals. */
function isInCapitals(source: string, written: string, term: string): boolean {
  return /^[\p{Lu}\p{N}]{2,}$/u.test(written) && /\p{Ll}/u.test(term) && /\p{Ll}/u.test(source);
}

const PARTICIPLE = /^(?:.?ed|d|ied)$/;
const GERUND = /^(?:.?ing|ying)$/;

/** Whether one of two forms of an English word has an ending of verbs that the other one lacks: `typed` of `type`. */
function isOtherForm(written: string, term: string): boolean {
  const [a, b] = [written.toLowerCase(), term.toLowerCase()];
  const common = commonStart(a, b);
  const [ours, theirs] = [a.slice(common), b.slice(common)];
  return PARTICIPLE.test(ours) !== PARTICIPLE.test(theirs) || GERUND.test(ours) !== GERUND.test(theirs);
}

/** Before a word in -ing that is a verb there: "not setting a port" says nothing of a setting. */
const BEFORE_VERB = /\b(?:not|be|been|is|are|was|were|by|when|while)\s+$/i;

/** Whether an English word in -ing is a verb where it stands: it has a verb's company before it, and an object after it. */
const isGerund = (source: string, start: number, end: number): boolean =>
  /[aeiouy].*ing$/i.test(source.slice(start, end)) &&
  BEFORE_VERB.test(source.slice(Math.max(0, start - 12), start)) &&
  /^\s+\p{L}/u.test(source.slice(end, end + 3));

/** A text without the terms that stay as they are. */
function withoutNames(source: string, index: TermIndex<TermRule>): string {
  let text = "";
  let at = 0;
  for (const { term, start, end } of index.in(source)) {
    if (!term.untranslatable || start < at) continue;
    text += `${source.slice(at, start)} `;
    at = end;
  }
  return text + source.slice(at);
}

interface Occurring {
  /** The term as the source writes it. */
  written: string;
  /** Whether no sense of it is translated. */
  stays: boolean;
  accepted: string[];
  forms: string[];
  forbidden: string[];
}

/** A translation that must not be used but is, and is no part of one that may. */
function forbiddenIn(target: string, { forbidden, accepted }: Occurring, language: string): string | undefined {
  if (forbidden.length === 0) return undefined;
  const plain = (source: string) => ({ source, forms: [], caseSensitive: false });
  const bad = forbidden.map(plain);
  const found = new TermIndex([...bad, ...accepted.map(plain)], language).in(target);
  const used = found.find(({ term, start, end }) => {
    const alsoGood = found.some((other) => !bad.includes(other.term) && other.start === start && other.end === end);
    return bad.includes(term) && !alsoGood;
  });
  return used && target.slice(used.start, used.end);
}

function choice(texts: readonly string[]): Value {
  const all = [...new Set(texts)].slice(0, 5).map(quoted);
  const last = all.pop() ?? "";
  return all.length > 0 ? phrase("or", { before: all, last }) : last;
}

const insteadOf = ({ accepted }: Occurring): Phrase[] =>
  accepted.length > 0 ? [phrase("termInstead", { choice: choice(accepted) })] : [];
