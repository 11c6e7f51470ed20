import { changes, components, languages, projects, users } from "@/lib/generated/tables";
import { named, pick, subquery } from "@/lib/platform/columns";
import { db, joinSql, sql } from "@/lib/platform/database";
import { anyOf, asText, jsonAgg, rowCount } from "@/lib/platform/expressions";
import { type Actor, ledgerUser } from "../access/actor";
import { can, visibleComponents } from "../access/demand";
import { actionCodes } from "../change-actions";
import { type ComponentRow, scopeOf } from "../components/components";
import type { ProjectRow } from "../projects/projects";
import { COMMIT_NAME, commitEmail } from "../users/commit-identity";

const [ch, a, l, c] = [changes.as("ch"), users.as("a"), languages.as("l"), components.as("c")];
const p = projects.as("p");

/** Who translated into a language, most texts first. */
export interface LanguageCredits {
  language: string;
  people: { email: string; fullName: string; changes: number }[];
}

export interface CreditsPeriod {
  start: Date;
  end: Date;
  /** Code of a language: limits the result to it. */
  languageCode?: string;
}

/**
 * People who changed what translations say in a period, by language in the order of their names. Without
 * `reports.view` there, people see their own contributions alone, and visitors none. Addresses are those of commits.
 */
export async function listCredits(
  actor: Actor,
  place: { project: ProjectRow } | { component: ComponentRow },
  period: CreditsPeriod,
): Promise<LanguageCredits[]> {
  const isComponent = "component" in place;
  const parts = [
    isComponent ? sql`${ch.componentId} = ${place.component.id}` : sql`${ch.projectId} = ${place.project.id}`,
    anyOf(ch.action, actionCodes("content")),
    sql`${ch.at} >= ${period.start} and ${ch.at} <= ${period.end}`,
    sql`not ${a.isAnonymous}`,
    visibleComponents(actor),
  ];
  if (!can(actor, "reports.view", isComponent ? scopeOf(place.component) : place))
    // The token of a project is nobody's own in another one.
    parts.push(actor.tokenProjectId === undefined ? sql`${a.id} = ${ledgerUser(actor)}` : sql`false`);
  if (period.languageCode !== undefined) parts.push(sql`${l.code} = ${period.languageCode}`);
  const each = subquery(
    "each_one",
    sql`
      select ${named({ language: l.name, email: asText(commitEmail()), fullName: asText(COMMIT_NAME), changes: rowCount })}
      from ${ch} join ${a} on ${a.id} = coalesce(${ch.authorId}, ${ch.userId}) join ${l} on ${l.id} = ${ch.languageId}
        join ${c} on ${c.id} = ${ch.componentId} join ${p} on ${p.id} = ${c.projectId}
      where ${joinSql(parts, " and ")} group by ${l.id}, ${a.id}`,
  );
  const person = { email: each.email, fullName: each.fullName, changes: each.changes };
  const people = jsonAgg(person, sql`${each.changes} desc, ${each.fullName}`);
  return db.rows(sql`
    select ${pick(each, "language")}, ${named({ people })} from ${each} group by ${each.language} order by ${each.language}`);
}
