import type { Actor } from "../access/actor";
import { changeComment, explainByComment, removeComment } from "../discussion/change-comment";
import { addComment, type CommentScope } from "../discussion/comments";
import { findUnit } from "../units/units";
import { demandAccount, editorUnit } from "./save-string";
import type { EditorUnit } from "./unit";

/** What somebody does in the threads beside a string. */
export type CommentAct =
  | { act: "add"; scope: CommentScope; text: string }
  | { act: "edit"; comment: number; text: string }
  | { act: "resolve" | "reopen" | "delete" | "explain"; comment: number };

export interface CommentInput {
  /** The string that is open. */
  unitId: number;
  /** Account that typed the text or pressed the button. */
  accountId: number;
  what: CommentAct;
}

/**
 * Writes, edits, resolves or deletes a comment from the editor. A comment may be sent twice: it is written once.
 * @returns the open string as it is now
 * @throws Unauthenticated when nobody, or another account, is signed in; NotFound, Forbidden, Invalid
 */
export async function commentString(actor: Actor, { unitId, accountId, what }: CommentInput): Promise<EditorUnit> {
  demandAccount(actor, accountId);
  if (what.act === "add") await addComment(actor, unitId, { scope: what.scope, text: what.text }, { once: true });
  else if (what.act === "edit") await changeComment(actor, what.comment, { text: what.text });
  else if (what.act === "delete") await removeComment(actor, what.comment);
  else if (what.act === "explain") await explainByComment(actor, what.comment);
  else await changeComment(actor, what.comment, { resolved: what.act === "resolve" });
  return editorUnit(actor, await findUnit(actor, unitId));
}
