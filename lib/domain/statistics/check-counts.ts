import { components, findings, languages, projects, translations, units } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, joinSql, type Sql, sql } from "@/lib/platform/database";
import { asNumber, asText, counted } from "@/lib/platform/expressions";
import type { Actor } from "../access/actor";
import { visibleComponents } from "../access/demand";
import { pageSql, type Window } from "../window";

const [f, u, t] = [findings.as("f"), units.as("u"), translations.as("t")];
const [c, p, l] = [components.as("c"), projects.as("p"), languages.as("l")];

/** Whose strings are counted; everything that the actor may know of without. */
export interface CheckScope {
  projectId?: number;
  componentId?: number;
  translationId?: number;
  languageId?: number;
}

/** Strings that fail a check. */
export interface CheckCount {
  check: string;
  /** Those that count. */
  strings: number;
  dismissed: number;
}

const FROM = sql`
  from ${f} join ${u} on ${u.id} = ${f.unitId} join ${t} on ${t.id} = ${u.translationId}
  join ${c} on ${c.id} = ${t.componentId} join ${p} on ${p.id} = ${c.projectId}`;

const COUNTS = {
  strings: asNumber(sql`(count(*) filter (where not ${f.dismissed}))::int`),
  dismissed: asNumber(sql`(count(*) filter (where ${f.dismissed}))::int`),
};

function within(actor: Actor, scope: CheckScope, more: readonly Sql[] = []): Sql {
  const { projectId, componentId, translationId, languageId } = scope;
  return joinSql(
    [
      visibleComponents(actor),
      ...(projectId === undefined ? [] : [sql`${c.projectId} = ${projectId}`]),
      ...(componentId === undefined ? [] : [sql`${c.id} = ${componentId}`]),
      ...(translationId === undefined ? [] : [sql`${t.id} = ${translationId}`]),
      ...(languageId === undefined ? [] : [sql`${t.languageId} = ${languageId}`]),
      ...more,
    ],
    " and ",
  );
}

/** How many strings fail each check, most first. */
export function countChecks(actor: Actor, scope: CheckScope): Promise<CheckCount[]> {
  return db.rows(sql`
    select ${pick(f, "check")}, ${named(COUNTS)} ${FROM} where ${within(actor, scope)}
    group by ${f.check} order by strings desc, dismissed desc, ${f.check}`);
}

/** One language of a component whose strings fail a check. */
export interface CheckPlace extends Omit<CheckCount, "check"> {
  projectName: string;
  projectSlug: string;
  categoryPath: string;
  componentName: string;
  componentSlug: string;
  languageName: string;
  languageCode: string;
}

/** Where strings fail a check, most first. */
export async function placesOfCheck(
  actor: Actor,
  check: string,
  scope: CheckScope,
  window: Window,
): Promise<{ rows: CheckPlace[]; count: number }> {
  const where = within(actor, scope, [sql`${f.check} = ${check}`]);
  const [rows, all] = await Promise.all([
    db.rows(sql`
      select ${named({
        projectName: p.name,
        projectSlug: p.slug,
        categoryPath: asText(sql`coalesce(category_path(${c.categoryId}), '')`),
        componentName: c.name,
        componentSlug: c.slug,
        languageName: l.name,
        languageCode: l.code,
        ...COUNTS,
      })} ${FROM} join ${l} on ${l.id} = ${t.languageId} where ${where}
      group by ${p.id}, ${c.id}, ${t.id}, ${l.id} order by strings desc, ${p.name}, ${c.name}, ${l.name}, ${t.id} ${pageSql(window)}`),
    db.one(sql`select ${counted} from (select ${t.id} ${FROM} where ${where} group by ${t.id}) as places`),
  ]);
  return { rows, count: all?.count ?? 0 };
}
