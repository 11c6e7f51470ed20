import { translations } from "@/lib/generated/tables";
import { inTransaction, rawSql, sql } from "@/lib/platform/database";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { findComponent } from "../components/components";
import { NotFound } from "../errors";
import { findTranslation } from "../translations/translations";
import { findUnitPlace, type TranslationAddress } from "../units/unit-place";
import { listUnits, listUnitsAt, type UnitRow, unitsById } from "../units/units";
import type { Window } from "../window";
import { readSearch } from "./condition";
import { foundUnits } from "./find-units";
import { readySearch } from "./ready-search";
import { type Reading, runSearch, searchError } from "./run-search";

const t = translations.as("t");

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
  const { costly, tree } = readSearch(query);
  if (query.trim() === "")
    return at ? ((await listUnitsAt(actor, at, window)) ?? missing(actor, at)) : listUnits(actor, window);
  const place = at && ((await findUnitPlace(actor, at)) ?? (await missing(actor, at)));
  const where = place ? sql`${t.id} = ${place.translationId}` : sql`true`;
  const find = async (on: Reading) => foundUnits(on, await readySearch(on, actor, tree, where), window);
  // Everywhere there is no end of the strings to read, whatever the search asks.
  const { ids, count } = await (place && !costly ? withinTime(find) : runSearch(actor, find));
  if (ids.length === 0) return { rows: [], count };
  return { rows: await unitsById(actor, ids), count };
}

/** Tells what of an address is missing: the component or its language. */
async function missing(actor: Actor, at: TranslationAddress): Promise<never> {
  await findTranslation(actor, await findComponent(actor, at), at.languageCode);
  throw new NotFound(refusal("translationMissing"));
}
