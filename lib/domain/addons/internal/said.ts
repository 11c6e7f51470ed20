import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import type { Sentence } from "../../errors";

/** Words that several add-ons say of what they do. */

/** A number with its noun. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

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
