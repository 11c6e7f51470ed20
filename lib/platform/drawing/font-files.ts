import { readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Fonts that pictures are written with, from our packages (all OFL-1.1): no font of the machine is used, so that a picture
 * is the same everywhere. Inter has Latin, Greek and Cyrillic; Noto Sans the other scripts that most people write. They
 * take 21 MB together, most of it for Chinese, Japanese and Korean, and come in some 400 files that have a few
 * characters each, of which only those that a picture needs are read. What none of them has is left out of pictures,
 * never drawn as a box: other scripts, and emoji, whose colours would take another kind of font.
 */
const FAMILIES = [
  "inter",
  "noto-sans-arabic",
  "noto-sans-hebrew",
  "noto-sans-devanagari",
  "noto-sans-bengali",
  "noto-sans-tamil",
  "noto-sans-telugu",
  "noto-sans-thai",
  "noto-sans-georgian",
  "noto-sans-armenian",
  // Of characters that several of these write, the first one's shapes are taken.
  "noto-sans-jp",
  "noto-sans-sc",
  "noto-sans-kr",
];

/** A file of a font, and the characters that it is for, as its style sheet says. */
interface FontFile {
  path: string;
  ranges: readonly (readonly [first: number, last: number])[];
}

const FACE = /src: url\(\.\/(files\/[\w[\].-]+)\)[^}]*?unicode-range: ([^;}]+)/g;

async function filesOf(family: string): Promise<FontFile[]> {
  const folder = join("node_modules", "@fontsource-variable", family);
  const css = await readFile(join(folder, "wght.css"), "utf8");
  return [...css.matchAll(FACE)].map(([, path = "", ranges = ""]) => ({
    path: join(folder, path),
    ranges: ranges.split(",").map((range) => {
      const [first = "", last = first] = range.trim().slice(2).split("-");
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
    }),
  }));
}

let known: Promise<FontFile[][]> | undefined;
const found = new Map<number, readonly string[]>();
/** Characters whose files are remembered: more than pictures commonly have. */
const MOST_FOUND = 20_000;

/** Paths of the files that should have a character, the preferred one first. */
export async function filesFor(codePoint: number): Promise<readonly string[]> {
  const before = found.get(codePoint);
  if (before) return before;
  known ??= Promise.all(FAMILIES.map(filesOf));
  const paths = (await known).flatMap((files) => {
    const file = files.find(({ ranges }) => ranges.some(([first, last]) => first <= codePoint && codePoint <= last));
    return file ? [file.path] : [];
  });
  if (found.size >= MOST_FOUND) found.clear();
  found.set(codePoint, paths);
  return paths;
}
