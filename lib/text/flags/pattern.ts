import { RE2JS } from "#re2";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";

/**
 * Regular expressions from flags and searches. They come from outside, so they never reach the engine of JavaScript:
 * RE2 runs in linear time, at the price of no look-around and no back references.
 */
export interface Pattern {
  /** Whether the text holds a match. */
  found(text: string): boolean;
  /** Matched pieces with their offsets, at most `limit`; empty matches are left out. */
  all(text: string, limit?: number): { text: string; start: number }[];
}

const MAX_LENGTH = 2000;
const MAX_CACHED = 300;

class Re2Pattern implements Pattern {
  constructor(private readonly compiled: RE2JS) {}

  found(text: string): boolean {
    return this.compiled.matcher(text).find();
  }

  all(text: string, limit = 1000): { text: string; start: number }[] {
    const matcher = this.compiled.matcher(text);
    const result: { text: string; start: number }[] = [];
    for (let tries = 0; tries < limit * 2 && result.length < limit && matcher.find(); tries++) {
      const match = matcher.group() ?? "";
      if (match !== "") result.push({ text: match, start: matcher.start() });
    }
    return result;
  }
}

const compiled = new Map<string, Pattern | { problem: Refusal }>();

/** A ready pattern, or what says why the text is none (look-around and back references are not known). */
export function compilePattern(text: string, ignoreCase = false): Pattern | { problem: Refusal } {
  const key = `${ignoreCase ? "i" : "c"}${text}`;
  let result = compiled.get(key);
  if (!result) {
    result = compile(text, ignoreCase);
    if (compiled.size >= MAX_CACHED) compiled.clear();
    compiled.set(key, result);
  }
  return result;
}

function compile(text: string, ignoreCase: boolean): Pattern | { problem: Refusal } {
  if (text.length > MAX_LENGTH) {
    return { problem: refusal("patternLong", { most: MAX_LENGTH }) };
  }
  try {
    return new Re2Pattern(RE2JS.compile(text, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0));
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { problem: refusal("patternWrong", { pattern: text.slice(0, 80), detail }) };
  }
}

/** A pattern whose matches are replaced, groups and all. */
export interface ReplaceablePattern {
  /** How many groups it has. */
  groups: number;
  /** Whether an empty text is a match. */
  matchesNothing(): boolean;
  /** Its matches from left to right; `groups` begins with the whole match. */
  matches(text: string): Iterable<{ start: number; end: number; groups: (string | null)[] }>;
}

/** The same for search and replace. */
export function compileReplaceable(text: string, ignoreCase: boolean): ReplaceablePattern | { problem: Refusal } {
  const checked = compilePattern(text, ignoreCase);
  if ("problem" in checked) return checked;
  const pattern = RE2JS.compile(text, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  const groups = pattern.groupCount();
  return {
    groups,
    matchesNothing: () => pattern.matcher("").find(),
    *matches(given) {
      const matcher = pattern.matcher(given);
      while (matcher.find())
        yield {
          start: matcher.start(),
          end: matcher.end(),
          groups: Array.from({ length: groups + 1 }, (_, index) => matcher.group(index)),
        };
    },
  };
}

/** The pattern, or undefined when the text is none. */
export function findPattern(text: string, ignoreCase = false): Pattern | undefined {
  const result = compilePattern(text, ignoreCase);
  return "problem" in result ? undefined : result;
}
