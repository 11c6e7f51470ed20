import type { Actor } from "../../access/actor";
import { lookUpMemory, type MemoryMatch } from "../../memory/lookup";
import { componentPath } from "../../memory/strings";
import type { TranslationRow } from "../../translations/translations";

/** What our own services have to say: the memory, which the strings of the installation that the actor may see belong to. */

export interface InternalQuestion {
  unitId: number;
  /** Key or context. */
  context: string;
  /** Source, plural forms joined. */
  text: string;
}

/** Texts looked up in one statement. */
const BATCH = 100;

/** The best answers for each question, at most `limit` each, none below `threshold`. Equal targets count once. */
export async function askInternal(
  actor: Actor,
  translation: TranslationRow,
  questions: readonly InternalQuestion[],
  options: { threshold: number; limit: number; uncertain?: boolean },
): Promise<MemoryMatch[][]> {
  const { component } = translation;
  const answers: MemoryMatch[][] = [];
  for (let at = 0; at < questions.length; at += BATCH) {
    const batch = questions.slice(at, at + BATCH);
    const found = await lookUpMemory(actor, {
      sourceLanguageId: component.sourceLanguageId,
      targetLanguageId: translation.languageId,
      project: component.project,
      componentId: component.id,
      origin: componentPath(component),
      texts: batch.map((one) => one.text),
      about: batch,
      ...options,
    });
    answers.push(...found);
  }
  return answers;
}
