import { categories, components, projects } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { type Connection, sql, type Tx } from "@/lib/platform/database";
import { present } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import { type FieldError, Invalid, worded } from "../../errors";

const [p, g, c] = [projects.as("p"), categories.as("g"), components.as("c")];

/** One level of the tree: what stands beside each other in a project or a category, components and categories alike. */
export interface Siblings {
  projectId: number;
  categoryId: number | null;
}

/**
 * Holds projects until the transaction ends, so that nobody else changes what stands beside each other in them. Names are
 * unique across two tables, which no index can see to.
 */
export async function lockProjects(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.run(sql`select 1 from ${p} where ${p.id} = any(${[...new Set(ids)]}::int[]) order by ${p.id} for update`);
}

/** Name or slug that something else on the level has already. @throws Invalid */
export async function demandUniqueName(
  on: Pick<Connection, "rows">,
  level: Siblings,
  wanted: { name: string; slug: string },
  except: { categoryId?: number; componentId?: number } = {},
): Promise<void> {
  const taken = await on.rows(sql`
    select ${pick(c, "name", "slug")} from ${c} where ${c.projectId} = ${level.projectId} and ${c.categoryId} is not distinct from ${level.categoryId}
      and (${c.name} = ${wanted.name} or ${c.slug} = ${wanted.slug}) and ${c.id} <> ${except.componentId ?? 0}
    union all select ${g.name}, ${g.slug} from ${g} where ${g.projectId} = ${level.projectId} and ${g.parentId} is not distinct from ${level.categoryId}
      and (${g.name} = ${wanted.name} or ${g.slug} = ${wanted.slug}) and ${g.id} <> ${except.categoryId ?? 0}`);
  const errors = (["name", "slug"] as const).flatMap((field): FieldError[] =>
    taken.some((row) => row[field] === wanted[field])
      ? [
          {
            path: field,
            code: "unique",
            ...worded(refusal("componentCategoryAlready", { field, wanted: wanted[field] })),
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
    sql`select ${present} from ${g} where ${g.id} = ${categoryId} and ${g.projectId} = ${projectId} and ${g.removedAt} is null`,
  );
  if (!found) throw Invalid.field("category", refusal("categoryMissingProject"), "does_not_exist");
}
