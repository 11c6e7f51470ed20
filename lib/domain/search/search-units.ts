import { inTransaction, joinSql, rawSql, type Sql, sql } from "@/lib/platform/database";
import type { Actor } from "../access/actor";
import { visibleComponents } from "../access/demand";
import { findComponent } from "../components/components";
import { Invalid, NotFound } from "../errors";
import { findTranslation } from "../translations/translations";
import { findUnitPlace, type TranslationAddress } from "../units/unit-place";
import { listUnits, listUnitsAt, UNIT_FROM, type UnitRow, unitsById } from "../units/units";
import { pageSql, type Window } from "../window";
import { searchCondition } from "./condition";

/** How long a search may keep the database busy. */
const LONGEST_MS = 10_000;

/** What PostgreSQL calls a statement that ran out of time, and an expression it cannot read. */
const CANCELLED = "57014";
const BAD_EXPRESSION = "2201B";

/**
 * Runs a part of a search within the time a search may take.
 * @throws Invalid on `q` when it takes longer, or when the database cannot read a regular expression
 */
export async function withinTime<T>(work: Parameters<typeof inTransaction<T>>[0]): Promise<T> {
  try {
    return await inTransaction(async (tx) => {
      await tx.run(rawSql(`set local statement_timeout = ${LONGEST_MS}`));
      return work(tx);
    });
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === CANCELLED)
      throw Invalid.field("q", "The search takes too long. Narrow it, for example by project: or language:.");
    if (code === BAD_EXPRESSION)
      throw Invalid.field("q", `A regular expression cannot be read: ${(error as Error).message.slice(0, 200)}.`);
    throw error;
  }
}

/** Ids of units that fit, by id, and how many fit in all. */
async function matching(where: Sql, window: Window): Promise<{ ids: number[]; count: number }> {
  return withinTime(async (tx) => {
    const rows = await tx.rows<{ id: number }>(
      sql`select u.id ${UNIT_FROM} where ${where} order by u.id ${pageSql(window)}`,
    );
    // A first page that is not full has told how many there are.
    if (window.offset === 0 && rows.length < window.limit)
      return { ids: rows.map((row) => row.id), count: rows.length };
    const counted = await tx.one<{ count: number }>(sql`select count(*)::int as count ${UNIT_FROM} where ${where}`);
    return { ids: rows.map((row) => row.id), count: counted?.count ?? 0 };
  });
}

/**
 * Units the actor may know of that fit a search, by id.
 * @param at the translation to search in; everywhere without
 * @throws NotFound when there is no such translation; Invalid on `q` for a search that cannot be understood or takes too long
 */
export async function searchUnits(
  actor: Actor,
  query: string,
  window: Window,
  at?: TranslationAddress,
): Promise<{ rows: UnitRow[]; count: number }> {
  const condition = searchCondition(query);
  if (query.trim() === "")
    return at ? ((await listUnitsAt(actor, at, window)) ?? missing(actor, at)) : listUnits(actor, window);
  const place = at && ((await findUnitPlace(actor, at)) ?? (await missing(actor, at)));
  const parts = [visibleComponents(actor), condition];
  if (place) parts.push(sql`u.translation_id = ${place.translationId}`);
  const { ids, count } = await matching(joinSql(parts, " and "), window);
  if (ids.length === 0) return { rows: [], count };
  return { rows: await unitsById(actor, ids), count };
}

/** Tells what of an address is missing: the component or its language. */
async function missing(actor: Actor, at: TranslationAddress): Promise<never> {
  await findTranslation(actor, await findComponent(actor, at), at.languageCode);
  throw new NotFound("There is no such translation.");
}
