import type { CommentAct } from "@/lib/domain/editor/comment-string";

const ON_ONE = ["resolve", "reopen", "delete", "explain"] as const;

/** What a form of the comments asks for; undefined for what is none. */
export function commentActOf(data: FormData): CommentAct | undefined {
  const act = String(data.get("act") ?? "");
  const comment = Number(data.get("comment"));
  // A form sends line breaks as CR LF, whatever the text had.
  const text = String(data.get("text") ?? "").replaceAll("\r\n", "\n");
  if (act === "add") {
    const forAll = data.get("report") === null ? "global" : "report";
    return { act, scope: data.get("slot") === "translation" ? "translation" : forAll, text };
  }
  if (!Number.isSafeInteger(comment) || comment <= 0) return undefined;
  if (act === "edit") return { act, comment, text };
  const found = ON_ONE.find((one) => one === act);
  return found && { act: found, comment };
}
