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
 * Why a text cannot be a path inside a repository, as a sentence for a person; undefined when it can.
 * The empty path is refused as well: leave such a field out instead.
 */
export function validateRepositoryPath(path: string): string | undefined {
  if (path === "") return "The path is empty.";
  if (path.length > LONGEST) return `The path is longer than ${LONGEST} characters.`;
  if (path.includes("\0")) return "The path contains a NUL character.";
  if (/[\n\r]/.test(path)) return "The path contains a line break.";
  if (path.includes("\\")) return "The path contains a backslash; use / between folders.";
  if (path.startsWith("/") || /^[A-Za-z]:/.test(path)) return "The path must be relative to the repository.";
  const parts = path.split("/");
  if (parts.includes("..")) return "The path must not leave the repository (“..”).";
  if (parts.includes("") || parts.includes(".")) {
    const simple = parts.filter((part) => part !== "" && part !== ".").join("/");
    return `The path is not in its simplest form; write “${simple}”.`;
  }
  if (parts[0]?.toLowerCase() === ".git") return "The path must not lead into the .git folder.";
  return undefined;
}

/** Why a text cannot be a file mask, as a sentence for a person; undefined when it can. */
export function validateMaskPath(path: string): string | undefined {
  const wrong = validateRepositoryPath(path);
  if (wrong) return wrong.replace(/^The path/, "The file mask");
  if (!path.includes("*")) return "The file mask must contain * in place of the language code.";
  return undefined;
}
