import {
  alerts,
  componentLinks,
  components,
  counters,
  projects,
  subscriptions,
  translations,
  userLanguages,
} from "@/lib/generated/tables";
import { named, outer, pick, subquery, unionAll } from "@/lib/platform/columns";
import { db, joinSql, type Sql, sql } from "@/lib/platform/database";
import { asNumber, asText, counted } from "@/lib/platform/expressions";
import { typedPattern } from "@/lib/text/like";
import type { Actor } from "../access/actor";
import { visibleComponents } from "../access/demand";
import { inOrder, type WorkWindow, workValue } from "../counters/work-order";
import { type ComponentRow, componentsById } from "./components";
import { closedCondition } from "./edit-lock";

/** The components of a project or a category as a table: narrowed, in any order, walked by key. */

const [c, p, l, a, k] = [
  components.as("c"),
  projects.as("p"),
  componentLinks.as("l"),
  alerts.as("a"),
  outer(counters.as("k")),
];
const [tr, tk, ul, s] = [translations.as("tr"), counters.as("tk"), userLanguages.as("ul"), subscriptions.as("s")];

/** What components can be narrowed to. */
export const TABLE_STATES = ["unfinished", "failing", "suggestions", "alerts", "locked", "mine", "watched"] as const;
export type TableState = (typeof TABLE_STATES)[number];

/** Those that say something of the reader, and nothing where nobody is signed in. */
export const OWN_STATES: readonly TableState[] = ["mine", "watched"];

const STATES = ({ userId }: Actor): Readonly<Record<TableState, Sql>> => ({
  unfinished: sql`coalesce(${k.total} > ${k.translated}, false)`,
  failing: sql`coalesce(${k.failing} > 0, false)`,
  suggestions: sql`coalesce(${k.suggestions} > 0, false)`,
  alerts: sql`exists (select from ${a} where ${a.componentId} = ${c.id} and not ${a.dismissed})`,
  locked: closedCondition(c),
  mine: sql`exists (
    select from ${tr} join ${ul} on ${ul.languageId} = ${tr.languageId} and ${ul.userId} = ${userId} and not ${ul.secondary}
      join ${tk} on ${tk.scope} = 'translation' and ${tk.objectId} = ${tr.id} and ${tk.languageId} = 0
    where ${tr.componentId} = ${c.id} and ${tk.total} > ${tk.translated})`,
  // Whoever follows a component has subscriptions of it; a muted one has those that say never.
  watched: sql`exists (
    select from ${s} where ${s.userId} = ${userId} and ${s.scope} = 40 and ${s.componentId} = ${c.id} and ${s.frequency} > 0)`,
});

export interface TableFilter {
  /** A part of the name or slug. */
  q?: string;
  state?: TableState;
}

/** Where: a project with what is shared with it, or one category of it. */
export interface TablePlace {
  projectId: number;
  categoryId?: number;
}

const FROM = sql`
  from ${c} join ${p} on ${p.id} = ${c.projectId}
  left join ${k} on ${k.scope} = 'component' and ${k.objectId} = ${c.id} and ${k.languageId} = 0`;

/** A project's own components, and those shared with it: asked for apart, as an index then gives the own ones in order. */
const ownOf = (projectId: number) => sql`${c.projectId} = ${projectId}`;
const sharedWith = (projectId: number) => sql`
  ${c.id} in (select ${l.componentId} from ${l} where ${l.projectId} = ${projectId}) and ${c.projectId} <> ${projectId}`;

function condition(actor: Actor, { categoryId }: TablePlace, { q, state }: TableFilter): Sql {
  const parts = [visibleComponents(actor)];
  if (categoryId !== undefined) parts.push(sql`${c.categoryId} = ${categoryId}`);
  if (q) {
    const like = typedPattern(q);
    parts.push(sql`(${c.name} ilike ${like} or ${c.slug} ilike ${like})`);
  }
  if (state) parts.push(STATES(actor)[state]);
  return joinSql(parts, " and ");
}

/** A page of the table. */
export interface TablePage {
  rows: ComponentRow[];
  /** How many there are, all pages together. */
  count: number;
  /** Where the next page begins; undefined behind the last row. */
  next: string | undefined;
}

/** A page of components, by an order and then by id. */
export async function componentTable(
  actor: Actor,
  place: TablePlace,
  filter: TableFilter,
  page: WorkWindow,
): Promise<TablePage> {
  const value = workValue(k, page.order, sql`lower(${c.name})`);
  const by = inOrder(value, c.id, page);
  const where = condition(actor, place, filter);
  const limit = page.limit + 1;
  const [own, shared] = [
    sql`${FROM} where ${ownOf(place.projectId)} and ${where}`,
    sql`${FROM} where ${sharedWith(place.projectId)} and ${where}`,
  ];
  const first = (which: Sql) => sql`
    (select ${named({ id: c.id, place: by.place, value: page.order === "name" ? asText(value) : asNumber(value) })}
    ${which} and ${by.behind} order by ${by.sorted} limit ${limit})`;
  const f = subquery("f", unionAll(first(own), first(shared)));
  const [keys, all] = await Promise.all([
    db.rows(
      sql`select ${pick(f, "id", "place")} from ${f} order by ${inOrder(f.value, f.id, page).sorted} limit ${limit}`,
    ),
    db.rows(unionAll(sql`select ${counted} ${own}`, sql`select ${counted} ${shared}`)),
  ]);
  const shown = keys.slice(0, page.limit);
  const byId = new Map(
    (
      await componentsById(
        actor,
        shown.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );
  return {
    rows: shown.flatMap(({ id }) => byId.get(id) ?? []),
    count: all.reduce((sum, { count }) => sum + count, 0),
    next: keys.length > page.limit ? shown.at(-1)?.place : undefined,
  };
}

/** Ids of the components of a project itself that a filter matches, at most so many. */
export async function matchingComponents(
  actor: Actor,
  place: TablePlace,
  filter: TableFilter,
  limit: number,
): Promise<number[]> {
  const rows = await db.rows(sql`
    select ${named({ id: c.id })} ${FROM}
    where ${condition(actor, place, filter)} and ${c.projectId} = ${place.projectId} order by ${c.id} limit ${limit}`);
  return rows.map(({ id }) => id);
}
