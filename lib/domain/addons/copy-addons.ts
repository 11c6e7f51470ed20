import { addons } from "@/lib/generated/tables";
import { pick, row as rowOf } from "@/lib/platform/columns";
import { inTransaction, sql } from "@/lib/platform/database";
import { type Actor, ledgerUser } from "../access/actor";
import { demand } from "../access/demand";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import { type ComponentRow, scopeOf } from "../components/components";
import { STATE_FROM_NOW } from "./installed";
import { queueRun } from "./queue";
import { findAddonType } from "./registry";

/**
 * Installs add-ons of one component on another one, with their settings and secrets as they are: all of them, or those of these
 * ids. What does not work there is left out, and so is what acts on a whole repository that both share. Needs
 * `component.edit` for both.
 * @returns identifiers of those that were installed
 */
export async function copyAddons(
  actor: Actor,
  from: ComponentRow,
  to: ComponentRow,
  ids?: readonly number[],
): Promise<string[]> {
  for (const component of [from, to]) demand(actor, "component.edit", scopeOf(component));
  const shared = from.repositoryId === to.repositoryId;
  return inTransaction(async (tx) => {
    const copied: string[] = [];
    const rows = await tx.rows(sql`
      select ${pick(addons, "id", "name", "configuration")} from ${addons}
      where ${addons.componentId} = ${from.id} and (${ids ?? null}::int[] is null or ${addons.id} = any(${ids ?? null}::int[])) order by ${addons.id}`);
    for (const { name, configuration } of rows) {
      const addon = findAddonType(name);
      const isOfRepository = addon?.wholeRepository && (shared || to.linkedComponentId !== null);
      if (!addon || isOfRepository || addon.unfit?.(to)) continue;
      const values = { name, configuration, componentId: to.id, state: STATE_FROM_NOW };
      const copy = await tx.one(sql`insert into ${addons} ${rowOf(addons, values)} returning ${pick(addons, "id")}`);
      await record(tx, actor, [
        {
          action: ACTION.ADD_ON_INSTALLED,
          projectId: to.projectId,
          componentId: to.id,
          target: name,
          details: { addon: name },
        },
      ]);
      if (addon.on.includes("installed"))
        await queueRun(tx, { id: copy?.id ?? 0, componentId: to.id, projectId: null }, "installed", {
          userId: ledgerUser(actor) ?? undefined,
          projectId: to.projectId,
        });
      copied.push(name);
    }
    return copied;
  });
}
