import { type CatalogueFormat, isPartName } from "@/lib/text/formats/catalogue";
import { FormatError } from "@/lib/text/formats/kernel/format";
import { refusal } from "@/lib/text/messages/refusal";
import { blobId } from "./blob-id";

/** What is done with the content of catalogues, in place or elsewhere. */
export interface CatalogueWork {
  /** What a catalogue says in each of its languages, its own first. @throws FormatError */
  split(format: CatalogueFormat, bytes: Uint8Array): Promise<Parts>;
  /** What it says in one language; a file without text when it says nothing. @throws FormatError */
  part(format: CatalogueFormat, bytes: Uint8Array, code: string): Promise<Uint8Array>;
  /** The catalogue with these languages in the place of what it said. @throws FormatError, EditRefused */
  join(format: CatalogueFormat, wanted: JoinRequest): Promise<Joined>;
}

/** Languages of a catalogue. */
export interface Parts {
  /** Ids of what is said, by language. */
  ids: ReadonlyMap<string, string>;
  /** What is said in the first of them, as far as it is worth keeping. */
  contents: ReadonlyMap<string, Uint8Array>;
}

export interface JoinRequest {
  /** Undefined where there is no catalogue yet. */
  before?: Uint8Array;
  /** Null takes a language out. */
  parts: readonly { code: string; content: Uint8Array | null }[];
  /** Languages to look at in what is made. */
  look: readonly string[];
}

export interface Joined extends Parts {
  /** Null when nothing is left of it, undefined when it says what it said. */
  content?: Uint8Array | null;
}

/** Bytes of what catalogues say that are worth keeping. */
export const KEPT = 32_000_000;

/** Bounds of what is taken apart: the languages, and the work that they and the length make together. */
const MOST_LANGUAGES = 1000;
const MOST_WORK = 2_000_000_000;

/** The work done here and now. Pure functions of plain data: readers do it so. */
export const IN_PLACE: CatalogueWork = {
  async split(format, bytes) {
    const text = format.decode(bytes);
    const codes = format.catalogue.languages(text);
    if (codes.length > MOST_LANGUAGES || codes.length * text.length > MOST_WORK)
      throw new FormatError(refusal("readLanguagesMany", { count: codes.length }), 1, 1);
    return partsOf(format, { text, bytes }, codes);
  },

  async part(format, bytes, code) {
    return format.encode(format.catalogue.part(format.decode(bytes), code) ?? "", bytes);
  },

  async join(format, { before, parts, look }) {
    const start = before && format.decode(before);
    let text = start;
    for (const { code, content } of parts)
      text = format.catalogue.join(text, code, content === null ? undefined : format.decode(content));
    if (text === start) return { ids: new Map(), contents: new Map() };
    if (text === undefined) return { content: null, ids: new Map(), contents: new Map() };
    const made = parts.find(({ content }) => content !== null)?.content ?? undefined;
    const content = format.encode(text, before ?? made);
    return { content, ...(await partsOf(format, { text: format.decode(content), bytes: content }, look)) };
  },
};

/** What a catalogue says in these languages, without those that it says nothing in. @throws FormatError */
async function partsOf(
  format: CatalogueFormat,
  { text, bytes }: { text: string; bytes: Uint8Array },
  codes: readonly string[],
): Promise<Parts> {
  const ids = new Map<string, string>();
  const contents = new Map<string, Uint8Array>();
  let kept = 0;
  for (const code of codes) {
    const part = isPartName(code) ? format.catalogue.part(text, code) : undefined;
    if (part !== undefined) {
      const content = part === text ? bytes : format.encode(part, bytes);
      ids.set(code, blobId(content));
      kept += content.length;
      if (kept <= KEPT) contents.set(code, content);
    }
    // Others have their turn between languages.
    await new Promise(setImmediate);
  }
  return { ids, contents };
}
