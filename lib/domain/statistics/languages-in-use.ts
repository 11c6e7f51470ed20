import { db, sql } from "@/lib/platform/database";
import type { Actor } from "../access/actor";
import { visibleProjects } from "../access/demand";
import { COUNTER_COLUMNS, type CounterRow } from "../counters/read-counters";
import type { Window } from "../window";
import { languageInProjects } from "./visible";

/** A language with its numbers. */
export interface LanguageInUse {
  id: number;
  code: string;
  name: string;
  nativeName: string;
  direction: string;
  /** Null when nothing has been counted in it. */
  counters: CounterRow | null;
}

/**
 * Languages that something is translated into, by name.
 * @param all also those of the catalogue that nobody uses yet
 */
export async function listLanguagesInUse(all = false): Promise<LanguageInUse[]> {
  return db.rows<LanguageInUse>(sql`
    select l.id, l.code, l.name, l.native_name, l.direction, case when k.scope is null then null else ${COUNTER_COLUMNS} end as counters
    from languages l left join counters k on k.scope = 'language' and k.object_id = l.id and k.language_id = 0 and k.translations > 0
    where ${all} or k.scope is not null order by l.name, l.id limit 5000`);
}

/**
 * A page of the languages that something is translated into, by name, and how many there are.
 * @param all also those that nobody uses yet
 * @param first codes of those in use that come before the others
 */
export async function pageOfLanguages(
  all: boolean,
  first: readonly string[],
  window: Window,
): Promise<{ rows: LanguageInUse[]; count: number }> {
  const from = sql`
    from languages l left join counters k on k.scope = 'language' and k.object_id = l.id and k.language_id = 0 and k.translations > 0
    where ${all} or k.scope is not null`;
  const [rows, counted] = await Promise.all([
    db.rows<LanguageInUse>(sql`
      select l.id, l.code, l.name, l.native_name, l.direction, case when k.scope is null then null else ${COUNTER_COLUMNS} end as counters ${from}
      order by l.code = any(${first}::text[]) desc, l.name, l.id limit ${window.limit} offset ${window.offset}`),
    db.one<{ count: number }>(sql`select count(*)::int as count ${from}`),
  ]);
  return { rows, count: counted?.count ?? 0 };
}

/** A project in one language. */
export interface LanguageProject {
  id: number;
  name: string;
  slug: string;
  counters: CounterRow;
}

/** Visible projects that are translated into a language, most to do first; what the actor may not see does not count. */
export async function projectsOfLanguage(actor: Actor, languageId: number): Promise<LanguageProject[]> {
  const projects = await db.rows<Omit<LanguageProject, "counters">>(sql`
    select p.id, p.name, p.slug from counters k join projects p on p.id = k.object_id
    where k.scope = 'project-language' and k.language_id = ${languageId} and k.translations > 0 and ${visibleProjects(actor)}
    order by (k.total - k.translated) desc, p.name limit 1000`);
  const numbers = await languageInProjects(
    actor,
    languageId,
    projects.map((project) => project.id),
  );
  return projects
    .flatMap((project) => {
      const counters = numbers.get(project.id);
      return counters ? [{ ...project, counters }] : [];
    })
    .sort((a, b) => b.counters.total - b.counters.translated - (a.counters.total - a.counters.translated));
}
