import { z } from "zod";
import { alerts, components, fileSnapshots, projects, translations } from "@/lib/generated/tables";
import { combined, named, pick } from "@/lib/platform/columns";
import { db, joinSql, type SelectedRow, type Sql, sql } from "@/lib/platform/database";
import { anyOf, asFlag, asJson, asNumber, asText, orNull, rowCount } from "@/lib/platform/expressions";
import { typedPattern } from "@/lib/text/like";
import type { Actor } from "../access/actor";
import { can, type PermissionScope, visibleComponents, visibleProjects } from "../access/demand";
import type { AlertKind } from "../components/alerts";
import { pageSql, type Window } from "../window";
import { DISMISSABLE, noAlert } from "./dismiss";

/** Alerts of components, of a project or of the whole installation, as far as the actor may know of their places. */

const [a, c, p] = [alerts.as("a"), components.as("c"), projects.as("p")];
const [f, t] = [fileSnapshots.as("f"), translations.as("t")];

/** Kinds that stop work, the worst first; all others are warnings. */
const GRAVE: readonly AlertKind[] = [
  ...(["UpdateFailure", "MergeFailure", "PushFailure", "ParseError"] as const),
  ...(["InexistantFiles", "NoMaskMatches", "UnsupportedConfiguration"] as const),
];

export interface AlertFilter {
  projectId?: number;
  componentId?: number;
  kind?: string;
  /** A part of the names of its component or project. */
  words?: string;
  /** Those that are put off or away, too. */
  dismissed?: boolean;
}

/** How many of the files that cannot be read are those of languages of which nothing has ever been read. */
const NEVER_READ = sql`
  (select count(*)::int from jsonb_array_elements(case when ${a.kind} = 'ParseError' then ${a.details}->'files' end) file
    where exists (select from ${t} where ${t.componentId} = ${a.componentId} and ${t.filename} = file->>'filename'
      and not exists (select from ${f} where ${f.translationId} = ${t.id})))`;

const LINE = combined(
  pick(a, "id", "createdAt", "updatedAt", "dismissed"),
  named({
    kind: a.kind,
    details: asJson<Record<string, unknown>>(a.details),
    snoozedUntil: orNull(asText(sql`to_char(${a.snoozedUntil}, 'YYYY-MM-DD')`)),
    neverRead: asNumber(NEVER_READ),
    grave: asFlag(anyOf(a.kind, [...GRAVE])),
    projectId: p.id,
    projectName: p.name,
    projectSlug: p.slug,
    accessControl: p.accessControl,
    restricted: orNull(c.restricted),
    componentId: orNull(c.id),
    componentName: orNull(c.name),
    componentSlug: orNull(c.slug),
    categoryPath: orNull(asText(sql`category_path(${c.categoryId})`)),
  }),
);

export type AlertLine = SelectedRow<typeof LINE>;

/** The place of an alert, for whoever asks what somebody may do there. */
export function scopeOfAlert({
  projectId,
  accessControl,
  componentId,
  restricted,
}: Pick<AlertLine, "projectId" | "accessControl" | "componentId" | "restricted">): PermissionScope {
  const project = { id: projectId, accessControl };
  return componentId === null
    ? { project }
    : { project, component: { id: componentId, restricted: restricted === true } };
}

/** Whether the actor may put an alert off, and whether for good. */
export function mayHide(actor: Actor, line: AlertLine): { until: boolean; forGood: boolean } {
  const may = can(actor, line.componentId === null ? "project.edit" : "component.edit", scopeOfAlert(line));
  return { until: may, forGood: may && DISMISSABLE.has(line.kind as AlertKind) };
}

const FROM = sql`
  from ${a} left join ${c} on ${c.id} = ${a.componentId} join ${p} on ${p.id} = coalesce(${c.projectId}, ${a.projectId})`;

/** Position of a kind among the worst; those that are not grave come behind, by their names. */
const RANK = sql`coalesce(array_position(${[...GRAVE]}::text[], ${a.kind}), 99)`;

function condition(actor: Actor, filter: AlertFilter): Sql {
  const parts = [
    sql`(case when ${a.componentId} is null then ${visibleProjects(actor)} else ${visibleComponents(actor)} end)`,
  ];
  if (filter.projectId !== undefined) parts.push(sql`${p.id} = ${filter.projectId}`);
  if (filter.componentId !== undefined) parts.push(sql`${a.componentId} = ${filter.componentId}`);
  if (filter.kind !== undefined) parts.push(sql`${a.kind} = ${filter.kind}`);
  if (filter.words) {
    const like = typedPattern(filter.words);
    parts.push(
      sql`(${p.name} ilike ${like} or ${p.slug} ilike ${like} or ${c.name} ilike ${like} or ${c.slug} ilike ${like})`,
    );
  }
  if (!filter.dismissed) parts.push(sql`not ${a.dismissed}`);
  return joinSql(parts, " and ");
}

/** The worst first, then by kind and name. */
export async function openAlerts(
  actor: Actor,
  filter: AlertFilter,
  window: Window,
): Promise<{ rows: AlertLine[]; count: number }> {
  const where = condition(actor, filter);
  const [rows, all] = await Promise.all([
    db.rows(sql`
      select ${LINE} ${FROM} where ${where}
      order by ${RANK}, ${a.kind}, ${p.name}, ${c.name} nulls first, ${a.id} ${pageSql(window)}`),
    db.one(sql`select ${named({ count: rowCount })} ${FROM} where ${where}`),
  ]);
  return { rows, count: all?.count ?? 0 };
}

/** A page of alerts that is walked by key. */
export interface AlertPage {
  rows: AlertLine[];
  /** What comes as `after` for the next page; undefined behind the last row. */
  next: string | undefined;
}

/** Kind, project, component and id of a row: where it stands, also when it has gone meanwhile. */
const place = (kind: Sql, project: Sql, component: Sql, id: Sql) =>
  sql`coalesce(array_position(${[...GRAVE]}::text[], ${kind}), 99), ${kind}, ${project}, ${component}, ${id}`;
const HERE = place(a.kind, p.name, sql`coalesce(${c.name}, '')`, a.id);

/**
 * The same, walked by key.
 * @param after `next` of the page before; anything else is the beginning
 */
export async function alertPage(
  actor: Actor,
  filter: AlertFilter,
  { after, limit }: { after?: string; limit: number },
): Promise<AlertPage> {
  const parts = [condition(actor, filter)];
  const last = readPlace(after);
  if (last) {
    const [kind, project, component] = last.names.map((name) => sql`${name}::text`);
    if (kind && project && component)
      parts.push(sql`(${HERE}) > (${place(kind, project, component, sql`${last.id}::int`)})`);
  }
  const found = await db.rows(
    sql`select ${LINE} ${FROM} where ${joinSql(parts, " and ")} order by ${HERE} limit ${limit + 1}`,
  );
  const rows = found.slice(0, limit);
  const end = found.length > limit ? rows.at(-1) : undefined;
  return { rows, next: end && JSON.stringify([end.kind, end.projectName, end.componentName ?? "", end.id]) };
}

const PLACE = z.tuple([z.string(), z.string(), z.string(), z.number().int().min(0).max(2_147_483_647)]);

function readPlace(text: string | undefined): { names: string[]; id: number } | undefined {
  if (!text || text.length > 2000 || text.includes("\\u0000")) return undefined;
  try {
    const { data } = PLACE.safeParse(JSON.parse(text));
    return data && { names: data.slice(0, 3).map(String), id: data[3] };
  } catch {
    return undefined;
  }
}

/** One alert, hidden or not. @throws NotFound */
export async function findAlert(actor: Actor, id: number): Promise<AlertLine> {
  const row = await db.one(
    sql`select ${LINE} ${FROM} where ${a.id} = ${id} and ${condition(actor, { dismissed: true })}`,
  );
  if (!row) throw noAlert(id);
  return row;
}

export interface AlertCount {
  kind: string;
  grave: boolean;
  alerts: number;
  projects: number;
  components: number;
}

/** How many alerts of each kind there are, and in how many places; the worst first. */
export async function countAlerts(actor: Actor, filter: AlertFilter): Promise<AlertCount[]> {
  return db.rows(sql`
    select ${pick(a, "kind")}, ${named({
      grave: asFlag(sql`${anyOf(a.kind, [...GRAVE])}`),
      alerts: rowCount,
      projects: asNumber(sql`count(distinct ${p.id})::int`),
      components: asNumber(sql`count(distinct ${c.id})::int`),
    })}
    ${FROM} where ${condition(actor, filter)} group by ${a.kind} order by ${RANK}, ${a.kind}`);
}
