import { comments } from "@/lib/generated/tables";
import { assigned } from "@/lib/platform/columns";
import { inTransaction, sql } from "@/lib/platform/database";
import { sqlNow } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import { withoutCalls } from "@/lib/text/rich-text";
import type { Actor } from "../access/actor";
import { demand, throwDenial } from "../access/demand";
import { denied } from "../access/denied";
import { ACTION } from "../change-actions";
import { Invalid } from "../errors";
import { refreshCommented } from "../units/commented";
import { describeInside, explanationOf, lockDescribable } from "../units/describe-source";
import { editableScope } from "../units/units";
import { type CommentRow, commentSubject, commentText, findComment, lockComment, tellOfComment } from "./comments";
import { mentionedUsers } from "./internal/mentions";
import { commentRights } from "./may-comment";

const m = comments.as("m");

/** What changes of a comment; what is left out stays. */
export interface CommentChange {
  text?: string;
  resolved?: boolean;
}

/**
 * Edits a comment of one's own, resolves one or opens it again. To resolve others' takes `comment.resolve`. Two who resolve
 * it at once find it resolved: the history says it once.
 * @throws NotFound, Forbidden, Invalid
 */
export async function changeComment(actor: Actor, id: number, change: CommentChange): Promise<CommentRow> {
  const text = change.text === undefined ? undefined : commentText(change.text);
  const { componentId } = await findComment(actor, id);
  const mentions = text === undefined ? [] : await mentionedUsers(text, componentId);
  return inTransaction(async (tx) => {
    const { row, unit } = await lockComment(tx, actor, id);
    const may = commentRights(actor, commentSubject(row));
    if (text !== undefined && !may.edit) {
      demand(actor, "comment.add", { ...editableScope(unit), languageId: undefined });
      throwDenial(denied("not-supported", refusal("commentOnlyAuthor")));
    }
    const { resolved } = change;
    if (resolved !== undefined && !may.resolve) demand(actor, "comment.resolve", editableScope(unit));
    if (text !== undefined && text !== row.text) {
      await tx.run(sql`update ${m} set ${assigned(m, { text, mentions, editedAt: sqlNow })} where ${m.id} = ${id}`);
      await tellOfComment(tx, actor, unit, ACTION.COMMENT_ADDED, {
        text,
        old: row.text,
        ofTranslation: row.translationId,
        details: { comment: text, edited: true, ...(mentions.length > 0 ? { mentions } : {}) },
      });
    }
    if (resolved !== undefined && resolved !== row.resolved) {
      await tx.run(sql`update ${m} set ${assigned(m, { resolved })} where ${m.id} = ${id}`);
      await refreshCommented(tx, [unit.id]);
      await tellOfComment(tx, actor, unit, ACTION.COMMENT_RESOLVED, {
        text: text ?? row.text,
        ofTranslation: row.translationId,
        details: { resolved },
      });
    }
    return findComment(actor, id, tx);
  });
}

/** Deletes a comment: one's own, or with `comment.delete` any. @throws NotFound, Forbidden */
export async function removeComment(actor: Actor, id: number): Promise<void> {
  await inTransaction(async (tx) => {
    const { row, unit } = await lockComment(tx, actor, id);
    if (!commentRights(actor, commentSubject(row)).delete) demand(actor, "comment.delete", editableScope(unit));
    await tx.run(sql`delete from ${m} where ${m.id} = ${id}`);
    await refreshCommented(tx, [unit.id]);
    await tellOfComment(tx, actor, unit, ACTION.COMMENT_REMOVED, {
      text: row.text,
      ofTranslation: row.translationId,
    });
  });
}

/**
 * Makes a comment on the source a part of the string's explanation, behind what it says already: without the names
 * that it calls first. Needs `source.edit`.
 * @throws NotFound, Forbidden; Invalid for a comment of one language
 */
export async function explainByComment(actor: Actor, id: number): Promise<void> {
  await inTransaction(async (tx) => {
    const { row } = await lockComment(tx, actor, id);
    if (row.translationId !== null) throw Invalid.field("comment", refusal("onlyCommentsSource"));
    const unit = await lockDescribable(tx, actor, row.sourceId, {});
    const before = await explanationOf(tx, row.sourceId);
    const said = withoutCalls(row.text);
    if (before.includes(said)) return;
    const explanation = before === "" ? said : `${before}\n\n${said}`;
    await describeInside(tx, actor, unit, { explanation });
  });
}
