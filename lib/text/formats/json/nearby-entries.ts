import { type JsonPath, pathId } from "../kernel/json/paths";
import type { Below } from "../kernel/json/tokens";

/** What of a file must be read for an edit of some of its strings: mostly very little. */

/** The members at the top that paths start with, and those that tell about them; everything where the top is a list. */
export function nearPaths(ids: ReadonlySet<string>, about: (key: string) => string[] = () => []): Below | undefined {
  const keys = new Set<string>();
  for (const [first] of pathsOf(ids)) {
    if (typeof first !== "string") return undefined;
    for (const key of [first, ...about(first)]) keys.add(key);
  }
  return { members: (key) => keys.has(key) };
}

/** Paths that ids tell; what is no id of a path is left out. A plural string has a star behind its path. */
function pathsOf(ids: ReadonlySet<string>): JsonPath[] {
  const paths: JsonPath[] = [];
  for (const id of ids) {
    try {
      const path: unknown = JSON.parse(id.endsWith("*") ? id.slice(0, -1) : id);
      if (Array.isArray(path)) paths.push(path as JsonPath);
    } catch {
      // No string has this id.
    }
  }
  return paths;
}

/** The same where forms of one string have names that start alike, up to an underscore. */
export function nearForms(ids: ReadonlySet<string>): Below | undefined {
  const keys = new Set<string>();
  for (const [first] of pathsOf(ids)) {
    if (typeof first !== "string") return undefined;
    keys.add(first);
    if (first.includes("_")) keys.add(first.slice(0, first.lastIndexOf("_")));
  }
  return { members: (key) => keys.has(key) || (key.includes("_") && keys.has(key.slice(0, key.lastIndexOf("_")))) };
}

/** Members of the object `holder` at the top, and the members beside it that `beside` names. */
export function nearMembers(ids: ReadonlySet<string>, holder: string, beside: string): Below {
  const keys = new Set(pathsOf(ids).map((path) => path[1]));
  return { members: (key) => (key === holder ? { members: (name) => keys.has(name) } : key === beside) };
}

/** More strings than this are not looked for one by one. */
const FEW = 20;

/** Items of a list that may have these ids, which are texts as JSON spells them; everything when it cannot be told. */
export function nearItems(ids: ReadonlySet<string>, text: string): Below | undefined {
  // A backslash spells a text in more ways than one.
  if (ids.size > FEW || [...ids].some((id) => id.includes("\\"))) return undefined;
  return {
    items: (start, end) => {
      const item = text.slice(start, end);
      if (item.includes("\\")) return true;
      // A number may stand without the quotes.
      for (const id of ids) if (item.includes(id.slice(1, -1))) return true;
      return false;
    },
  };
}

/** Names that could begin in more ways than these, or that are longer, are not looked for. */
const MOST_BEGINNINGS = 1000;
const LONGEST_NAME = 1000;

/**
 * Ids of members at the top that strings of these contexts may stand below: a context is the keys of a path joined by
 * dots, and keys may hold dots themselves. Undefined when they are too many.
 */
export function idsOfBeginnings(contexts: Iterable<string>): ReadonlySet<string> | undefined {
  const ids = new Set<string>();
  for (const context of contexts) {
    if (context.length > LONGEST_NAME) return undefined;
    for (let at = 0; at <= context.length; at++) {
      const ends = at === context.length || context[at] === "." || context[at] === "[";
      if (ends && ids.add(pathId([context.slice(0, at)])).size > MOST_BEGINNINGS) return undefined;
    }
  }
  return ids;
}

/** Ids of strings that are known by their context as JSON spells it. */
export function idsOfContexts(contexts: Iterable<string>): ReadonlySet<string> {
  return new Set(Array.from(contexts, (context) => JSON.stringify(context)));
}
