import { components, translations } from "@/lib/generated/tables";
import { type Sql, sql } from "@/lib/platform/database";
import type { PathObject } from "./resolve-path";

/** What is in a place, as conditions. */

const [c, t] = [components.as("c"), translations.as("t")];

/** The condition of the strings of a place, over the aliases of `UNIT_FROM`. */
export function placeCondition(place: PathObject): Sql {
  switch (place.kind) {
    case "translation":
      return sql`${t.id} = ${place.translation.id}`;
    case "component":
      return sql`${t.componentId} = ${place.component.id}`;
    default:
      return sql`${componentsCondition(place)} ${place.kind === "project-language" ? sql`and ${t.languageId} = ${place.language.id}` : sql``}`;
  }
}

/** The condition of the components of such a place, over the alias `c` of `components`. */
export function componentsCondition(
  place: Extract<PathObject, { kind: "project" | "project-language" | "category" }>,
): Sql {
  const project = sql`${c.projectId} = ${place.project.id}`;
  if (place.kind !== "category") return project;
  const { path } = place.category;
  const own = sql`category_path(${c.categoryId})`;
  return sql`${project} and ${c.categoryId} is not null and (${own} = ${path} or starts_with(${own}, ${`${path}/`}))`;
}
