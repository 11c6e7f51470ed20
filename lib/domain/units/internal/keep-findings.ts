import { operationFindings, operationLanguages, translations } from "@/lib/generated/tables";
import { columnsOf, eachRow, names, recordset } from "@/lib/platform/columns";
import { sql, type Tx } from "@/lib/platform/database";
import { rowCount } from "@/lib/platform/expressions";
import { currentOperation } from "@/lib/platform/operation-mark";

const [k, n, t] = [operationFindings.as("k"), operationLanguages.as("n"), translations.as("t")];

const KEPT = columnsOf(k, "unitId", "check");
const PLACE = columnsOf(n, "translationId");

/** Tells the operation that is going on what findings were before it, so that they can be that again. */
export async function keepFindings(
  tx: Tx,
  places: readonly { unit: { id: number; translationId: number } }[],
  rows: readonly { unitId: number; check: string }[],
  dismissed: boolean,
): Promise<void> {
  const operationId = currentOperation();
  if (!operationId) return;
  const e = recordset("e", KEPT, rows);
  await tx.run(sql`
    insert into ${operationFindings} ${eachRow(operationFindings, { operationId, unitId: e.unitId, check: e.check, dismissed })} from ${e}
    on conflict do nothing`);
  const ids = new Set(rows.map((row) => row.unitId));
  const p = recordset(
    "p",
    PLACE,
    places.flatMap(({ unit }) => (ids.has(unit.id) ? [{ translationId: unit.translationId }] : [])),
  );
  await tx.run(sql`
    insert into ${operationLanguages} as n ${eachRow(operationLanguages, {
      operationId,
      translationId: t.id,
      componentId: t.componentId,
      languageId: t.languageId,
      strings: rowCount,
    })} from ${p} join ${t} on ${t.id} = ${p.translationId} group by ${t.id}
    on conflict (${names(operationLanguages, "operationId", "translationId")}) do update set strings = n.strings + excluded.strings`);
}
