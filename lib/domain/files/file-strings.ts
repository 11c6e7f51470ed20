import { FormatError, type FormatPlural, type ParsedFile } from "@/lib/text/formats/kernel/format";
import { hasSeveralValues } from "@/lib/text/formats/registry";
import { refusal } from "@/lib/text/messages/refusal";
import type { ComponentRow } from "../components/components";
import { type FileString, formatOf, isMonolingual, optionsFor, sameTexts, stringsOf } from "./strings";

/** Strings of a repository's file, and what differs from those it had before. Pure: readers do this too. */

/** Characters of one text, the same as may be typed: a longer one would hold up whoever it is handed to. */
export const MOST_CHARACTERS = 1_000_000;

/** Length of the longest text of a string. */
export function longestOf({ context, note, explanation = "", sources, targets }: FileString): number {
  return Math.max(...[context, note, explanation, ...sources, ...targets].map((text) => text.length));
}

/** A string of a file before and after; one of both may be missing. */
export type StringChange =
  | { before: FileString | undefined; after: FileString }
  | { before: FileString; after: undefined };

/** A file as a repository has it, and as it was read last. */
export interface FileToRead {
  component: Pick<ComponentRow, "fileFormat" | "fileFormatParams" | "template">;
  languageCode: string;
  plural: FormatPlural;
  isTemplate: boolean;
  /** Whether the plural forms that the file declares win over the language's. */
  ownForms: boolean;
  reviews: boolean;
  bytes: Uint8Array;
  former?: Uint8Array;
  /** Bytes of the base file that a translation is read beside, now and when it was read last. */
  base?: Uint8Array;
  formerBase?: Uint8Array;
}

export interface FileStrings {
  /** Strings of the file by identity, in its order. */
  strings: Map<string, FileString>;
  /** The same as the file was read last; undefined when it was not, or cannot be read any more. */
  former: Map<string, FileString> | undefined;
  /** Names of strings that stand twice. */
  duplicates: string[];
  /** Plural forms that the file itself declares, where they are others than the language's. */
  plural: Pick<FormatPlural, "number" | "formula"> | undefined;
}

/** @throws FormatError */
export function readFileStrings(file: FileToRead): FileStrings {
  const parsed = parse(file, file.plural, file.bytes, file.base);
  const plural = ownPlural(file, parsed);
  const forms = { ...file.plural, ...plural };
  const { strings, duplicates } = stringsFrom(file, forms, parsed);
  for (const string of strings.values()) demandBearable(string);
  return { strings, duplicates, plural, former: formerStrings(file, forms) };
}

/** What differs between two readings of a file; notes, locations and flags do not count. */
export function differences(
  before: ReadonlyMap<string, FileString>,
  after: ReadonlyMap<string, FileString>,
): StringChange[] {
  const changes: StringChange[] = [];
  for (const [hash, string] of after) {
    const was = before.get(hash);
    const same = was && was.state === string.state && sameTexts(was.targets, string.targets);
    if (!same || was.explanation !== string.explanation) changes.push({ before: was, after: string });
  }
  for (const [hash, string] of before) if (!after.has(hash)) changes.push({ before: string, after: undefined });
  return changes;
}

function parse(file: FileToRead, plural: FormatPlural, bytes: Uint8Array, base: Uint8Array | undefined): ParsedFile {
  const format = formatOf(file.component);
  const { languageCode, isTemplate } = file;
  const options = { languageCode, plural, isTemplate, base: base && readableText(format, base) };
  return format.parse(format.decode(bytes), optionsFor(file.component, options));
}

/** Text of a base file; undefined for one that cannot be read, which is told where it is read itself. */
function readableText(format: ReturnType<typeof formatOf>, bytes: Uint8Array): string | undefined {
  try {
    return format.decode(bytes);
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

function stringsFrom(file: FileToRead, plural: FormatPlural, parsed: ParsedFile) {
  const read = stringsOf(parsed, {
    monolingual: isMonolingual(file.component),
    reviews: file.reviews,
    forms: plural.number,
    severalValues: hasSeveralValues(file.component.fileFormat),
  });
  // A key of the base without a text is nothing to translate.
  if (file.isTemplate) for (const [hash, string] of read.strings) if (saysNothing(string)) read.strings.delete(hash);
  return read;
}

const saysNothing = ({ sources, targets }: FileString): boolean =>
  [...sources, ...targets].every((text) => text === "");

function ownPlural(file: FileToRead, { pluralCount: number, pluralFormula: formula }: ParsedFile) {
  if (number === undefined || formula === undefined || number < 1 || number > 20) return undefined;
  return file.ownForms && number !== file.plural.number ? { number, formula } : undefined;
}

function formerStrings(file: FileToRead, plural: FormatPlural): Map<string, FileString> | undefined {
  if (!file.former) return undefined;
  try {
    return stringsFrom(file, plural, parse(file, plural, file.former, file.formerBase)).strings;
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

function demandBearable(string: FileString): void {
  const longest = longestOf(string);
  if (longest <= MOST_CHARACTERS) return;
  const name = (string.context || string.sources[0] || "").slice(0, 60);
  throw new FormatError(refusal("readLongText", { count: longest.toLocaleString("en"), name }), 1, 1);
}
