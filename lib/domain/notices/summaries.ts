import {
  changes,
  components,
  counters,
  notices,
  projects,
  settings,
  subscriptions,
  translations,
  userLanguages,
  users,
  watches,
} from "@/lib/generated/tables";
import { assigned, named, names, row } from "@/lib/platform/columns";
import { inTransaction, type Sql, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asFlag, asText, orNull } from "@/lib/platform/expressions";
import { hasTeamWith, IS_A_READER, IS_NOT_BLOCKED, SEES_COMPONENT, SEES_PROJECT } from "../access/people-who-see";
import { actionCodes } from "../change-actions";
import { SUMMARIES } from "../users/subscriptions";

/**
 * Notices that tell how things stand when a day, a week or a month is over: how many suggestions wait, how many strings
 * are to be done, how much was changed. One for each project; who has chosen languages is told of these alone.
 */

const [n, s, w, ul, u] = [
  notices.as("n"),
  subscriptions.as("s"),
  watches.as("w"),
  userLanguages.as("ul"),
  users.as("u"),
];
const [p, c, t, k, ch] = [
  projects.as("p"),
  components.as("c"),
  translations.as("t"),
  counters.as("k"),
  changes.as("ch"),
];

const CURSOR = "notice-summaries";
const UNIT = { 2: "day", 3: "week", 4: "month" } as const;
/** Projects that one summary tells of, those with the most first. */
const MOST_PROJECTS = 50;

const TODAY = sql`(now() at time zone 'UTC')::date`;

/**
 * Writes the summaries of the periods that have ended since the last time; the first time, of none. Gives the number of
 * notices.
 */
export function writeSummaries(): Promise<number> {
  return inTransaction(async (tx) => {
    await tx.run(sql`
      insert into ${settings} ${row(settings, { name: CURSOR, value: sql`to_jsonb(${TODAY})` })}
      on conflict (${names(settings, "name")}) do nothing`);
    const last = await tx.one(sql`
      select ${named({
        day: orNull(asText(sql`${settings.value} #>> '{}'`)),
        isToday: asFlag(sql`${settings.value} #>> '{}' = ${TODAY}::text`),
      })} from ${settings}
      where ${settings.name} = ${CURSOR} for update`);
    // It is asked every minute, and true once a day.
    if (last?.isToday) return 0;
    const since = sql`${last?.day ?? null}::text::date`;
    await tx.run(sql`
      update ${settings} set ${assigned(settings, { value: sql`to_jsonb(${TODAY})` })}
      where ${settings.name} = ${CURSOR}`);
    let written = 0;
    for (const frequency of [2, 3, 4] as const) written += await writePeriod(tx, frequency, since);
    return written;
  });
}

/** What is counted in a translation. `began` and `ended` bound the period. */
function countOf(notification: string, began: Sql, ended: Sql): Sql {
  if (notification === "PendingSuggestionsNotification") return sql`${k.suggestions}`;
  if (notification === "ToDoStringsNotification") return sql`greatest(${k.total} - ${k.translated}, 0)`;
  return sql`(select count(*) from ${ch} where ${ch.translationId} = ${t.id} and ${ch.at} >= ${began} and ${ch.at} < ${ended}
    and ${anyOf(ch.action, actionCodes("content"))})`;
}

const CHOSEN = sql`${s.userId}, ${p.id} as project_id, ${c.id} as component_id, ${s.scope}, ${s.frequency}`;
const LIVING = sql`${c.projectId} = ${p.id} and ${p.removedAt} is null and ${c.removedAt} is null`;

async function writePeriod(tx: Tx, frequency: 2 | 3 | 4, since: Sql): Promise<number> {
  const unit = UNIT[frequency];
  const ended = sql`date_trunc(${unit}::text, ${TODAY}::timestamp)`;
  const began = sql`(${ended} - ${`1 ${unit}`}::text::interval)`;
  const lastDay = sql`(${ended} - interval '1 day')::date`;
  let written = 0;
  for (const notification of SUMMARIES) {
    const count = countOf(notification, sql`(${began} at time zone 'UTC')`, sql`(${ended} at time zone 'UTC')`);
    const given = notices.as("excluded");
    const asked = sql`${s.notification} = ${notification} and ${since} < ${ended}::date`;
    written += await tx.run(sql`
      with fitting as (
        select ${CHOSEN} from ${s} cross join ${p} join ${c} on ${LIVING} where ${s.scope} = 0 and ${asked}
        union all select ${CHOSEN} from ${s} join ${w} on ${w.userId} = ${s.userId} join ${p} on ${p.id} = ${w.projectId}
          join ${c} on ${LIVING} where ${s.scope} = 10 and ${asked}
        union all select ${CHOSEN} from ${s} join ${u} on ${u.id} = ${s.userId}
          join ${p} on (${u.isSuperuser} or ${hasTeamWith("project.edit")}) join ${c} on ${LIVING} where ${s.scope} = 20 and ${asked}
        union all select ${CHOSEN} from ${s} join ${p} on ${p.id} = ${s.projectId} join ${c} on ${LIVING} where ${s.scope} = 30 and ${asked}
        union all select ${CHOSEN} from ${s} join ${c} on ${c.id} = ${s.componentId} join ${p} on ${LIVING} where ${s.scope} = 40 and ${asked}),
      decided as (
        select distinct on (user_id, component_id) user_id, project_id, component_id, frequency
        from fitting order by user_id, component_id, scope desc),
      summed as (
        select decided.user_id, decided.project_id, sum(${count})::int as n
        from decided join ${u} on ${u.id} = decided.user_id join ${p} on ${p.id} = decided.project_id
          join ${c} on ${c.id} = decided.component_id join ${t} on ${t.componentId} = ${c.id} and not ${t.isSource}
          join ${k} on ${k.scope} = 'translation' and ${k.objectId} = ${t.id} and ${k.languageId} = 0
        where decided.frequency = ${frequency} and ${IS_A_READER} and ${SEES_PROJECT} and ${IS_NOT_BLOCKED} and ${SEES_COMPONENT}
          and (exists (select from ${ul} where ${ul.userId} = ${u.id} and ${ul.languageId} = ${t.languageId} and not ${ul.secondary})
            or not exists (select from ${ul} where ${ul.userId} = ${u.id} and not ${ul.secondary}))
        group by 1, 2),
      told as (
        select user_id, project_id, n from (
          select user_id, project_id, n, row_number() over (partition by user_id order by n desc, project_id) as place
          from summed where n > 0) ranked where place <= ${MOST_PROJECTS}::int),
      former as (
        update ${n} set ${assigned(n, { doneAt: sql`now()` })} from told
        where ${n.userId} = told.user_id and ${n.projectId} = told.project_id and ${n.notification} = ${notification}
          and ${n.doneAt} is null and ${n.day} < ${lastDay})
      insert into ${n} (${names(n, "userId", "notification", "frequency", "projectId", "day", "count", "changes", "lastAt", "unmailed")})
      select told.user_id, ${notification}, ${frequency}, told.project_id, ${lastDay}, told.n, '{}', now(), told.n
      from told
      on conflict (${names(n, "userId", "notification", "frequency", "day", "projectId", "componentId", "translationId")}) where ${n.doneAt.bare} is null
      do update set ${assigned(n, { count: given.count, unmailed: given.unmailed, lastAt: given.lastAt })}`);
  }
  return written;
}
