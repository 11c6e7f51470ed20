import { changes, components, languages, projects, users } from "@/lib/generated/tables";
import { named, pick, subquery } from "@/lib/platform/columns";
import { db, joinSql, sql } from "@/lib/platform/database";
import { anyOf, asNumber, asText, jsonAgg } from "@/lib/platform/expressions";
import { type Actor, ledgerUser } from "../access/actor";
import { can, visibleComponents } from "../access/demand";
import { actionCodes } from "../change-actions";
import { dailyChanges } from "../changes/tallies";
import { type ComponentRow, scopeOf } from "../components/components";
import type { ProjectRow } from "../projects/projects";
import { commitEmailIn, commitNameIn } from "../users/commit-identity";
import { dateOf } from "./activity";

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

const DAY = 86_400_000;

/**
 * Whole days of a period in UTC, which are summed already, from the first to before the last; and the moments before and
 * behind them.
 */
function daysOf({ start, end }: CreditsPeriod) {
  // The ledger has nothing before and behind.
  const [from, to] = [Math.max(0, start.getTime()), Math.min(Date.now() + DAY, end.getTime())];
  const [first, last] = [Math.ceil(from / DAY) * DAY, Math.floor(to / DAY) * DAY];
  const whole = first < last;
  return {
    first: dateOf(whole ? first : 0),
    last: dateOf(whole ? last : 0),
    before: [new Date(from), new Date(whole ? first : from)] as const,
    behind: [new Date(whole ? last : from), new Date(to)] as const,
  };
}

/** Texts by component, language and person in a period as a table `done`: `lines` tells how many a row stands for. */
function doneIn(place: { project: ProjectRow } | { component: ComponentRow }, period: CreditsPeriod) {
  const { first, last, before, behind } = daysOf(period);
  const days = dailyChanges(first, { words: false });
  const here =
    "component" in place ? sql`${ch.componentId} = ${place.component.id}` : sql`${ch.projectId} = ${place.project.id}`;
  const within =
    "component" in place
      ? sql`array[${place.component.id}::int]`
      : sql`array(select ${c.id} from ${c} where ${c.projectId} = ${place.project.id})`;
  return subquery(
    "done",
    sql`
      select ${pick(days, "componentId", "languageId", "userId", "lines")} from ${days}
      where ${days.componentId} = any(${within}) and ${days.day} < ${last}::text::date and ${anyOf(days.action, actionCodes("content"))}
      union all
      select ${ch.componentId}, ${ch.languageId}, coalesce(${ch.authorId}, ${ch.userId}), 1 from ${ch}
      where ${here} and ${anyOf(ch.action, actionCodes("content"))}
        and ((${ch.at} >= ${before[0]} and ${ch.at} < ${before[1]}) or (${ch.at} >= ${behind[0]} and ${ch.at} <= ${behind[1]}))`,
  );
}

/**
 * People who changed what translations say in a period, by language in the order of their names. Without
 * `reports.view` there, people see their own contributions alone, and visitors none. Names and addresses are those of commits.
 */
export async function listCredits(
  actor: Actor,
  place: { project: ProjectRow } | { component: ComponentRow },
  period: CreditsPeriod,
): Promise<LanguageCredits[]> {
  const isComponent = "component" in place;
  const done = doneIn(place, period);
  const parts = [
    isComponent ? sql`${c.id} = ${place.component.id}` : sql`${c.projectId} = ${place.project.id}`,
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
      select ${named({ language: l.name, email: asText(commitEmailIn(c.projectId)), fullName: asText(commitNameIn(c.projectId)), changes: asNumber(sql`sum(${done.lines})::int`) })}
      from ${done} join ${a} on ${a.id} = ${done.userId} join ${l} on ${l.id} = ${done.languageId}
        join ${c} on ${c.id} = ${done.componentId} join ${p} on ${p.id} = ${c.projectId}
      where ${joinSql(parts, " and ")} group by ${l.id}, ${a.id}, ${c.projectId}`,
  );
  const person = { email: each.email, fullName: each.fullName, changes: each.changes };
  const people = jsonAgg(person, sql`${each.changes} desc, ${each.fullName}`);
  return db.rows(sql`
    select ${pick(each, "language")}, ${named({ people })} from ${each} group by ${each.language} order by ${each.language}`);
}
