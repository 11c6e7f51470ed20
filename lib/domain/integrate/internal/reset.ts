import { components, localCommits, pendingChanges, translations, units, wholeFiles } from "@/lib/generated/tables";
import { assigned, pick } from "@/lib/platform/columns";
import { inTransaction, sql } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import { SERVICE } from "../../access/actor";
import { ACTION } from "../../change-actions";
import { record } from "../../changes/record";
import { componentsOfRepository } from "../../components/components";
import { applyCounterChanges } from "../../counters/counters";
import type { Checkout } from "../../working-copy/working-copy";
import { updateRepository } from "../update";

const [w, u] = [wholeFiles.as("w"), units.as("u")];
const [p, t, c] = [pendingChanges.as("p"), translations.as("t"), components.as("c")];

/**
 * Throws away our commits and files and reads upstream's anew. Texts are not thrown away: edits that leave the files with
 * their commits wait as pending again.
 */
export async function resetRepository(checkout: Checkout): Promise<{ kept: number }> {
  const remote = (await checkout.copy.fetch()) ?? (await checkout.copy.head());
  const before = await checkout.copy.head();
  await checkout.copy.resetTo(remote);
  const kept = await inTransaction(async (tx) => {
    await tx.run(sql`delete from ${localCommits} where ${localCommits.repositoryId} = ${checkout.repository.id}`);
    const rows = await tx.rows(sql`
      update ${p} set ${assigned(p, { commit: null })} from ${t} join ${c} on ${c.id} = ${t.componentId}
      where ${t.id} = ${p.translationId} and ${c.repositoryId} = ${checkout.repository.id} and ${p.commit} is not null returning ${pick(p, "translationId", "unitId")}`);
    await tx.run(
      sql`update ${w} set ${assigned(w, { commit: null })} where ${w.repositoryId} = ${checkout.repository.id}`,
    );
    const units = rows.flatMap((row) => row.unitId ?? []);
    const waiting = await tx.rows(sql`
      update ${u} set ${assigned(u, { pending: true })} where ${anyOf(u.id, units)} and not ${u.pending} returning ${pick(u, "translationId")}`);
    const counts = new Map<number, number>();
    for (const row of waiting) counts.set(row.translationId, (counts.get(row.translationId) ?? 0) + 1);
    await applyCounterChanges(
      tx,
      [...counts].map(([translationId, pending]) => ({ translationId, numbers: { pending } })),
    );
    for (const component of await componentsOfRepository(checkout.repository.id))
      await record(tx, SERVICE, [
        {
          action: ACTION.REPOSITORY_RESET,
          userId: checkout.askedBy,
          projectId: component.projectId,
          componentId: component.id,
          details: { previous_head: before, new_head: remote, kept: rows.length },
        },
      ]);
    return rows.length;
  });
  await updateRepository(checkout, { force: true });
  return { kept };
}
