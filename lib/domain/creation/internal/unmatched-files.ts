import { catalogueOf } from "@/lib/text/formats/catalogue";
import { CodeFinder, isCatalogName, isSkipped, type ProposedComponent } from "@/lib/text/formats/discovery/discovery";
import { findFormat } from "@/lib/text/formats/registry";
import { isLanguageCode } from "@/lib/text/languages/discovery";
import { isLanguageName } from "@/lib/text/languages/resolve";

/** Files of a repository that look like translations and are in no component that is proposed. */

/**
 * Why a file is left out: no language stands in its path; nothing was read of it, as it is too large or there is too much to read; or
 * it is named after a language, but no component could be made of it and files like it.
 */
export const REASONS = ["noLanguage", "unread", "noSet"] as const;

export interface Unmatched {
  count: number;
  /** The first ones of each reason. */
  files: { path: string; why: (typeof REASONS)[number] }[];
}

/** So many of a reason are named. */
const MOST_NAMED = 20;

/** Endings of files that hold translations and hardly ever anything else. */
const SURELY = /\.(po|pot|strings|stringsdict|xliff?|xlf|resx|resw|arb|ftl|xcstrings)$/i;

/**
 * Files that belong to no proposal.
 * @param wasRead whether the content of a file was looked at
 */
export function unmatchedFiles(
  paths: readonly string[],
  proposals: readonly Pick<ProposedComponent, "template" | "newBase" | "languages" | "filemask" | "fileFormat">[],
  wasRead: (path: string) => boolean,
): Unmatched {
  const taken = new Set(
    proposals.flatMap(({ template, newBase, languages }) => [template, newBase, ...languages.map(({ path }) => path)]),
  );
  // Of a file with several languages, or a folder, the parts are what a proposal names.
  const within = new Set(
    proposals.flatMap((one) =>
      [catalogueOf(one) ?? [], findFormat(one.fileFormat)?.folder ? one.languages.map(({ path }) => path) : []].flat(),
    ),
  );
  const finder = new CodeFinder(isLanguageCode, isLanguageName);
  const files: Unmatched["files"] = [];
  const named = new Map<string, number>();
  let count = 0;
  for (const path of paths) {
    if (isSkipped(path) || taken.has(path) || !isCatalogName(path) || partOf(path, within)) continue;
    const hasLanguage = finder.masks(path).length > 0;
    if (!hasLanguage && !SURELY.test(path)) continue;
    const why = !hasLanguage ? "noLanguage" : wasRead(path) ? "noSet" : "unread";
    count++;
    const before = named.get(why) ?? 0;
    named.set(why, before + 1);
    if (before < MOST_NAMED) files.push({ path, why });
  }
  return { count, files };
}

/** Whether a path is one of these, or in one of them as a folder. */
function partOf(path: string, whole: ReadonlySet<string>): boolean {
  for (let at = path.length; at > 0; at = path.lastIndexOf("/", at - 1)) if (whole.has(path.slice(0, at))) return true;
  return false;
}
