import type { English } from "@/lib/generated/messages";
import type { Given } from "./filled";
import { sayAny, type Texts } from "./translator";

/**
 * Why something is refused, as a key of the catalogues (below `refusals`) with what is filled in: the API says it in English, a
 * page in the language of its reader.
 */

type Messages = English["refusals"];

export type RefusalKey = keyof Messages;

export interface Refusal {
  key: RefusalKey;
  /** `may` is a permission, which is said by what it allows. */
  values?: Readonly<Record<string, string>>;
}

export const refusal = <Key extends RefusalKey>(key: Key, ...[values]: Given<Messages[Key], string, never>): Refusal =>
  // What a message takes is told by its type alone.
  values === undefined ? { key } : { key, values: values as Readonly<Record<string, string>> };

/** @param allows what a permission allows, in the same language */
export function sayRefusal(t: Texts, { key, values = {} }: Refusal, allows: (permission: string) => string): string {
  const { may } = values;
  return sayAny(t)(`refusals.${key}`, may === undefined ? values : { ...values, may: allows(may) });
}
