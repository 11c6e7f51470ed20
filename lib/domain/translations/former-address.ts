import { categories, components, formerAddresses, projects } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { asText, orNull } from "@/lib/platform/expressions";
import type { Actor } from "../access/actor";
import { NotFound } from "../errors";
import { decodedPath, resolvePath } from "./resolve-path";

/**
 * Addresses from before projects, categories and components were renamed or moved. Triggers keep them
 * (`former_addresses`); whatever stands at an address now comes first.
 */

const [f, p, g, c] = [formerAddresses.as("f"), projects.as("p"), categories.as("g"), components.as("c")];

/** Moves of a thing and of the categories above it that are followed one after another. */
const MOST_STEPS = 10;

/**
 * Where the thing stands now that a path named before.
 * @param segments as an address holds them, encoded or not
 * @returns the slugs of today; undefined when nothing that the actor may know of was ever there
 */
export async function presentPath(actor: Actor, segments: readonly string[]): Promise<string[] | undefined> {
  const [slug, ...inside] = decodedPath(segments);
  if (slug === undefined) return undefined;
  let place = await findProjectPlace(slug);
  if (!place) return undefined;
  let rest = inside;
  for (let step = 0; step <= MOST_STEPS; step++) {
    const moved = step > 0 || place.slug !== slug;
    if (moved && (await isThere(actor, [place.slug, ...rest]))) return [place.slug, ...rest];
    const next = await follow(place.id, rest);
    if (!next) return undefined;
    place = next.place;
    rest = next.rest;
  }
  return undefined;
}

/**
 * Does something with a path, and where nothing is there any more, with the path that took its place. What may not be
 * known of today says the same as what never was.
 */
export async function atPresentPath<T>(
  actor: Actor,
  path: readonly string[],
  work: (path: readonly string[]) => Promise<T>,
): Promise<T> {
  try {
    return await work(path);
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    const now = await presentPath(actor, path);
    if (!now) throw error;
    return work(now);
  }
}

async function isThere(actor: Actor, path: readonly string[]): Promise<boolean> {
  try {
    await resolvePath(actor, path);
    return true;
  } catch (error) {
    if (error instanceof NotFound) return false;
    throw error;
  }
}

interface ProjectPlace {
  id: number;
  slug: string;
}

async function findProjectPlace(slug: string): Promise<ProjectPlace | undefined> {
  const here = await db.one(sql`
    select ${pick(p, "id", "slug")} from ${p} where ${p.slug} = ${slug} and ${p.removedAt} is null`);
  if (here) return here;
  return db.one(sql`
    select ${pick(p, "id", "slug")} from ${f} join ${p} on ${p.id} = ${f.projectId} and ${p.removedAt} is null
    where ${f.holderId} is null and ${f.path} = ${slug}`);
}

const SLUGS = named({ path: asText(sql`concat_ws('/', nullif(category_path(${c.categoryId}), ''), ${c.slug})`) });

/** One step: the longest beginning of a path that was another one's address and is nobody's now. */
async function follow(
  projectId: number,
  rest: readonly string[],
): Promise<{ place: ProjectPlace; rest: string[] } | undefined> {
  const beginnings = rest.map((_, index) => rest.slice(0, index + 1).join("/"));
  const found = await db.one(sql`
    select ${pick(f, "path", "categoryId", "componentId")} from ${f}
    where ${f.holderId} = ${projectId} and ${f.path} = any(${beginnings}::text[])
    order by length(${f.path}) desc limit 1`);
  if (!found || (await stands(projectId, found.path))) return undefined;
  const now = found.componentId
    ? await db.one(sql`
        select ${pick(p, "id", "slug")}, ${SLUGS} from ${c} join ${p} on ${p.id} = ${c.projectId}
        where ${c.id} = ${found.componentId} and ${c.removedAt} is null and ${p.removedAt} is null`)
    : await db.one(sql`
        select ${pick(p, "id", "slug")}, ${named({ path: asText(sql`category_path(${g.id})`) })}
        from ${g} join ${p} on ${p.id} = ${g.projectId}
        where ${g.id} = ${found.categoryId} and ${g.removedAt} is null and ${p.removedAt} is null`);
  if (!now) return undefined;
  const after = rest.slice(found.path.split("/").length);
  return { place: { id: now.id, slug: now.slug }, rest: [...now.path.split("/"), ...after] };
}

/** Whether a component or category stands at a path of a project today. */
async function stands(projectId: number, path: string): Promise<boolean> {
  const slugs = path.split("/");
  const [above, last] = [slugs.slice(0, -1).join("/"), slugs.at(-1) ?? ""];
  const row = await db.one(sql`
    select ${named({ path: orNull(asText(sql`${path}::text`)) })}
    where exists (select from ${c} where ${c.projectId} = ${projectId} and ${c.slug} = ${last} and ${c.removedAt} is null
        and category_path(${c.categoryId}) = ${above})
      or exists (select from ${g} where ${g.projectId} = ${projectId} and ${g.slug} = ${last} and ${g.removedAt} is null
        and category_path(${g.id}) = ${path})`);
  return row !== undefined;
}
