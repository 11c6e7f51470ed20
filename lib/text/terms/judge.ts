import { type Finding, PASSED, type TermJudge } from "@/lib/text/checks/check";
import { type Phrase, phrase, quoted, type Value } from "@/lib/text/checks/sentences";
import { usesTranslation } from "@/lib/text/terms/loose";
import { TermIndex, type TermSource } from "@/lib/text/terms/match";
import { stemWord } from "@/lib/text/terms/stem";

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
  const judge = (source: string, target: string): readonly Finding[] => {
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
      const fits = (text: string) => usesTranslation(target, text, targetLanguage, stem);
      if (one.accepted.some(fits) || one.forms.some(fits)) return [];
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
