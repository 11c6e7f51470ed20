import { components, projects } from "@/lib/generated/tables";
import { assigned, pick } from "@/lib/platform/columns";
import { db, inTransaction, type Sql, sql } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import type { Actor } from "../access/actor";
import { demand, visibleComponents } from "../access/demand";
import { record } from "../changes/record";
import type { ProjectRow } from "../projects/projects";
import { lockLine } from "./components";

/** The locks of many components: of those that are named, or of all in a project that the actor may see. */

const [c, p] = [components.as("c"), projects.as("p")];

/**
 * Locks or unlocks all components of a project that the actor may see, in one transaction. Needs `project.edit`, and
 * `component.lock` on each component that is not so already. Locks that failures made become a person's without a line.
 */
export async function lockProject(actor: Actor, project: ProjectRow, locked: boolean): Promise<boolean> {
  demand(actor, "project.edit", { project });
  await lockThose(actor, sql`${c.projectId} = ${project.id}`, locked);
  return locked;
}

/**
 * Locks or unlocks components by their ids, in one transaction; those that the actor may not see are left out. Needs
 * `component.lock` on each that is not so already. @returns how many are locked or unlocked now and were not before
 */
export async function lockComponents(actor: Actor, ids: readonly number[], locked: boolean): Promise<number> {
  return lockThose(actor, anyOf(c.id, [...ids]), locked);
}

async function lockThose(actor: Actor, which: Sql, locked: boolean): Promise<number> {
  return inTransaction(async (tx) => {
    const others = await tx.rows(sql`
      select ${pick(c, "id", "name", "restricted", "locked", "projectId")}, ${pick(p, "accessControl")}
      from ${c} join ${p} on ${p.id} = ${c.projectId}
      where ${which} and (${c.locked} <> ${locked} or ${c.lockedAuto}) and ${visibleComponents(actor)}
      order by ${c.id} for update of c`);
    if (others.length === 0) return 0;
    for (const component of others) {
      const project = { id: component.projectId, accessControl: component.accessControl };
      demand(actor, "component.lock", { project, component });
    }
    await tx.run(sql`
      update ${c} set ${assigned(c, { locked, lockedAuto: false, lockReason: "", lockReasonSaid: null })}
      where ${anyOf(
        c.id,
        others.map(({ id }) => id),
      )}`);
    const how = { auto: false, reason: "" };
    const changed = others.filter(({ locked: before }) => before !== locked);
    await record(
      tx,
      actor,
      changed.map((component) => lockLine(component, locked, how)),
    );
    return changed.length;
  });
}

/** Whether all components of a project are locked; false without any. */
export async function projectIsLocked(actor: Actor, project: ProjectRow): Promise<boolean> {
  const found = await db.rows(sql`
    select distinct ${pick(c, "locked")} from ${c} join ${p} on ${p.id} = ${c.projectId}
    where ${c.projectId} = ${project.id} and ${visibleComponents(actor)}`);
  return found.length > 0 && found.every(({ locked }) => locked);
}
