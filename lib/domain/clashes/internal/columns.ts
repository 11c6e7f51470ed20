import {
  clashes,
  components,
  languages,
  projects,
  sourceUnits,
  translations,
  units,
  users,
} from "@/lib/generated/tables";
import { combined, named, outer, pick } from "@/lib/platform/columns";
import { type Connection, type SelectedRow, type Sql, sql } from "@/lib/platform/database";
import { asFlag, asJson, asText, asWritten, orNull } from "@/lib/platform/expressions";
import type { Refusal } from "@/lib/text/messages/refusal";

import type { Actor } from "../../access/actor";
import { knowsWhose, nameFor } from "../../access/pseudonym";

/** How clashes are read; over the aliases of `CLASH_FROM`. */

const [k, t, l, c, p] = [
  clashes.as("k"),
  translations.as("t"),
  languages.as("l"),
  components.as("c"),
  projects.as("p"),
];
const o = languages.as("o");
const [u, s] = [outer(units.as("u")), outer(sourceUnits.as("s"))];
const [a, w, d] = [outer(users.as("a")), outer(users.as("w")), outer(users.as("d"))];

/** Whether a string says still what the merge left: who has changed or confirmed it since has decided otherwise. */
export const standsAsLeft = sql`${u.id} is not null and ${u.targets} = ${k.leftTargets} and ${u.state} <= ${k.leftState}`;

/** Whether a clash waits for a person. */
export const isOpen = sql`(${k.decidedAt} is null and ${standsAsLeft})`;

export const CLASH_FROM = sql`
  from ${k} join ${t} on ${t.id} = ${k.translationId} join ${l} on ${l.id} = ${t.languageId}
  join ${c} on ${c.id} = ${k.componentId} join ${p} on ${p.id} = ${c.projectId}
  left join ${u} on ${u.id} = ${k.unitId} left join ${s} on ${s.id} = ${u.sourceId}
  left join ${a} on ${a.id} = ${k.translatorId} left join ${w} on ${w.id} = ${k.upstreamAuthorId} left join ${d} on ${d.id} = ${k.decidedBy}`;

/** Columns of a clash for an actor: strangers read pseudonyms, and nothing of the accounts behind them. */
const clashFor = (actor: Actor) => {
  const account = (username: Sql, userId: Sql) =>
    orNull(asText(sql`case when ${knowsWhose(actor, userId, p.id)} then ${username} end`));
  const name = (stored: Sql, userId: Sql) => asText(nameFor(actor, stored, userId, p.id));
  return combined(
    pick(k, "id", "unitId", "translationId", "context", "sources", "kind", "refusal", "rule", "baseTargets"),
    pick(k, "translatorTargets", "translatorState", "translatorId", "translatedAt"),
    pick(k, "upstreamTargets", "upstreamState", "upstreamAuthorId", "commit", "committedAt"),
    pick(k, "leftTargets", "leftState", "createdAt", "decidedAt", "decidedBy"),
    named({
      /** Null while it waits for a person. */
      decision: asWritten(
        k.decision,
        sql`coalesce(${k.decision}, case when ${standsAsLeft} then null when ${u.targets} = ${k.translatorTargets} then 'ours'
        when ${u.targets} = ${k.upstreamTargets} then 'theirs' else 'overtaken' end)`,
      ),
      refusalSaid: orNull(asJson<Refusal>(k.refusalSaid)),
      idHash: orNull(asText(sql`${s.idHash}::text`)),
      translator: account(a.username, k.translatorId),
      translatorName: name(k.translatorName, k.translatorId),
      upstreamAuthor: account(w.username, k.upstreamAuthorId),
      upstreamAuthorName: name(k.upstreamAuthorName, k.upstreamAuthorId),
      decider: account(d.username, k.decidedBy),
      deciderName: orNull(name(d.username, k.decidedBy)),
      languageCode: l.code,
      languageName: l.name,
      sourceLanguageCode: asText(sql`(select ${o.code} from ${o} where ${o.id} = ${c.sourceLanguageId})`),
      projectSlug: p.slug,
      componentSlug: c.slug,
      componentName: c.name,
      categoryPath: asText(sql`category_path(${c.categoryId})`),
      /** Whether it can be decided, or decided otherwise than the rule did. */
      decidable: asFlag(
        sql`${standsAsLeft} and ${k.decidedBy} is null and ${k.decision} is distinct from 'overtaken' and ${k.kind} <> 'removed-here'`,
      ),
    }),
  );
};

export type ClashRow = SelectedRow<ReturnType<typeof clashFor>>;

export const selectClashes = (on: Pick<Connection, "rows">, actor: Actor, where: Sql, tail: Sql): Promise<ClashRow[]> =>
  on.rows(sql`select ${clashFor(actor)} ${CLASH_FROM} where ${where} ${tail}`);
