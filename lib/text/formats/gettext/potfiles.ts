import { type Refusal, refusal } from "@/lib/text/messages/refusal";

/** Which files of a repository strings are taken from. */

/** Paths of a POTFILES file, in its order. */
export function readPotfiles(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*\[[^\]]*\]\s*/, "").trim())
    .filter((line) => line !== "" && !line.startsWith("#") && !line.startsWith("["));
}

/** Stars over folders in one pattern: each makes matching slower by a factor. */
const MOST_FOLDER_STARS = 3;

/** What is wrong with a pattern of paths, or undefined. */
export function globProblem(pattern: string): Refusal | undefined {
  if (pattern.length > 200) return refusal("globLong", { most: 200 });
  if (pattern.startsWith("/") || pattern.split("/").includes("..")) return refusal("globTop");
  const stars = pattern.match(/\*\*/g)?.length ?? 0;
  if (stars > MOST_FOLDER_STARS) return refusal("globFolders", { most: MOST_FOLDER_STARS });
  if ((pattern.match(/\*/g)?.length ?? 0) - 2 * stars > 8) return refusal("globStars", { most: 8 });
  return undefined;
}

/** Whether a path fits a pattern: `*` and `?` within a folder, `**` over folders. */
export function globMatcher(pattern: string): (path: string) => boolean {
  const source = pattern.replace(/\*\*\/|\*\*|\*|\?|[^*?]+/g, (piece) => {
    if (piece === "**/") return "(?:.*/)?";
    if (piece === "**") return ".*";
    if (piece === "*") return "[^/]*";
    if (piece === "?") return "[^/]";
    return piece.replace(/[\\^$.|+()[\]{}]/g, "\\$&");
  });
  const expression = new RegExp(`^${source}$`, "s");
  return (path) => path.length <= 1000 && expression.test(path);
}
