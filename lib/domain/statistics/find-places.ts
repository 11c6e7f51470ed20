import { sql } from "@/lib/platform/database";
import type { Actor } from "../access/actor";
import { visibleComponents, visibleProjects } from "../access/demand";
import { runSearch } from "../search/run-search";

/** What the search box found, by name. */
export interface FoundPlaces {
  projects: { name: string; slug: string }[];
  components: { name: string; slug: string; categoryPath: string; projectName: string; projectSlug: string }[];
  languages: { name: string; code: string }[];
  people: { username: string; fullName: string }[];
}

/** How many of each kind are given. */
const MOST = 12;

/** Projects, components, languages and people whose name, slug or code holds the words. @throws Invalid on `q`; Busy */
export async function findPlaces(actor: Actor, words: string): Promise<FoundPlaces> {
  const text = words.trim().slice(0, 100);
  if (text === "" || text.includes("\0")) return { projects: [], components: [], languages: [], people: [] };
  const like = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  return runSearch(actor, async (on) => {
    const [projects, components, languages, people] = await Promise.all([
      on.rows<FoundPlaces["projects"][number]>(sql`
      select p.name, p.slug from projects p where ${visibleProjects(actor)} and (p.name ilike ${like} or p.slug ilike ${like}) order by p.name limit ${MOST}`),
      on.rows<FoundPlaces["components"][number]>(sql`
      select c.name, c.slug, category_path(c.category_id) as category_path, p.name as project_name, p.slug as project_slug
      from components c join projects p on p.id = c.project_id
      where ${visibleComponents(actor)} and (c.name ilike ${like} or c.slug ilike ${like}) order by c.name, c.id limit ${MOST}`),
      on.rows<FoundPlaces["languages"][number]>(sql`
      select name, code from languages where name ilike ${like} or native_name ilike ${like} or lower(code) = lower(${text}) order by name limit ${MOST}`),
      on.rows<FoundPlaces["people"][number]>(sql`
      select username, full_name from users where is_active and not is_anonymous and not is_bot and (username ilike ${like} or full_name ilike ${like})
      order by username limit ${MOST}`),
    ]);
    return { projects, components, languages, people };
  });
}
