import {
  changes,
  components,
  projects,
  subscriptions,
  translations,
  userLanguages,
  users,
  watches,
} from "@/lib/generated/tables";
import { type From, pick, unnest } from "@/lib/platform/columns";
import { type Connection, type Sql, sql } from "@/lib/platform/database";
import { anyOf, asNumber, asText } from "@/lib/platform/expressions";
import { namesMentioned } from "@/lib/text/rich-text";
import { hasTeamWith, IS_A_READER, IS_NOT_BLOCKED, SEES_COMPONENT, SEES_PROJECT } from "../../access/people-who-see";
import { ACTION, actionCodes } from "../../change-actions";
import { ch } from "../../changes/follow-ledger";
import { KINDS, NOTICED } from "../kinds";

/**
 * Who is told of what: lines of the ledger, in groups of one action in one place by one person on one day, against
 * subscriptions. Of several subscriptions to one notification the most specific one counts, by its scope: component,
 * project, administered, watched, all. One statement, however many lines and people.
 */

/** Lines that a notice names. */
export const NAMED_LINES = 10;

/** Names of one comment that are looked up. */
const MOST_CALLED = 20;

interface Mention {
  line: number;
  name: string;
}

const MENTION = { line: asNumber(sql`0::int8`), name: asText(sql`''`) };
const KIND = {
  action: asNumber(sql`0::int4`),
  notification: asText(sql`''`),
  rank: asNumber(sql`0::int4`),
};

const kinds = unnest(
  "k",
  KIND,
  KINDS.flatMap(({ notification, actions }, rank) => actions.map((action) => ({ action, notification, rank }))),
);
const PERSONAL = KINDS.filter(({ personal }) => personal).map(({ notification }) => notification);
const IN_LANGUAGE = KINDS.filter(({ inLanguage }) => inLanguage).map(({ notification }) => notification);

const [u, p, c, t] = [users.as("u"), projects.as("p"), components.as("c"), translations.as("t")];
const [s, w, ul, old, other] = [
  subscriptions.as("s"),
  watches.as("w"),
  userLanguages.as("ul"),
  changes.as("old"),
  users.as("other"),
];

/** Whom the comments among some lines call by name, in the reading that pages show. */
export async function mentionsIn(tx: Pick<Connection, "rows">, lines: Sql): Promise<Mention[]> {
  const comments = await tx.rows(sql`
    select ${pick(ch, "id", "target")} from ${ch}
    where ${lines} and ${ch.action} = ${ACTION.COMMENT_ADDED} and position('@' in ${ch.target}) > 0`);
  return comments.flatMap(({ id, target }) =>
    namesMentioned(target)
      .slice(0, MOST_CALLED)
      .map((name) => ({ line: id, name })),
  );
}

/** Announcements may be posted without telling anybody. */
const TOLD = sql`(${ch.action} <> ${ACTION.ANNOUNCEMENT_POSTED} or ${ch.details}->>'notify' is distinct from 'false')`;

/**
 * Definitions, behind `with`, that end in `told`: user, kind, frequency, place and day, with a group of lines each.
 * @param lines condition over `ch`
 * @param one the only person that is asked about
 */
export function receivers(lines: Sql, mentions: readonly Mention[], one?: number): Sql {
  const m: From<Mention> = unnest("m", MENTION, mentions);
  const only = one === undefined ? sql`` : sql`and ${s.userId} = ${one}`;
  const chosen = sql`g.key, ${s.userId}, k.notification, k.rank, ${s.scope}, ${s.frequency}`;
  const matches = sql`${s.notification} = k.notification ${only} and (not k.personal or exists (
    select from personal x where x.key = g.key and x.user_id = ${s.userId} and x.notification = k.notification))`;
  return sql`
    k as (select ${kinds.action}, ${kinds.notification}, ${kinds.rank}, ${kinds.notification} = any(${PERSONAL}::text[]) as personal from ${kinds}),
    g as materialized (
      select min(${ch.id}) as key, ${ch.action} as action, ${ch.userId} as by, ${ch.projectId} as project_id, ${ch.componentId} as component_id,
        ${ch.translationId} as translation_id, (${ch.at} at time zone 'UTC')::date as day, max(${ch.unitId}) as unit_id,
        count(*)::int as n, (array_agg(${ch.id} order by ${ch.id} desc))[1:${NAMED_LINES}::int] as ids, max(${ch.at}) as last_at
      from ${ch} where ${lines} and ${anyOf(ch.action, NOTICED)} and ${ch.projectId} is not null and ${TOLD}
      group by 2, 3, 4, 5, 6, 7, case when ${ch.action} = ${ACTION.COMMENT_ADDED} then ${ch.id} end),
    personal as materialized (
      select ${m.line} as key, ${other.id} as user_id, 'MentionCommentNotificaton' as notification
      from ${m} join ${other} on lower(${other.username}) = ${m.name}
      union
      select g.key, author.id, 'LastAuthorCommentNotificaton'
      from g cross join lateral (
        select ${old.authorId} as id from ${old} where ${old.unitId} = g.unit_id and ${old.id} < g.key and ${anyOf(old.action, actionCodes("content"))}
        order by ${old.id} desc limit 1) author
      where g.action = ${ACTION.COMMENT_ADDED} and author.id is not null),
    places as materialized (select distinct project_id from g),
    team_admins as materialized (
      select ${p.id} as project_id, ${u.id} as user_id from places join ${p} on ${p.id} = places.project_id
        join ${u} on ${IS_A_READER} and ${hasTeamWith("project.edit")}
        where exists (select from ${s} where ${s.userId} = ${u.id} and ${s.scope} = 20)),
    admins as materialized (
      select project_id, user_id from team_admins
      union all select places.project_id, ${u.id} from places join ${u} on ${u.isSuperuser} and ${IS_A_READER}
      where not exists (select from team_admins a where a.project_id = places.project_id)),
    fitting as (
      select ${chosen} from g join k on k.action = g.action join ${w} on ${w.projectId} = g.project_id
        join ${s} on ${s.userId} = ${w.userId} and ${s.scope} = 10 and ${matches}
      union all select ${chosen} from g join k on k.action = g.action join admins a on a.project_id = g.project_id
        join ${s} on ${s.userId} = a.user_id and ${s.scope} = 20 and ${matches}
      union all select ${chosen} from g join k on k.action = g.action
        join ${s} on ${s.projectId} = g.project_id and ${s.scope} = 30 and ${matches}
      union all select ${chosen} from g join k on k.action = g.action
        join ${s} on ${s.componentId} = g.component_id and ${s.scope} = 40 and ${matches}
      union all select ${chosen} from g join k on k.action = g.action and not k.personal
        join ${s} on ${s.scope} = 0 and ${s.notification} = k.notification ${only}
      union all select ${chosen} from g join k on k.action = g.action and k.personal
        join personal x on x.key = g.key and x.notification = k.notification
        join ${s} on ${s.userId} = x.user_id and ${s.scope} = 0 and ${s.notification} = k.notification ${only}),
    decided as (
      select distinct on (key, user_id, notification) key, user_id, notification, rank, frequency
      from fitting order by key, user_id, notification, scope desc),
    chosen as (
      select distinct on (key, user_id) key, user_id, notification, frequency
      from decided where frequency > 0 order by key, user_id, frequency <> 1, rank),
    told as (
      select chosen.user_id, chosen.notification, chosen.frequency, g.project_id, g.component_id, ${t.id} as translation_id,
        g.day, g.n, g.ids, g.last_at
      from chosen join g on g.key = chosen.key join ${u} on ${u.id} = chosen.user_id
        join ${p} on ${p.id} = g.project_id left join ${c} on ${c.id} = g.component_id left join ${t} on ${t.id} = g.translation_id
      where ${IS_A_READER} and ${u.id} is distinct from g.by and ${SEES_PROJECT} and ${IS_NOT_BLOCKED}
        and (g.component_id is null or (${c.id} is not null and ${SEES_COMPONENT}))
        and (chosen.notification <> all(${IN_LANGUAGE}::text[]) or ${t.id} is null or ${t.isSource}
          or exists (select from ${ul} where ${ul.userId} = ${u.id} and ${ul.languageId} = ${t.languageId} and not ${ul.secondary})
          or not exists (select from ${ul} where ${ul.userId} = ${u.id} and not ${ul.secondary})))`;
}

/** What is told, by its place and day: one row for each notice. */
export const NOTICE_ROWS = sql`(
  select told.user_id, told.notification, told.frequency, told.project_id, told.component_id, told.translation_id, told.day,
    sum(line.n)::int as n, (array_agg(line.id order by line.id desc))[1:${NAMED_LINES}::int] as ids, max(told.last_at) as last_at
  from told cross join lateral (
    select id, case when place = 1 then told.n else 0 end as n from unnest(told.ids) with ordinality as x(id, place)) line
  group by 1, 2, 3, 4, 5, 6, 7)`;
