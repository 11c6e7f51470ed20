import { units } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { inTransaction, joinSql, rawSql, type Sql, sql } from "@/lib/platform/database";
import { counted } from "@/lib/platform/expressions";
import type { Actor } from "../access/actor";
import { visibleComponents } from "../access/demand";
import { findComponent } from "../components/components";
import { NotFound } from "../errors";
import { findTranslation } from "../translations/translations";
import { findUnitPlace, type TranslationAddress } from "../units/unit-place";
import { listUnits, listUnitsAt, UNIT_FROM, type UnitRow, unitsById } from "../units/units";
import { pageSql, type Window } from "../window";
import { readSearch } from "./condition";
import { type Reading, runSearch, searchError } from "./run-search";

const u = units.as("u");

/** How long a look-up may keep the database busy. */
const LONGEST_MS = 10_000;

/**
 * Runs a look-up that is no search of anybody within a time.
 * @throws Invalid on `q` when it takes longer
 */
export async function withinTime<T>(work: Parameters<typeof inTransaction<T>>[0]): Promise<T> {
  try {
    return await inTransaction(async (tx) => {
      await tx.run(rawSql(`set local statement_timeout = ${LONGEST_MS}`));
      return work(tx);
    });
  } catch (error) {
    throw searchError(error);
  }
}

/** Ids of units that match, by id, and how many match in all. */
async function matching(on: Reading, where: Sql, window: Window): Promise<{ ids: number[]; count: number }> {
  const rows = await on.rows(
    sql`select ${pick(u, "id")} ${UNIT_FROM} where ${where} order by ${u.id} ${pageSql(window)}`,
  );
  // A first page that is not full has told how many there are.
  if (window.offset === 0 && rows.length < window.limit) return { ids: rows.map((row) => row.id), count: rows.length };
  const all = await on.one(sql`select ${counted} ${UNIT_FROM} where ${where}`);
  return { ids: rows.map((row) => row.id), count: all?.count ?? 0 };
}

/**
 * Units the actor may know of that fit a search, by id.
 * @param at the translation to search in; everywhere without
 * @throws NotFound when there is no such translation; Invalid on `q` for a search that cannot be understood or takes too long; Busy
 */
export async function searchUnits(
  actor: Actor,
  query: string,
  window: Window,
  at?: TranslationAddress,
): Promise<{ rows: UnitRow[]; count: number }> {
  const { condition, costly } = readSearch(query);
  if (query.trim() === "")
    return at ? ((await listUnitsAt(actor, at, window)) ?? missing(actor, at)) : listUnits(actor, window);
  const place = at && ((await findUnitPlace(actor, at)) ?? (await missing(actor, at)));
  const parts = [visibleComponents(actor), condition];
  if (place) parts.push(sql`${u.translationId} = ${place.translationId}`);
  // Everywhere there is no end of the strings to read, whatever the search asks.
  const where = joinSql(parts, " and ");
  const { ids, count } = await (place && !costly
    ? withinTime((tx) => matching(tx, where, window))
    : runSearch(actor, (on) => matching(on, where, window)));
  if (ids.length === 0) return { rows: [], count };
  return { rows: await unitsById(actor, ids), count };
}

/** Tells what of an address is missing: the component or its language. */
async function missing(actor: Actor, at: TranslationAddress): Promise<never> {
  await findTranslation(actor, await findComponent(actor, at), at.languageCode);
  throw new NotFound("This translation does not exist.");
}
