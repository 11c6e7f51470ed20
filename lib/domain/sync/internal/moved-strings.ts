import { movedItems } from "@/lib/text/renames/list-items";
import { differences, type StringChange } from "../../files/file-strings";
import { type FileString, filled, sameTexts } from "../../files/strings";

/**
 * Items of lists that upstream moved: a key that tells a position is another string's once an item was put in before it.
 * The base file says which string stands where now; files of languages may have followed it, or not yet.
 */

/** Where strings stand now, by their former identities: undefined for those that have gone while another took their place. */
export type Moves = ReadonlyMap<string, Pick<FileString, "idHash" | "context"> | undefined>;

type Strings = ReadonlyMap<string, FileString>;

export const NO_MOVES: Moves = new Map();

/** What moved in the lists of a base file. */
export function movesIn(before: Strings, after: Strings): Moves {
  const listed = (strings: Strings) => [...strings.values()].map(({ entryId: id, targets }) => ({ id, targets }));
  const moved = movedItems(listed(before), listed(after));
  if (moved.size === 0) return NO_MOVES;
  const named = new Map([...after.values()].map((string) => [string.entryId, string]));
  const moves = new Map<string, FileString | undefined>();
  for (const string of before.values()) {
    if (!moved.has(string.entryId)) continue;
    const id = moved.get(string.entryId);
    const now = id === undefined ? undefined : named.get(id);
    if (now && shapeOf(now) !== shapeOf(string)) return NO_MOVES;
    if (now ? now.idHash !== string.idHash : after.has(string.idHash)) moves.set(string.idHash, now);
  }
  // No two strings become one, nor one that stayed.
  const places = [...moves.values()].flatMap((now) => now?.idHash ?? []);
  const stays = (hash: string) => before.has(hash) && !moves.has(hash);
  return new Set(places).size === places.length && !places.some(stays) ? moves : NO_MOVES;
}

/** A key without its positions. */
const shapeOf = ({ context }: FileString): string => context.replace(/\[\d+\]/g, "[]");

/** Strings under the names that they have since. */
function underNewNames(strings: Strings, moves: Moves): Map<string, FileString> {
  const named = new Map<string, FileString>();
  for (const [hash, string] of strings) {
    const now = moves.has(hash) ? moves.get(hash) : string;
    if (now) named.set(now.idHash, { ...string, idHash: now.idHash, context: now.context });
  }
  return named;
}

/** What a file says, and what it changed, string by string though they moved. */
export interface Across {
  /** Strings of the file by the names that they have now, and as it was read last. */
  strings: Map<string, FileString>;
  former: Map<string, FileString>;
  /** Of strings that the file moved it is told as well when they say the same. */
  changes: StringChange[];
}

/** @param followed whether the file has the new positions; else it is read by those of before */
export function changesAcross(former: Strings, strings: Strings, moves: Moves, followed: boolean): Across {
  const before = underNewNames(former, moves);
  const now = followed ? new Map(strings) : underNewNames(strings, moves);
  const changes = differences(before, now);
  const told = new Set(changes.map((change) => (change.after ?? change.before)?.idHash));
  for (const to of followed ? moves.values() : []) {
    const after = to && now.get(to.idHash);
    if (after && !told.has(after.idHash)) changes.push({ before: before.get(after.idHash), after });
  }
  return { strings: now, former: before, changes };
}

/** Whether a file of a language has more of the moved texts at their new places than where they were. */
export function hasFollowed(former: Strings, strings: Strings, moves: Moves): boolean {
  let votes = 0;
  for (const [from, to] of moves) {
    const text = filled(former.get(from)?.targets ?? []);
    if (text.length === 0) continue;
    const stands = (hash: string) => sameTexts(filled(strings.get(hash)?.targets ?? []), text);
    if (to && stands(to.idHash)) votes++;
    if (stands(from)) votes--;
  }
  return votes >= 0;
}
