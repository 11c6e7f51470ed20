import { db } from "@/lib/platform/database";
import type { FontGroups } from "@/lib/text/fonts/metrics";
import type { Actor } from "../access/actor";
import { fontsForChecks } from "../fonts/for-checks";
import { findTranslationById } from "../translations/translations";

/** Fonts of a group, as the language of a translation has them, for checks in the browser. @throws NotFound */
export async function editorFonts(actor: Actor, translationId: number, group: string): Promise<FontGroups> {
  const { component, languageId } = await findTranslationById(actor, translationId);
  return fontsForChecks(db, { projectId: component.projectId, languageId }, [group]);
}
