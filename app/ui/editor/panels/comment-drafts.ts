import { readStored, removeStored, storedKeys, writeStored } from "../browser-storage";

/** Comments that are typed and not sent, in this browser: by account, string and box. */

interface CommentDraft {
  text: string;
  /** Milliseconds of its last letter. */
  at: number;
}

const DAYS = 30;

const prefixOf = (account: number): string => `loquat:comment:${account}:`;
const keyOf = (account: number, unit: number, slot: string): string => `${prefixOf(account)}${unit}:${slot}`;

/** What was typed into a box; undefined when nothing waits there. */
export const commentDraft = (account: number, unit: number, slot: string): string | undefined =>
  readStored<CommentDraft>(keyOf(account, unit, slot))?.text;

/** Keeps what is typed, or forgets a box that is as it was; false when this browser cannot keep it. */
export function keepCommentDraft(
  { account, unit, slot }: { account: number; unit: number; slot: string },
  text: string,
  before: string,
): boolean {
  const key = keyOf(account, unit, slot);
  if (text !== before) return writeStored(key, { text, at: Date.now() });
  removeStored(key);
  return true;
}

/** Forgets a text that was sent; one that somebody typed since, here or in another tab, stays. */
export function dropCommentDraft(account: number, unit: number, slot: string, sent: string): void {
  const key = keyOf(account, unit, slot);
  if (readStored<CommentDraft>(key)?.text === sent) removeStored(key);
}

/** Forgets what nobody has touched for 30 days. */
export function dropStaleCommentDrafts(account: number): void {
  const oldest = Date.now() - DAYS * 86_400_000;
  for (const key of storedKeys(prefixOf(account)))
    if ((readStored<CommentDraft>(key)?.at ?? 0) < oldest) removeStored(key);
}
