import { sql } from "@/lib/platform/database";
import type { Actor } from "../access/actor";
import { placeCondition } from "../translations/place-condition";
import type { PathObject } from "../translations/resolve-path";
import { type UnitRow, unitsById } from "../units/units";
import type { Window } from "../window";
import { readSearch } from "./condition";
import { foundUnits, readsTexts, readySearch } from "./find-units";
import { runSearch } from "./run-search";

/** Strings of all projects, or of a place, for a page: first ones at once, and how many there are as far as that is told at once. */

/** Pages count no further, unless the counters know. */
export const MOST_COUNTED = 10_000;
/** Where texts are read one by one, less is enough to say "very many". */
const MOST_READ_AND_COUNTED = 1000;

export interface FoundStrings {
  rows: UnitRow[];
  count: number;
  /** Whether there are more than `count`. */
  more: boolean;
}

/**
 * Strings the actor may know of that fit a search, by id.
 * @param place where they are; everywhere when left out
 * @throws Invalid on `q` for a search that cannot be understood or takes too long; Busy
 */
export async function searchStrings(
  actor: Actor,
  query: string,
  window: Window,
  place?: PathObject,
): Promise<FoundStrings> {
  const { tree } = readSearch(query);
  const { ids, count, most } = await runSearch(actor, async (on) => {
    const ready = await readySearch(on, actor, tree, place ? placeCondition(place) : sql`true`);
    const most = readsTexts(ready) ? MOST_READ_AND_COUNTED : MOST_COUNTED;
    const found = await foundUnits(on, ready, window, most + 1);
    return { ...found, most: ready.count === undefined ? most : Number.POSITIVE_INFINITY };
  });
  return {
    rows: ids.length === 0 ? [] : await unitsById(actor, ids),
    count: Math.min(count, most),
    more: count > most,
  };
}
