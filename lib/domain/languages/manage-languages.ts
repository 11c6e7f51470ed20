import { components, languageAliases, languages, plurals, translations } from "@/lib/generated/tables";
import { combined, eachRow, named, names, pick, unnest } from "@/lib/platform/columns";
import { db, inTransaction, joinSql, type SelectedRow, type Sql, sql } from "@/lib/platform/database";
import { asNumber, asTexts, counted } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { Invalid } from "../errors";
import { refuseStale } from "../stale";
import { walked } from "../window";
import { createLanguage, findLanguage, forgetLanguages, type LanguageInput, updateLanguage } from "./languages";
import { namedLanguage, type TypedLanguage } from "./named-language";

/** Languages as those see them who look after the catalogue. */

export const LANGUAGE_KINDS = ["used", "unused", "added"] as const;
export type LanguageKind = (typeof LANGUAGE_KINDS)[number];

const [l, a, q] = [languages.as("l"), languageAliases.as("a"), plurals.as("q")];
const [t, c] = [translations.as("t"), components.as("c")];

const USED = sql`
  (exists (select from ${t} where ${t.languageId} = ${l.id}) or exists (select from ${c} where ${c.sourceLanguageId} = ${l.id}))`;

const NUMBERS = {
  forms: asNumber(sql`(select ${q.number} from ${q} where ${q.languageId} = ${l.id} order by ${q.source} limit 1)`),
  translations: asNumber(sql`(select count(*) from ${t} where ${t.languageId} = ${l.id})`),
  sources: asNumber(sql`(select count(*) from ${c} where ${c.sourceLanguageId} = ${l.id})`),
};

const LINE = combined(
  pick(l, "id", "code", "name", "direction", "builtin"),
  named({
    aliases: asTexts(sql`array(select ${a.code} from ${a} where ${a.languageId} = ${l.id} order by ${a.code})`),
    ...NUMBERS,
  }),
);

export type ManagedLanguage = SelectedRow<typeof LINE>;

const KINDS: Readonly<Record<LanguageKind, Sql>> = {
  used: USED,
  unused: sql`not ${USED}`,
  added: sql`not ${l.builtin}`,
};

/** What languages can be ordered by. */
export const LANGUAGE_ORDERS = ["code", "forms", "sources", "translations"] as const;
export type LanguageOrder = (typeof LANGUAGE_ORDERS)[number];

/** Codes begin at their start, numbers with the most. */
export const languagesGoDown = (order: LanguageOrder): boolean => order !== "code";

export interface ManagedQuery extends Partial<TypedLanguage> {
  words: string;
  kind?: LanguageKind;
  order?: LanguageOrder;
  down?: boolean;
  /** `next` of the page before; anything else is the beginning. */
  after?: string;
  limit: number;
}

/** Languages by code or by a number, with how often they are used. Needs `language.edit`. */
export async function listManagedLanguages(
  actor: Actor,
  { words, codes = [], kind, order = "code", down = languagesGoDown(order), after, limit }: ManagedQuery,
): Promise<{ rows: ManagedLanguage[]; count: number; next: string | undefined }> {
  demand(actor, "language.edit");
  const where = joinSql([namedLanguage(l, { words, codes }), ...(kind ? [KINDS[kind]] : [])], " and ");
  const value = order === "code" ? l.code : sql`coalesce(${NUMBERS[order]}, 0)::bigint`;
  const keys = walked(value, l.id, { numbers: order !== "code", down, after });
  const [found, all] = await Promise.all([
    db.rows(sql`
      select ${combined(LINE, named({ place: keys.place }))} from ${l} where ${where} and ${keys.behind}
      order by ${keys.sorted} limit ${limit + 1}`),
    db.one(sql`select ${counted} from ${l} where ${where}`),
  ]);
  const rows = found.slice(0, limit);
  return { rows, count: all?.count ?? 0, next: found.length > limit ? rows.at(-1)?.place : undefined };
}

/** One of them. Needs `language.edit`. @throws NotFound */
export async function managedLanguage(actor: Actor, code: string): Promise<ManagedLanguage> {
  demand(actor, "language.edit");
  const { id } = await findLanguage(code);
  const row = await db.one(sql`select ${LINE} from ${l} where ${l.id} = ${id}`);
  if (!row) throw new Error("The language has gone.");
  return row;
}

/** What a form says of a language. */
export interface LanguageForm {
  name: string;
  direction: string;
  population: number;
  number: number;
  formula: string;
  /** Other codes, separated by blanks or commas. */
  aliases: string;
}

const FIELDS = ["name", "direction", "population", "number", "formula", "aliases"] as const;

const listed = (aliases: string): string[] => [...new Set(aliases.split(/[\s,]+/).filter(Boolean))];

/** A language as a form shows it. Needs `language.edit`. @throws NotFound */
export async function languageForm(actor: Actor, code: string): Promise<LanguageForm> {
  demand(actor, "language.edit");
  const { name, direction, population, plural, aliases } = await findLanguage(code);
  const { number, formula } = plural;
  return { name, direction, population, number, formula, aliases: aliases.join(" ") };
}

const inputOf = ({ name, direction, population, number, formula }: LanguageForm): Omit<LanguageInput, "code"> => ({
  ...{ name: name.trim(), direction, population },
  plural: { number, formula: formula.trim() },
});

function demandSound(form: LanguageForm): void {
  if (!form.name.trim()) throw Invalid.field("name", refusal("enterName"), "blank");
  if (form.population < 0) throw Invalid.field("population", refusal("enterZeroOrMore"));
  const odd = listed(form.aliases).find((alias) => !/^[A-Za-z0-9_@-]{1,50}$/.test(alias));
  if (odd !== undefined) throw Invalid.field("aliases", refusal("noCodeLanguage", { odd: odd.slice(0, 50) }));
}

/** Adds a language with its other codes. Needs `language.edit`. @throws Invalid */
export async function addManagedLanguage(actor: Actor, code: string, form: LanguageForm): Promise<void> {
  demand(actor, "language.edit");
  demandSound(form);
  await demandFree(listed(form.aliases), code);
  await createLanguage(actor, { code, ...inputOf(form) });
  await storeAliases(code, listed(form.aliases));
}

/**
 * Changes a language and its other codes. Needs `language.edit`.
 * @param seen what the form showed
 * @throws Invalid; NotFound
 */
export async function changeManagedLanguage(
  actor: Actor,
  code: string,
  form: LanguageForm,
  seen: LanguageForm,
): Promise<void> {
  const now = await languageForm(actor, code);
  demandSound(form);
  const next = { ...form, aliases: listed(form.aliases).toSorted().join(" ") };
  refuseStale(FIELDS, { seen, now: { ...now, aliases: listed(now.aliases).toSorted().join(" ") }, next });
  await demandFree(listed(form.aliases), code);
  await updateLanguage(actor, code, inputOf(form));
  await storeAliases(code, listed(form.aliases));
}

/** A code names one language only. @throws Invalid on `aliases` */
async function demandFree(aliases: readonly string[], code: string): Promise<void> {
  const taken = await db.one(sql`
    select ${pick(l, "code", "name")} from ${l} left join ${a} on ${a.languageId} = ${l.id}
    where (${l.code} = any(${aliases}::text[])) or (${l.code} <> ${code} and ${a.code} = any(${aliases}::text[])) limit 1`);
  if (taken) throw Invalid.field("aliases", refusal("theseCodes", { taken: taken.name, code: taken.code }), "unique");
}

async function storeAliases(code: string, aliases: readonly string[]): Promise<void> {
  const { id } = await findLanguage(code);
  await inTransaction(async (tx) => {
    await tx.run(sql`delete from ${languageAliases} where ${languageAliases.languageId} = ${id}`);
    const n = unnest("n", { code: a.code }, { code: aliases });
    await tx.run(sql`
      insert into ${languageAliases} ${eachRow(languageAliases, { code: n.code, languageId: sql`${id}::int` })} from ${n}
      on conflict (${names(languageAliases, "code")}) do nothing`);
    tx.afterCommit.push(forgetLanguages);
  });
}
