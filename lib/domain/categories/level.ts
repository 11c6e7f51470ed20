import { type Connection, sql, type Tx } from "@/lib/platform/database";
import { type FieldError, Invalid } from "../errors";

/** One level of the tree: what stands beside each other in a project or a category, components and categories alike. */
export interface Level {
  projectId: number;
  categoryId: number | null;
}

/**
 * Holds projects until the transaction ends, so that nobody else changes what stands beside each other in them. Names are
 * unique across two tables, which no index can see to.
 */
export async function holdProjects(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.run(sql`select 1 from projects where id = any(${[...new Set(ids)]}::int[]) order by id for update`);
}

/** Name or slug that something else on the level has already. @throws Invalid */
export async function demandFree(
  on: Pick<Connection, "rows">,
  level: Level,
  wanted: { name: string; slug: string },
  except: { categoryId?: number; componentId?: number } = {},
): Promise<void> {
  const taken = await on.rows<{ name: string; slug: string }>(sql`
    select name, slug from components where project_id = ${level.projectId} and category_id is not distinct from ${level.categoryId}
      and (name = ${wanted.name} or slug = ${wanted.slug}) and id <> ${except.componentId ?? 0}
    union all select name, slug from categories where project_id = ${level.projectId} and parent_id is not distinct from ${level.categoryId}
      and (name = ${wanted.name} or slug = ${wanted.slug}) and id <> ${except.categoryId ?? 0}`);
  const errors = (["name", "slug"] as const).flatMap((field): FieldError[] =>
    taken.some((row) => row[field] === wanted[field])
      ? [
          {
            path: field,
            code: "unique",
            message: `A component or category with the ${field} ${wanted[field]} exists here already.`,
          },
        ]
      : [],
  );
  if (errors.length > 0) throw new Invalid(errors);
}

/** A category that something may be put into. @throws Invalid on `category` when it is gone or of another project */
export async function demandCategory(
  on: Pick<Connection, "one">,
  projectId: number,
  categoryId: number | null,
): Promise<void> {
  if (categoryId === null) return;
  const found = await on.one(
    sql`select 1 from categories where id = ${categoryId} and project_id = ${projectId} and removed_at is null`,
  );
  if (!found)
    throw Invalid.field("category", "There is no such category in the project of this object.", "does_not_exist");
}
