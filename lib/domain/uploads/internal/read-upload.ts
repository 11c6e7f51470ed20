import { counters, translations } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { asNumber } from "@/lib/platform/expressions";
import { itemsOf } from "@/lib/platform/readers/reader-pool";
import { catalogueFormat, repositoryPath } from "@/lib/text/formats/catalogue";
import { guessFormats } from "@/lib/text/formats/guess";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../../access/actor";
import { can } from "../../access/demand";
import { scopeOf } from "../../components/components";
import { Invalid, sentenceOf } from "../../errors";
import { type FileString, formatOf, isMonolingual } from "../../files/strings";
import type { PartRead, PartRequest, StringsRead, StringsRequest } from "../../files/write-jobs";
import { readSnapshot } from "../../sync/snapshots";
import type { TranslationRow } from "../../translations/translations";
import { inReader } from "../../uploaded-files";
import type { Upload } from "../upload";
import { knownUnits, recognised } from "./known-strings";

const k = counters.as("k");
const t = translations.as("t");

/** Reading an uploaded file into strings. */

/** Formats that are tried at most, and the time after which no further one is begun. */
const MOST_TRIES = 8;
const LONGEST_TRY_MS = 30_000;
/** Strings of one file: of those who manage the component, and of others unless the translation has more itself. */
const MOST_STRINGS = { manager: 1_000_000, other: 100_000 };

type Refusal = NonNullable<StringsRead["refusal"]>;

/** What an uploaded file holds. */
export interface UploadedStrings {
  strings: FileString[];
  /** The language that the file says it is in, as it writes it; empty when it does not say. */
  language: string;
}

/**
 * Strings of the uploaded file: as the component's own format, or as the first other one in which it holds strings that
 * are here. The file is read by a reader.
 * @param base bytes of the base file, for formats that read a translation beside it
 * @param upload with `replace` and `source` only the component's own format will do, because the bytes themselves are kept
 * @throws Invalid on file; Busy
 */
export async function readUpload(
  actor: Actor,
  translation: TranslationRow,
  upload: Pick<Upload, "filename" | "bytes" | "method">,
  base: Uint8Array | undefined,
): Promise<UploadedStrings> {
  if (upload.bytes.length === 0) throw Invalid.field("file", refusal("fileEmpty"), "empty");
  const format = formatOf(translation.component);
  const exact = upload.method === "replace" || upload.method === "source";
  const most = await mostStrings(actor, translation);
  const start = performance.now();
  let first: Refusal | undefined;
  let read: UploadedStrings | undefined;
  const attempt = async (how: Partial<StringsRequest>, bytes: Uint8Array): Promise<UploadedStrings | undefined> => {
    const found = await stringsIn(translation, { most, ...how }, bytes);
    if (!("strings" in found)) {
      first ??= found;
      return undefined;
    }
    read ??= found;
    return found;
  };
  const own = await attempt({ base }, await languagePart(translation, upload.bytes));
  // What is to be added is not known here.
  if (own && (exact || (upload.method === "add" && own.strings.length > 0))) return own;
  if (own && (await knownUnits(translation, own.strings)).size > 0) return own;
  const others = exact ? [] : guessFormats(upload.filename, upload.bytes).filter(({ id }) => id !== format.id);
  // Tables name their columns as one likes: by key and text, or by source and text.
  const ways = isMonolingual(translation.component) ? [false, true] : [false];
  for (const other of others.slice(0, MOST_TRIES))
    for (const monolingual of ways) {
      if (performance.now() - start > LONGEST_TRY_MS) break;
      const found = await attempt({ format: other.id, monolingual }, upload.bytes);
      const settled = found && (await recognised(translation, found.strings));
      if (settled) return { ...found, strings: settled };
    }
  if (read) return read;
  throw Invalid.field(
    "file",
    refusal("fileNotRead", {
      format: format.name,
      message: first ? sentenceOf(first) : "",
      line: first?.line ?? 1,
      column: first?.column ?? 1,
    }),
  );
}

/** The base file of a monolingual component as it was read last, for its translations. */
export async function baseFor({ component, isTemplate }: TranslationRow): Promise<Uint8Array | undefined> {
  if (!component.template || isTemplate) return undefined;
  const source = await db.one(
    sql`select ${pick(t, "id")} from ${t} where ${t.componentId} = ${component.id} and ${t.isSource}`,
  );
  return source && readSnapshot(db, source.id);
}

/** How many strings a file of this person may have here. */
async function mostStrings(actor: Actor, translation: TranslationRow): Promise<number> {
  if (can(actor, "component.edit", scopeOf(translation.component))) return MOST_STRINGS.manager;
  const row = await db.one(
    sql`select ${named({ total: asNumber(sql`${k.total}::int`) })} from ${k} where ${k.scope} = 'translation' and ${k.objectId} = ${translation.id} and ${k.languageId} = 0`,
  );
  return Math.max(MOST_STRINGS.other, Math.ceil((row?.total ?? 0) * 1.2));
}

/** The strings of a file in one format, or why it cannot be read so. @throws Invalid on file; Busy */
async function stringsIn(
  translation: TranslationRow,
  how: Partial<StringsRequest> & Pick<StringsRequest, "most">,
  bytes: Uint8Array,
): Promise<UploadedStrings | Refusal> {
  const { component, plural, languageCode, isSource, isTemplate } = translation;
  const { fileFormat, fileFormatParams, template } = component;
  const wanted: StringsRequest = {
    component: { fileFormat, fileFormatParams, template },
    format: fileFormat,
    languageCode,
    plural: { number: plural.number, formula: plural.formula, categories: plural.categories },
    isSource,
    isTemplate,
    reviews: translation.workflow.translationReview,
    ...how,
    bytes,
  };
  const { value, pieces } = await inReader<StringsRead>("file", "strings", wanted);
  if (value.refusal) return value.refusal;
  if (value.tooMany !== undefined)
    throw Invalid.field(
      "file",
      refusal("fileStringsUploaded", {
        tooMany: value.tooMany.toLocaleString("en"),
        most: wanted.most.toLocaleString("en"),
      }),
      "too_many",
    );
  if (value.tooLong !== undefined)
    throw Invalid.field(
      "file",
      refusal("fileTextCharacters", { tooLong: value.tooLong.toLocaleString("en") }),
      "max_length",
    );
  if (value.forms !== undefined)
    throw Invalid.field(
      "file",
      refusal("filePluralForms", { forms: value.forms, name: translation.language.name, number: plural.number }),
    );
  const strings: FileString[] = [];
  for await (const some of itemsOf<FileString>(pieces)) for (const string of some) strings.push(string);
  return { strings, language: value.language ?? "" };
}

/**
 * What an upload says in the language of the translation, where files hold several: either may be uploaded, a file of
 * all languages or of this one.
 * @throws Invalid on file; Busy
 */
export async function languagePart(translation: TranslationRow, bytes: Uint8Array): Promise<Uint8Array> {
  const { component, languageCode } = translation;
  const format = catalogueFormat(component.fileFormat);
  if (!format || repositoryPath(component, translation.filename) === translation.filename) return bytes;
  const wanted: PartRequest = { format: component.fileFormat, languageCode, bytes };
  const { value, bytes: parts } = await inReader<PartRead>("file", "part", wanted);
  if (value.refusal)
    throw Invalid.field(
      "file",
      refusal("fileNotRead", {
        format: format.name,
        message: sentenceOf(value.refusal),
        line: value.refusal.line,
        column: value.refusal.column,
      }),
    );
  if (value.whole) return bytes;
  const [part] = parts;
  if (part) return part;
  const codes = value.codes ?? [];
  const held = codes.length > 0 ? codes.slice(0, 10).join(", ") : "none declared";
  throw Invalid.field("file", refusal("fileContainsNo", { languageCode, held }));
}
