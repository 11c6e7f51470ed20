import type { z } from "zod";
import { issueWords } from "@/lib/text/messages/issue-words";
import type { Refusal } from "@/lib/text/messages/refusal";
import { worded } from "../../errors";

/** What settings refuse: schemas carry English, and these tell which message it was. */

const STANDING = new Map<string, Refusal>();

/** The English of what a schema refuses whatever it is given; for what is said of a value there is `refuse`. */
export function refused(said: Refusal): string {
  const { message } = worded(said);
  STANDING.set(message, said);
  return message;
}

/** Refuses a value. */
export function refuse(context: z.RefinementCtx, said: Refusal, path: readonly PropertyKey[] = []): void {
  context.addIssue({ code: "custom", path: [...path], message: worded(said).message, params: { said } });
}

/** What was refused, for readers of other languages; undefined for what only the schema's library has words for. */
export function saidOf(issue: z.core.$ZodIssue): Refusal | undefined {
  if (issue.code === "custom" && issue.params?.said) return issue.params.said as Refusal;
  return STANDING.get(issue.message) ?? issueWords(issue)?.said;
}
