import { languageAliases, languages, plurals } from "@/lib/generated/tables";
import { assigned, combined, named, names, pick, row as rowOf } from "@/lib/platform/columns";
import { db, inTransaction, type SelectedRow, sql, type Tx, whenDatabaseCloses } from "@/lib/platform/database";
import { asNumber, asTexts, asWritten, counted, jsonObject } from "@/lib/platform/expressions";
import { type CodeMeaning, separateCodes } from "@/lib/text/languages/ambiguous-codes";
import { findCatalogueLanguage } from "@/lib/text/languages/catalogue";
import { isoLanguageName, languageNameOf } from "@/lib/text/languages/iso";
import { isFamiliarCode, isWellFormedCode } from "@/lib/text/languages/new-codes";
import { cleanLanguageCode, inCustomaryCase, resolveLanguageCode } from "@/lib/text/languages/resolve";
import { refusal } from "@/lib/text/messages/refusal";
import { pluralCategories, pluralType } from "@/lib/text/plurals/categories";
import { validatePlural } from "@/lib/text/plurals/formula";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { Conflict, type FieldError, Invalid, NotFound, worded } from "../errors";
import type { Window } from "../window";

const [l, a, q] = [languages.as("l"), languageAliases.as("a"), plurals.as("q")];

/** The first of a language's plural rules; every language has one. */
const FIRST_PLURAL = sql`from ${q} where ${q.languageId} = ${l.id} order by ${q.source} limit 1`;

const PLURAL = jsonObject({
  id: q.id,
  source: q.source,
  number: q.number,
  formula: q.formula,
  type: q.type,
  categories: q.categories,
});

const LANGUAGE_COLUMNS = combined(
  pick(l, "id", "code", "name", "nativeName", "direction", "population"),
  named({
    aliases: asTexts(sql`array(select ${a.code} from ${a} where ${a.languageId} = ${l.id} order by ${a.code})`),
    plural: asWritten(PLURAL, sql`(select ${PLURAL} ${FIRST_PLURAL})`),
  }),
);

export type LanguageRow = SelectedRow<typeof LANGUAGE_COLUMNS>;
export type PluralRow = LanguageRow["plural"];

/** All languages by id. */
export async function listLanguages(window: Window): Promise<{ rows: LanguageRow[]; count: number }> {
  const [rows, all] = await Promise.all([
    db.rows(sql`select ${LANGUAGE_COLUMNS} from ${l} order by ${l.id} limit ${window.limit} offset ${window.offset}`),
    db.one(sql`select ${counted} from ${l}`),
  ]);
  return { rows, count: all?.count ?? 0 };
}

/** A language by its exact code. @throws NotFound */
export async function findLanguage(code: string): Promise<LanguageRow> {
  const row = await db.one(sql`select ${LANGUAGE_COLUMNS} from ${l} where ${l.code} = ${code}`);
  if (!row) throw new NotFound(refusal("noLanguage", { code }));
  return row;
}

/** Languages hardly ever change, and nearly every answer names one: they are remembered for this long. */
const REMEMBERED_MS = 2000;
const remembered = new Map<number, { row: LanguageRow; until: number }>();

/** Forgets what is remembered of languages, after one was changed. */
export function forgetLanguages(): void {
  remembered.clear();
}
whenDatabaseCloses(forgetLanguages);

/** Languages by id, for lists that join them. Another process's change shows after two seconds at most. */
export async function languagesById(ids: readonly number[]): Promise<Map<number, LanguageRow>> {
  const now = performance.now();
  const found = new Map<number, LanguageRow>();
  for (const id of ids) {
    const known = remembered.get(id);
    if (known && known.until > now) found.set(id, known.row);
  }
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length === 0) return found;
  const rows = await db.rows(sql`select ${LANGUAGE_COLUMNS} from ${l} where ${l.id} = any(${missing}::int[])`);
  for (const row of rows) {
    found.set(row.id, row);
    remembered.set(row.id, { row, until: now + REMEMBERED_MS });
  }
  return found;
}

/** What is wrong with the language that a project or a component is to show beside the source; nothing without one. */
export async function secondaryLanguageProblems(id: number | null | undefined): Promise<FieldError[]> {
  if (typeof id !== "number" || (await languagesById([id])).has(id)) return [];
  return [{ path: "secondaryLanguage", code: "does_not_exist", ...worded(refusal("noLanguageId", { id })) }];
}

/**
 * A language that somebody asks for by its code: one that is there, one of the catalogue's spellings, or one that
 * ISO 639 knows, which is made now. @throws NotFound
 */
export async function languageOfCode(code: string): Promise<LanguageRow> {
  const row = await db.one(sql`select ${LANGUAGE_COLUMNS} from ${l} where ${l.code} = ${code}`);
  if (row) return row;
  const clean = inCustomaryCase(cleanLanguageCode(code));
  if (!/^[a-z]{2,3}$/.test(clean) || isoLanguageName(clean) === undefined) return findLanguage(code);
  await inTransaction((tx) => resolveLanguages(tx, [clean], ""));
  return findLanguage(clean);
}

/** `from:to` pairs of a project, as a map; broken pairs are left out (they are refused when the project is saved). */
export function parseAliases(text: string): Map<string, string> {
  const pairs = text.split(",").map((pair) => pair.trim().split(":"));
  return new Map(
    pairs
      .filter((pair) => pair.length === 2 && pair[0] && pair[1])
      .map((pair) => [pair[0] as string, pair[1] as string]),
  );
}

/** What a code of a repository means: the language and its default plural rule. */
export interface MeantLanguage {
  languageId: number;
  pluralId: number;
  code: string;
}

/** Why no language was made for a code: it cannot be a code, or too many languages nobody knows would be made. */
export type CodeRefusal = "malformed" | "too-many";

export interface ResolvedCodes {
  found: Map<string, MeantLanguage>;
  /** Codes that have no language and get none. */
  refused: Map<string, CodeRefusal>;
}

/**
 * The languages that codes of a repository mean, made when they are new. One look-up for all codes. Where two codes
 * mean one language by an alias of the catalogue (`bn` and `bn_BD`), they are two languages: an alias counts where
 * one file alone claims the language. Pairs of the project itself are never taken apart.
 * @param present code in the repository → id of the language it stands for already
 * @param room how many languages may be made that neither the catalogue nor ISO 639 knows
 */
export async function resolveLanguages(
  tx: Tx,
  codes: readonly string[],
  projectAliases: string,
  present: ReadonlyMap<string, number> = new Map(),
  room = Number.POSITIVE_INFINITY,
): Promise<ResolvedCodes> {
  const pluralId = asNumber(sql`(select ${q.id} ${FIRST_PLURAL})`);
  const stored = await tx.rows(sql`select ${pick(l, "id", "code")}, ${named({ pluralId })} from ${l}`);
  const byCode = new Map(stored.map((row) => [row.code, row]));
  const spellings = await tx.rows(sql`
    select ${named({ code: a.code, language: l.code })} from ${a} join ${l} on ${l.id} = ${a.languageId}`);
  const aliases = new Map(spellings.map((row) => [row.code, row.language]));
  const own = parseAliases(projectAliases);
  for (const [from, to] of own) aliases.set(from, to);
  const known = { has: (candidate: string) => byCode.has(candidate) };
  const meanings = codes.map((written): CodeMeaning => {
    const { code, base } = resolveLanguageCode(written, known, aliases);
    return { written, meant: code, base };
  });
  const free = meanings.filter(({ written }) => !own.has(written));
  const isPresent = ({ written, meant }: CodeMeaning) => present.get(written) === byCode.get(meant)?.id;
  const told = separateCodes(free, (meaning) => present.has(meaning.written) && isPresent(meaning));
  const found = new Map<string, MeantLanguage>();
  const refused = new Map<string, CodeRefusal>();
  let left = room;
  for (const meaning of [...meanings.filter(({ written }) => own.has(written)), ...told]) {
    let row = byCode.get(meaning.meant);
    if (!row) {
      const familiar = isFamiliarCode(meaning.meant);
      if (!canBeMade(meaning, own)) {
        refused.set(meaning.written, "malformed");
        continue;
      }
      if (!familiar && left <= 0) {
        refused.set(meaning.written, "too-many");
        continue;
      }
      if (!familiar) left--;
      row = await generateLanguage(tx, meaning.meant, meaning.base);
      byCode.set(row.code, row);
    }
    found.set(meaning.written, { languageId: row.id, pluralId: row.pluralId, code: row.code });
  }
  return { found, refused };
}

/** Whether a language can be made for a code: what a file says must be a code as it stands, unless the project says what it means. */
function canBeMade({ written, meant }: CodeMeaning, own: ReadonlyMap<string, string>): boolean {
  return isWellFormedCode(meant) && isWellFormedCode(own.get(written) ?? written);
}

/** A language nobody knows: name and plurals from its base where there is one. */
async function generateLanguage(
  tx: Tx,
  code: string,
  baseCode?: string,
): Promise<{ id: number; code: string; pluralId: number }> {
  const known = findCatalogueLanguage(code);
  const base = known ?? (baseCode ? findCatalogueLanguage(baseCode) : undefined);
  const plural = base?.plural ?? { number: 2, formula: "n != 1", type: 1, categories: ["one", "other"] };
  const language = findCatalogueLanguage(code.split(/[_@]/)[0] ?? "")?.name;
  const name =
    known?.name ?? languageNameOf(code, language) ?? (base ? `${base.name} (${code})` : `${code} (generated)`);
  const values = { code, name: name.slice(0, 100), nativeName: known?.nativeName, direction: base?.direction ?? "ltr" };
  const made = await tx.one(sql`
    insert into ${l} ${rowOf(l, values)} on conflict (${names(l, "code")}) do update set ${assigned(l, { code })}
    returning ${pick(l, "id")}`);
  const id = made?.id ?? 0;
  const pluralId = await storePlural(tx, id, { ...plural, source: 0 });
  return { id, code, pluralId };
}

/** The id of a plural rule of a language, stored when it is new. */
export async function storePlural(
  tx: Tx,
  languageId: number,
  plural: { number: number; formula: string; source: number; type?: number; categories?: readonly string[] },
): Promise<number> {
  const { number, formula, source } = plural;
  const categories = [...(plural.categories ?? pluralCategories(formula, number))];
  const type = plural.type ?? pluralType(categories, formula);
  const row = await tx.one(sql`
    insert into ${q} ${rowOf(q, { languageId, source, number, formula, type, categories })}
    on conflict (${names(q, "languageId", "source", "number", "formula")}) do update set ${assigned(q, { type })}
    returning ${pick(q, "id")}`);
  return row?.id ?? 0;
}

export interface LanguageInput {
  code: string;
  name: string;
  direction: string;
  population: number;
  plural: { number: number; formula: string };
}

function pluralErrors(plural: { number: number; formula: string }): FieldError[] {
  const problem = validatePlural(plural.number, plural.formula);
  return problem ? [{ path: "plural.formula", code: "invalid", ...worded(problem) }] : [];
}

/** Makes a language. Needs `language.edit`. @throws Invalid for an existing code or a broken formula */
export async function createLanguage(actor: Actor, input: LanguageInput): Promise<LanguageRow> {
  demand(actor, "language.edit");
  const errors = pluralErrors(input.plural);
  if (!/^[A-Za-z0-9_@-]{1,50}$/.test(input.code))
    errors.push({
      path: "code",
      code: "invalid",
      ...worded(refusal("useOnlyLettersDigits")),
    });
  if (errors.length > 0) throw new Invalid(errors);
  await inTransaction(async (tx) => {
    const { code, name, direction, population } = input;
    const row = await tx.one(sql`
      insert into ${l} ${rowOf(l, { code, name, direction, population })}
      on conflict (${names(l, "code")}) do nothing returning ${pick(l, "id")}`);
    if (!row) throw Invalid.field("code", refusal("languageCodeExists", { code: input.code }), "unique");
    await storePlural(tx, row.id, { ...input.plural, source: 0 });
  });
  return findLanguage(input.code);
}

/** Changes a language. Needs `language.edit`. */
export async function updateLanguage(
  actor: Actor,
  code: string,
  input: Partial<Omit<LanguageInput, "code">>,
): Promise<LanguageRow> {
  demand(actor, "language.edit");
  const language = await findLanguage(code);
  const errors = input.plural ? pluralErrors(input.plural) : [];
  if (errors.length > 0) throw new Invalid(errors);
  await inTransaction(async (tx) => {
    const { name = language.name, direction, population, plural } = input;
    await tx.run(sql`update ${l} set ${assigned(l, { name, direction, population })} where ${l.id} = ${language.id}`);
    if (plural && (plural.number !== language.plural.number || plural.formula !== language.plural.formula)) {
      const { number, formula } = plural;
      const categories = [...pluralCategories(formula, number, code)];
      await tx.prisma.plural.updateMany({
        where: { id: language.plural.id },
        data: { number, formula, type: pluralType(categories, formula), categories },
      });
    }
    tx.afterCommit.push(forgetLanguages);
  });
  return findLanguage(code);
}

/** Deletes a language nothing uses. Needs `language.edit`. @throws Conflict when translations or components use it */
export async function removeLanguage(actor: Actor, code: string): Promise<void> {
  demand(actor, "language.edit");
  const language = await findLanguage(code);
  const [translation, component] = await Promise.all([
    db.prisma.translation.findFirst({ where: { languageId: language.id }, select: { id: true } }),
    db.prisma.component.findFirst({ where: { sourceLanguageId: language.id }, select: { id: true } }),
  ]);
  if (translation || component) throw new Conflict(refusal("languageUsedTranslations", { code }));
  await db.run(sql`delete from ${l} where ${l.id} = ${language.id}`);
  forgetLanguages();
}
