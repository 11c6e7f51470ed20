import { builtinEnglish } from "./catalogue";
import { type Refusal, sayRefusal } from "./refusal";

/** A sentence for a person: a message of the catalogues, or English where it comes from outside, such as from a remote. */
export type Sentence = string | Refusal;

/** A sentence as the API has it, and as pages say it in the language of their readers, where a catalogue has it. */
export interface Worded {
  message: string;
  said?: Refusal;
}

export function worded(sentence: Sentence): Worded {
  if (typeof sentence === "string") return { message: sentence };
  return { message: sayRefusal(builtinEnglish(), sentence), said: sentence };
}

/** The sentence that was worded. */
export const sentenceOf = ({ message, said }: Worded): Sentence => said ?? message;

/** What an error says, as plain data: to be told to another process or kept. */
export const plainWords = ({ message, said }: Worded): Worded => ({ message, ...(said && { said }) });

/** Gives an error the message that it says. Not enumerable: logs and comparisons go by the English, which says the same. */
export function carry(error: Error, said: Refusal | undefined): void {
  if (said) Object.defineProperty(error, "said", { value: said });
}
