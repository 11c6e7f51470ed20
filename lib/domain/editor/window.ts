import { sourceUnits, units } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { joinSql, type Sql, sql } from "@/lib/platform/database";
import { anyOf, counted } from "@/lib/platform/expressions";
import { idHashOf } from "@/lib/text/hash";
import { NAMED_FILTERS } from "@/lib/text/search-query/fields";
import type { Actor } from "../access/actor";
import { visibleComponents } from "../access/demand";
import { readSearch, type Search } from "../search/condition";
import { type Reading, runSearch } from "../search/run-search";
import { withinTime } from "../search/search-units";
import type { TranslationRow } from "../translations/translations";
import { UNIT_FROM } from "../units/units";
import { type EditorUnit, selectEditorUnits } from "./unit";

const [u, s] = [units.as("u"), sourceUnits.as("s")];

/** Place of a string in its translation; strings come in this order. */
export interface ListPosition {
  position: number;
  id: number;
}

/** Where in the list a window is wanted. */
export type WindowRequest =
  /** The n-th string of the list, from 0; one beyond the end is the last. */
  | { at: "offset"; offset: number }
  /** A string by its checksum, whether the search finds it or not. */
  | { at: "checksum"; checksum: string }
  /** The string that follows this one in the list. */
  | { at: "after"; checksum: string }
  /** More of the list, on from a place. */
  | { at: "later" | "earlier"; place: ListPosition };

/** A piece of a list of strings. */
export interface UnitWindow {
  units: EditorUnit[];
  /** Place in the list of the first of `units`, from 0; undefined when more was asked for. */
  first: number | undefined;
  /** Strings in the list; undefined when more was asked for. */
  total: number | undefined;
  /** The string asked for; undefined when there is none there. */
  cursor: number | undefined;
  /** The string asked for when the search does not find it: it stands in `units` at its place all the same. */
  outside: number | undefined;
}

/** Strings that one request brings: some behind the cursor, most ahead. */
export const WINDOW = { before: 20, ahead: 80 } as const;

const FORWARD = sql`order by ${u.position}, ${u.id}`;
const BACKWARD = sql`order by ${u.position} desc, ${u.id} desc`;
const from = (place: ListPosition) => sql`(${u.position}, ${u.id}) >= (${place.position}, ${place.id})`;
const after = (place: ListPosition) => sql`(${u.position}, ${u.id}) > (${place.position}, ${place.id})`;
const before = (place: ListPosition) => sql`(${u.position}, ${u.id}) < (${place.position}, ${place.id})`;

/** Counts and finds places in one list; every statement is bounded in time because the search is anybody's. */
class List {
  constructor(
    private readonly actor: Actor,
    private readonly translation: TranslationRow,
    readonly search: Sql | undefined,
    /** Where a costly search runs. */
    private readonly on: Reading | undefined,
  ) {}

  private one<T extends object>(statement: Sql<T>): Promise<T | undefined> {
    return this.on ? this.on.one(statement) : withinTime((tx) => tx.one(statement));
  }

  private conditions(search: boolean): Sql[] {
    const all = [visibleComponents(this.actor), sql`${u.translationId} = ${this.translation.id}`];
    return search && this.search ? [...all, this.search] : all;
  }

  async count(...where: Sql[]): Promise<number> {
    const all = joinSql([...this.conditions(true), ...where], " and ");
    const row = await this.one(sql`select ${counted} ${UNIT_FROM} where ${all}`);
    return row?.count ?? 0;
  }

  async place(where: readonly Sql[], tail: Sql, search = true): Promise<ListPosition | undefined> {
    const all = joinSql([...this.conditions(search), ...where], " and ");
    return this.one(sql`select ${pick(u, "position", "id")} ${UNIT_FROM} where ${all} ${tail} limit 1`);
  }

  async byChecksum(checksum: string): Promise<ListPosition | undefined> {
    const hash = idHashOf(checksum);
    if (hash === undefined) return undefined;
    return this.place([sql`${s.idHash} = ${hash.toString()}::bigint`], sql``, false);
  }

  units(where: Sql, backward: boolean, limit: number): Promise<EditorUnit[]> {
    const conditions = this.search ? [where, this.search] : [where];
    const order = backward ? BACKWARD : FORWARD;
    return selectEditorUnits(this.actor, this.translation, conditions, sql`${order} limit ${limit}`, this.on);
  }

  async single(id: number): Promise<EditorUnit | undefined> {
    return (await selectEditorUnits(this.actor, this.translation, [sql`${u.id} = ${id}`], sql`limit 1`, this.on))[0];
  }
}

const NOTHING: UnitWindow = { units: [], first: 0, total: 0, cursor: undefined, outside: undefined };

/**
 * Strings around a place of a list: of a whole translation, or of those a search finds. At most 100 at once.
 * @param query a search, or the name of a filter
 * @throws Invalid on `q` for a search that cannot be understood or takes too long; Busy
 */
export async function loadWindow(
  actor: Actor,
  translation: TranslationRow,
  query: string,
  ask: WindowRequest,
): Promise<UnitWindow> {
  const search = searchOf(query);
  const load = (on?: Reading) => windowOf(new List(actor, translation, search?.condition, on), ask);
  return search?.costly ? runSearch(actor, load) : load();
}

/**
 * The search of an address: a named filter (`todo`) or a query. A word that is also a filter is searched for in quotes.
 * @throws Invalid on `q` for a query that cannot be understood
 */
function searchOf(query: string): Search | undefined {
  const text = (NAMED_FILTERS.get(query.trim()) ?? query).trim();
  return text === "" ? undefined : readSearch(text);
}

async function pivotOf(list: List, ask: WindowRequest): Promise<ListPosition | undefined> {
  if (ask.at === "offset") {
    const offset = Math.max(0, Math.floor(ask.offset));
    return (await list.place([], sql`${FORWARD} offset ${offset}`)) ?? list.place([], BACKWARD);
  }
  if (ask.at === "checksum") return list.byChecksum(ask.checksum);
  if (ask.at === "after") {
    const previous = await list.byChecksum(ask.checksum);
    return previous && list.place([after(previous)], FORWARD);
  }
  return ask.place;
}

async function windowOf(list: List, ask: WindowRequest): Promise<UnitWindow> {
  const size = WINDOW.before + WINDOW.ahead;
  if (ask.at === "later" || ask.at === "earlier") {
    const earlier = ask.at === "earlier";
    const units = await list.units(earlier ? before(ask.place) : after(ask.place), earlier, size);
    return {
      units: earlier ? units.reverse() : units,
      first: undefined,
      total: undefined,
      cursor: undefined,
      outside: undefined,
    };
  }
  const pivot = await pivotOf(list, ask);
  if (!pivot) return { ...NOTHING, total: await list.count() };
  const [ahead, behind, first, total] = await Promise.all([
    list.units(from(pivot), false, WINDOW.ahead),
    list.units(before(pivot), true, WINDOW.before),
    list.count(before(pivot)),
    list.count(),
  ]);
  const found = ahead[0]?.id === pivot.id;
  const stray = found ? undefined : await list.single(pivot.id);
  return {
    units: [...behind.reverse(), ...(stray ? [stray] : []), ...ahead],
    first: first - behind.length,
    total: total + (stray ? 1 : 0),
    cursor: pivot.id,
    outside: stray?.id,
  };
}

/** Strings of a translation by their ids, in no order; those that are not there are left out. At most 100. */
export async function findEditorUnits(
  actor: Actor,
  translation: TranslationRow,
  ids: readonly number[],
): Promise<EditorUnit[]> {
  const wanted = ids.slice(0, WINDOW.before + WINDOW.ahead);
  return wanted.length === 0 ? [] : selectEditorUnits(actor, translation, [anyOf(u.id, wanted)], sql``);
}

/** One string of a translation for the editor; undefined when it is not there. */
export async function findEditorUnit(
  actor: Actor,
  translation: TranslationRow,
  id: number,
): Promise<EditorUnit | undefined> {
  return (await selectEditorUnits(actor, translation, [sql`${u.id} = ${id}`], sql`limit 1`))[0];
}
