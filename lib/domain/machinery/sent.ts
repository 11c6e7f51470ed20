import { components, projects, sentRequests, users } from "@/lib/generated/tables";
import { combined, named, pick } from "@/lib/platform/columns";
import { db, joinSql, type SelectedRow, sql } from "@/lib/platform/database";
import { asJson, asNumbers, asText, counted, orNull } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import { type Actor, isNobodysOwn, ledgerUser } from "../access/actor";
import { can, visibleComponents } from "../access/demand";
import { Unauthenticated } from "../errors";
import type { ProjectRow } from "../projects/projects";
import { forgetSent, MOST_SENT, SENT_DAYS } from "./internal/keep-sent";
import type { SentPart } from "./internal/sent-parts";

/** What services outside were sent for a project, word for word: for those who administer it, and for whoever asked. */

export { forgetSent, MOST_SENT, SENT_DAYS };

const [r, c, p, a] = [sentRequests.as("r"), components.as("c"), projects.as("p"), users.as("a")];

const SENT = combined(
  pick(r, "id", "at", "service", "language", "address", "cut"),
  named({
    parts: asJson<SentPart[]>(r.parts),
    unitIds: asNumbers(r.unitIds),
    component: c.name,
    componentSlug: c.slug,
    categoryPath: asText(sql`coalesce(category_path(${c.categoryId}), '')`),
    username: orNull(a.username),
  }),
);

export type SentRow = SelectedRow<typeof SENT>;

export interface SentFilter {
  service?: string;
  /** Only what was about this string. */
  unit?: number;
  /** Only what is older than the one with this id. */
  before?: number;
  limit: number;
}

/**
 * What was sent, newest first: all of the project with `project.edit`, else what the actor asked for; nothing of components
 * that the actor may not see. @throws Unauthenticated
 */
export async function listSent(
  actor: Actor,
  project: ProjectRow,
  { service, unit, before, limit }: SentFilter,
): Promise<{ rows: SentRow[]; count: number; next: number | undefined; all: boolean }> {
  if (actor.isAnonymous) throw new Unauthenticated(refusal("signInSent"));
  const all = can(actor, "project.edit", { project });
  const where = joinSql(
    [
      sql`${c.projectId} = ${project.id} and ${r.at} > now() - make_interval(days => ${SENT_DAYS}::int) and ${visibleComponents(actor)}`,
      ...(all ? [] : [isNobodysOwn(actor) ? sql`false` : sql`${r.userId} = ${ledgerUser(actor)}`]),
      ...(service === undefined ? [] : [sql`${r.service} = ${service}`]),
      ...(unit === undefined ? [] : [sql`${unit}::bigint = any(${r.unitIds})`]),
    ],
    " and ",
  );
  const from = sql`from ${r} join ${c} on ${c.id} = ${r.componentId} join ${p} on ${p.id} = ${c.projectId} left join ${a} on ${a.id} = ${r.userId} where ${where}`;
  const older = before === undefined ? sql`` : sql`and ${r.id} < ${before}`;
  const [found, sum] = await Promise.all([
    db.rows(sql`select ${SENT} ${from} ${older} order by ${r.id} desc limit ${limit + 1}`),
    db.one(sql`select ${counted} ${from}`),
  ]);
  const rows = found.slice(0, limit);
  return { rows, count: sum?.count ?? 0, next: found.length > limit ? rows.at(-1)?.id : undefined, all };
}
