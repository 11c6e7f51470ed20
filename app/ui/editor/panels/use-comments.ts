import { useRef, useState } from "react";
import { type TextKey, useTexts } from "#texts";
import type { CommentAct } from "@/lib/domain/editor/comment-string";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import { useStore } from "../editor-context";
import { sendComment } from "../requests";

/** Sends what somebody does with comments; true when it was done. */
export type SendComment = (slot: string, what: CommentAct) => Promise<boolean>;

/** What went wrong last, and in which box. */
export interface CommentProblem {
  unit: number;
  slot: string;
  text: string;
  /** What was typed and not taken; "" for what takes no text. */
  typed: string;
}

const DONE: Readonly<Record<CommentAct["act"], TextKey>> = {
  add: "editor.comment.added",
  edit: "editor.comment.edited",
  resolve: "editor.comment.resolved",
  reopen: "editor.comment.reopened",
  delete: "editor.comment.deleted",
  explain: "editor.comment.explained",
};

/** Acts on the comments of a string, one at a time. */
export function useComments(unit: EditorUnit): { send: SendComment; problem: CommentProblem | undefined } {
  const t = useTexts();
  const store = useStore();
  const busy = useRef(false);
  const [problem, setProblem] = useState<CommentProblem>();
  const send: SendComment = async (slot, what) => {
    if (busy.current) return false;
    busy.current = true;
    setProblem(undefined);
    const typed = "text" in what ? what.text : "";
    const fail = (text: string) => setProblem({ unit: unit.id, slot, text, typed });
    const answer = await sendComment({ unit: unit.id, account: store.head.viewer?.id ?? 0, what });
    busy.current = false;
    if (!("kind" in answer)) {
      store.takeStanding(answer);
      store.say(t(DONE[what.act]));
      return true;
    }
    if (answer.kind === "signed-out") {
      store.outbox?.markSignedOut();
      fail(t("editor.comment.signedOut"));
    } else if (answer.kind === "later") fail(t("editor.comment.failed"));
    else {
      fail(answer.text ?? t("editor.refusedByServer"));
      // It may be gone: what is listed is asked for anew.
      store.askAnew(unit.id);
    }
    return false;
  };
  return { send, problem };
}
