import {
  comments,
  changes as ledger,
  screenshotUnits,
  sourceUnitLabels,
  sourceUnits,
  units,
} from "@/lib/generated/tables";
import { assigned, columnsOf, eachRow, named, unnest } from "@/lib/platform/columns";
import { sql, type Tx } from "@/lib/platform/database";
import { anyOf, asNumber, asText } from "@/lib/platform/expressions";
import { applyCountDifference, countHeldUnitsOfSources, countUnitsOfSources } from "../../counters/unit-counters";
import type { SyncContext } from "../../files/context";
import { openlyCommented } from "../../units/commented";

const [s, o, u, c, l] = [sourceUnits.as("s"), sourceUnits.as("o"), units.as("u"), comments.as("c"), ledger.as("l")];
const [sl, ss] = [sourceUnitLabels.as("sl"), screenshotUnits.as("ss")];

/**
 * Hands over what hangs on source strings that are about to go, to the strings that they have become: comments, labels,
 * screenshots, and explanation and flags where the other has none.
 */
export async function moveAttachments(tx: Tx, context: SyncContext, going: readonly number[]): Promise<void> {
  const formerId = asText(sql`${l.details}->>'former_id'`);
  const links = await tx.rows(sql`
    select distinct on (${formerId}) ${named({ id: asNumber(sql`(${formerId})::bigint`), newId: l.unitId })}
    from ${l} join ${s} on ${s.id} = ${l.unitId}
    where ${l.translationId} = ${context.sourceTranslationId} and ${l.details} ? 'former_id' and ${anyOf(formerId, going.map(String))}
      and not ${anyOf(s.id, going)}
    order by ${formerId}, ${l.id} desc`);
  const pairs = links.flatMap(({ id, newId }) => (newId === null ? [] : [{ id, sourceId: newId }]));
  if (pairs.length === 0) return;
  const ids = pairs.map(({ sourceId }) => sourceId);
  const before = await countHeldUnitsOfSources(tx, ids);
  const n = unnest("n", columnsOf(u, "id", "sourceId"), pairs);
  await tx.run(sql`update ${c} set ${assigned(c, columnsOf(n, "sourceId"))} from ${n} where ${c.sourceId} = ${n.id}`);
  await tx.run(sql`
    insert into ${sourceUnitLabels} ${eachRow(sourceUnitLabels, { ...columnsOf(n, "sourceId"), ...columnsOf(sl, "labelId") })}
    from ${n} join ${sl} on ${sl.sourceId} = ${n.id} on conflict do nothing`);
  await tx.run(sql`
    insert into ${screenshotUnits} ${eachRow(screenshotUnits, { ...columnsOf(n, "sourceId"), ...columnsOf(ss, "screenshotId", "region") })}
    from ${n} join ${ss} on ${ss.sourceId} = ${n.id} on conflict do nothing`);
  await tx.run(sql`
    update ${s} set ${assigned(s, {
      explanation: sql`coalesce(nullif(${s.explanation}, ''), ${o.explanation})`,
      extraFlags: sql`coalesce(nullif(${s.extraFlags}, ''), ${o.extraFlags})`,
    })} from ${n} join ${o} on ${o.id} = ${n.id} where ${s.id} = ${n.sourceId}`);
  await tx.run(sql`
    update ${u} set ${assigned(u, { commented: true })} where ${anyOf(u.sourceId, ids)} and not ${u.commented}
      and ${openlyCommented(u)}`);
  await applyCountDifference(tx, before, await countUnitsOfSources(tx, ids));
}
