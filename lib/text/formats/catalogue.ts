import type { FileFormat } from "./kernel/format";
import { findFormat } from "./registry";

/** Files that hold several languages, each of which passes as a file of its own below the file's path. */

/** What says where a component's files are. */
interface Places {
  fileFormat: string;
  filemask: string;
}

/** A format whose file may hold several languages. */
export type CatalogueFormat = FileFormat & Required<Pick<FileFormat, "catalogue">>;

/** The format of this name when its file may hold several languages. */
export function catalogueFormat(fileFormat: string): CatalogueFormat | undefined {
  const format = findFormat(fileFormat);
  return format?.catalogue ? (format as CatalogueFormat) : undefined;
}

/**
 * The file that a mask such as `app/Localizable.xcstrings/*` is about; undefined for a mask that is about one file for
 * each language. Whether there is a folder of that name only the repository can tell.
 */
export function catalogueOf({ fileFormat, filemask }: Places): string | undefined {
  if (!filemask.endsWith("/*") || !catalogueFormat(fileFormat)) return undefined;
  const path = filemask.slice(0, -2);
  return path === "" || path.includes("*") ? undefined : path;
}

/** The same, as far as a name can tell: files have an ending, and folders have none. */
export function namedCatalogueOf(places: Places): string | undefined {
  const path = catalogueOf(places);
  return path !== undefined && /[^/]\.[A-Za-z0-9]{1,20}$/.test(path) ? path : undefined;
}

/** The path that a file has in the repository: for a language of a catalogue the catalogue's. */
export function repositoryPath(places: Places, path: string): string {
  const catalogue = namedCatalogueOf(places);
  return catalogue !== undefined && path.startsWith(`${catalogue}/`) ? catalogue : path;
}

/** Whether a text that a file gives as a language code can be the name of a file below it. */
export function isPartName(code: string): boolean {
  return code.length <= 50 && /^[A-Za-z0-9][A-Za-z0-9_.@+-]*$/.test(code);
}
