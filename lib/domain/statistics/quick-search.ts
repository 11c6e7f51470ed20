import { components, languages, projects, users } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { sql } from "@/lib/platform/database";
import { anyOf, asText } from "@/lib/platform/expressions";
import { likePattern } from "@/lib/text/like";
import type { Actor } from "../access/actor";
import { visibleComponents, visibleProjects } from "../access/demand";
import { runSearch } from "../search/run-search";

const [p, c, l, u] = [projects.as("p"), components.as("c"), languages.as("l"), users.as("u")];

/** What the search box found, by name. */
export interface QuickSearchResults {
  projects: { name: string; slug: string }[];
  components: { name: string; slug: string; categoryPath: string; projectName: string; projectSlug: string }[];
  languages: { name: string; code: string }[];
  people: { username: string; fullName: string }[];
}

/** How many of each kind are given. */
const MOST = 12;

/**
 * Projects, components, languages and people whose name, slug or code holds the words.
 * @param codes of languages that the reader's own language names so
 * @throws Invalid on `q`; Busy
 */
export async function quickSearch(
  actor: Actor,
  words: string,
  codes: readonly string[] = [],
): Promise<QuickSearchResults> {
  const text = words.trim().slice(0, 100);
  if (text === "" || text.includes("\0")) return { projects: [], components: [], languages: [], people: [] };
  const like = likePattern(text);
  return runSearch(actor, async (on) => {
    const [projects, components, languages, people] = await Promise.all([
      on.rows(sql`
        select ${pick(p, "name", "slug")} from ${p}
        where ${visibleProjects(actor)} and (${p.name} ilike ${like} or ${p.slug} ilike ${like}) order by ${p.name} limit ${MOST}`),
      on.rows(sql`
      select ${pick(c, "name", "slug")}, ${named({
        categoryPath: asText(sql`category_path(${c.categoryId})`),
        projectName: p.name,
        projectSlug: p.slug,
      })}
      from ${c} join ${p} on ${p.id} = ${c.projectId}
      where ${visibleComponents(actor)} and (${c.name} ilike ${like} or ${c.slug} ilike ${like}) order by ${c.name}, ${c.id} limit ${MOST}`),
      on.rows(sql`
        select ${pick(l, "name", "code")} from ${l}
        where ${l.name} ilike ${like} or ${l.nativeName} ilike ${like} or lower(${l.code}) = lower(${text}) or ${anyOf(l.code, codes)}
        order by ${l.name} limit ${MOST}`),
      on.rows(sql`
        select ${pick(u, "username", "fullName")} from ${u}
        where ${u.isActive} and not ${u.isAnonymous} and not ${u.isBot} and (${u.username} ilike ${like} or ${u.fullName} ilike ${like})
        order by ${u.username} limit ${MOST}`),
    ]);
    return { projects, components, languages, people };
  });
}
