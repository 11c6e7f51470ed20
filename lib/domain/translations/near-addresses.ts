import { components, projects } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { asNumber, asText, asTexts } from "@/lib/platform/expressions";
import type { Actor } from "../access/actor";
import { visibleComponents, visibleProjects } from "../access/demand";

/** What somebody may have meant whose address leads nowhere. */

const [p, c] = [projects.as("p"), components.as("c")];

/** How alike two names must be, in trigrams: two letters that change places in a short word leave a quarter of them. */
const ALIKE = 0.25;
const MOST = 5;
/** Longer words are nobody's typing. */
const LONGEST = 100;

/** A place that the actor may see, with the rest of what was asked for behind it. */
export interface NearAddress {
  slugs: string[];
  name: string;
}

/**
 * Projects, or within a project that is there components, whose slug or name is nearly a word of an address, the likest
 * first. Nothing is told of what the actor may not see.
 * @param slugs words of the address, the project first
 */
export async function nearAddresses(actor: Actor, slugs: readonly string[]): Promise<NearAddress[]> {
  const [first = "", ...rest] = slugs.map((slug) => slug.slice(0, LONGEST));
  if (first === "" || slugs.length > 10 || slugs.some((slug) => slug.includes("\0") || !slug.isWellFormed())) return [];
  const project = await db.one(
    sql`select ${pick(p, "id", "slug", "name")} from ${p} where ${p.slug} = ${first} and ${visibleProjects(actor)}`,
  );
  if (!project) {
    const likeness = asNumber(
      sql`greatest(similarity(${p.slug}, ${first}::text), similarity(${p.name}, ${first}::text))`,
    );
    const found = await db.rows(sql`
      select ${pick(p, "slug", "name")} from ${p} where ${likeness} > ${ALIKE} and ${visibleProjects(actor)}
      order by ${likeness} desc, ${p.id} limit ${MOST}`);
    return found.map(({ slug, name }) => ({ slugs: [slug, ...rest], name }));
  }
  const words = rest.filter((word) => word !== "-");
  if (words.length === 0) return [];
  // Which of the words is the component nobody knows, as categories may stand before it and a language behind it.
  const found = await db.rows(sql`
    select ${pick(c, "name")}, ${named({
      path: asTexts(sql`
        array_remove(string_to_array(coalesce(category_path(${c.categoryId}), ''), '/') || ${c.slug}, '')`),
      word: asText(sql`w.word`),
    })}
    from ${c} join ${p} on ${p.id} = ${c.projectId} cross join lateral (
      select word, greatest(similarity(${c.slug}, word), similarity(${c.name}, word)) as likeness
      from unnest(${words}::text[]) as word order by 2 desc limit 1) w
    where ${c.projectId} = ${project.id} and w.likeness > ${ALIKE} and ${visibleComponents(actor)}
    order by w.likeness desc, ${c.id} limit ${MOST}`);
  return found.map(({ name, path, word }) => ({
    slugs: [project.slug, ...path, ...rest.slice(rest.indexOf(word) + 1)],
    name: `${project.name} / ${name}`,
  }));
}
