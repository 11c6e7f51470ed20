import { projects } from "@/lib/generated/tables";
import { named, outer, pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import { typedPattern } from "@/lib/text/like";
import type { Actor } from "../access/actor";
import { visibleProjects } from "../access/demand";
import { inOrder, type WorkWindow, workValue } from "../counters/work-order";
import { PROJECT_COLUMNS, type ProjectRow } from "../projects/projects";
import { partlyHidden, visibleRows } from "./visible";

/** Projects as a table: those that have some words in their names, in any order, walked by key. */

const p = projects.as("p");

/** A page of the table. */
export interface ProjectPage {
  rows: ProjectRow[];
  /** How many there are, all pages together. */
  count: number;
  /** Where the next page begins; undefined behind the last row. */
  next: string | undefined;
}

/**
 * A page of the projects that the actor may know of, by an order and then by id. Numbers are those that the actor may
 * know, so that the order tells nothing of components that it may not see.
 * @param words a part of the name or slug
 */
export async function projectTable(actor: Actor, words: string, page: WorkWindow): Promise<ProjectPage> {
  const like = typedPattern(words);
  const ids = await db.rows(sql`
    select ${pick(p, "id")} from ${p}
    where ${visibleProjects(actor)} and ${words ? sql`(${p.name} ilike ${like} or ${p.slug} ilike ${like})` : sql`true`}`);
  const all = ids.map(({ id }) => id);
  const keys = await (page.order === "name" ? keysByName(all, page) : keysByWork(actor, all, page));
  const shown = keys.slice(0, page.limit);
  const rows = await db.rows(sql`
    select ${PROJECT_COLUMNS} from ${p} where ${anyOf(
      p.id,
      shown.map(({ id }) => id),
    )}`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    rows: shown.flatMap(({ id }) => byId.get(id) ?? []),
    count: all.length,
    next: keys.length > page.limit ? shown.at(-1)?.place : undefined,
  };
}

const NAME = sql`lower(${p.name})`;

function keysByName(ids: readonly number[], page: WorkWindow) {
  const by = inOrder(NAME, p.id, page);
  return db.rows(sql`
    select ${named({ id: p.id, place: by.place })} from ${p} where ${anyOf(p.id, ids)} and ${by.behind}
    order by ${by.sorted} limit ${page.limit + 1}`);
}

async function keysByWork(actor: Actor, ids: readonly number[], page: WorkWindow) {
  const hidden = await partlyHidden(actor, "project", ids);
  const n = visibleRows(actor, "project", hidden);
  const by = inOrder(workValue(outer(n), page.order, NAME), p.id, page);
  return db.rows(sql`
    select ${named({ id: p.id, place: by.place })} from ${p} left join ${n} on ${n.objectId} = ${p.id}
    where ${anyOf(p.id, ids)} and ${by.behind} order by ${by.sorted} limit ${page.limit + 1}`);
}
