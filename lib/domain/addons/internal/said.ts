import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { type Sentence, sentenceOf, type Worded } from "../../errors";

/** Words that several add-ons say of what they do. */

/** Sentences one behind the other; "" where there are none. */
export function together(sentences: readonly Sentence[]): Sentence {
  const [first, ...others] = sentences;
  return others.reduce<Sentence>((before, next) => refusal("runNextSentence", { before, next }), first ?? "");
}

/** Names of which one is wanted. */
export function eitherOf(names: readonly string[]): Sentence {
  const [first = "", ...others] = names;
  return others.reduce<Sentence>((before, next) => refusal("namesOr", { before, next }), first);
}

/** What an error says, in the reader's language where it is ours. */
export const failureOf = (error: unknown): Sentence =>
  error instanceof Error ? sentenceOf(error as Error & Worded) : String(error);

/** Names that a line of a preview has room for. */
const NAMED = 10;

/** Some names, and how many more there are. */
export function namedFirst(names: readonly string[]): Sentence {
  const first = names.slice(0, NAMED).join(", ");
  return names.length > NAMED ? refusal("planNames", { names: first, more: names.length - NAMED }) : first;
}

/** What a repository lacks. */
export const noFile = (path: string): Refusal => refusal("repositoryNoFile", { path });

/** Why an add-on does not work on files of other formats. */
export const unlessPo = ({ name, fileFormat }: { name: string; fileFormat: string }): Refusal | undefined =>
  fileFormat === "po" ? undefined : refusal("addonNoPo", { name });
