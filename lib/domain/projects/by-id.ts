import { projects } from "@/lib/generated/tables";
import { db, sql } from "@/lib/platform/database";
import type { Actor } from "../access/actor";
import { visibleProjects } from "../access/demand";
import { PROJECT_COLUMNS, type ProjectRow } from "./projects";

const p = projects.as("p");

/** Projects by id, as far as the actor may know of them. */
export async function projectsById(actor: Actor, ids: readonly number[]): Promise<Map<number, ProjectRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db.rows(sql`
    select ${PROJECT_COLUMNS} from ${p} where ${p.id} = any(${[...new Set(ids)]}::int[]) and ${visibleProjects(actor)} order by ${p.id}`);
  return new Map(rows.map((row) => [row.id, row]));
}
