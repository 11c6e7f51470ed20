import { counters, sourceUnits, units, users } from "@/lib/generated/tables";
import { combined, named, pick } from "@/lib/platform/columns";
import { db, type SelectedRow, type Sql, sql } from "@/lib/platform/database";
import { asText, hashText, orNull } from "@/lib/platform/expressions";
import type { ConversionHead, ConvertedUnit, Converter } from "@/lib/text/converters/converter";
import { findConverter, offeredConverters } from "@/lib/text/converters/registry";
import { hasSeveralValues } from "@/lib/text/formats/registry";
import { refusal } from "@/lib/text/messages/refusal";
import { urls } from "@/lib/urls";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { addressOf, type ComponentRow } from "../components/components";
import { Invalid } from "../errors";
import { entryState } from "../files/strings";
import { readSearch } from "../search/condition";
import { runSearch } from "../search/run-search";
import { type TranslationRow, translationScope } from "../translations/translations";
import { UNIT_FROM } from "../units/units";
import { commitEmailIn, commitNameIn } from "../users/commit-identity";

const [u, s] = [units.as("u"), sourceUnits.as("s")];
const [k, a] = [counters.as("k"), users.as("a")];

/** Translations written in other formats, string by string from the database; the contract 3.7.3. */

/** Strings read at a time. */
const PAGE = 500;

const convertible = (component: Pick<ComponentRow, "fileFormat" | "template">) => ({
  formatId: component.fileFormat,
  monolingual: component.template !== "",
});

/** Whether strings of a component can be written so. */
export function converterSuits(
  converter: Converter,
  component: Pick<ComponentRow, "fileFormat" | "template">,
): boolean {
  return converter.suits(convertible(component));
}

/**
 * A conversion for a component.
 * @throws Invalid on format for one that does not exist or does not fit
 */
export function demandConverter(component: Pick<ComponentRow, "fileFormat" | "template">, id: string): Converter {
  const converter = findConverter(id);
  if (converter && converterSuits(converter, component)) return converter;
  const fitting = offeredConverters().filter((other) => converterSuits(other, component));
  throw Invalid.field(
    "format",
    refusal("translationNotConverted", { id: id.slice(0, 40), fitting: fitting.map((other) => other.id).join(", ") }),
    "invalid_choice",
  );
}

/**
 * The bytes of a translation in another format, in pieces. Needs `translation.download`.
 * @param query search that chooses the strings; all when left out
 * @throws Invalid on q for a search that cannot be understood or takes too long; Busy
 */
export function convertTranslation(
  actor: Actor,
  translation: TranslationRow,
  converter: Converter,
  query?: string,
): AsyncGenerator<Uint8Array> {
  demand(actor, "translation.download", translationScope(translation));
  const search = query?.trim() ? readSearch(query) : { condition: sql`true`, costly: false };
  const read: ReadRows = (statement) =>
    search.costly ? runSearch(actor, (on) => on.rows(statement)) : db.rows(statement);
  return write(translation, converter, search.condition, read);
}

async function* write(
  translation: TranslationRow,
  converter: Converter,
  condition: Sql,
  read: ReadRows,
): AsyncGenerator<Uint8Array> {
  yield* converter.write(await headOf(translation), pagesOf(translation, condition, read));
}

async function headOf(translation: TranslationRow): Promise<ConversionHead> {
  const { component, plural } = translation;
  const source = component.sourceLanguage.plural;
  const project = sql`${component.projectId}::int`;
  const last = await db.one(sql`
    select ${named({
      at: k.lastChange,
      author: orNull(
        asText(
          sql`case when ${a.id} is not null then ${commitNameIn(project)} || ' <' || ${commitEmailIn(project)} || '>' end`,
        ),
      ),
    })}
    from ${k} left join ${a} on ${a.id} = ${k.lastAuthorId} where ${k.scope} = 'translation' and ${k.objectId} = ${translation.id}`);
  return {
    project: component.project.name,
    component: component.name,
    sourceLanguage: component.sourceLanguage.code,
    targetLanguage: translation.languageCode,
    plural: { number: plural.number, formula: plural.formula, categories: plural.categories },
    sourcePlural: { number: source.number, formula: source.formula, categories: source.categories },
    url: urls.translation({ ...addressOf(component), languageCode: translation.language.code }).web,
    at: last?.at ?? new Date(0),
    ...(last?.author ? { author: last.author } : {}),
  };
}

type ReadRows = <T extends object>(statement: Sql<T>) => Promise<T[]>;

const COLUMNS = combined(
  pick(u, "id", "position", "targets", "state", "previousSource"),
  pick(s, "context", "sources", "note", "explanation", "location", "flags", "extraFlags"),
  named({ idHash: hashText(s.idHash), own: u.explanation }),
);

/** Strings in file order, a page at a time; what is typed meanwhile may or may not be in it, but no string comes twice. */
async function* pagesOf(translation: TranslationRow, condition: Sql, read: ReadRows): AsyncGenerator<ConvertedUnit[]> {
  const severalValues = hasSeveralValues(translation.component.fileFormat);
  let after = { position: -1, id: -1 };
  while (true) {
    const rows = await read(sql`
      select ${COLUMNS} ${UNIT_FROM}
      where ${u.translationId} = ${translation.id} and (${u.position}, ${u.id}) > (${after.position}, ${after.id}) and ${condition}
      order by ${u.position}, ${u.id} limit ${PAGE}`);
    if (rows.length > 0) yield rows.map((row) => convertedUnit(row, severalValues));
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = { position: last.position, id: last.id };
  }
}

function convertedUnit(row: SelectedRow<typeof COLUMNS>, severalValues: boolean): ConvertedUnit {
  return {
    context: row.context,
    sources: row.sources,
    targets: row.targets,
    plural: row.sources.length > 1 && !severalValues,
    state: entryState(row.state),
    explanation: row.own,
    note: [row.note, row.explanation].filter(Boolean).join("\n"),
    location: row.location,
    flags: [row.flags, row.extraFlags].filter(Boolean).join(", "),
    previousSource: row.previousSource,
    id: row.idHash,
  };
}
