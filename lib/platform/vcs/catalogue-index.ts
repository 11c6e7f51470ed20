import type { CatalogueFormat } from "@/lib/text/formats/catalogue";
import { FormatError } from "@/lib/text/formats/kernel/format";
import { refusal } from "@/lib/text/messages/refusal";
import { type CatalogueWork, KEPT, type Parts } from "./catalogue-work";
import { RecentlyUsed } from "./recently-used";

/** What was found in catalogues, by format and blob, and what they say in each language: trees are asked for often. */

/** The content of a catalogue. */
export interface Catalogue {
  format: CatalogueFormat;
  blob: string;
  /** @throws FormatError */
  read(): Promise<Uint8Array>;
}

/** What a look at a catalogue found: its languages with the ids of what they say, or why it cannot be read. */
export type CatalogueIndex =
  | { ids: ReadonlyMap<string, string>; wrong?: undefined }
  | { ids?: undefined; wrong: FormatError; until: number };

/** The longest file that is taken apart. */
const LONGEST = 64_000_000;
/** A file that took too long is looked at again after this time: it may have been a slow hour. */
const WRONG_MS = 3_600_000;

const indexes = new RecentlyUsed<CatalogueIndex>(200_000);
const contents = new RecentlyUsed<Uint8Array>(KEPT);

type Known = Pick<Catalogue, "format" | "blob">;

const keyOf = ({ format, blob }: Known, code = ""): string => `${format.id}\0${blob}\0${code}`;

function remember(catalogue: Known, index: CatalogueIndex): void {
  indexes.set(keyOf(catalogue), index, 1 + (index.ids?.size ?? 0));
}

function keep(catalogue: Known, parts: Parts): void {
  for (const [code, content] of parts.contents) contents.set(keyOf(catalogue, code), content, content.length);
}

/** What a catalogue says in which language, as far as it can be read. */
export async function indexCatalogue(catalogue: Catalogue, work: CatalogueWork): Promise<CatalogueIndex> {
  const before = indexes.get(keyOf(catalogue));
  if (before?.ids || (before && before.until > Date.now())) return before;
  let index: CatalogueIndex;
  try {
    const bytes = await catalogue.read();
    if (bytes.length > LONGEST) throw new FormatError(refusal("readFileLarge", { most: LONGEST / 1_000_000 }), 1, 1);
    const parts = await work.split(catalogue.format, bytes);
    keep(catalogue, parts);
    index = { ids: parts.ids };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    index = { wrong: error, until: Date.now() + WRONG_MS };
  }
  remember(catalogue, index);
  return index;
}

/** What a catalogue says in one language, as it was found before. */
export function knownContent(catalogue: Known, code: string): Uint8Array | undefined {
  return contents.get(keyOf(catalogue, code));
}

/** What a catalogue says in one language. @throws FormatError */
export async function contentOf(catalogue: Catalogue, code: string, work: CatalogueWork): Promise<Uint8Array> {
  const before = knownContent(catalogue, code);
  if (before) return before;
  const content = await work.part(catalogue.format, await catalogue.read(), code);
  contents.set(keyOf(catalogue, code), content, content.length);
  return content;
}

/**
 * The languages to look at again after some were written, so that a commit does not cost a look at every language: the
 * others say what they said. The first language is that of all keys, and may have got new ones; where it was itself
 * written, keys may have left every language, and nothing is known.
 */
export function changedWith(before: ReadonlyMap<string, string>, codes: readonly string[]): string[] {
  const [first] = before.keys();
  if (first === undefined || codes.includes(first) || codes.some((code) => !before.has(code))) return [];
  return [first, ...codes];
}

/** Remembers what a catalogue is after some of its languages were looked at again. */
export function rememberJoined(
  before: ReadonlyMap<string, string>,
  after: Known,
  again: readonly string[],
  found: Parts,
): void {
  if (again.length === 0) return;
  const ids = new Map(before);
  for (const code of again) {
    const id = found.ids.get(code);
    if (id === undefined) ids.delete(code);
    else ids.set(code, id);
  }
  keep(after, found);
  remember(after, { ids });
}
