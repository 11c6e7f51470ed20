import { changes, components, languages, projects, translations, users } from "@/lib/generated/tables";
import { type Column, named, pick } from "@/lib/platform/columns";
import { db, joinSql, type Sql, sql } from "@/lib/platform/database";
import { anyOf, asText } from "@/lib/platform/expressions";
import { escapeLike } from "@/lib/text/like";
import type { Actor } from "../access/actor";
import { visibleComponents, visibleProjects } from "../access/demand";

/** Objects by parts of their names, for people who know where they want to go: a few of each kind, quickly. */

const [p, c, l, u] = [projects.as("p"), components.as("c"), languages.as("l"), users.as("u")];
const [ch, t] = [changes.as("ch"), translations.as("t")];

const MOST = 6;
const LONGEST = 100;
/** Lines of the ledger that tell where somebody was last. */
const LINES = 200;

export interface FoundPlaces {
  projects: { name: string; slug: string }[];
  components: { name: string; slug: string; categoryPath: string; projectName: string; projectSlug: string }[];
  languages: { name: string; code: string }[];
  /** Nobody for those who are not signed in. */
  people: { username: string; fullName: string }[];
}

/** Names that hold all the words, and among them first those that begin with what was typed. */
function matching(
  words: readonly string[],
  ...columns: readonly Column<string>[]
): { where: Sql; some: Sql; first: Sql } {
  const any = (like: string) =>
    joinSql(
      columns.map((column) => sql`${column} ilike ${like}`),
      " or ",
    );
  const held = words.map((word) => sql`(${any(`%${escapeLike(word)}%`)})`);
  return {
    where: joinSql(held, " and "),
    some: sql`(${joinSql(held, " or ")})`,
    first: sql`(${any(`${escapeLike(words.join(" "))}%`)})`,
  };
}

/**
 * Projects, components, languages and people by name, as far as the actor may know of them.
 * @param codes of languages that the actor's own language names so
 */
export async function findPlaces(actor: Actor, typed: string, codes: readonly string[] = []): Promise<FoundPlaces> {
  const words = typed.replaceAll("\0", "").trim().slice(0, LONGEST).split(/\s+/).filter(Boolean).slice(0, 6);
  if (words.length === 0) return { projects: [], components: [], languages: [], people: [] };
  const project = matching(words, p.name, p.slug);
  const component = matching(words, c.name, c.slug, p.name);
  const own = matching(words, c.name, c.slug);
  const language = matching(words, l.name, l.nativeName, l.code);
  const person = matching(words, u.username, u.fullName);
  const [foundProjects, foundComponents, foundLanguages, people] = await Promise.all([
    db.rows(sql`
      select ${pick(p, "name", "slug")} from ${p} where ${visibleProjects(actor)} and ${project.where}
      order by ${project.first} desc, length(${p.name}), ${p.name} limit ${MOST}`),
    db.rows(sql`
      select ${pick(c, "name", "slug")}, ${named({
        categoryPath: asText(sql`category_path(${c.categoryId})`),
        projectName: p.name,
        projectSlug: p.slug,
      })}
      from ${c} join ${p} on ${p.id} = ${c.projectId} where ${visibleComponents(actor)} and ${component.where} and ${own.some}
      order by ${own.first} desc, length(${c.name}), ${c.name}, ${c.id} limit ${MOST}`),
    db.rows(sql`
      select ${pick(l, "name", "code")} from ${l} where ${language.where} or ${anyOf(l.code, codes)}
      order by ${language.first} or ${anyOf(l.code, codes)} desc, length(${l.name}), ${l.name} limit ${MOST}`),
    actor.isAnonymous
      ? []
      : db.rows(sql`
          select ${pick(u, "username", "fullName")} from ${u}
          where ${u.isActive} and not ${u.isAnonymous} and not ${u.isBot} and ${person.where}
          order by ${person.first} desc, ${u.username} limit ${MOST}`),
  ]);
  return { projects: foundProjects, components: foundComponents, languages: foundLanguages, people };
}

export interface RecentPlace {
  projectSlug: string;
  projectName: string;
  categoryPath: string;
  componentSlug: string;
  componentName: string;
  languageCode: string;
  languageName: string;
}

/** The languages of components where the actor changed something last, newest first. */
export async function recentPlaces(actor: Actor): Promise<RecentPlace[]> {
  if (actor.isAnonymous) return [];
  return db.rows(sql`
    select ${named({
      projectSlug: p.slug,
      projectName: p.name,
      categoryPath: asText(sql`coalesce(category_path(${c.categoryId}), '')`),
      componentSlug: c.slug,
      componentName: c.name,
      languageCode: l.code,
      languageName: l.name,
    })}
    from (
      select r.translation_id, max(r.at) as at from (
        select ${ch.translationId}, ${ch.at} from ${ch}
        where ${ch.userId} = ${actor.userId} order by ${ch.at} desc limit ${LINES}) r
      where r.translation_id is not null group by r.translation_id) last
    join ${t} on ${t.id} = last.translation_id join ${c} on ${c.id} = ${t.componentId}
    join ${p} on ${p.id} = ${c.projectId} join ${l} on ${l.id} = ${t.languageId}
    where ${visibleComponents(actor)} order by last.at desc limit ${MOST}`);
}
