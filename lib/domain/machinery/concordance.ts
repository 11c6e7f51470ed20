import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { Invalid } from "../errors";
import { type Mention, searchMemory } from "../memory/concordance";
import { findTranslationById, translationScope } from "../translations/translations";
import { findUnit } from "../units/units";

/** Words looked for at once. */
const MOST_WORDS = 8;

/**
 * Where words are used, in sources or translations, in all that may be offered for a string. Needs `machinery.view`.
 * @throws NotFound, Forbidden; Invalid on `q`; Busy
 */
export async function findMentions(actor: Actor, unitId: number, text: string): Promise<Mention[]> {
  const unit = await findUnit(actor, unitId);
  const translation = await findTranslationById(actor, unit.translationId);
  demand(actor, "machinery.view", translationScope(translation));
  const words = text
    .trim()
    .split(/\s+/u)
    .filter((word) => word !== "");
  if (words.length === 0 || words.length > MOST_WORDS || text.length > 200)
    throw Invalid.field("q", refusal("enterWords", { mostWords: MOST_WORDS }));
  if (translation.isSource) return [];
  const { component } = translation;
  return searchMemory(actor, {
    sourceLanguageId: component.sourceLanguageId,
    targetLanguageId: translation.languageId,
    project: component.project,
    componentId: component.id,
    words,
  });
}
