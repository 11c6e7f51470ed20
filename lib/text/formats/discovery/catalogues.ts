import { type CatalogueFormat, catalogueFormat, isPartName } from "../catalogue";
import { FormatError } from "../kernel/format";
import { offeredFormats } from "../registry";
import { xliffFormat } from "./by-ending";
import { type Recognised, SNIFFED } from "./row";

/** Files that say themselves which languages they hold. */

/** A file as a component: its languages are files below it. */
export interface FoundCatalogue {
  mask: string;
  recognised: Recognised;
  languages: { code: string; path: string }[];
}

/** The format of a file and its languages, by its text; undefined when it declares no language. */
type CatalogueReader = (text: string) => { format: CatalogueFormat; codes: string[] } | undefined;

/** Formats with keys are known by the ending, and name their source language first. */
const keyed =
  (format: CatalogueFormat): CatalogueReader =>
  (text) => {
    try {
      return { format, codes: format.catalogue.languages(text) };
    } catch (error) {
      if (error instanceof FormatError) return undefined;
      throw error;
    }
  };

const TARGET = /<(?:[\w.-]{1,50}:)?xliff\s[^>]{0,2000}?\strgLang=["']([^"'>]{1,50})["']/;

/** XLIFF 2 names its one language at its head, which is enough of a long file. */
const xliff2: CatalogueReader = (text) => {
  const head = text.slice(0, SNIFFED);
  const format = catalogueFormat(xliffFormat(head) ?? "");
  const code = TARGET.exec(head)?.[1];
  return format && code !== undefined ? { format, codes: [code] } : undefined;
};

/** Looks by the endings of the files that they are for. */
function looksByEnding(): [ending: string, look: CatalogueReader][] {
  const formats = offeredFormats().flatMap((format) => catalogueFormat(format.id) ?? []);
  return formats.flatMap((format) =>
    format.masks.map((mask): [string, CatalogueReader] => [
      mask.slice(1),
      format.kind === "bilingual" ? xliff2 : keyed(format),
    ]),
  );
}

/**
 * Catalogues among the files. One that other proposals have found already, by the languages in the names of files, is
 * none.
 */
export function findCatalogues(
  paths: readonly string[],
  read: (path: string) => string | undefined,
  isFound: (path: string) => boolean,
  most: number,
): FoundCatalogue[] {
  const looks = new Map(looksByEnding());
  const found: FoundCatalogue[] = [];
  for (const path of paths) {
    if (found.length >= most) break;
    const look = looks.get(path.slice(path.lastIndexOf(".")));
    if (!look || isFound(path)) continue;
    const text = read(path);
    const seen = text === undefined ? undefined : look(text);
    const codes = seen?.codes.filter(isPartName) ?? [];
    const [first] = codes;
    if (!seen || first === undefined) continue;
    const template = seen.format.kind === "bilingual" ? "" : `${path}/${first}`;
    const why =
      codes.length === 1 ? `${path} declares the language ${first}` : `${path} contains ${codes.length} languages`;
    found.push({
      mask: `${path}/*`,
      recognised: { format: seen.format.id, template, newBase: "", why },
      languages: codes.map((code) => ({ code, path: `${path}/${code}` })),
    });
  }
  return found;
}
