import { components, projects } from "@/lib/generated/tables";
import { assigned, pick } from "@/lib/platform/columns";
import { db, inTransaction, sql } from "@/lib/platform/database";
import type { Actor } from "../access/actor";
import { demand, visibleComponents } from "../access/demand";
import { record } from "../changes/record";
import type { ProjectRow } from "../projects/projects";
import { lockLine } from "./components";

/** The lock of a project: that of all its components, as far as the actor may see them. */

const [c, p] = [components.as("c"), projects.as("p")];

/**
 * Locks or unlocks all components of a project that the actor may see, in one transaction. Needs `project.edit`, and
 * `component.lock` on each component that is not so already. Locks that failures made become a person's without a line.
 */
export async function lockProject(actor: Actor, project: ProjectRow, locked: boolean): Promise<boolean> {
  demand(actor, "project.edit", { project });
  await inTransaction(async (tx) => {
    const others = await tx.rows(sql`
      select ${pick(c, "id", "name", "restricted", "locked")} from ${c} join ${p} on ${p.id} = ${c.projectId}
      where ${c.projectId} = ${project.id} and (${c.locked} <> ${locked} or ${c.lockedAuto}) and ${visibleComponents(actor)}
      order by ${c.id} for update of c`);
    if (others.length === 0) return;
    for (const component of others) demand(actor, "component.lock", { project, component });
    await tx.run(sql`
      update ${c} set ${assigned(c, { locked, lockedAuto: false, lockReason: "" })}
      where ${c.id} = any(${others.map(({ id }) => id)}::int[])`);
    const how = { auto: false, reason: "" };
    await record(
      tx,
      actor,
      others.flatMap(({ id, locked: before }) =>
        before === locked ? [] : [lockLine({ id, projectId: project.id }, locked, how)],
      ),
    );
  });
  return locked;
}

/** Whether all components of a project are locked; false without any. */
export async function projectIsLocked(actor: Actor, project: ProjectRow): Promise<boolean> {
  const found = await db.rows(sql`
    select distinct ${pick(c, "locked")} from ${c} join ${p} on ${p.id} = ${c.projectId}
    where ${c.projectId} = ${project.id} and ${visibleComponents(actor)}`);
  return found.length > 0 && found.every(({ locked }) => locked);
}
