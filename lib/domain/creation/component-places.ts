import { categories, projects } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { anyOf, asText } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { can } from "../access/demand";
import { projectsWith } from "../access/permission-conditions";
import { foundOr, Invalid } from "../errors";
import { resolvePath } from "../translations/resolve-path";

/** Where somebody may add components: in projects that they manage, and in the categories of these. */

const [p, g] = [projects.as("p"), categories.as("g")];

export interface ComponentPlace {
  /** Slugs from the project inwards, joined by "/". */
  path: string;
  projectId: number;
  projectSlug: string;
  projectName: string;
  /** Null in the project itself. */
  categoryId: number | null;
}

/** A place among others, with the names from the project inwards. */
export interface ListedPlace extends ComponentPlace {
  names: readonly string[];
}

/** The first parts of the address of a component that stands at a place. */
export const addressIn = ({ projectSlug, path }: ComponentPlace): { projectSlug: string; categoryPath: string } => ({
  projectSlug,
  categoryPath: path.split("/").slice(1).join("/"),
});

/** How many projects, and how many categories, are offered at most. */
const MOST = 2000;

const { compare } = new Intl.Collator("en");

/** Names level by level, what is further out first. */
function compareNames(some: readonly string[], others: readonly string[]): number {
  const level = some.findIndex((name, at) => name !== others[at]);
  if (level === -1) return some.length - others.length;
  return others[level] === undefined ? 1 : compare(some[level] ?? "", others[level]);
}

/** Places to choose from by the names of their projects, each with its categories behind it. @param asked path of one that is to be there */
export async function listComponentPlaces(actor: Actor, asked = ""): Promise<ListedPlace[]> {
  const [first = ""] = asked.split("/");
  const rows = await db.rows(sql`
    select ${pick(p, "id", "slug", "name")} from ${p} where ${projectsWith(actor, "project.edit")}
    order by ${p.slug} <> ${first}, ${p.name}, ${p.id} limit ${MOST}`);
  const inside = await db.rows(sql`
    select ${pick(g, "id", "projectId", "parentId", "name")}, ${named({ path: asText(sql`category_path(${g.id})`) })} from ${g}
    where ${g.removedAt} is null and ${anyOf(
      g.projectId,
      rows.map(({ id }) => id),
    )} order by ${g.name}, ${g.id} limit ${MOST}`);
  const byId = new Map(inside.map((row) => [row.id, row]));
  const namesOf = (id: number | null): string[] => {
    const row = id === null ? undefined : byId.get(id);
    return row ? [...namesOf(row.parentId), row.name] : [];
  };
  const known = new Map(rows.map((project) => [project.id, project]));
  const placeOf = (project: (typeof rows)[number], category?: (typeof inside)[number]): ListedPlace => ({
    path: [project.slug, category?.path].filter(Boolean).join("/"),
    names: [project.name, ...namesOf(category?.id ?? null)],
    ...{ projectId: project.id, projectSlug: project.slug, projectName: project.name },
    categoryId: category?.id ?? null,
  });
  const places = [
    ...rows.map((project) => placeOf(project)),
    ...inside.flatMap((row) => {
      const project = known.get(row.projectId);
      return project ? [placeOf(project, row)] : [];
    }),
  ];
  return places.sort(
    (a, b) => compare(a.projectName, b.projectName) || a.projectId - b.projectId || compareNames(a.names, b.names),
  );
}

/** The place that a path names. @throws Invalid on `project` where there is none, or the actor may not add components */
export async function findComponentPlace(actor: Actor, path: string): Promise<ComponentPlace> {
  const found = await foundOr(resolvePath(actor, path.split("/")));
  if ((found?.kind !== "project" && found?.kind !== "category") || !can(actor, "project.edit", found))
    throw Invalid.field("project", refusal("projectCategoryUnseen", { path }), "does_not_exist");
  const { project } = found;
  const category = found.kind === "category" ? found.category : undefined;
  return {
    ...{ path: [project.slug, category?.path].filter(Boolean).join("/"), projectId: project.id },
    ...{ projectSlug: project.slug, projectName: project.name, categoryId: category?.id ?? null },
  };
}
