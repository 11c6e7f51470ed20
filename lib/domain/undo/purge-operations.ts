import {
  operationFindings,
  operationFlags,
  operationLabels,
  operationLanguages,
  operationRows,
  operationSettings,
  operationSources,
  operations,
  operationTexts,
  operationTranslations,
} from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { inTransaction, sql, type Tx } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import { UNDO_DAYS } from "./operations";

const KEPT = [
  ...[operationTexts, operationSources, operationLanguages, operationTranslations, operationRows],
  ...[operationFlags, operationLabels, operationFindings, operationSettings],
] as const;

/** Operations whose records are removed at once. */
const PURGED = 20;

/** Removes what was kept of operations that can no longer be undone. Gives their number. */
export async function purgeOperations(): Promise<number> {
  for (let purged = 0; ; ) {
    const done = await inTransaction(purgeSome);
    purged += done;
    if (done < PURGED) return purged;
  }
}

async function purgeSome(tx: Tx): Promise<number> {
  const old = await tx.rows(sql`
    select ${pick(operations, "id")} from ${operations}
    where ${operations.createdAt} < now() - make_interval(days => ${UNDO_DAYS}::int) order by ${operations.createdAt} limit ${PURGED}`);
  const ids = old.map((row) => row.id);
  if (ids.length === 0) return 0;
  for (const table of KEPT) await tx.run(sql`delete from ${table} where ${anyOf(table.operationId, ids)}`);
  await tx.run(sql`delete from ${operations} where ${anyOf(operations.id, ids)}`);
  return ids.length;
}
