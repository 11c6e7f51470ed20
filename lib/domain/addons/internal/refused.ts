import type { z } from "zod";
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
export function refuse(context: z.RefinementCtx, said: Refusal, path: string[] = []): void {
  context.addIssue({ code: "custom", path, message: worded(said).message, params: { said } });
}

/** What was refused, for readers of other languages; undefined for what the schema's library says itself. */
export function saidOf(issue: z.core.$ZodIssue): Refusal | undefined {
  if (issue.code === "custom" && issue.params?.said) return issue.params.said as Refusal;
  return STANDING.get(issue.message);
}
