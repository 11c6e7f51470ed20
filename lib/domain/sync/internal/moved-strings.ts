import { movedItems } from "@/lib/text/renames/list-items";
import { similarity } from "@/lib/text/similarity";
import { differences, type StringChange } from "../../files/file-strings";
import { type FileString, filled, sameTexts } from "../../files/strings";

/**
 * Items of lists that upstream moved: a key that tells a position is another string's once an item was put in before it.
 * The base file says which string stands where now. A file of a language may have followed it, or may be edited by the
 * former positions for as long as it has not: `list-moves.ts` keeps what it has still to follow.
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

/** Strings under the names that they have since one move. */
function underNewNames(strings: Strings, moves: Moves): Strings {
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

/**
 * @param steps what the base moved since the file was read last, in order
 * @param followed how many of these the file has; by the positions from before the next one it is read
 */
export function changesAcross(former: Strings, strings: Strings, steps: readonly Moves[], followed: number): Across {
  const before = new Map(steps.reduce(underNewNames, former));
  const now = new Map(steps.slice(followed).reduce(underNewNames, strings));
  const changes = differences(before, now);
  const told = new Set(changes.map((change) => (change.after ?? change.before)?.idHash));
  for (const hash of placesNow(steps.slice(0, followed), steps.slice(followed))) {
    const after = now.get(hash);
    if (after && !told.has(hash)) changes.push({ before: before.get(hash), after });
  }
  return { strings: now, former: before, changes };
}

/** Where strings stand now that some steps moved, and then others. */
export function placesNow(steps: readonly Moves[], later: readonly Moves[]): Set<string> {
  const places = new Set<string>();
  steps.forEach((moves, at) => {
    const rest = [...steps.slice(at + 1), ...later];
    for (const to of moves.values()) {
      const place = to && placeAfter(to.idHash, rest);
      if (place) places.add(place);
    }
  });
  return places;
}

/** Where a string stands after some steps; undefined when it has gone. */
function placeAfter(hash: string, steps: readonly Moves[]): string | undefined {
  let place: string | undefined = hash;
  for (const moves of steps) {
    if (place === undefined) return undefined;
    if (moves.has(place)) place = moves.get(place)?.idHash;
  }
  return place;
}

/** Likeness from which on a text passes for another one that somebody edited. */
const ALIKE = 50;

/**
 * By which of its lists a file of a language is to be read: how many of the base's moves it has made itself. Texts that
 * stayed what they were tell it; where all were edited, how many places there are; then, how like the texts are. When
 * nothing tells it, the file is in line with the base.
 */
export function stepsFollowed(former: Strings, strings: Strings, steps: readonly Moves[]): number {
  const moved = [...former].flatMap(([hash, { targets }]) => {
    const text = filled(targets);
    return text.length > 0 && steps.some((moves) => moves.has(hash)) ? [{ hash, text }] : [];
  });
  const textAt = (place: string | undefined) => filled((place && strings.get(place)?.targets) || []);
  const weigh = (followed: number): [same: number, there: number, like: number] => {
    const found = moved.map(({ hash, text }) => ({ text, is: textAt(placeAfter(hash, steps.slice(0, followed))) }));
    return [
      found.filter(({ text, is }) => sameTexts(is, text)).length,
      found.filter(({ is }) => is.length > 0).length,
      found.reduce(
        (sum, { text, is }) => sum + (is.length > 0 ? similarity(text.join("\n"), is.join("\n"), ALIKE) : 0),
        0,
      ),
    ];
  };
  let best = { followed: steps.length, weights: weigh(steps.length) };
  for (let followed = steps.length - 1; followed >= 0; followed--) {
    const weights = weigh(followed);
    const differs = weights.findIndex((weight, at) => weight !== best.weights[at]);
    if (differs >= 0 && (weights[differs] as number) > (best.weights[differs] as number)) best = { followed, weights };
  }
  return best.followed;
}
