import { components, projects, translations } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { visibleComponents } from "../access/demand";
import { type ComponentRow, componentsById } from "../components/components";
import { Conflict, type DomainError, Forbidden, Invalid } from "../errors";
import type { LanguageRow } from "../languages/languages";
import type { ProjectRow } from "../projects/projects";
import { beginLanguage, isOfProject, mayAddAny, mayAddLanguage } from "./add-language";

/** A language for many components of a project at once. */

const [c, p, t] = [components.as("c"), projects.as("p"), translations.as("t")];

/** Components that one request may add a language to: each makes a file. */
export const MOST_COMPONENTS = 100;

/** Components of a project that lack a language and that the actor may add it to, by name; no more than `MOST_COMPONENTS`. */
export async function componentsWithout(
  actor: Actor,
  project: Pick<ProjectRow, "id">,
  language: Pick<LanguageRow, "id">,
): Promise<ComponentRow[]> {
  if (actor.isAnonymous) return [];
  const rows = await db.rows(sql`
    select ${pick(c, "id", "name")} from ${c} join ${p} on ${p.id} = ${c.projectId}
    where ${c.projectId} = ${project.id} and ${c.importedAt} is not null and ${visibleComponents(actor)}
      and not exists (select from ${t} where ${t.componentId} = ${c.id} and ${t.languageId} = ${language.id})
    order by lower(${c.name}), ${c.id} limit ${MOST_COMPONENTS}`);
  const [found, known] = await Promise.all([
    componentsById(
      actor,
      rows.map(({ id }) => id),
    ),
    isOfProject(project.id, language.id),
  ]);
  const byId = new Map(found.map((component) => [component.id, component]));
  return rows
    .flatMap(({ id }) => byId.get(id) ?? [])
    .filter((component) => mayAddLanguage(actor, component) && (known || mayAddAny(actor, component)));
}

/** What became of a language that several components were to get. */
export interface AddedToMany {
  added: number;
  /** Components that could not take it, and why. */
  problems: { component: string; error: DomainError }[];
}

/**
 * Adds a language to components, each by itself; their files are made by tasks. Those that the actor may not see count for
 * nothing.
 * @throws Invalid without one, or with more than `MOST_COMPONENTS`
 */
export async function addToComponents(actor: Actor, ids: readonly number[], code: string): Promise<AddedToMany> {
  const asked = [...new Set(ids)];
  if (asked.length === 0) throw Invalid.field("component", refusal("tickLeastRow"), "required");
  if (asked.length > MOST_COMPONENTS)
    throw Invalid.field("component", refusal("tickMostRows", { most: MOST_COMPONENTS }));
  const done: AddedToMany = { added: 0, problems: [] };
  for (const component of await componentsById(actor, asked))
    try {
      await beginLanguage(actor, component, code);
      done.added += 1;
    } catch (error) {
      if (!(error instanceof Invalid || error instanceof Forbidden || error instanceof Conflict)) throw error;
      done.problems.push({ component: component.name, error });
    }
  return done;
}
