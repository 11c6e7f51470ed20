import { sourceUnits, units } from "@/lib/generated/tables";
import { named, pick, Typed, typeOf, unnest } from "@/lib/platform/columns";
import { db, joinSql, type Sql, sql } from "@/lib/platform/database";
import { anyOf, asNumbers, counted, TYPE } from "@/lib/platform/expressions";
import { idHashOf } from "@/lib/text/hash";
import { NAMED_FILTERS } from "@/lib/text/search-query/fields";
import type { Actor } from "../access/actor";
import { alternativesOf, type Condition, conditionOf, fromOf, readSearch, type Search } from "../search/condition";
import { countsOf, inTranslations, stringsOf } from "../search/find-units";
import { countedStrings, countsTold } from "../search/ready-search";
import { type Reading, runSearch } from "../search/run-search";
import { withinTime } from "../search/search-units";
import type { TranslationRow } from "../translations/translations";
import { UNIT_FROM } from "../units/units";
import { type ListedTranslation, type PlaceOfStrings, translationsIn } from "./place";
import { type EditorUnit, selectEditorUnits } from "./unit";

const [u, s] = [units.as("u"), sourceUnits.as("s")];

/** Where in the list a window is wanted. */
export type WindowRequest =
  /** The n-th string of the list, from 0; one beyond the end is the last. */
  | { at: "offset"; offset: number }
  /** A string, whether the search finds it or not; by its checksum where the list is one translation. */
  | { at: "string"; string: StringName }
  /** The string that follows this one in the list. */
  | { at: "after"; string: StringName };

export type StringName = { checksum: string } | { id: number };

/** A piece of a list of strings. */
export interface UnitWindow {
  units: EditorUnit[];
  /** Place in the list of the first of `units`, from 0. */
  first: number;
  /** Strings in the list. */
  total: number;
  /** The string asked for; undefined when there is none there. */
  cursor: number | undefined;
  /** The string asked for when the search does not find it: it stands in `units` at its place all the same. */
  outside: number | undefined;
}

/** Ids of a list, in order. */
export interface ListOfIds {
  /** Place of the first one in the list, from 0. */
  first: number;
  total: number;
  ids: number[];
}

/** Strings that one request brings: some behind the cursor, most ahead. */
export const WINDOW = { before: 20, ahead: 80 } as const;

/** How many strings a window has before the one asked for, and from it on. */
export interface WindowSize {
  before: number;
  ahead: number;
}

/** Ids that one request brings. */
export const MOST_LISTED = 100_000;

/** Where in its list a string stands. */
interface Pivot {
  id: number;
  translationId: number;
  position: number;
}

const SLICE = { translationId: u.translationId, skipped: TYPE.number, wanted: TYPE.number };

/** Strings that fulfil something, behind `select`. @param asked what a search asks of them; undefined for nothing */
function fromWhere(asked: Condition | undefined, ...where: Sql[]): Sql {
  if (asked === undefined) return sql`from ${u} where ${joinSql(where, " and ")}`;
  return sql`${fromOf(asked)} where ${joinSql([...where, asked.sql], " and ")}`;
}

/** So many strings that are found are looked up at once. */
const FEW = 3000;

/** Strings of a translation in their order. */
interface FewStrings {
  ids: number[];
  positions: number[];
}

/** Of fewer strings than one in so many, all that are found are looked up; of more, the list is walked along. */
const SPARSE = 20;

/** Strings of one list: counts them and finds places; every statement of a search is bounded in time, as that is anybody's. */
export class List {
  constructor(
    /** In the order of the list; that they may be seen has been asked. */
    private readonly translations: readonly ListedTranslation[],
    private readonly search: Search | undefined,
    /** Where a costly search runs. */
    private readonly on: Reading | undefined,
  ) {}

  private found: Promise<ReadonlyMap<number, FewStrings> | undefined> | undefined;

  rows<T extends object>(statement: Sql<T>): Promise<T[]> {
    if (this.on) return this.on.rows(statement);
    return this.search ? withinTime((tx) => tx.rows(statement)) : db.rows(statement);
  }

  /** Its translations, in order. */
  get ids(): number[] {
    return this.translations.map(({ id }) => id);
  }

  /** What its search asks of a string. */
  get condition(): Sql {
    return this.search?.condition ?? sql`true`;
  }

  /** What its search asks, of strings in a scope; undefined for nothing. @param sparse whether few are found there */
  private asked(scope: Sql, sparse: boolean): Condition | undefined {
    return this.search && conditionOf(this.search.tree, sparse ? scope : undefined);
  }

  /** How many strings of the list each translation has; they are counted already unless something is searched for. */
  async sizes(): Promise<ListedTranslation[]> {
    if (this.search === undefined) return [...this.translations];
    const few = await this.few();
    const found = few
      ? new Map([...few].map(([id, { ids }]) => [id, ids.length]))
      : ((await countsTold(this.reading, this.ids, this.search.tree)) ??
        (await countsOf(this.reading, this.ids, alternativesOf(this.search.tree))));
    return this.translations.map(({ id }) => ({ id, total: found.get(id) ?? 0 }));
  }

  /** All strings that are found, by translation and in order, where an index finds them and they are few: once for all. */
  private few(): Promise<ReadonlyMap<number, FewStrings> | undefined> {
    this.found ??= this.lookUp();
    return this.found;
  }

  private async lookUp(): Promise<ReadonlyMap<number, FewStrings> | undefined> {
    if (!this.search || countedStrings(this.search.tree)) return undefined;
    const scope = inTranslations(this.ids, true);
    const parts = alternativesOf(this.search.tree, scope);
    if (!parts.every(({ indexed }) => indexed)) return undefined;
    const rows = await this.inOrder(
      stringsOf(parts, scope, { most: FEW + 1, columns: sql`${u.id}, ${u.translationId}, ${u.position}` }),
    );
    if (rows.reduce((sum, { ids }) => sum + ids.length, 0) > FEW) return undefined;
    return new Map(rows.map(({ translationId, ...strings }) => [translationId, strings]));
  }

  private inOrder(foundStrings: Sql) {
    const ordered = (column: Sql) => sql`array_agg(${column} order by ${u.position}, ${u.id})`;
    return this.rows(sql`
      select ${pick(u, "translationId")}, ${named({
        ids: new Typed<number[]>(ordered(u.id), typeOf("int8[]")),
        positions: asNumbers(ordered(u.position)),
      })} from (${foundStrings}) as u group by ${u.translationId}`);
  }

  /** Where all statements run. */
  private get reading(): Reading {
    return (
      this.on ?? {
        rows: (statement) => this.rows(statement),
        one: async (statement) => (await this.rows(statement))[0],
      }
    );
  }

  async find(name: StringName): Promise<Pivot | undefined> {
    const hash = "checksum" in name ? idHashOf(name.checksum) : undefined;
    if ("checksum" in name && hash === undefined) return undefined;
    const which = "id" in name ? sql`${u.id} = ${name.id}` : sql`${s.idHash} = ${String(hash)}::bigint`;
    const [found] = await this.rows(sql`
      select ${pick(u, "id", "translationId", "position")} ${UNIT_FROM}
      where ${which} and ${anyOf(u.translationId, this.ids)} order by ${u.id} limit 1`);
    return found;
  }

  /** How many strings of the list stand before one in its translation. */
  async before({ translationId, position, id }: Pivot): Promise<number> {
    const few = await this.few();
    if (few) {
      const { ids, positions } = few.get(translationId) ?? { ids: [], positions: [] };
      const behind = positions.findIndex((at, n) => at > position || (at === position && (ids[n] ?? 0) >= id));
      return behind < 0 ? ids.length : behind;
    }
    const scope = sql`${u.translationId} = ${translationId}`;
    const [row] = await this.rows(sql`
      select ${counted}
      ${fromWhere(this.asked(scope, true), scope, sql`(${u.position}, ${u.id}) < (${position}, ${id})`)}`);
    return row?.count ?? 0;
  }

  /** Whether few of the strings of a translation are found. */
  private isSparse(sizes: readonly ListedTranslation[], id: number): boolean {
    const of = (list: readonly ListedTranslation[]) => list.find((one) => one.id === id)?.total ?? 0;
    return of(sizes) * SPARSE < of(this.translations);
  }

  /** Ids from a place of the list on. */
  async slice(sizes: readonly ListedTranslation[], from: number, wanted: number): Promise<number[]> {
    const parts = slicesOf(sizes, from, wanted);
    const [only] = parts;
    if (!only) return [];
    const few = await this.found;
    if (few)
      return parts.flatMap(({ translationId, skipped, wanted }) =>
        (few.get(translationId)?.ids ?? []).slice(skipped, skipped + wanted),
      );
    if (parts.length === 1) {
      const scope = sql`${u.translationId} = ${only.translationId}`;
      const rows = await this.rows(sql`
        select ${pick(u, "id")} ${fromWhere(this.asked(scope, this.isSparse(sizes, only.translationId)), scope)}
        order by ${u.position}, ${u.id} offset ${only.skipped} limit ${only.wanted}`);
      return rows.map(({ id }) => id);
    }
    const o = unnest("o", SLICE, parts);
    const rows = await this.rows(sql`
      select ${pick(u, "id")} from ${o}, lateral (
        select ${pick(u, "id", "position")} ${fromWhere(this.asked(sql`${u.translationId} = ${o.translationId}`, false), sql`${u.translationId} = ${o.translationId}`)}
        order by ${u.position}, ${u.id} offset ${o.skipped} limit ${o.wanted}) u
      order by array_position(${parts.map((part) => part.translationId)}::int[], ${o.translationId}), ${u.position}, ${u.id}`);
    return rows.map(({ id }) => id);
  }
}

/** Which strings of which translations a piece of a list is: from `skipped` of each on. */
function slicesOf(sizes: readonly ListedTranslation[], from: number, wanted: number) {
  const slices: { translationId: number; skipped: number; wanted: number }[] = [];
  let [skip, left] = [from, wanted];
  for (const { id, total } of sizes) {
    const take = Math.min(left, total - skip);
    if (take > 0) {
      slices.push({ translationId: id, skipped: skip, wanted: take });
      left -= take;
    }
    skip = Math.max(0, skip - total);
    if (left <= 0) break;
  }
  return slices;
}

const sumOf = (sizes: readonly ListedTranslation[]) => sizes.reduce((sum, { total }) => sum + total, 0);

/** Does something with a list. @throws Invalid on `q` for a search that cannot be understood or takes too long; Busy */
export async function withList<T>(
  actor: Actor,
  place: PlaceOfStrings,
  query: string,
  work: (list: List) => Promise<T>,
): Promise<T> {
  const search = searchOf(query);
  const translations = await translationsIn(actor, place);
  const run = (on?: Reading) => work(new List(translations, search, on));
  return search?.costly ? runSearch(actor, run) : run();
}

/**
 * Strings around a place of a list: of everything there, or of those a search finds. At most 100 at once.
 * @param query a search, or the name of a filter
 * @param known translations of the list that the caller has
 * @param size of the window
 * @throws NotFound; Invalid on `q` for a search that cannot be understood or takes too long; Busy
 */
export async function loadWindow(
  actor: Actor,
  place: PlaceOfStrings,
  query: string,
  ask: WindowRequest,
  known: readonly TranslationRow[] = [],
  size: WindowSize = WINDOW,
): Promise<UnitWindow> {
  const { ids, ...window } = await withList(actor, place, query, (list) => windowOf(list, ask, size));
  const found = await selectEditorUnits(actor, ids, known);
  const byId = new Map(found.map((unit) => [unit.id, unit]));
  return { ...window, units: ids.flatMap((id) => byId.get(id) ?? []) };
}

/**
 * Ids of a list from a place on, at most 100,000 at once: what a list that is open is held together by, whatever becomes
 * of its strings.
 * @throws as `loadWindow`
 */
export async function loadIds(actor: Actor, place: PlaceOfStrings, query: string, from: number): Promise<ListOfIds> {
  return withList(actor, place, query, async (list) => {
    const sizes = await list.sizes();
    const first = Math.max(0, Math.floor(from));
    return { first, total: sumOf(sizes), ids: await list.slice(sizes, first, MOST_LISTED) };
  });
}

/**
 * The search of an address: a named filter (`todo`) or a query. A word that is also a filter is searched for in quotes.
 * @throws Invalid on `q` for a query that cannot be understood
 */
function searchOf(query: string): Search | undefined {
  const text = (NAMED_FILTERS.get(query.trim()) ?? query).trim();
  return text === "" ? undefined : readSearch(text);
}

type WindowOfIds = Omit<UnitWindow, "units"> & { ids: number[] };

async function windowOf(list: List, ask: WindowRequest, size: WindowSize): Promise<WindowOfIds> {
  const [sizes, pivot] = await Promise.all([list.sizes(), ask.at === "offset" ? undefined : list.find(ask.string)]);
  const total = sumOf(sizes);
  const nothing = { ids: [], first: 0, total, cursor: undefined, outside: undefined };
  if (ask.at === "offset") {
    const at = Math.max(0, Math.min(Math.floor(ask.offset), total - 1));
    return total === 0 ? nothing : around(list, sizes, at, size);
  }
  if (!pivot) return nothing;
  const index = sizes.findIndex(({ id }) => id === pivot.translationId);
  const at = sumOf(sizes.slice(0, index)) + (await list.before(pivot));
  const window = await around(list, sizes, at, size);
  const found = window.ids.indexOf(pivot.id);
  if (ask.at === "after") {
    if (found < 0) return window.cursor === undefined ? nothing : window;
    return at + 1 < total ? around(list, sizes, at + 1, size) : nothing;
  }
  if (found >= 0) return { ...window, cursor: pivot.id };
  const ids = window.ids.toSpliced(at - window.first, 0, pivot.id);
  return { ids, first: window.first, total: total + 1, cursor: pivot.id, outside: pivot.id };
}

/** The piece around a place, and the string there. */
async function around(
  list: List,
  sizes: readonly ListedTranslation[],
  at: number,
  { before, ahead }: WindowSize,
): Promise<WindowOfIds> {
  const first = Math.max(0, at - before);
  const ids = await list.slice(sizes, first, at - first + ahead);
  return { ids, first, total: sumOf(sizes), cursor: ids[at - first], outside: undefined };
}

/** Strings by their ids, in no order; those that are not there are left out. At most 100. */
export async function findEditorUnits(actor: Actor, ids: readonly number[]): Promise<EditorUnit[]> {
  return selectEditorUnits(actor, ids.slice(0, WINDOW.before + WINDOW.ahead));
}

/** One string for the editor; undefined when it is not there. */
export async function findEditorUnit(
  actor: Actor,
  id: number,
  translation?: TranslationRow,
): Promise<EditorUnit | undefined> {
  return (await selectEditorUnits(actor, [id], translation ? [translation] : []))[0];
}
