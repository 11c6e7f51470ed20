import { type Refusal, refusal } from "../../messages/refusal";

/** File masks: `*` stands for the language code in a path of the repository. */

const LONGEST = 400;

/**
 * Language code that a path has by a mask; undefined when the path does not match or no star took anything.
 *
 * Each `*` stands for any run without `/`; the longest run is the code. A code with `.utf` or `.iso` in it counts up
 * to its first dot (`cs.UTF-8` is `cs`).
 */
export function matchFilemask(mask: string, path: string): string | undefined {
  const maskParts = mask.split("/");
  const pathParts = path.split("/");
  if (maskParts.length !== pathParts.length) return undefined;
  let code = "";
  for (let i = 0; i < maskParts.length; i++) {
    const found = captures(maskParts[i]!, pathParts[i]!);
    if (!found) return undefined;
    for (const run of found) if (run.length > code.length) code = run;
  }
  if (/\.(?:utf|iso)/i.test(code)) code = code.slice(0, code.indexOf("."));
  return code === "" ? undefined : code;
}

/**
 * Captures of all stars of one mask part in one path part, or undefined. The first star takes as much as it can,
 * then the second, …: so every literal piece stands as far right as possible. Linear in pieces times length.
 */
function captures(mask: string, part: string): string[] | undefined {
  const pieces = mask.split("*");
  const first = pieces[0]!;
  if (pieces.length === 1) return mask === part ? [] : undefined;
  const last = pieces.at(-1)!;
  if (part.length < first.length + last.length || !part.startsWith(first) || !part.endsWith(last)) return undefined;
  const found: string[] = [];
  let end = part.length - last.length;
  for (let i = pieces.length - 2; i >= 1; i--) {
    const piece = pieces[i]!;
    const at = end < piece.length ? -1 : part.lastIndexOf(piece, end - piece.length);
    if (at < first.length) return undefined;
    found.unshift(part.slice(at + piece.length, end));
    end = at;
  }
  found.unshift(part.slice(first.length, end));
  return found;
}

/**
 * Path of a language's file: every `*` becomes the code.
 * @throws RangeError for a code that would leave its place in the path.
 */
export function maskToPath(mask: string, code: string): string {
  if (code === "" || code === "." || code === ".." || /[/\\*\0]/.test(code)) {
    throw new RangeError(`“${code}” cannot be a language code in a file name.`);
  }
  return mask.replaceAll("*", () => code);
}

/**
 * Why a text cannot be a path inside a repository, or undefined when it can.
 * The empty path is refused as well: leave such a field out instead.
 */
export const validateRepositoryPath = (path: string): Refusal | undefined => pathProblem(path, PATH);

/** What is said of paths, and of masks of them. */
const PATH = {
  empty: refusal("pathEmpty"),
  long: refusal("pathLong", { most: LONGEST }),
  nul: refusal("pathNul"),
  lines: refusal("pathLines"),
  backslash: refusal("pathBackslash"),
  relative: refusal("pathRelative"),
  leaves: refusal("pathLeaves"),
  simple: (simple: string) => refusal("pathSimple", { simple }),
  git: refusal("pathGit"),
};
const MASK: typeof PATH = {
  empty: refusal("maskEmpty"),
  long: refusal("maskLong", { most: LONGEST }),
  nul: refusal("maskNul"),
  lines: refusal("maskLines"),
  backslash: refusal("maskBackslash"),
  relative: refusal("maskRelative"),
  leaves: refusal("maskLeaves"),
  simple: (simple) => refusal("maskSimple", { simple }),
  git: refusal("maskGit"),
};

function pathProblem(path: string, said: typeof PATH): Refusal | undefined {
  if (path === "") return said.empty;
  if (path.length > LONGEST) return said.long;
  if (path.includes("\0")) return said.nul;
  if (/[\n\r]/.test(path)) return said.lines;
  if (path.includes("\\")) return said.backslash;
  if (path.startsWith("/") || /^[A-Za-z]:/.test(path)) return said.relative;
  const parts = path.split("/");
  if (parts.includes("..")) return said.leaves;
  if (parts.includes("") || parts.includes("."))
    return said.simple(parts.filter((part) => part !== "" && part !== ".").join("/"));
  return parts[0]?.toLowerCase() === ".git" ? said.git : undefined;
}

/** Why a text cannot be a file mask, or undefined. */
export function validateMaskPath(path: string): Refusal | undefined {
  return pathProblem(path, MASK) ?? (path.includes("*") ? undefined : refusal("maskStar"));
}
