import { inTransaction, type Tx } from "@/lib/platform/database";
import { refusal } from "@/lib/text/messages/refusal";
import { type Actor, ledgerUser } from "../access/actor";
import { demand } from "../access/demand";
import { denied } from "../access/denied";
import { notifyAddons } from "../addons/queue";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import type { ComponentRow } from "../components/components";
import { Forbidden } from "../errors";
import { createTask } from "../tasks/tasks";
import { removeTranslation } from "../translations/remove-translation";
import { type TranslationRow, translationScope } from "../translations/translations";

/** @throws Forbidden for whom may not remove a language, and for the source language */
export function demandLanguageRemoval(actor: Actor, translation: TranslationRow): void {
  if (translation.isSource) throw new Forbidden(denied("not-supported", refusal("sourceLanguageStays")));
  demand(actor, "translation.delete", translationScope(translation));
}

/**
 * Removes a language with its file. Needs `translation.delete`; the source language stays.
 * @returns the operation that brings it back when it is undone
 */
export async function removeLanguageFrom(actor: Actor, translation: TranslationRow): Promise<string> {
  demandLanguageRemoval(actor, translation);
  return inTransaction((tx) => dropLanguage(tx, actor, translation.component, translation));
}

/** The same within a transaction, without asking. @param operation the one that removes it, when there is one already */
export async function dropLanguage(
  tx: Tx,
  actor: Actor,
  component: ComponentRow,
  translation: { id: number; languageId: number; filename: string; language: { code: string; name: string } },
  operation?: string,
): Promise<string> {
  const id = await removeTranslation(tx, actor, translation, operation);
  await record(tx, actor, [
    {
      action: ACTION.TRANSLATION_REMOVED,
      operationId: id,
      projectId: component.projectId,
      componentId: component.id,
      languageId: translation.languageId,
      target: translation.language.code,
      details: { filename: translation.filename },
    },
  ]);
  await notifyAddons(tx, component, "language-removed");
  await createTask(tx, {
    kind: "remove-file",
    payload: {
      repository: component.repositoryId,
      component: component.id,
      filename: translation.filename,
      language: translation.language.name,
    },
    userId: ledgerUser(actor) ?? undefined,
    projectId: component.projectId,
    componentId: component.id,
  });
  return id;
}
