import { alerts, components, pendingChanges, projects, repositories, translations } from "@/lib/generated/tables";
import { combined, named, pick } from "@/lib/platform/columns";
import { db, joinSql, type SelectedRow, type Sql, sql } from "@/lib/platform/database";
import { anyOf, asNumber, asText, rowCount } from "@/lib/platform/expressions";
import { typedPattern } from "@/lib/text/like";
import type { Actor } from "../access/actor";
import { demand, visibleComponents } from "../access/demand";

/** Repositories as a table, of a project or of all: those in trouble first or by a column, narrowed, and walked by key. */

const [c, p, r, a] = [components.as("c"), projects.as("p"), repositories.as("r"), alerts.as("a")];
const [o, t, q] = [components.as("o"), translations.as("t"), pendingChanges.as("q")];

const WAITING = sql`
  (select ${rowCount} from ${o} join ${t} on ${t.componentId} = ${o.id} join ${q} on ${q.translationId} = ${t.id} and ${q.commit} is null
    where ${o.repositoryId} = ${r.id})`;

const LINE = combined(
  named({
    componentId: c.id,
    componentName: c.name,
    componentSlug: c.slug,
    categoryPath: asText(sql`category_path(${c.categoryId})`),
    projectName: p.name,
    projectSlug: p.slug,
    projectId: p.id,
    waiting: asNumber(WAITING),
    alerts: asNumber(sql`
      (select ${rowCount} from ${a} join ${o} on ${o.id} = ${a.componentId} where ${o.repositoryId} = ${r.id} and not ${a.dismissed})`),
  }),
  pick(r, "url", "branch", "toPush", "missing", "mergeFailure", "fetchedAt"),
  pick(c, "locked", "restricted"),
  pick(p, "accessControl"),
);

export type RepositoryLine = SelectedRow<typeof LINE>;

/** What repositories can be narrowed to. */
export const REPOSITORY_STATES = ["trouble", "ahead", "behind", "locked"] as const;
export type RepositoryState = (typeof REPOSITORY_STATES)[number];

const TROUBLE = sql`(${r.mergeFailure} is not null or exists (
  select from ${a} join ${o} on ${o.id} = ${a.componentId} where ${o.repositoryId} = ${r.id} and not ${a.dismissed}))`;

const STATES: Readonly<Record<RepositoryState, Sql>> = {
  trouble: TROUBLE,
  ahead: sql`(${r.toPush} > 0 or exists (
    select from ${o} join ${t} on ${t.componentId} = ${o.id} join ${q} on ${q.translationId} = ${t.id} and ${q.commit} is null
    where ${o.repositoryId} = ${r.id}))`,
  behind: sql`${r.missing} > 0`,
  locked: sql`${c.locked}`,
};

const FROM = sql`from ${c} join ${p} on ${p.id} = ${c.projectId} join ${r} on ${r.id} = ${c.repositoryId}`;

/** What repositories can be ordered by. */
export const REPOSITORY_ORDERS = ["trouble", "name", "waiting", "push", "pull", "fetched"] as const;
export type RepositoryOrder = (typeof REPOSITORY_ORDERS)[number];

/** Names begin at their start, troubles first; numbers and times with the most. */
export const repositoriesGoDown = (order: RepositoryOrder): boolean => order !== "trouble" && order !== "name";

/** Places in each order, compared as a whole row. */
const PLACES: Readonly<Record<RepositoryOrder, Sql>> = {
  trouble: sql`not ${TROUBLE}, ${p.name}, ${c.name}, ${c.id}`,
  name: sql`${p.name}, ${c.name}, ${c.id}`,
  waiting: sql`${WAITING}, ${c.id}`,
  push: sql`${r.toPush}, ${c.id}`,
  pull: sql`${r.missing}, ${c.id}`,
  fetched: sql`coalesce(${r.fetchedAt}, '-infinity'), ${c.id}`,
};

export interface RepositoryFilter {
  /** A part of the names of its component or project, or of its address. */
  words?: string;
  state?: RepositoryState;
  /** Those in trouble first when left out. */
  order?: RepositoryOrder;
  /** The other way round, or not; each order has a usual one. */
  down?: boolean;
  /** Id of the component of the last row of the page before. */
  after?: number;
  limit: number;
}

/** A page of repositories, each by the component that owns it. */
export interface RepositoryPage {
  rows: RepositoryLine[];
  /** What comes as `after` for the next page; undefined behind the last row. */
  next: number | undefined;
}

/**
 * Repositories with what waits in them.
 * @param projectId only those of a project, as far as the actor may know of their components; of all projects it takes
 *   `management.use`
 * @throws Forbidden
 */
export async function repositoryTable(
  actor: Actor,
  projectId: number | undefined,
  { words, state, order = "trouble", down = repositoriesGoDown(order), after, limit }: RepositoryFilter,
): Promise<RepositoryPage> {
  if (projectId === undefined) demand(actor, "management.use");
  const like = typedPattern(words ?? "");
  const place = PLACES[order];
  const parts = [
    sql`${c.linkedComponentId} is null and ${c.removedAt} is null and ${p.removedAt} is null`,
    ...(projectId === undefined ? [] : [sql`${p.id} = ${projectId} and ${visibleComponents(actor)}`]),
    // Names and passwords in an address are not shown, so they are not searched either.
    ...(words
      ? [
          sql`(${c.name} ilike ${like} or ${p.name} ilike ${like} or regexp_replace(${r.url}, '//[^/]*@', '//') ilike ${like})`,
        ]
      : []),
    ...(state ? [STATES[state]] : []),
    ...(after ? [sql`(${place}) ${down ? sql`<` : sql`>`} (select ${place} ${FROM} where ${c.id} = ${after})`] : []),
  ];
  const keys = await db.rows(sql`
    select ${named({ id: c.id })} ${FROM} where ${joinSql(parts, " and ")} order by (${place}) ${down ? sql`desc` : sql`asc`} limit ${limit + 1}`);
  const shown = keys.slice(0, limit).map(({ id }) => id);
  const lines = await db.rows(sql`select ${LINE} ${FROM} where ${anyOf(c.id, shown)}`);
  const byId = new Map(lines.map((line) => [line.componentId, line]));
  return {
    rows: shown.flatMap((id) => byId.get(id) ?? []),
    next: keys.length > limit ? shown.at(-1) : undefined,
  };
}
