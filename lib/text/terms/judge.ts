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
  const judge = (givenSource: string, givenTarget: string): readonly Finding[] => {
    const [source, target] = withoutMnemonics(givenSource, givenTarget);
    const said = new Map<string, Occurring>();
    for (const { term, start, end } of index.in(source)) {
      const key = term.source.toLowerCase();
      const one = said.get(key) ?? {
        written: source.slice(start, end),
        stays: true,
        accepted: [],
        forms: [],
        forbidden: [],
      };
      said.set(key, one);
      one.stays &&= term.untranslatable;
      if (term.untranslatable) one.accepted.push(term.source);
      // Another form of a verb may be another word of the translation.
      else if (isEnglish && !term.forbidden && isOtherForm(one.written, term.source)) continue;
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
      return [{ sentences: [sentence], missing: one.accepted }];
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

const VERB_ENDING = /^(?:.?(?:ed|ing)|d|ied|ying)$/;

/** Whether one of two forms of an English word has an ending of verbs that the other one lacks: `typed` of `type`. */
function isOtherForm(written: string, term: string): boolean {
  const [a, b] = [written.toLowerCase(), term.toLowerCase()];
  const common = commonStart(a, b);
  return VERB_ENDING.test(a.slice(common)) !== VERB_ENDING.test(b.slice(common));
}

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
