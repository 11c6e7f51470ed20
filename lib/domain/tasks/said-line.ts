import type { Refusal } from "@/lib/text/messages/refusal";

/** What a line of a task's log says, beside its English: pages say it in the language of their readers. */
export type LineSaid = StepSaid | { what: "begun again"; attempt: number };

type StepSaid =
  | { step: string; what: "started"; attempt: number }
  | { step: string; what: "done" }
  /** `why` where the words are ours; `message` is the same in English, or what came from elsewhere. */
  | { step: string; what: "failed"; message: string; why: Refusal | undefined };

/** What an error says as a message, itself or the one that it was made of. */
export function whyOf(error: Error): Refusal | undefined {
  const told = (one: unknown) => (one instanceof Error ? (one as { said?: Refusal }).said : undefined);
  return told(error) ?? told(error.cause);
}
