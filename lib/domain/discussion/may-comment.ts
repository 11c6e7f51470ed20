import type { Actor } from "../access/actor";
import { can, type PermissionScope } from "../access/demand";

/** A comment as decisions about it look at it. */
export interface CommentSubject {
  userId: number | null;
  resolved: boolean;
  /** Null for one that is for all languages. */
  translationId: number | null;
  scope: PermissionScope;
}

/** What somebody may do with a comment. */
export interface CommentRights {
  edit: boolean;
  /** To resolve it, or to open it again. */
  resolve: boolean;
  delete: boolean;
  /** To make it the explanation of the string. */
  explain: boolean;
}

/** Whether the actor wrote the comment. A project's token did not: it acts in one project only. */
function isOwn(actor: Actor, comment: Pick<CommentSubject, "userId">): boolean {
  return !actor.isAnonymous && comment.userId === actor.userId && actor.tokenProjectId === undefined;
}

/** What the actor may do with a comment. Those who wrote it resolve and delete it even where they may write no other. */
export function commentRights(actor: Actor, comment: CommentSubject): CommentRights {
  const { scope, translationId } = comment;
  const own = isOwn(actor, comment);
  // Whoever may write in any language may ask about the source.
  const writing = translationId === null ? { ...scope, languageId: undefined } : scope;
  const writes = can(actor, "comment.add", writing);
  const resolves = can(actor, "comment.resolve", scope);
  return {
    edit: own && writes,
    resolve: resolves || (own && (writes || !comment.resolved)),
    delete: own || can(actor, "comment.delete", scope),
    explain: translationId === null && can(actor, "source.edit", scope),
  };
}
