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
import { asFlag, asText, asWritten, orNull } from "@/lib/platform/expressions";

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

export const CLASH = combined(
  pick(k, "id", "unitId", "translationId", "context", "sources", "kind", "refusal", "rule", "baseTargets"),
  pick(k, "translatorTargets", "translatorState", "translatorId", "translatorName", "translatedAt"),
  pick(k, "upstreamTargets", "upstreamState", "upstreamAuthorId", "upstreamAuthorName", "commit", "committedAt"),
  pick(k, "leftTargets", "leftState", "createdAt", "decidedAt", "decidedBy"),
  named({
    /** Null while it waits for a person. */
    decision: asWritten(
      k.decision,
      sql`coalesce(${k.decision}, case when ${standsAsLeft} then null when ${u.targets} = ${k.translatorTargets} then 'ours'
        when ${u.targets} = ${k.upstreamTargets} then 'theirs' else 'overtaken' end)`,
    ),
    idHash: orNull(asText(sql`${s.idHash}::text`)),
    translator: a.username,
    upstreamAuthor: w.username,
    decider: d.username,
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

export type ClashRow = SelectedRow<typeof CLASH>;

export const selectClashes = (on: Pick<Connection, "rows">, where: Sql, tail: Sql): Promise<ClashRow[]> =>
  on.rows(sql`select ${CLASH} ${CLASH_FROM} where ${where} ${tail}`);
