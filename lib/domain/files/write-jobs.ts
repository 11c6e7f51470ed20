import { ArchiveError, readArchive } from "@/lib/platform/archive";
import type { JobResult } from "@/lib/platform/readers/reader-job";
import { catalogueFormat } from "@/lib/text/formats/catalogue";
import {
  EditRefused,
  type FileFault,
  FormatError,
  type FormatPlural,
  faultOf,
  formatOptions,
} from "@/lib/text/formats/kernel/format";
import { reformatFile } from "@/lib/text/formats/kernel/reformat";
import { findFormat, findFormatWith, hasSeveralValues } from "@/lib/text/formats/registry";
import type { Refusal } from "@/lib/text/messages/refusal";
import { plainWords, type Worded } from "@/lib/text/messages/worded";
import type { ComponentRow } from "../components/components";
import { longestOf, MOST_CHARACTERS } from "./file-strings";
import {
  type EditStep,
  FileWriter,
  type WriterContext,
  type WriterTranslation,
  type WrittenFile,
} from "./internal/write-file";
import { formatOf, isMonolingual, optionsFor, stringsOf } from "./strings";

/**
 * What readers do with files from outside. Pure functions of plain data: here is no database, no actor and no environment.
 */

export interface StringsRequest {
  component: Pick<ComponentRow, "fileFormat" | "fileFormatParams" | "template">;
  /** The format to read the file as; with the component's parameters when it is its own. */
  format: string;
  bytes: Uint8Array;
  /** Bytes of the base file. */
  base?: Uint8Array;
  /** For another format than the component's: whether strings are known by keys. */
  monolingual?: boolean;
  languageCode: string;
  plural: FormatPlural;
  isSource: boolean;
  isTemplate: boolean;
  reviews: boolean;
  /** Strings the file may have. */
  most: number;
}

/** One of these tells why it is not taken; otherwise the items are `FileString`s. */
export interface StringsRead {
  refusal?: FileFault;
  /** How many strings it has, when they are too many. */
  tooMany?: number;
  /** How many plural forms it has, when they are not those of the language. */
  forms?: number;
  /** How many characters a text has, when they are too many. */
  tooLong?: number;
  /** The language that the file says it is in, as it writes it. */
  language?: string;
}

export interface ReadableRequest {
  format: string;
  params: Readonly<Record<string, unknown>>;
  languageCode: string;
  isTemplate: boolean;
  bytes: Uint8Array;
}

export interface Readable {
  refusal?: FileFault;
}

/** Whether a file can be read as the format says. */
export function readableFile({ format: id, params, bytes, ...options }: ReadableRequest): Readable {
  const format = findFormatWith(id, params);
  if (!format) throw new Error(`Unknown file format ${id}.`);
  try {
    format.parse(format.decode(bytes), formatOptions(options));
    return {};
  } catch (error) {
    return { refusal: refusalOf(error) };
  }
}

/** @throws what is not about the file */
function refusalOf(error: unknown): FileFault {
  if (!(error instanceof FormatError)) throw error;
  return faultOf(error);
}

const readable = (wanted: ReadableRequest): JobResult => ({ value: readableFile(wanted) });

export interface PartRequest {
  format: string;
  languageCode: string;
  bytes: Uint8Array;
}

/** Without any of them the part is the one file of the answer. */
export interface PartRead {
  refusal?: FileFault;
  /** The file holds this language alone. */
  whole?: boolean;
  /** The languages it holds, when this one is not among them. */
  codes?: string[];
}

/** What a file of several languages says in one of them. */
function part({ format: id, languageCode, bytes }: PartRequest): JobResult {
  const format = catalogueFormat(id);
  if (!format) throw new Error(`Files of the format ${id} contain one language.`);
  try {
    const text = format.decode(bytes);
    const found = format.catalogue.part(text, languageCode);
    if (found === text) return { value: { whole: true } satisfies PartRead };
    if (found === undefined) return { value: { codes: format.catalogue.languages(text) } satisfies PartRead };
    return { value: {} satisfies PartRead, bytes: [format.encode(found, bytes)] };
  } catch (error) {
    return { value: { refusal: refusalOf(error) } satisfies PartRead };
  }
}

/** The languages of a file of several. */
function languages({ format: id, bytes }: Pick<PartRequest, "format" | "bytes">): JobResult {
  const format = catalogueFormat(id);
  if (!format) throw new Error(`Files of the format ${id} contain one language.`);
  try {
    return { value: { codes: format.catalogue.languages(format.decode(bytes)) } satisfies PartRead };
  } catch (error) {
    return { value: { refusal: refusalOf(error) } satisfies PartRead };
  }
}

export interface LanguageCapacityRequest {
  format: string;
  params: Readonly<Record<string, unknown>>;
  languageCode: string;
  /** A language that the file has already; undefined while it has none. */
  bytes?: Uint8Array;
}

export interface LanguageCapacity {
  refusal?: Worded;
}

/** Whether a file of several languages can take this one in. */
export function languageCapacity({
  format: id,
  params,
  languageCode,
  bytes,
}: LanguageCapacityRequest): LanguageCapacity {
  const format = findFormatWith(id, params);
  if (!format?.catalogue) throw new Error(`Files of the format ${id} contain one language.`);
  try {
    const text = bytes && format.decode(bytes);
    const made = format.create(text, formatOptions({ languageCode, params }));
    if (text !== undefined) format.catalogue.join(text, languageCode, made ?? text);
    return {};
  } catch (error) {
    if (error instanceof EditRefused) return { refusal: plainWords(error) };
    // A file that cannot be read is told of elsewhere.
    if (error instanceof FormatError) return {};
    throw error;
  }
}

const room = (wanted: LanguageCapacityRequest): JobResult => ({ value: languageCapacity(wanted) });

export interface FileWriteRequest {
  context: WriterContext;
  translation: WriterTranslation;
  content?: Uint8Array;
  base?: Uint8Array;
  stored?: ReadonlyMap<string, string>;
  /** What is written one after the other. */
  steps: readonly EditStep[];
  /** Another content that the file is to go on from; it has to be readable. */
  replacement?: Uint8Array;
}

/** The files of the answer are what each step makes of the file; without steps it is the file itself. */
export interface FileWritten {
  /** Of the first steps, or of all. */
  written: Pick<WrittenFile, "refused" | "absent">[];
  /** Why the file cannot be made, or the step behind those cannot be written. */
  refusal?: Worded;
  /** Where the file cannot be read, when that is the reason. */
  place?: Pick<FileFault, "line" | "column">;
}

/** Bytes and milliseconds after which no further step is begun: jobs have limits of both. */
const MOST_OF_STEPS = { bytes: 32_000_000, ms: 5000 };

/** A file with edits in it, step by step. */
function file({ context, translation, content, base, stored, steps, replacement }: FileWriteRequest): JobResult {
  const written: FileWritten["written"] = [];
  const bytes: Uint8Array[] = [];
  const began = performance.now();
  try {
    const writer = new FileWriter(context, translation, content, base, stored);
    if (replacement) writer.replace(replacement);
    if (steps.length === 0) bytes.push(writer.bytes());
    let size = 0;
    for (const step of steps) {
      const { content: made, refused, absent } = writer.apply(step);
      written.push({ refused, absent });
      bytes.push(made);
      size += made.length;
      if (size > MOST_OF_STEPS.bytes || performance.now() - began > MOST_OF_STEPS.ms) break;
    }
    return { value: { written } satisfies FileWritten, bytes };
  } catch (error) {
    if (error instanceof EditRefused)
      return { value: { written, refusal: plainWords(error) } satisfies FileWritten, bytes };
    if (!(error instanceof FormatError)) throw error;
    const { line, column } = error;
    return { value: { written, refusal: plainWords(error), place: { line, column } } satisfies FileWritten, bytes };
  }
}

export interface ReformatRequest
  extends Pick<StringsRequest, "languageCode" | "plural" | "isTemplate" | "bytes" | "base"> {
  component: Pick<ComponentRow, "fileFormat" | "fileFormatParams" | "template">;
}

/** Without a refusal the file is the one of the answer, and the same as before when there is none. */
export interface ReformatResult {
  refusal?: Worded;
}

/** A file in the shape of its parameters; undefined when it has that. @throws FormatError, EditRefused */
export function reformattedFile({ component, bytes, base, ...about }: ReformatRequest): Uint8Array | undefined {
  const format = formatOf(component);
  const text = format.decode(bytes);
  const after = reformatFile(format, text, optionsFor(component, { ...about, base: base && format.decode(base) }));
  return after === text ? undefined : format.encode(after, bytes);
}

function reshaped(wanted: ReformatRequest): JobResult {
  try {
    const made = reformattedFile(wanted);
    return { value: {} satisfies ReformatResult, bytes: made ? [made] : [] };
  } catch (error) {
    if (!(error instanceof FormatError) && !(error instanceof EditRefused)) throw error;
    return { value: { refusal: plainWords(error) } satisfies ReformatResult };
  }
}

export interface ArchiveRequest {
  bytes: Uint8Array;
  limits: Parameters<typeof readArchive>[1];
}

/** Paths of the members, whose contents are the files of the answer. */
export interface ArchiveRead {
  refusal?: Refusal;
  paths: string[];
}

/** The members of an archive. */
async function archive({ bytes, limits }: ArchiveRequest): Promise<JobResult> {
  try {
    const members = await readArchive(bytes, limits);
    const paths = members.map((member) => member.path);
    return { value: { paths } satisfies ArchiveRead, bytes: members.map((member) => member.content) };
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    return { value: { refusal: error.said, paths: [] } satisfies ArchiveRead };
  }
}

export const FILE_JOBS = { strings, readable, part, languages, room, file, reshaped, archive };

/** The strings of a file. */
function strings(wanted: StringsRequest): JobResult {
  try {
    return readStrings(wanted);
  } catch (error) {
    return { value: { refusal: refusalOf(error) } satisfies StringsRead };
  }
}

function readStrings(wanted: StringsRequest): JobResult {
  const { component, plural, languageCode, isTemplate, monolingual, bytes, base } = wanted;
  const own = wanted.format === component.fileFormat;
  const format = own ? formatOf(component) : findFormat(wanted.format);
  if (!format) throw new Error(`Unknown file format ${wanted.format}.`);
  const options = own
    ? optionsFor(component, { languageCode, plural, isTemplate, base: base && format.decode(base) })
    : formatOptions({ languageCode, plural, monolingual });
  const parsed = format.parse(format.decode(bytes), options);
  const { entries, pluralCount } = parsed;
  if (entries.length > wanted.most) return { value: { tooMany: entries.length } satisfies StringsRead };
  // The template of new languages declares no plural forms of any language.
  const templateOnly = wanted.isSource && !isTemplate;
  if (!templateOnly && pluralCount !== undefined && pluralCount !== plural.number && entries.some((one) => one.plural))
    return { value: { forms: pluralCount } satisfies StringsRead };
  const found = stringsOf(parsed, {
    monolingual: isMonolingual(component),
    reviews: wanted.reviews,
    forms: plural.number,
    severalValues: hasSeveralValues(component.fileFormat),
  });
  for (const string of found.strings.values()) {
    const longest = longestOf(string);
    if (longest > MOST_CHARACTERS) return { value: { tooLong: longest } satisfies StringsRead };
  }
  return { value: { language: parsed.language } satisfies StringsRead, items: found.strings.values() };
}
