import { components, localCommits, pendingChanges, translations, units, wholeFiles } from "@/lib/generated/tables";
import { assigned, pick } from "@/lib/platform/columns";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { anyOf, noneOf } from "@/lib/platform/expressions";
import { SERVICE } from "../../access/actor";
import { ACTION } from "../../change-actions";
import { record } from "../../changes/record";
import { componentsOfRepository } from "../../components/components";
import { applyCounterChanges } from "../../counters/counters";
import type { Checkout } from "../../working-copy/working-copy";
import { updateRepository } from "../update";
import { queueDifferences } from "./sync-files";

const [w, u] = [wholeFiles.as("w"), units.as("u")];
const [p, t, c] = [pendingChanges.as("p"), translations.as("t"), components.as("c")];

/**
 * Throws away our commits and files and reads upstream's anew. Texts are not thrown away: edits that leave the files with
 * their commits wait as pending again.
 * @param options `keep`: every text of the database stands, and waits for a commit where upstream's files say otherwise;
 *   `discard`: no text of ours stands, what waits is dropped as well
 */
export async function resetRepository(
  checkout: Checkout,
  { keep = false, discard = false }: { keep?: boolean; discard?: boolean } = {},
): Promise<{ kept: number }> {
  const remote = (await checkout.copy.fetch()) ?? (await checkout.copy.head());
  const before = await checkout.copy.head();
  await checkout.copy.resetTo(remote);
  if (discard) await dropWaiting(checkout);
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
          details: { previous_head: before, new_head: remote, kept: rows.length, ...(keep ? { keep } : {}) },
        },
      ]);
    return rows.length;
  });
  if (keep) await keepTexts(checkout);
  await updateRepository(checkout, { force: true, rule: keep ? "keep" : undefined });
  return { kept };
}

/** Lets every text of the database wait that upstream's files say otherwise, those of languages that upstream lacks too. */
async function keepTexts(checkout: Checkout): Promise<void> {
  const tree = await checkout.copy.tree("HEAD");
  const paths = tree.map((file) => file.path);
  for (const component of await componentsOfRepository(checkout.repository.id)) {
    await db.run(sql`
      update ${t} set ${assigned(t, { fileWanted: true })}
      where ${t.componentId} = ${component.id} and not ${t.isSource} and ${t.filename} <> '' and ${noneOf(t.filename, paths)}`);
    await queueDifferences(checkout, component, tree);
  }
}

/** Forgets what waits for a commit, so that upstream's files say what stands. */
async function dropWaiting({ repository: { id } }: Checkout): Promise<void> {
  await inTransaction(async (tx) => {
    await tx.run(sql`delete from ${w} where ${w.repositoryId} = ${id}`);
    const ours = sql`select ${t.id} from ${t} join ${c} on ${c.id} = ${t.componentId} where ${c.repositoryId} = ${id}`;
    await tx.run(sql`delete from ${p} where ${p.translationId} in (${ours})`);
    const waited = await tx.rows(sql`
      update ${u} set ${assigned(u, { pending: false })} where ${u.pending} and ${u.translationId} in (${ours})
      returning ${pick(u, "translationId")}`);
    const counts = new Map<number, number>();
    for (const row of waited) counts.set(row.translationId, (counts.get(row.translationId) ?? 0) - 1);
    await applyCounterChanges(
      tx,
      [...counts].map(([translationId, pending]) => ({ translationId, numbers: { pending } })),
    );
  });
}
