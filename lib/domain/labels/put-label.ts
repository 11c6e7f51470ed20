import { labels, sourceUnitLabels, units } from "@/lib/generated/tables";
import { assigned, pick, row } from "@/lib/platform/columns";
import { sql, type Tx } from "@/lib/platform/database";
import { sqlNow } from "@/lib/platform/expressions";
import type { Actor } from "../access/actor";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";

/** Puts a label on a source string; the project gets the label when it has none of this name. No permission is asked. */
export async function putLabel(
  tx: Tx,
  actor: Actor,
  { projectId, sourceId }: { projectId: number; sourceId: number },
  { name, color }: { name: string; color: string },
): Promise<void> {
  const made = await tx.one(sql`
    insert into ${labels} ${row(labels, { projectId, name, color })} on conflict do nothing returning ${pick(labels, "id")}`);
  if (made) await record(tx, actor, [{ action: ACTION.LABEL_ADDED, projectId, target: name }]);
  const label = await tx.one(
    sql`select ${pick(labels, "id")} from ${labels} where ${labels.projectId} = ${projectId} and ${labels.name} = ${name}`,
  );
  if (!label) return;
  const fresh = await tx.run(sql`
    insert into ${sourceUnitLabels} ${row(sourceUnitLabels, { sourceId, labelId: label.id })} on conflict do nothing`);
  if (fresh > 0)
    await tx.run(sql`
      update ${units} set ${assigned(units, { version: sql`${units.version} + 1`, updatedAt: sqlNow })}
      where ${units.id} = ${sourceId}`);
}
