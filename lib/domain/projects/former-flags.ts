import { components, projects } from "@/lib/generated/tables";
import { assigned } from "@/lib/platform/columns";
import { type Sql, sql, type Tx } from "@/lib/platform/database";
import { anyOf, present } from "@/lib/platform/expressions";
import { type Actor, ledgerUser } from "../access/actor";
import { createTask } from "../tasks/tasks";

/**
 * Flags that hold for whole components are about to be others. What held is kept with each component until a task has gone
 * over its strings (`units/follow-flags.ts`): however often they change meanwhile, a string is looked at again unless all
 * of them said the same of it.
 */

const [c, p] = [components.as("c"), projects.as("p")];

/** Flags from around the strings of a component, as they are kept. */
export type OuterFlags = readonly [project: string, component: string, fileFormat: string];

/** Whose flags change: a whole project's, or one component's. */
export interface FlagHolder {
  projectId: number;
  componentId?: number;
}

/** The same as `JSON.stringify` of a list writes it. */
const LEVELS = sql`jsonb_build_array(${p.checkFlags}, ${c.checkFlags}, ${c.fileFormat})::text`;

const within = ({ projectId, componentId }: FlagHolder): Sql =>
  sql`${c.projectId} = ${projectId} and ${c.removedAt} is null ${componentId === undefined ? sql`` : sql`and ${c.id} = ${componentId}`}`;

/**
 * Keeps the flags that hold now and starts the task that follows the change; to be called before they are written, in the
 * same transaction. Without strings there is nothing to follow.
 */
export async function flagsWillChange(tx: Tx, actor: Actor, holder: FlagHolder): Promise<void> {
  // In one order, so that changes of a project and of its components do not wait for each other.
  await tx.run(sql`select ${present} from ${c} where ${within(holder)} order by ${c.id} for update`);
  await tx.run(sql`
    update ${c} set ${assigned(c, { formerFlags: sql`array_append(${c.formerFlags}, ${LEVELS})` })} from ${p}
    where ${p.id} = ${c.projectId} and ${within(holder)}`);
  await followChange(tx, holder, ledgerUser(actor) ?? undefined);
}

async function followChange(tx: Tx, holder: FlagHolder, userId: number | undefined): Promise<void> {
  const { projectId, componentId } = holder;
  const task = await createTask(tx, {
    kind: "follow-flags",
    payload: { project: projectId, component: componentId },
    userId,
    projectId,
    componentId,
  });
  // An import that is under way has a task of its own to be shown.
  await tx.run(sql`
    update ${c} set ${assigned(c, { taskId: task.id })} where ${within(holder)} and ${c.importedAt} is not null`);
}

/** The same for components that are about to stand in another project, where its flags are others. */
export async function projectWillChange(
  tx: Tx,
  componentIds: readonly number[],
  from: number,
  to: number,
): Promise<void> {
  const n = projects.as("n");
  const kept = await tx.run(sql`
    update ${c} set ${assigned(c, { formerFlags: sql`array_append(${c.formerFlags}, ${LEVELS})` })} from ${p}, ${n}
    where ${p.id} = ${from} and ${n.id} = ${to} and ${p.checkFlags} <> ${n.checkFlags} and ${anyOf(c.id, componentIds)}`);
  if (kept > 0) await createTask(tx, { kind: "follow-flags", payload: { project: to }, projectId: to });
}

/**
 * Follows a change that came while strings were written under other flags, as by a long import.
 * @param used flags that they were written under
 */
export async function followFlagsUsed(tx: Tx, holder: Required<FlagHolder>, used: OuterFlags): Promise<void> {
  const [project, component, fileFormat] = used;
  const given = sql`jsonb_build_array(${project}::text, ${component}::text, ${fileFormat}::text)::text`;
  const kept = await tx.run(sql`
    update ${c} set ${assigned(c, { formerFlags: sql`array_append(${c.formerFlags}, ${given})` })} from ${p}
    where ${p.id} = ${c.projectId} and ${within(holder)} and ${LEVELS} <> ${given}`);
  if (kept > 0) await followChange(tx, holder, undefined);
}
