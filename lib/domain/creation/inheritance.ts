import { categories } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { anyOf, asText } from "@/lib/platform/expressions";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { type DefaultsPlace, defaultsResolver } from "../components/component-defaults";
import { type ComponentRow, scopeOf } from "../components/components";
import { isOfRepository, SHARED_SETTING_NAMES, type SharedSetting } from "../components/shared-settings";

/** Where settings that follow come from, with the names that pages tell. */

const g = categories.as("g");

/** A category or a project that sets something, with the slugs that lead to it, or the installation. */
export type NamedPlace = { kind: "category" | "project"; name: string; slugs: readonly string[] } | { kind: "site" };

/** Names places above something in a project, in at most one statement. */
export async function placeNames(
  project: { slug: string; name: string },
  places: readonly (DefaultsPlace | undefined)[],
): Promise<(place: DefaultsPlace | undefined) => NamedPlace | undefined> {
  const ids = [...new Set(places.flatMap((place) => place?.categoryId ?? []))];
  const rows =
    ids.length === 0
      ? []
      : await db.rows(sql`
          select ${pick(g, "id", "name")}, ${named({ path: asText(sql`category_path(${g.id})`) })} from ${g} where ${anyOf(g.id, ids)}`);
  const found = new Map(rows.map((row) => [row.id, row]));
  return (place) => {
    if (!place) return undefined;
    if (place.projectId !== null) return { kind: "project", name: project.name, slugs: [project.slug] };
    const category = place.categoryId === null ? undefined : found.get(place.categoryId);
    if (!category) return { kind: "site" };
    return { kind: "category", name: category.name, slugs: [project.slug, ...category.path.split("/")] };
  };
}

/** How a setting of a component stands to what is above the component. */
export interface Inheritance {
  follows: boolean;
  /** What it is above. */
  value: unknown;
  /** What sets it; undefined where nothing does. */
  from: NamedPlace | undefined;
}

/** Settings of a component that follow, or for which something above says a value. Needs `component.edit`. @throws Forbidden */
export async function inheritanceOf(
  actor: Actor,
  component: ComponentRow,
): Promise<Readonly<Partial<Record<SharedSetting, Inheritance>>>> {
  demand(actor, "component.edit", scopeOf(component));
  const resolve = await defaultsResolver(db, [component]);
  const said = SHARED_SETTING_NAMES.flatMap((name) => {
    const follows = component.inherited.includes(name);
    const { value, from } = resolve(component, name);
    // A repository that is shared follows what is above its owner.
    if ((!follows && !from) || (component.linkedComponentId !== null && isOfRepository(name))) return [];
    return [{ name, follows, value, from }];
  });
  const nameOf = await placeNames(
    component.project,
    said.map(({ from }) => from),
  );
  return Object.fromEntries(
    said.map(({ name, follows, value, from }): [SharedSetting, Inheritance] => [
      name,
      { follows, value, from: nameOf(from) },
    ]),
  );
}
