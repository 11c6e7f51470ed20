import { sql } from "@/lib/platform/database";
import type { Actor } from "../access/actor";
import { placeCondition } from "../translations/place-condition";
import type { PathObject } from "../translations/resolve-path";
import { type UnitRow, unitsById } from "../units/units";
import type { Window } from "../window";
import { readSearch } from "./condition";
import { foundUnits, readsTexts } from "./find-units";
import { countedIn, firstOf, readySearch } from "./ready-search";
import { runSearch } from "./run-search";

/** Strings of all projects, or of a place, for a page: first ones at once, and how many there are as far as that is told at once. */

/** Pages count no further, unless the counters know. */
export const MOST_COUNTED = 10_000;
/** Strings whose texts are read one by one, where no index knows what is looked for, before somebody asks for all of them. */
export const FIRST_READ = 100_000;
/** Where all are read, less is enough to say "very many". */
const MOST_READ_AND_COUNTED = 1000;

export interface FoundStrings {
  rows: UnitRow[];
  count: number;
  /** Whether there are more than `count`. */
  more: boolean;
  /** How many strings were looked at, and how many there are, where looking at the others may find more. */
  part?: { strings: number; all: number };
}

/**
 * Strings the actor may know of that fit a search, by id. Of very many strings whose texts have to be read one by one the first
 * ones are looked at.
 * @param where the place; everywhere when left out. `whole` looks at all strings, however long it takes
 * @throws Invalid on `q` for a search that cannot be understood or takes too long; Busy
 */
export async function searchStrings(
  actor: Actor,
  query: string,
  window: Window,
  { place, whole = false }: { place?: PathObject | undefined; whole?: boolean } = {},
): Promise<FoundStrings> {
  const { tree } = readSearch(query);
  const { ids, count, most, part } = await runSearch(actor, async (on) => {
    const ready = await readySearch(on, actor, tree, place ? placeCondition(place) : sql`true`);
    const reads = readsTexts(ready);
    const asked = reads && !whole ? firstOf(ready, FIRST_READ) : ready;
    const [strings, all] = [countedIn(asked.translations), countedIn(ready.translations)];
    const most = reads && whole ? MOST_READ_AND_COUNTED : MOST_COUNTED;
    const found = await foundUnits(on, asked, window, most + 1);
    return {
      ...found,
      most: ready.count === undefined ? most : Number.POSITIVE_INFINITY,
      part: strings < all ? { strings, all } : undefined,
    };
  });
  const rows = ids.length === 0 ? [] : await unitsById(actor, ids);
  const more = count > most;
  return { rows, count: Math.min(count, most), more, ...(part && !more && { part }) };
}
