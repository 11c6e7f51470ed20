import { pendingChanges, sourceUnits, translations, units } from "@/lib/generated/tables";
import { assigned, eachRow, pick } from "@/lib/platform/columns";
import { inTransaction, literal, sql } from "@/lib/platform/database";
import { among } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import { SERVICE } from "../../access/actor";
import { ACTION } from "../../change-actions";
import { record } from "../../changes/record";
import { componentsOfRepository } from "../../components/components";
import { applyCounterChanges } from "../../counters/counters";
import { type Checkout, COMMITTER } from "../../working-copy/working-copy";

const [u, s, t] = [units.as("u"), sourceUnits.as("s"), translations.as("t")];

/**
 * Makes every string of the translations wait, so that the next commit writes the database into the files. Strings the
 * files hold already give no difference and so no commit.
 */
export async function syncFiles(checkout: Checkout): Promise<void> {
  for (const component of await componentsOfRepository(checkout.repository.id))
    await inTransaction(async (tx) => {
      await tx.run(sql`
        insert into ${pendingChanges} ${eachRow(pendingChanges, {
          translationId: u.translationId,
          unitId: u.id,
          idHash: s.idHash,
          context: s.context,
          sources: s.sources,
          targets: u.targets,
          state: u.state,
          authorName: COMMITTER.name,
          authorEmail: COMMITTER.email,
        })}
      from ${u} join ${s} on ${s.id} = ${u.sourceId} join ${t} on ${t.id} = ${u.translationId}
        where ${t.componentId} = ${component.id} and not ${t.isSource} and ${t.filename} <> '' and ${u.state} <> ${literal(STATE.READ_ONLY)} and (${u.state} <> ${literal(STATE.EMPTY)} or ${u.pending})
        order by ${u.translationId}, ${u.position}, ${u.id}`);
      const marked = await tx.rows(sql`
        update ${u} set ${assigned(u, { pending: true })} from ${t}
        where ${t.id} = ${u.translationId} and ${t.componentId} = ${component.id} and not ${t.isSource} and ${t.filename} <> '' and not ${among(u.state, STATE.EMPTY, STATE.READ_ONLY)} and not ${u.pending}
        returning ${pick(u, "translationId")}`);
      const counts = new Map<number, number>();
      for (const row of marked) counts.set(row.translationId, (counts.get(row.translationId) ?? 0) + 1);
      await applyCounterChanges(
        tx,
        [...counts].map(([translationId, pending]) => ({ translationId, numbers: { pending } })),
      );
      await record(tx, SERVICE, [
        {
          action: ACTION.FORCED_SYNCHRONIZATION_OF_TRANSLATIONS,
          userId: checkout.askedBy,
          projectId: component.projectId,
          componentId: component.id,
        },
      ]);
    });
}
