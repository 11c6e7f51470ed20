import { RE2JS } from "re2js";
import { type Refusal, refusal } from "./messages/refusal";

/**
 * Regular expressions with named groups over paths. They come from people, so they run in linear time; a reference back
 * to a named group, as `(?P=language)`, is taken as one piece of a path that has to be the same text.
 */

const LONGEST = 1000;

export interface PathMatch {
  groups: Record<string, string>;
  /** Where each group stood, repeated ones several times, in order. */
  spans: { name: string; start: number; end: number }[];
}

export interface PathPattern {
  names: string[];
  /** The whole path as a match, or undefined. */
  match(path: string): PathMatch | undefined;
}

/** A ready pattern, or what says why the text is none. */
export function compilePathPattern(text: string): PathPattern | { problem: Refusal } {
  if (text.length > LONGEST) return { problem: refusal("patternLong", { most: LONGEST }) };
  // Group of ours → the group that it repeats.
  const repeats = new Map<string, string>();
  const rewritten = text.replace(/\(\?P=([A-Za-z_]\w*)\)/g, (_, name: string) => {
    const own = `${name}__again${repeats.size + 1}`;
    repeats.set(own, name);
    return `(?P<${own}>[^/]+?)`;
  });
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(rewritten);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { problem: refusal("pathPattern", { detail: detail.slice(0, 200) }) };
  }
  const all = Object.keys(compiled.namedGroups());
  const names = all.filter((name) => !repeats.has(name));
  const stranger = [...repeats.values()].find((name) => !names.includes(name));
  if (stranger) return { problem: refusal("pathGroup", { group: stranger }) };
  return {
    names,
    match(path) {
      const matcher = compiled.matcher(path);
      if (!matcher.matches()) return undefined;
      const groups: Record<string, string> = Object.create(null);
      for (const name of names) groups[name] = matcher.group(name) ?? "";
      const spans: PathMatch["spans"] = [];
      for (const name of all) {
        const start = matcher.start(name);
        if (start < 0) continue;
        const original = repeats.get(name) ?? name;
        if (matcher.group(name) !== groups[original]) return undefined;
        spans.push({ name: original, start, end: matcher.end(name) });
      }
      return { groups, spans: spans.sort((a, b) => a.start - b.start) };
    },
  };
}
