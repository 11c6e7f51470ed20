import { db, sql } from "@/lib/platform/database";
import { catalogueFormat, repositoryPath } from "@/lib/text/formats/catalogue";
import { type FileFormat, FormatError, formatOptions } from "@/lib/text/formats/format";
import { hasSeveralValues, offeredFormats } from "@/lib/text/formats/registry";
import { Invalid } from "../errors";
import { type FileString, formatOf, isMonolingual, optionsFor, stringsOf } from "../sync/strings";
import type { TranslationRow } from "../translations/translations";

/** Reading an uploaded file into strings. */

/**
 * Strings of the uploaded file: the component's own format first, then those whose files are named so.
 * @param base bytes of the base file, for formats that read a translation beside it
 * @param exact true when only the component's own format will do, because the bytes themselves are kept
 * @throws Invalid on file
 */
export function readUpload(
  translation: TranslationRow,
  upload: { filename: string; bytes: Uint8Array },
  base: Uint8Array | undefined,
  exact: boolean,
): FileString[] {
  const own = formatOf(translation.component);
  const ending = /\.([A-Za-z0-9]+)$/.exec(upload.filename)?.[1]?.toLowerCase();
  const others = offeredFormats().filter(
    (format) => !exact && format.id !== own.id && ending !== undefined && format.extension === ending,
  );
  let first: FormatError | undefined;
  for (const format of [own, ...others]) {
    try {
      const isOwn = format.id === own.id;
      const bytes = isOwn ? ownPart(translation, upload.bytes) : upload.bytes;
      return parseAs(format, translation, bytes, base && isOwn ? own.decode(base) : undefined);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      first ??= error;
    }
  }
  throw Invalid.field(
    "file",
    `The file cannot be read as ${own.name}: ${first?.message} (line ${first?.line}, column ${first?.column}).`,
  );
}

/**
 * What an upload says in the language of the translation, where files hold several: either may be uploaded, a file of
 * all languages or of this one.
 * @throws Invalid on file; FormatError
 */
export function ownPart(translation: TranslationRow, bytes: Uint8Array): Uint8Array {
  const { component, languageCode } = translation;
  const format = catalogueFormat(component.fileFormat);
  if (!format || repositoryPath(component, translation.filename) === translation.filename) return bytes;
  const text = format.decode(bytes);
  const part = format.catalogue.part(text, languageCode);
  if (part === text) return bytes;
  if (part !== undefined) return format.encode(part, bytes);
  const codes = format.catalogue.languages(text);
  const held = codes.length > 0 ? codes.slice(0, 10).join(", ") : "none that it names";
  throw Invalid.field("file", `The file holds no texts in ${languageCode}; its languages: ${held}.`);
}

function parseAs(
  format: FileFormat,
  translation: TranslationRow,
  bytes: Uint8Array,
  base: string | undefined,
): FileString[] {
  const { component, plural } = translation;
  const options =
    format.id === component.fileFormat
      ? optionsFor(component, {
          languageCode: translation.languageCode,
          plural,
          isTemplate: translation.isTemplate,
          base,
        })
      : formatOptions({
          languageCode: translation.languageCode,
          plural: { number: plural.number, formula: plural.formula, categories: plural.categories },
        });
  const parsed = format.parse(format.decode(bytes), options);
  // The template of new languages declares no plural forms of any language.
  if (
    !(translation.isSource && !translation.isTemplate) &&
    parsed.pluralCount !== undefined &&
    parsed.pluralCount !== plural.number &&
    parsed.entries.some((entry) => entry.plural)
  )
    throw Invalid.field(
      "file",
      `The file has ${parsed.pluralCount} plural forms; ${translation.language.name} has ${plural.number} here.`,
    );
  const { strings } = stringsOf(parsed, {
    monolingual: isMonolingual(component),
    reviews: component.project.translationReview,
    forms: plural.number,
    severalValues: hasSeveralValues(component.fileFormat),
  });
  return [...strings.values()];
}

/** Ids of the units that strings of a file belong to, by identity. */
export async function knownUnits(
  translation: TranslationRow,
  strings: readonly FileString[],
): Promise<Map<string, number>> {
  const rows = await db.rows<{ id: number; idHash: string }>(sql`
    select u.id, s.id_hash::text as id_hash from units u join source_units s on s.id = u.source_id
    where u.translation_id = ${translation.id} and s.id_hash = any(${strings.map((string) => string.idHash)}::bigint[])`);
  return new Map(rows.map((row) => [row.idHash, row.id]));
}
