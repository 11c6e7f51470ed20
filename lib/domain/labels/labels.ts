import { labels, sourceUnitLabels } from "@/lib/generated/tables";
import { assigned, named, pick, row } from "@/lib/platform/columns";
import { db, inTransaction, isDuplicate, type SelectedRow, sql } from "@/lib/platform/database";
import { asNumber, counted } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import { Invalid, NotFound } from "../errors";
import { findProject } from "../projects/projects";
import { type Marks, ownChanges } from "../stale";
import type { Window } from "../window";

/** Labels of a project's source strings. */

const COLUMNS = pick(labels, "id", "name", "color", "description");

export type LabelRow = SelectedRow<typeof COLUMNS>;

const x = sourceUnitLabels.as("x");

const NAME_TAKEN = () => Invalid.field("name", refusal("labelNameExists"), "unique");

/** Labels of a project, by id. @throws NotFound */
export async function list(
  actor: Actor,
  projectSlug: string,
  window: Window,
): Promise<{ rows: LabelRow[]; count: number }> {
  const project = await findProject(actor, projectSlug);
  const ofProject = sql`from ${labels} where ${labels.projectId} = ${project.id}`;
  const [rows, all] = await Promise.all([
    db.rows(sql`select ${COLUMNS} ${ofProject} order by ${labels.id} limit ${window.limit} offset ${window.offset}`),
    db.one(sql`select ${counted} ${ofProject}`),
  ]);
  return { rows, count: all?.count ?? 0 };
}

/** The first labels of a project that the actor has found, by id. */
export async function firstLabels(project: { id: number }, most: number): Promise<LabelRow[]> {
  return db.rows(
    sql`select ${COLUMNS} from ${labels} where ${labels.projectId} = ${project.id} order by ${labels.id} limit ${most}`,
  );
}

/** Orders of the labels of a project: by name, or by how many strings have them. */
export const LABEL_ORDERS = ["name", "strings"] as const;
export type LabelOrder = (typeof LABEL_ORDERS)[number];

/** The labels of a project, each with the number of source strings that have it. @throws NotFound */
export async function listUsed(
  actor: Actor,
  projectSlug: string,
  { order, down }: { order: LabelOrder; down: boolean } = { order: "name", down: false },
): Promise<(LabelRow & { strings: number })[]> {
  const project = await findProject(actor, projectSlug);
  const strings = asNumber(sql`(select count(*)::int from ${x} where ${x.labelId} = ${labels.id})`);
  const by = order === "strings" ? strings : sql`lower(${labels.name})`;
  return db.rows(sql`
    select ${COLUMNS}, ${named({ strings })} from ${labels} where ${labels.projectId} = ${project.id}
    order by ${by} ${down ? sql`desc` : sql`asc`}, lower(${labels.name}), ${labels.id} limit 1000`);
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
      const { name, color, description } = input;
      const label = await tx.one(sql`
        insert into ${labels} ${row(labels, { projectId: project.id, name, color, description })} returning ${COLUMNS}`);
      if (!label) throw new Error("The label was not stored.");
      await record(tx, actor, [{ action: ACTION.LABEL_ADDED, projectId: project.id, target: label.name }]);
      return label;
    });
  } catch (error) {
    if (isDuplicate(error)) throw NAME_TAKEN();
    throw error;
  }
}

/**
 * Changes a label; strings keep it. Needs `project.edit`.
 * @param seen marks of what a form showed: what was left as it was stays as others have saved it since
 * @throws NotFound; Invalid on `name` for one that another label has, and for what somebody else has changed since it was seen
 */
export async function update(
  actor: Actor,
  projectSlug: string,
  id: number,
  input: { name?: string; color?: string; description?: string },
  seen?: Marks,
): Promise<LabelRow> {
  const project = await findProject(actor, projectSlug);
  demand(actor, "project.edit", { project });
  const here = sql`${labels.id} = ${id} and ${labels.projectId} = ${project.id}`;
  const now = seen && (await db.one(sql`select ${COLUMNS} from ${labels} where ${here}`));
  const { name, color, description } = seen && now ? ownChanges(seen, now, input) : input;
  const changes = Object.values({ name, color, description }).some((value) => value !== undefined);
  try {
    const label = await db.one(
      changes
        ? sql`update ${labels} set ${assigned(labels, { name, color, description })} where ${here} returning ${COLUMNS}`
        : sql`select ${COLUMNS} from ${labels} where ${here}`,
    );
    if (!label) throw new NotFound(refusal("noLabelProject", { id }));
    return label;
  } catch (error) {
    if (isDuplicate(error)) throw NAME_TAKEN();
    throw error;
  }
}

/** Removes a label from the project and its strings. Needs `project.edit`. @throws NotFound */
export async function remove(actor: Actor, projectSlug: string, id: number): Promise<void> {
  const project = await findProject(actor, projectSlug);
  demand(actor, "project.edit", { project });
  await inTransaction(async (tx) => {
    const label = await tx.one(sql`
      delete from ${labels} where ${labels.id} = ${id} and ${labels.projectId} = ${project.id} returning ${pick(labels, "name")}`);
    if (!label) throw new NotFound(refusal("noLabelProject", { id }));
    await record(tx, actor, [{ action: ACTION.LABEL_REMOVED, projectId: project.id, target: label.name }]);
  });
}
