import { categories } from "@/lib/generated/tables";
import { type Sql, sql } from "@/lib/platform/database";

const k = categories.as("k");

/** Names of a category and of those around it, outermost first; an empty list without one. */
export const categoryNames = (id: Sql): Sql => sql`
  coalesce((select array_agg(${k.name} order by around.depth desc)
    from unnest(category_chain(${id})) with ordinality as around(id, depth) join ${k} on ${k.id} = around.id), '{}')`;
