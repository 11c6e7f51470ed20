import { inTransaction, sql } from "@/lib/platform/database";
import { SERVICE } from "../access/actor";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import { componentsOfRepository } from "../components/components";
import { moveCounters } from "../counters/counters";
import type { Held } from "../working-copy/working-copy";
import { updateRepository } from "./update";

/**
 * Throws away our commits and files and reads upstream's anew. Texts are not thrown away: edits that leave the files with
 * their commits wait as pending again.
 */
export async function resetRepository(held: Held): Promise<{ kept: number }> {
  const remote = (await held.copy.fetch()) ?? (await held.copy.head());
  const before = await held.copy.head();
  await held.copy.resetTo(remote);
  const kept = await inTransaction(async (tx) => {
    await tx.run(sql`delete from local_commits where repository_id = ${held.repository.id}`);
    const rows = await tx.rows<{ translationId: number; unitId: number | null }>(sql`
      update pending_changes p set commit = null from translations t join components c on c.id = t.component_id
      where t.id = p.translation_id and c.repository_id = ${held.repository.id} and p.commit is not null returning p.translation_id, p.unit_id`);
    await tx.run(sql`update whole_files set commit = null where repository_id = ${held.repository.id}`);
    const waiting = await tx.rows<{ translationId: number }>(sql`
      update units set pending = true where id = any(${rows.flatMap((row) => row.unitId ?? [])}::bigint[]) and not pending returning translation_id`);
    const counts = new Map<number, number>();
    for (const row of waiting) counts.set(row.translationId, (counts.get(row.translationId) ?? 0) + 1);
    await moveCounters(
      tx,
      [...counts].map(([translationId, pending]) => ({ translationId, numbers: { pending } })),
    );
    for (const component of await componentsOfRepository(held.repository.id))
      await record(tx, SERVICE, [
        {
          action: ACTION.REPOSITORY_RESET,
          userId: held.askedBy,
          projectId: component.projectId,
          componentId: component.id,
          details: { previous_head: before, new_head: remote, kept: rows.length },
        },
      ]);
    return rows.length;
  });
  await updateRepository(held, { force: true });
  return { kept };
}
