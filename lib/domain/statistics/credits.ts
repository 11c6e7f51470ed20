import { db, joinSql, sql } from "@/lib/platform/database";
import { type Actor, ledgerUser } from "../access/actor";
import { can, visibleComponents } from "../access/demand";
import { actionCodes } from "../change-actions";
import { type ComponentRow, placeOf } from "../components/components";
import type { ProjectRow } from "../projects/projects";
import { COMMIT_NAME, commitEmail } from "../users/commit-identity";

/** Who translated into a language, most texts first. */
export interface LanguageCredits {
  language: string;
  people: { email: string; fullName: string; changes: number }[];
}

export interface CreditsPeriod {
  start: Date;
  end: Date;
  /** Only this language, by code. */
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
    isComponent ? sql`ch.component_id = ${place.component.id}` : sql`ch.project_id = ${place.project.id}`,
    sql`ch.action = any(${actionCodes("content")}::smallint[])`,
    sql`ch.at >= ${period.start} and ch.at <= ${period.end}`,
    sql`not a.is_anonymous`,
    visibleComponents(actor),
  ];
  if (!can(actor, "reports.view", isComponent ? placeOf(place.component) : place))
    // The token of a project is nobody's own in another one.
    parts.push(actor.tokenProjectId === undefined ? sql`a.id = ${ledgerUser(actor)}` : sql`false`);
  if (period.languageCode !== undefined) parts.push(sql`l.code = ${period.languageCode}`);
  return db.rows<LanguageCredits>(sql`
    select language, jsonb_agg(jsonb_build_object('email', email, 'fullName', full_name, 'changes', changes)
      order by changes desc, full_name) as people
    from (
      select l.name as language, ${commitEmail()} as email, ${COMMIT_NAME} as full_name, count(*)::int as changes
      from changes ch join users a on a.id = coalesce(ch.author_id, ch.user_id) join languages l on l.id = ch.language_id
        join components c on c.id = ch.component_id join projects p on p.id = c.project_id
      where ${joinSql(parts, " and ")} group by l.id, a.id
    ) as each_one group by language order by language`);
}
