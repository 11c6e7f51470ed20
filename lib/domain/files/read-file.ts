import { itemsOf } from "@/lib/platform/readers/reader-pool";
import { FormatError } from "@/lib/text/formats/kernel/format";
import { inTaskReader, needsReader, TooCostly, withinTimeoutBudget } from "../repository-files";
import type { SyncContext, SyncTranslation } from "./context";
import type { StringChange } from "./file-strings";
import { differences, type FileToRead, readFileStrings } from "./file-strings";
import type { FileSummary, SummaryRequest } from "./read-jobs";
import { type FileString, formatOf } from "./strings";

/** Reading the files of a repository into strings, the large ones by readers. */

export interface ReadFile {
  /** How many strings the file has. */
  size: number;
  duplicates: string[];
  plural: FileSummary["plural"];
  /** Whether the strings are known that the file had when it was read last. */
  known: boolean;
  /** What differs from these; every string when they are not known. */
  changes: StringChange[];
  /** All strings, now and before, for those who asked for them. */
  strings: Map<string, FileString>;
  former: Map<string, FileString>;
}

type Contents = Pick<FileToRead, "bytes" | "former" | "base" | "formerBase">;

/**
 * Reads a file as the format of the component says.
 * @param whole true for all strings besides what differs
 * @throws FormatError, also when it takes too long or has a text that is too long
 */
export async function readFile(
  context: SyncContext,
  translation: Pick<SyncTranslation, "languageCode" | "plural" | "isSource" | "reviewsOff">,
  contents: Contents,
  { whole, ownForms }: { whole: boolean; ownForms: boolean },
): Promise<ReadFile> {
  // What is wrong with the component is told here: readers know files alone.
  formatOf(context.component);
  const { fileFormat, fileFormatParams, template } = context.component;
  const { languageCode, plural, isSource } = translation;
  const file: FileToRead = {
    component: { fileFormat, fileFormatParams, template },
    languageCode,
    plural: { number: plural.number, formula: plural.formula, categories: plural.categories },
    isTemplate: isSource && context.monolingual,
    ownForms,
    reviews: context.reviews && !translation.reviewsOff,
    ...contents,
  };
  const work = () => read(file, whole);
  return needsReader(file.bytes, file.base) ? withinTimeoutBudget(context.budget, work) : work();
}

async function read(file: FileToRead, whole: boolean): Promise<ReadFile> {
  if (!needsReader(file.bytes, file.former, file.base, file.formerBase)) return readHere(file);
  try {
    return await readInReader({ ...file, whole });
  } catch (error) {
    if (!(error instanceof TooCostly) || !file.former) throw error;
    // It may be the former file that is so costly, from which this one has to be freed.
    return read({ ...file, former: undefined, formerBase: undefined }, whole);
  }
}

function readHere(file: FileToRead): ReadFile {
  const { strings, former, duplicates, plural } = readFileStrings(file);
  const before = former ?? new Map<string, FileString>();
  const changes = differences(before, strings);
  return { size: strings.size, duplicates, plural, known: former !== undefined, changes, strings, former: before };
}

async function readInReader(wanted: SummaryRequest): Promise<ReadFile> {
  const { value, pieces } = await inTaskReader<FileSummary>("repositoryStrings", wanted);
  const { refusal, size, duplicates, plural, known } = value;
  if (refusal) throw FormatError.of(refusal);
  const strings = new Map<string, FileString>();
  const former = new Map<string, FileString>();
  const told: StringChange[] = [];
  let left = size;
  if (value.changesOnly) for await (const some of itemsOf<StringChange>(pieces)) told.push(...some);
  else
    for await (const some of itemsOf<FileString>(pieces))
      for (const string of some) (left-- > 0 ? strings : former).set(string.idHash, string);
  const changes = value.changesOnly ? told : differences(former, strings);
  return { size, duplicates, plural, known, changes, strings, former };
}
