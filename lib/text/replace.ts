import { compileReplaceable } from "./flags/pattern";
import { type Refusal, refusal } from "./messages/refusal";

/** Search and replace in one text: plain words or a regular expression of RE2, which runs in linear time. */

export interface Replacement {
  find: string;
  replacement: string;
  /** Whether `find` is a regular expression; groups are then named `$1` to `$9`, `$&` is the whole match and `$$` a dollar. */
  regex: boolean;
  matchCase: boolean;
  wholeWords: boolean;
}

/** A text with its matches replaced; undefined where there is none. */
export type Replacer = (text: string) => string | undefined;

/** Texts do not grow beyond what a string may have. */
export const LONGEST_TEXT = 1_000_000;

/** What is wrong with a wish, and with which part of it. */
export interface ReplacementProblem {
  part: "find" | "replacement";
  problem: Refusal;
}

/** A ready replacer, or what is wrong with the wish. */
export function makeReplacer(wish: Replacement): Replacer | ReplacementProblem {
  if (wish.find === "") return { part: "find", problem: refusal("replaceFind") };
  if (/[\0\u001e]/.test(wish.replacement) || !wish.replacement.isWellFormed())
    return { part: "replacement", problem: refusal("replaceStored") };
  const found = wish.regex ? patternMatches(wish) : plainMatches(wish);
  if ("problem" in found) return { part: "find", ...found };
  const problem = wish.regex ? unknownGroup(wish.replacement, found.groups) : undefined;
  if (problem) return { part: "replacement", problem };
  return (text) => replaced(text, wish, found.matches);
}

interface Match {
  start: number;
  end: number;
  groups: readonly (string | null)[];
}

interface Matches {
  matches: (text: string) => Iterable<Match>;
  groups: number;
}

function plainMatches({ find, matchCase }: Replacement): Matches {
  // Every character stands for itself, so there is nothing to go back to.
  const pattern = new RegExp(find.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"), matchCase ? "gu" : "giu");
  return {
    groups: 0,
    *matches(text) {
      for (const match of text.matchAll(pattern))
        yield { start: match.index, end: match.index + match[0].length, groups: [match[0]] };
    },
  };
}

function patternMatches({ find, matchCase }: Replacement): Matches | { problem: Refusal } {
  const pattern = compileReplaceable(find, !matchCase);
  if ("problem" in pattern) return pattern;
  if (pattern.matchesNothing()) return { problem: refusal("replaceEmpty") };
  return { groups: pattern.groups, matches: (text) => pattern.matches(text) };
}

/** References to groups in a replacement. */
const REFERENCE = /\$(?:([0-9&$]))?/g;

function unknownGroup(replacement: string, groups: number): Refusal | undefined {
  for (const [written, name] of replacement.matchAll(REFERENCE)) {
    if (name === undefined) return refusal("replaceDollar");
    if (name !== "$" && name !== "&" && Number(name) > groups)
      return refusal("replaceGroup", { group: written, groups });
  }
  return undefined;
}

const WORD = /[\p{L}\p{M}\p{N}_]/u;

/** Whether a match stands between the ends of words. */
function isWhole(text: string, { start, end }: Match): boolean {
  const before = [...text.slice(Math.max(0, start - 2), start)].at(-1) ?? "";
  const after = String.fromCodePoint(text.codePointAt(end) ?? 0x20);
  return !WORD.test(before) && !WORD.test(after);
}

function replaced(text: string, wish: Replacement, matches: Matches["matches"]): string | undefined {
  const pieces: string[] = [];
  let [at, length] = [0, 0];
  const push = (piece: string) => {
    length += piece.length;
    pieces.push(piece);
  };
  for (const match of matches(text)) {
    if (match.end === match.start || (wish.wholeWords && !isWhole(text, match))) continue;
    push(text.slice(at, match.start));
    push(wish.regex ? filledIn(wish.replacement, match) : wish.replacement);
    at = match.end;
    if (length > LONGEST_TEXT) break;
  }
  if (pieces.length === 0) return undefined;
  push(text.slice(at));
  return pieces.join("");
}

function filledIn(replacement: string, { groups }: Match): string {
  return replacement.replace(REFERENCE, (_, name: string | undefined) =>
    name === "$" ? "$" : (groups[name === "&" ? 0 : Number(name)] ?? ""),
  );
}
