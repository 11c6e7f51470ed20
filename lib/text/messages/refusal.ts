import type { Refusals } from "@/lib/generated/messages";
import type { Given } from "./filled";
import { sayAny, type Texts } from "./translator";

/**
 * Why something is refused, as a key of the catalogues (below `refusals`) with what is filled in: the API says it in English, a
 * page in the language of its reader.
 */

export type RefusalKey = keyof Refusals;

export interface Refusal {
  key: RefusalKey;
  /** `may` is a permission, which is said by what it allows. */
  values?: Readonly<Record<string, string | number>>;
}

export const refusal = <Key extends RefusalKey>(
  key: Key,
  ...[values]: Given<Refusals[Key], string | number, number>
): Refusal =>
  // What a message takes is told by its type alone.
  values === undefined ? { key } : { key, values: values as Readonly<Record<string, string | number>> };

/** @param allows what a permission allows, in the same language */
export function sayRefusal(
  t: Texts,
  { key, values = {} }: Refusal,
  allows = (permission: string) => permission,
): string {
  const { may } = values;
  return sayAny(t)(`refusals.${key}`, may === undefined ? values : { ...values, may: allows(String(may)) });
}
