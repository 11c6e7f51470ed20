import { alerts, components, projects } from "@/lib/generated/tables";
import { combined, named, pick } from "@/lib/platform/columns";
import { db, joinSql, type SelectedRow, type Sql, sql } from "@/lib/platform/database";
import { anyOf, asFlag, asJson, asNumber, asText, orNull, rowCount } from "@/lib/platform/expressions";
import type { Actor } from "../access/actor";
import { can, visibleComponents, visibleProjects } from "../access/demand";
import type { AlertKind } from "../components/alerts";
import { pageSql, type Window } from "../window";
import { DISMISSABLE, noAlert } from "./dismiss";

/** Alerts of components, of a project or of the whole installation, as far as the actor may know of their places. */

const [a, c, p] = [alerts.as("a"), components.as("c"), projects.as("p")];

/** Kinds that stop work, the worst first; all others are warnings. */
const GRAVE: readonly AlertKind[] = [
  ...(["UpdateFailure", "MergeFailure", "PushFailure", "ParseError"] as const),
  ...(["InexistantFiles", "NoMaskMatches", "UnsupportedConfiguration"] as const),
];

export interface AlertFilter {
  projectId?: number;
  componentId?: number;
  kind?: string;
  /** Those that are put off or away, too. */
  dismissed?: boolean;
}

const LINE = combined(
  pick(a, "id", "createdAt", "updatedAt", "dismissed"),
  named({
    kind: a.kind,
    details: asJson<Record<string, unknown>>(a.details),
    snoozedUntil: orNull(asText(sql`to_char(${a.snoozedUntil}, 'YYYY-MM-DD')`)),
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

/** Whether the actor may put an alert off, and whether for good. */
export function mayHide(actor: Actor, line: AlertLine): { until: boolean; forGood: boolean } {
  const project = { id: line.projectId, accessControl: line.accessControl };
  const may =
    line.componentId === null
      ? can(actor, "project.edit", { project })
      : can(actor, "component.edit", {
          project,
          component: { id: line.componentId, restricted: line.restricted === true },
        });
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
