import { changes, components, counters, languages, projects, translations, users } from "@/lib/generated/tables";
import { combined, named, pick, subquery } from "@/lib/platform/columns";
import { db, joinSql, type SelectedRow, type Sql, sql } from "@/lib/platform/database";
import { anyOf, asFlag, asNumber, asText } from "@/lib/platform/expressions";
import type { Actor } from "../access/actor";
import { visibleComponents, visibleProjects } from "../access/demand";
import { closedCondition } from "../components/edit-lock";
import { COUNTERS } from "../counters/read-counters";

const [t, c, p, l] = [translations.as("t"), components.as("c"), projects.as("p"), languages.as("l")];
const [k, ch] = [counters.as("k"), changes.as("ch")];

const FROM = sql`
  from ${t} join ${c} on ${c.id} = ${t.componentId} join ${p} on ${p.id} = ${c.projectId}
  join ${l} on ${l.id} = ${t.languageId} join ${k} on ${k.scope} = 'translation' and ${k.objectId} = ${t.id} and ${k.languageId} = 0`;

const COLUMNS = combined(
  named({
    translationId: t.id,
    projectName: p.name,
    projectSlug: p.slug,
    componentName: c.name,
    componentSlug: c.slug,
    categoryPath: asText(sql`category_path(${c.categoryId})`),
    languageId: l.id,
    languageCode: l.code,
    languageName: l.name,
    counters: COUNTERS,
    locked: asFlag(closedCondition(c)),
  }),
);

/** A translation with work in it, as lists of work show it. */
export type WorkRow = SelectedRow<typeof COLUMNS>;

/**
 * Translations the actor may see with something left to do, most first.
 * @param filter languages and project to look in; all when left out
 */
export async function listWork(
  actor: Actor,
  filter: { languageIds?: readonly number[]; projectId?: number },
  limit: number,
): Promise<WorkRow[]> {
  const parts = [
    visibleComponents(actor),
    sql`not ${t.isSource} and (${k.total} > ${k.translated} or ${k.failing} > 0 or ${k.suggestions} > 0)`,
  ];
  if (filter.languageIds) parts.push(anyOf(t.languageId, filter.languageIds));
  if (filter.projectId !== undefined) parts.push(sql`${p.id} = ${filter.projectId}`);
  const mostFirst = sql`order by (${k.total} - ${k.translated}) desc, ${k.failing} desc, ${t.id}`;
  // The first ones are picked by numbers alone: with all columns of all rows the same took seven times as long.
  return db.rows(sql`
    select ${COLUMNS} ${FROM}
    where ${t.id} in (select ${t.id} ${FROM} where ${joinSql(parts, " and ")} ${mostFirst} limit ${limit}) ${mostFirst}`);
}

const sum = (numbers: Sql) => asNumber(sql`coalesce(sum(${numbers}), 0)::int`);
const SUMS = named({
  empty: sum(sql`${k.total} - ${k.translated} - ${k.fuzzy}`),
  emptyWords: sum(sql`${k.totalWords} - ${k.translatedWords} - ${k.fuzzyWords}`),
  needsEditing: sum(k.fuzzy),
  needsEditingWords: sum(k.fuzzyWords),
  failing: sum(k.failing),
  failingWords: sum(k.failingWords),
  suggestions: sum(k.suggestions),
  comments: sum(k.comments),
});

/** Sums of work over translations the actor may see. */
export type WorkSums = SelectedRow<typeof SUMS>;

/** What there is to do in some languages, over all visible components. */
export async function sumWork(actor: Actor, languageIds: readonly number[]): Promise<WorkSums> {
  const row = await db.one(sql`
    select ${SUMS} ${FROM} where ${visibleComponents(actor)} and not ${t.isSource} and ${anyOf(t.languageId, languageIds)}`);
  if (!row) throw new Error("There are no sums.");
  return row;
}

/** How many projects, languages in use and people there are; of projects only the visible ones. */
export async function siteNumbers(actor: Actor): Promise<{ projects: number; languages: number; people: number }> {
  const row = await db.one(sql`
    select ${named({
      projects: asNumber(sql`(select count(*)::int from ${p} where ${visibleProjects(actor)})`),
      languages: asNumber(
        sql`(select count(*)::int from ${counters} where ${counters.scope} = 'language' and ${counters.translations} > 0)`,
      ),
      people: asNumber(
        sql`(select count(*)::int from ${users} where ${users.isActive} and not ${users.isBot} and not ${users.isAnonymous})`,
      ),
    })}`);
  if (!row) throw new Error("There are no numbers.");
  return row;
}

/** The translation the actor changed last that still has something to do; undefined when there is none. */
export async function lastWorkedOn(actor: Actor): Promise<WorkRow | undefined> {
  const recently = subquery(
    "w",
    sql`
      select ${pick(ch, "translationId")}, ${named({ newest: asNumber(sql`max(${ch.id})`) })} from ${ch}
      where ${ch.userId} = ${actor.userId} and ${ch.translationId} is not null and ${ch.at} > now() - interval '180 days' group by 1`,
  );
  return db.one(sql`
    select ${COLUMNS} ${FROM} join ${recently} on ${recently.translationId} = ${t.id}
    where ${visibleComponents(actor)} and not ${t.isSource} and not ${closedCondition(c)} and ${k.total} > ${k.translated}
    order by ${recently.newest} desc limit 1`);
}
