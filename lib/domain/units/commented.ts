import { comments, units } from "@/lib/generated/tables";
import { assigned } from "@/lib/platform/columns";
import { type Sql, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asFlag } from "@/lib/platform/expressions";
import { countHeldUnits, countUnits, deferCountDifference } from "../counters/unit-counters";

const [u, m] = [units.as("u"), comments.as("m")];

/** Whether a string has open comments: its own, and as a source those for all languages. */
export function openlyCommented(unit: Pick<typeof u, "id" | "sourceId" | "translationId">): Sql {
  return sql`exists (select from ${m} where ${m.sourceId} = ${unit.sourceId} and not ${m.resolved}
    and (${m.translationId} = ${unit.translationId} or (${m.translationId} is null and ${unit.id} = ${unit.sourceId})))`;
}

/** Whether strings have open comments is said on them and counted above them. */
export async function refreshCommented(tx: Tx, unitIds: readonly number[]): Promise<void> {
  const before = await countHeldUnits(tx, unitIds);
  const commented = asFlag(openlyCommented(u));
  await tx.run(sql`
    update ${u} set ${assigned(u, { commented })} where ${anyOf(u.id, unitIds)} and ${u.commented} <> ${commented}`);
  deferCountDifference(tx, before, await countUnits(tx, unitIds));
}
