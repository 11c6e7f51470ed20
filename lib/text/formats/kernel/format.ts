/**
 * The one interface of all file formats.
 *
 * A format is pure: it turns text into entries with spans, and wanted edits into the smallest
 * patches of that text. It never prints a whole file, so bytes outside an edited entry stay.
 * Offsets are UTF-16 code unit indices into the decoded text.
 */

import type { Refusal } from "../../messages/refusal";
import { carry, plainWords, type Sentence, sentenceOf, type Worded, worded } from "../../messages/worded";

/** What a file says about an entry; the service's own states are derived from it. */
export type EntryState = "empty" | "needs-editing" | "translated" | "approved" | "read-only";

/** Half-open range `[start, end)` in the decoded text. */
export interface Span {
  start: number;
  end: number;
}

/** One string of one file, before it is a unit. */
export interface Entry {
  /** Identity within the file: stable for one format, opaque to callers. Unique in a ParsedFile. */
  id: string;
  /** Key of a monolingual string, or the disambiguating context of a bilingual one; "" when there is none. */
  context: string;
  /**
   * Source forms: one item, or singular and plural. In a bilingual file what the file says. In a
   * monolingual file the text itself (the same as `targets`); the caller takes sources from the base file.
   */
  sources: string[];
  /** Target forms, in the order of the language's plural forms, or values; `[""]` when there is none. */
  targets: string[];
  /** True for an entry that has plural forms. */
  plural: boolean;
  state: EntryState;
  /** Developer notes, lines joined by "\n". */
  note: string;
  /** What is said of the translation, in formats with a place for it (`explains`); left out when nothing is. */
  explanation?: string;
  /** Source references joined by ", ". */
  location: string;
  /** Flags as the file gives them, comma separated, without `fuzzy`. */
  flags: string;
  /** Previous source text while the entry needs editing; "" otherwise. */
  previousSource: string;
  /** Where the entry stands, comments included. An edit of this entry changes nothing outside (headers excepted). */
  span: Span;
}

/** Something the file says that a person should know but that does not stop the import. */
export interface FileWarning {
  message: string;
  line: number;
  column: number;
  /** The string that stands twice, where that is what it says. */
  twice?: string;
}

/** How the service knows a string, whatever its id in a file is. */
export interface StringName {
  context: string;
  /** First source text; what it is does not matter where strings are known by keys alone. */
  source: string;
}

export interface ParsedFile<Internal = unknown> {
  entries: Entry[];
  warnings: FileWarning[];
  /** Language code that the file names itself (PO `Language`, ARB `@@locale`), "" when it does not. */
  language: string;
  /** Number of plural forms the file itself declares (PO header); undefined when it does not. */
  pluralCount?: number;
  /** gettext expression the file itself declares beside `pluralCount`. */
  pluralFormula?: string;
  /** States beyond empty and translated that this very file can hold, when they are fewer than the format's. */
  states?: readonly EntryState[];
  /** Entries of these ids, without reading the others; in formats that read entries only when they are asked for. */
  find?: (ids: ReadonlySet<string>) => Entry[];
  /**
   * At least all entries of these names, in file order, without reading the others; undefined when that cannot be told
   * beforehand. Where strings are known by keys, the contexts alone count.
   */
  named?: (names: readonly StringName[]) => Entry[] | undefined;
  /** Set for a document that an edit makes of its base again, as that has got another shape. */
  madeAgain?: boolean;
  /** Whatever the format wants to find again when editing; opaque to callers. */
  internal: Internal;
}

/** Plural forms of the language of one file. */
export interface FormatPlural {
  /** Number of forms. */
  number: number;
  /** gettext expression over `n`. */
  formula: string;
  /** CLDR category of each form, in form order, for formats that write categories. */
  categories: string[];
}

/** What the caller knows about the file. Everything has a default, see `formatOptions()`. */
export interface FormatOptions {
  /** The file's language code as it is written in the repository. */
  languageCode: string;
  plural: FormatPlural;
  /** True when this is the base file of a monolingual component. */
  isTemplate: boolean;
  /** True when strings are known by keys and their source stands in a base file; see `monolingualOf`. */
  monolingual?: boolean;
  /** Text of the base file of a monolingual component; new entries take order, notes and shape from it. */
  base?: string;
  /** Text of the template of a bilingual component; new entries take order, notes, places and flags from it. */
  template?: string;
  /**
   * Texts of the language by context, for documents: one whose base has got other blocks is made from its base and
   * these. Without them a text that has no certain place in the new shape leaves the file.
   */
  stored?: ReadonlyMap<string, string>;
  /**
   * Whether lists get places as the base has them, without texts: those before a new item, and those that items leave
   * among others. Otherwise such edits are refused, as others may make the places, or take them.
   */
  fillGaps?: boolean;
  /** `file_format_params` of the component. */
  params: Record<string, unknown>;
}

/** Header fields a commit brings up to date, in the formats that have a header. Undefined leaves a field alone. */
export interface HeaderEdit {
  /** Moment of the newest edit (PO `PO-Revision-Date`). */
  revisionDate?: Date;
  /** `Name <mail>` (PO `Last-Translator`). */
  lastTranslator?: string;
  /** PO `Language-Team`. */
  languageTeam?: string;
  /** PO `X-Generator`. */
  generator?: string;
  /** PO `Report-Msgid-Bugs-To`. */
  reportBugsTo?: string;
}

/** What somebody wants an entry to become. */
export type EntryEdit =
  | {
      kind: "set";
      /** `Entry.id` in this file. */
      id: string;
      /** Target forms in form order; `[""]` or all empty makes the entry empty. */
      targets: string[];
      state: EntryState;
      /** What is to be said of the translation; "" takes it away, and left out it stays. For formats that have a place. */
      explanation?: string;
    }
  | {
      kind: "add";
      context: string;
      sources: string[];
      targets: string[];
      state: EntryState;
      plural: boolean;
      note?: string;
      flags?: string;
      explanation?: string;
    }
  | { kind: "remove"; id: string }
  | { kind: "header"; header: HeaderEdit };

/** Replace `[start, end)` of the text by `text`. Patches are sorted and do not overlap. */
export interface Patch {
  start: number;
  end: number;
  text: string;
}

/** A file that cannot be read. Line and column count from 1. */
export class FormatError extends Error {
  override readonly name = "FormatError";
  /** What it says, for readers of other languages; none where the text comes from elsewhere. */
  declare readonly said?: Refusal;

  constructor(
    sentence: Sentence,
    readonly line: number,
    readonly column: number,
  ) {
    const { message, said } = worded(sentence);
    super(message);
    carry(this, said);
  }

  /** The error that was told by another process. */
  static of(fault: FileFault): FormatError {
    return new FormatError(sentenceOf(fault), fault.line, fault.column);
  }
}

/** What is wrong with a file and where, as plain data. */
export interface FileFault extends Worded {
  line: number;
  column: number;
}

/** What an error says of a file, to be told to another process or kept. */
export const faultOf = (error: FormatError): FileFault => ({
  ...plainWords(error),
  line: error.line,
  column: error.column,
});

/** An edit the format cannot express; `reason` is a sentence for a person. */
export class EditRefused extends Error {
  override readonly name = "EditRefused";
  readonly reason: string;
  /** What it says, for readers of other languages. */
  declare readonly said?: Refusal;

  constructor(sentence: Sentence) {
    const { message, said } = worded(sentence);
    super(message);
    this.reason = message;
    carry(this, said);
  }
}

/** For formats whose file is a folder, and whose bytes are a container of the folder's texts. */
export interface FolderShape {
  /** Whether a file is one of the texts, by its name below the folder; all others stay untouched. */
  holds(name: string): boolean;
  /** Names in the place of a language code that are none. */
  aside: ReadonlySet<string>;
  /** How many texts a folder may have, and bytes of them all. */
  most: number;
  largest: number;
}

/**
 * For formats whose file says itself which languages it holds, one or several. Each passes as a file of its own below the
 * catalogue's path: the mask is that path and `/*`. A part is a text of the same format, with that language alone.
 */
interface CatalogueShape {
  /** Codes of the languages that a catalogue holds, the source language first. @throws FormatError */
  languages(text: string): string[];
  /** What a catalogue says in one language; undefined when it does not hold it. @throws FormatError */
  part(text: string, code: string): string | undefined;
  /**
   * The catalogue with this part in the place of what it said in that language; without a part the language is taken out.
   * All else stays to the byte. Without a catalogue one is made of the part. Undefined as an answer: nothing is left.
   * @throws FormatError; EditRefused for a language that the catalogue cannot take in
   */
  join(text: string | undefined, code: string, part: string | undefined): string | undefined;
}

/**
 * A format. What its files carry for `edit` is its own; who holds formats of many kinds, as the registry does, holds
 * them as formats of something unknown.
 */
export interface FileFormat<Internal = unknown> {
  /** Value of `file_format`. */
  id: string;
  /** Name for people. */
  name: string;
  /** Usual names of its files, such as `*.po`; each is to be found by discovery. */
  masks: string[];
  /** Extension of new files, without the dot. */
  extension: string;
  /** `bilingual`: source and target in one file; `monolingual`: a base file is required; `both`: either. */
  kind: "bilingual" | "monolingual" | "both";
  /** Default style of language codes in file names, see `language_code_style`. */
  codeStyle: string;
  mimeType: string;
  /** What the format can say. */
  plurals: boolean;
  /** States beyond empty and translated that the file can hold; left out when it holds texts only. */
  states?: readonly EntryState[];
  canAdd: boolean;
  canRemove: boolean;
  canEditBase: boolean;
  /** Set where a file has a place for what is said of a translation, see `Entry.explanation`. */
  explains?: true;
  /**
   * Set when programs take an entry without a text for a blank text, not for a missing one: a new file that has no
   * template of its own then starts without entries.
   */
  startsEmpty?: true;
  /** Set when a new file of a bilingual component needs no template: it starts empty and gets the component's strings. */
  startsWithoutTemplate?: true;
  /**
   * Set when a string may have several values, in `targets` (and in `sources` of a base file) one after the other. They
   * are no plural forms: an edit may give more or fewer of them, and those without a text are left out.
   */
  severalValues?: true;
  /** Why these texts of one string cannot be written, in formats where that does not depend on the file. */
  refuses?(targets: readonly string[]): Sentence | undefined;
  /** Set when its files have a header, which says who translated them last and when. */
  header?: true;
  /** Set when plural strings have a form for zero in every language, which may stay empty. */
  zeroForm?: true;
  /** Set when the file of a language is a folder. */
  folder?: FolderShape;
  /** Set when a file may hold the languages that it names itself. */
  catalogue?: CatalogueShape;
  /** Bytes to text. Throws FormatError when encoding the text again would not give the same bytes. */
  decode(bytes: Uint8Array): string;
  /**
   * Text to bytes; the inverse of `decode` for the same file. `before` is the file as it was, or what a new file was
   * made from: it tells what the text cannot, such as the encoding or the other members of a container.
   */
  encode(text: string, before?: Uint8Array): Uint8Array;
  /** Reads a whole file. Throws FormatError; never gives half a file. */
  parse(text: string, options: FormatOptions): ParsedFile<Internal>;
  /** Smallest patches for the edits, sorted, not overlapping. Throws EditRefused. No effective edit gives no patch. */
  edit(text: string, file: ParsedFile<Internal>, edits: EntryEdit[], options: FormatOptions): Patch[];
  /**
   * Text of a new translation file. `base` is the text of `new_base` (or of the base file), undefined for
   * "from nothing". Undefined as an answer: the format needs a base.
   */
  create(base: string | undefined, options: FormatOptions): string | undefined;
  /** Parameters that can be applied to a whole file, beside those of line ends; see `reformatFile`. */
  reformat?: Reformat;
}

/** How a format puts a whole file into the shape that its parameters ask for. */
export interface Reformat {
  /** Parameters that act here, when they are set. */
  params: readonly string[];
  /** The text in that shape, where `parse` reads the text; the same text when it has that shape already. */
  apply(text: string, params: FormatOptions["params"]): string;
}

/** Applies patches to a text; sorted and disjoint as `edit` gives them. */
export function applyPatches(text: string, patches: readonly Patch[]): string {
  let out = "";
  let at = 0;
  for (const patch of patches) {
    if (patch.start < at) throw new RangeError("Patches overlap or are not sorted.");
    out += text.slice(at, patch.start) + patch.text;
    at = patch.end;
  }
  return out + text.slice(at);
}

/** Options with every default filled in; `given` wins. */
export function formatOptions(given: Partial<FormatOptions> = {}): FormatOptions {
  return {
    languageCode: "en",
    plural: { number: 2, formula: "n != 1", categories: ["one", "other"] },
    isTemplate: false,
    params: {},
    ...given,
  };
}

/** Whether a file is read with keys: what the caller says, else whether it has or is a base file. */
export function monolingualOf(options: FormatOptions): boolean {
  return options.monolingual ?? (options.isTemplate || options.base !== undefined);
}

/** The state a file of this format gives back after this one has been written. */
export function storedState(format: Pick<FileFormat, "states">, state: EntryState): EntryState {
  if (state === "empty" || state === "translated" || format.states?.includes(state)) return state;
  return state === "read-only" ? "read-only" : "translated";
}

/** Line and column, both from 1, of an offset; CRLF, LF and CR each end a line. */
export function positionAt(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  const end = Math.min(offset, text.length);
  for (let i = 0; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code === 10 || (code === 13 && text.charCodeAt(i + 1) !== 10)) {
      line++;
      start = i + 1;
    }
  }
  return { line, column: end - start + 1 };
}
