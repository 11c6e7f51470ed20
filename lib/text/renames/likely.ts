import { Pieces } from "./pieces";

/** Which pairs of strings are worth a closer look: by text, key, place, and pieces of text. */

/** A string as far as pairing goes. */
export interface PairedString {
  context: string;
  sources: readonly string[];
  /** Source references joined by ", ". */
  location: string;
  /** Order in the file, from 1. */
  position: number;
}

/** A key without what differs between styles of keys. */
export const nameOf = (context: string): string => context.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

/** A pair by the strings' places in their lists. */
export interface LikelyPair {
  from: number;
  to: number;
  /** Whether the same strings that stayed stand around them. */
  samePlace: boolean;
}

/** How many strings of each reason are looked at for one new string. */
const MOST = 8;

/** A few likely pairs for each new string. Both lists are in the order of their files. */
export function likelyPairs(from: readonly PairedString[], to: readonly PairedString[]): LikelyPair[] {
  const [gapsFrom, gapsTo] = [gapsOf(from), gapsOf(to)];
  const reasons = [
    index(from, (string) => string.sources.join("\u0000")),
    index(from, (string) => nameOf(string.context)),
    index(from, (_, at) => String(gapsFrom[at])),
  ] as const;
  const pieces = new Pieces(from.map(({ sources }) => sources));
  return to.flatMap((string, at) => {
    const [texts, names, gaps] = reasons;
    const near = new Set([
      ...nearest(texts.get(string.sources.join("\u0000")), gapsFrom, gapsTo[at] ?? 0),
      ...nearest(string.context === "" ? undefined : names.get(nameOf(string.context)), gapsFrom, gapsTo[at] ?? 0),
      ...sameTurn(gaps.get(String(gapsTo[at])), turnIn(gapsTo, at)),
      ...pieces.likest(string.sources),
    ]);
    return [...near].map((found) => ({ from: found, to: at, samePlace: gapsFrom[found] === gapsTo[at] }));
  });
}

function index<T>(strings: readonly T[], key: (string: T, at: number) => string): Map<string, number[]> {
  const found = new Map<string, number[]>();
  strings.forEach((string, at) => {
    const name = key(string, at);
    const list = found.get(name);
    if (list) list.push(at);
    else found.set(name, [at]);
  });
  return found;
}

/** For each string how many strings that stayed stand before it. */
const gapsOf = (strings: readonly PairedString[]): number[] => strings.map(({ position }, at) => position - at);

/** Of an ascending list those around a place. */
function nearest(list: readonly number[] | undefined, gaps: readonly number[], gap: number): readonly number[] {
  if (!list || list.length <= MOST) return list ?? [];
  const after = firstWhere(list.length, (at) => (gaps[list[at] as number] ?? 0) >= gap);
  const start = Math.min(Math.max(0, after - MOST / 2), list.length - MOST);
  return list.slice(start, start + MOST);
}

/** Which one of the strings in its gap a string is. */
function turnIn(gaps: readonly number[], at: number): number {
  return at - firstWhere(at, (one) => (gaps[one] ?? 0) >= (gaps[at] ?? 0));
}

/** Of the strings of one gap those around a turn. */
function sameTurn(list: readonly number[] | undefined, turn: number): readonly number[] {
  if (!list) return [];
  const start = Math.max(0, Math.min(turn - MOST / 2, list.length - MOST));
  return list.slice(start, start + MOST);
}

/** The first number below `length` that answers yes, where all after it do. */
function firstWhere(length: number, yes: (at: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (yes(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
