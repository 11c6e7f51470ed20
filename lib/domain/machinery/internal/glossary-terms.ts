import { STATE } from "@/lib/text/codes";
import { TermIndex } from "@/lib/text/terms/match";
import type { Actor } from "../../access/actor";
import { candidateTerms } from "../../glossary/terms";
import type { TranslationRow } from "../../translations/translations";

export interface Term {
  source: string;
  target: string;
  explanation?: string;
}

const MOST_IN_REQUEST = 50;

/**
 * Terms of the project's glossaries in some texts, with their translations; what must not be used is no help. A term that
 * stays as it is translates to itself.
 */
export async function termsOf(
  actor: Actor,
  translation: TranslationRow,
  texts: readonly string[],
): Promise<readonly Term[]> {
  const { component, componentId, languageId } = translation;
  const place = { projectId: component.projectId, componentId, languageId };
  const { terms, sourceLanguageCode } = await candidateTerms(actor, place, texts);
  const helpful = terms
    .map((term) => (term.untranslatable ? { ...term, target: term.source } : term))
    .filter((term) => !term.forbidden && term.target !== "" && (term.untranslatable || isFinished(term.state)))
    .filter((term) => term.source.length <= 100 && term.target.length <= 200);
  if (helpful.length === 0) return [];
  const index = new TermIndex(helpful, sourceLanguageCode);
  const found = new Set(texts.flatMap((text) => index.in(text).map(({ term }) => term)));
  return [...found].slice(0, MOST_IN_REQUEST).map(({ source, target, explanation }) => ({
    source,
    target,
    ...(explanation && { explanation: explanation.slice(0, 300) }),
  }));
}

const isFinished = (state: number): boolean => state === STATE.TRANSLATED || state === STATE.APPROVED;
