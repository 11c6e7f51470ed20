/**
 * Which files of a partial copy are checked out, in git's language of patterns (its manual: gitignore, for
 * `sparse-checkout`). What is left out is only slower to read, so a pattern may say too little or too much.
 */

/** So many patterns, each held against each file, cost less than the files themselves. */
const MOST = 300;

/** Patterns for paths in which `*` stands for any run without a slash. */
export function checkedOutPatterns(masks: readonly string[]): string[] {
  const paths = [...new Set(masks.filter(Boolean))].sort();
  if (paths.length <= MOST) return paths.map(escaped);
  // Of a repository with hundreds of components: what lies in any folder as deep, of the same name.
  const alike = (kept: number) => [...new Set(paths.map((path) => loosened(path, kept)))].sort();
  const named = alike(2);
  return (named.length <= MOST ? named : alike(1)).slice(0, MOST).map(escaped);
}

/** A path with only its last parts as they are. */
function loosened(path: string, kept: number): string {
  const parts = path.split("/");
  return parts.map((part, at) => (at < parts.length - kept ? "*" : part)).join("/");
}

/** A path as a pattern for it alone, or for what is in it where it is a folder. */
function escaped(path: string): string {
  // Many stars in one name take long to hold against long names.
  const parts = path.split("/").map((part) => (part.split("*").length > 4 ? "*" : part));
  return `/${parts
    .join("/")
    .replace(/[\\?[]/g, "\\$&")
    .replace(/ $/, "\\ ")}`;
}

/** Whether a path is meant by such patterns. */
export function matcherOf(patterns: readonly string[]): (path: string) => boolean {
  const wanted = patterns.map((pattern) => pattern.slice(1).replace(/\\(.)/g, "$1").split("/"));
  return (path) => {
    const parts = path.split("/");
    return wanted.some(
      (masks) => masks.length <= parts.length && masks.every((mask, at) => matches(mask, parts[at] as string)),
    );
  };
}

function matches(mask: string, part: string): boolean {
  if (!mask.includes("*")) return mask === part;
  const pieces = mask.split("*");
  const [first = "", last = ""] = [pieces.shift(), pieces.pop()];
  const end = part.length - last.length;
  if (end < first.length || !part.startsWith(first) || !part.endsWith(last)) return false;
  let at = first.length;
  for (const piece of pieces) {
    const found = part.indexOf(piece, at);
    if (found < 0 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}
