import { operationTexts, translations, units } from "@/lib/generated/tables";
import { columnsOf, eachRow } from "@/lib/platform/columns";
import { sql, type Tx } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import { currentOperation } from "@/lib/platform/operation-mark";

const [u, t] = [units.as("u"), translations.as("t")];

/** Lets the operation that is going on know which strings it has added; what becomes of others, triggers tell it. */
export async function keepAdded(tx: Tx, ids: readonly number[]): Promise<void> {
  const operationId = currentOperation();
  if (!operationId || ids.length === 0) return;
  await tx.run(sql`
    with kept as (
      insert into ${operationTexts} ${eachRow(operationTexts, {
        operationId,
        unitId: u.id,
        ...columnsOf(u, "sourceId", "translationId", "position"),
        targets: sql`'{}'::text[]`,
        leftHash: sql`hash_array_extended(${u.targets}, 0)`,
        leftState: u.state,
      })}
      from ${u} join ${t} on ${t.id} = ${u.translationId} where ${anyOf(u.id, ids)}
      on conflict do nothing returning translation_id)
    select count_operation_texts(${operationId}::uuid, array_agg(translation_id)) from kept having count(*) > 0`);
}
