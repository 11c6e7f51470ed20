import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** The table of pages in `app/README.md`: written from the pages themselves. */

const ROOT = join(import.meta.dirname, "../../app/(web)");

/** Folders of pages below `app/(web)`, such as `manage/users/[username]`, in order. */
export function pageFolders(): string[] {
  return readdirSync(ROOT, { recursive: true, encoding: "utf8" })
    .filter((file) => /(?:^|\/)page\.tsx$/.test(file))
    .map((file) => relative(ROOT, join(ROOT, dirname(file))))
    .sort();
}

/** What a page says of itself: the docstring of what it exports. @throws where it says nothing */
export function aboutPage(folder: string): string {
  const text = readFileSync(join(ROOT, folder, "page.tsx"), "utf8");
  const [, about] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export default /.exec(text) ?? [];
  if (about === undefined) throw new Error(`The page of “${folder}” has no docstring.`);
  return about
    .replaceAll(/^\s*\* ?/gm, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** The address of a page, with its parts named as in its folder. */
function addressOf(folder: string): string {
  const path = folder
    .replaceAll(/\[\[\.{3}(\w+)\]\]/g, "[{$1}]")
    .replaceAll(/\[\.{3}(\w+)\]/g, "{$1}")
    .replaceAll(/\[(\w+)\]/g, "{$1}");
  return folder === "" ? "/" : `/${path}/`;
}

/** One row a page. */
export function pagesTable(): string {
  const rows = pageFolders().map(
    (folder) => `| \`${addressOf(folder)}\` | ${aboutPage(folder).replaceAll("|", "\\|")} |`,
  );
  return ["| Page | What it shows |", "|---|---|", ...rows].join("\n");
}
