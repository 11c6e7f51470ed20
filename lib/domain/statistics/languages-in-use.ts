import { counters, languages, projects } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { anyOf, counted } from "@/lib/platform/expressions";
import type { Actor } from "../access/actor";
import { visibleProjects } from "../access/demand";
import { COUNTERS_IF_ANY, type CounterRow } from "../counters/read-counters";
import { inWorkOrder, type OrderedBy } from "../counters/work-order";
import { namedLanguage, type TypedLanguage } from "../languages/named-language";
import type { Window } from "../window";
import { languageInProjects } from "./visible";

const [l, k, p] = [languages.as("l"), counters.as("k"), projects.as("p")];

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
  return db.rows(sql`
    select ${pick(l, "id", "code", "name", "nativeName", "direction")}, ${named({
      counters: COUNTERS_IF_ANY,
    })}
    from ${l} left join ${k} on ${k.scope} = 'language' and ${k.objectId} = ${l.id} and ${k.languageId} = 0 and ${k.translations} > 0
    where ${all} or ${k.scope} is not null order by ${l.name}, ${l.id} limit 5000`);
}

/**
 * A page of the languages that something is translated into, and how many there are.
 * @param unused also those that nobody uses yet
 * @param first codes of those in use that come before the others
 * @param typed what they are found by; all where it is left out
 */
export async function pageOfLanguages(
  unused: boolean,
  first: readonly string[],
  window: Window,
  order: OrderedBy = { order: "name", down: false },
  typed?: TypedLanguage,
): Promise<{ rows: LanguageInUse[]; count: number }> {
  const from = sql`
    from ${l} left join ${k} on ${k.scope} = 'language' and ${k.objectId} = ${l.id} and ${k.languageId} = 0 and ${k.translations} > 0
    where (${unused} or ${k.scope} is not null) ${typed ? sql`and ${namedLanguage(l, typed)}` : sql``}`;
  const [rows, all] = await Promise.all([
    db.rows(sql`
      select ${pick(l, "id", "code", "name", "nativeName", "direction")}, ${named({ counters: COUNTERS_IF_ANY })} ${from}
      order by ${anyOf(l.code, first)} desc, ${inWorkOrder(k, order, sql`${l.name}`)}, ${l.id} limit ${window.limit} offset ${window.offset}`),
    db.one(sql`select ${counted} ${from}`),
  ]);
  return { rows, count: all?.count ?? 0 };
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
  const projects = await db.rows(sql`
    select ${pick(p, "id", "name", "slug")} from ${k} join ${p} on ${p.id} = ${k.objectId}
    where ${k.scope} = 'project-language' and ${k.languageId} = ${languageId} and ${k.translations} > 0 and ${visibleProjects(actor)}
    order by (${k.total} - ${k.translated}) desc, ${p.name} limit 1000`);
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
