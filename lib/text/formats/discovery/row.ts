import type { FileList } from "./masks";

/** What discovery looks at of a file at most, in characters. */
export const SNIFFED = 1024 * 1024;

/** What a row may ask. */
export interface DiscoveryContext {
  files: FileList;
  /** At most the first MiB of a file; undefined when it cannot be read. */
  read: (path: string) => string | undefined;
  sourceLanguage: string;
}

/** A mask with the place of its source text, before the format is known. */
export interface Found {
  mask: string;
  /** File of the source language that fits the mask; "" when there is none. */
  base: string;
  /** Some file of the mask, to look into. */
  sample: string;
}

/** What a row makes of it. */
export interface Recognised {
  format: string;
  template: string;
  newBase: string;
  why: string;
}

/** One kind of file that discovery knows. Another format adds a row. */
export interface DiscoveryRow {
  /** True for files this row may be for, by name. */
  matches: (path: string) => boolean;
  /** Folders that pass as files, where the row is for those instead of the files. */
  folders?: (files: readonly string[]) => string[];
  /** A mask that the name alone gives, where codes are not looked for: with the base it belongs to. */
  fixedMask?: (path: string) => string;
  /** Further places of the base file, tried before the usual ones. */
  bases?: (mask: string, sourceLanguage: string) => string[];
  /** The formats by content, best first; none when the files are something else. */
  recognise: (found: Found, context: DiscoveryContext) => Recognised[];
}
