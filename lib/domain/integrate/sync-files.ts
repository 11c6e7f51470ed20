import { inTransaction, literal, sql } from "@/lib/platform/database";
import { STATE } from "@/lib/text/codes";
import { SERVICE } from "../access/actor";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import { componentsOfRepository } from "../components/components";
import { moveCounters } from "../counters/counters";
import { COMMITTER, type Held } from "../working-copy/working-copy";

/**
 * Makes every string of the translations wait, so that the next commit writes the database into the files. Strings the
 * files hold already give no difference and so no commit.
 */
export async function syncFiles(held: Held): Promise<void> {
  for (const component of await componentsOfRepository(held.repository.id))
    await inTransaction(async (tx) => {
      await tx.run(sql`
        insert into pending_changes (translation_id, unit_id, id_hash, context, sources, targets, state, author_name, author_email)
        select u.translation_id, u.id, s.id_hash, s.context, s.sources, u.targets, u.state, ${COMMITTER.name}, ${COMMITTER.email}
        from units u join source_units s on s.id = u.source_id join translations t on t.id = u.translation_id
        where t.component_id = ${component.id} and not t.is_source and t.filename <> '' and u.state <> ${literal(STATE.READ_ONLY)} and (u.state <> ${literal(STATE.EMPTY)} or u.pending)
        order by u.translation_id, u.position, u.id`);
      const marked = await tx.rows<{ translationId: number }>(sql`
        update units u set pending = true from translations t
        where t.id = u.translation_id and t.component_id = ${component.id} and not t.is_source and t.filename <> '' and u.state not in (${literal(STATE.EMPTY)}, ${literal(STATE.READ_ONLY)}) and not u.pending
        returning u.translation_id`);
      const counts = new Map<number, number>();
      for (const row of marked) counts.set(row.translationId, (counts.get(row.translationId) ?? 0) + 1);
      await moveCounters(
        tx,
        [...counts].map(([translationId, pending]) => ({ translationId, numbers: { pending } })),
      );
      await record(tx, SERVICE, [
        {
          action: ACTION.FORCED_SYNCHRONIZATION_OF_TRANSLATIONS,
          userId: held.askedBy,
          projectId: component.projectId,
          componentId: component.id,
        },
      ]);
    });
}
