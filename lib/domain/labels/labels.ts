import { db, inTransaction, isDuplicate, sql } from "@/lib/platform/database";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import { Invalid, NotFound } from "../errors";
import { findProject } from "../projects/projects";
import type { Window } from "../window";

/** Labels of a project's source strings. */

export interface LabelRow {
  id: number;
  name: string;
  color: string;
  description: string;
}

const COLUMNS = sql`b.id, b.name, b.color, b.description`;

/** Labels of a project, by id. @throws NotFound */
export async function list(
  actor: Actor,
  projectSlug: string,
  window: Window,
): Promise<{ rows: LabelRow[]; count: number }> {
  const project = await findProject(actor, projectSlug);
  const [rows, counted] = await Promise.all([
    db.rows<LabelRow>(
      sql`select ${COLUMNS} from labels b where b.project_id = ${project.id} order by b.id limit ${window.limit} offset ${window.offset}`,
    ),
    db.one<{ count: number }>(sql`select count(*)::int as count from labels where project_id = ${project.id}`),
  ]);
  return { rows, count: counted?.count ?? 0 };
}

/** Makes a label. Needs `project.edit`. @throws Invalid on `name` for one that exists */
export async function create(
  actor: Actor,
  projectSlug: string,
  input: { name: string; color: string; description?: string },
): Promise<LabelRow> {
  const project = await findProject(actor, projectSlug);
  demand(actor, "project.edit", { project });
  try {
    return await inTransaction(async (tx) => {
      const row = await tx.one<LabelRow>(sql`
        insert into labels as b (project_id, name, color, description) values (${project.id}, ${input.name}, ${input.color}, ${input.description ?? ""})
        returning ${COLUMNS}`);
      if (!row) throw new Error("The label was not stored.");
      await record(tx, actor, [{ action: ACTION.LABEL_ADDED, projectId: project.id, target: row.name }]);
      return row;
    });
  } catch (error) {
    if (isDuplicate(error)) throw Invalid.field("name", "A label with this name exists in the project.", "unique");
    throw error;
  }
}

/** Removes a label from the project and its strings. Needs `project.edit`. @throws NotFound */
export async function remove(actor: Actor, projectSlug: string, id: number): Promise<void> {
  const project = await findProject(actor, projectSlug);
  demand(actor, "project.edit", { project });
  await inTransaction(async (tx) => {
    const row = await tx.one<{ name: string }>(
      sql`delete from labels where id = ${id} and project_id = ${project.id} returning name`,
    );
    if (!row) throw new NotFound(`There is no label ${id} in this project.`);
    await record(tx, actor, [{ action: ACTION.LABEL_REMOVED, projectId: project.id, target: row.name }]);
  });
}
