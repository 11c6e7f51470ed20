import { pendingChanges, sourceUnits, units } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { literal, sql, type Tx } from "@/lib/platform/database";
import { hashText } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import type { StringChange } from "../../files/file-strings";
import { type FileString, filled } from "../../files/strings";

const [u, s, p, later] = [units.as("u"), sourceUnits.as("s"), pendingChanges.as("p"), pendingChanges.as("later")];

/**
 * Strings that were away, as behind a filter of keys, and had an edit here that upstream has not got yet: they come back
 * with what was written here, whatever the file says.
 * @returns changes of units that stand empty though their newest edit has a text; nobody writes these until the commit
 */
export async function cameBack(
  tx: Tx,
  translationId: number,
  strings: ReadonlyMap<string, FileString>,
): Promise<StringChange[]> {
  const rows = await tx.rows(sql`
    select ${named({ idHash: hashText(s.idHash) })}, ${pick(p, "targets", "state")}
    from ${u} join ${s} on ${s.id} = ${u.sourceId}
      join ${p} on ${p.translationId} = ${u.translationId} and ${p.idHash} = ${s.idHash} and ${p.kind} in ('edit', 'add')
    where ${u.translationId} = ${translationId} and ${u.state} = ${literal(STATE.EMPTY)} and not exists (
      select from ${later} where ${later.translationId} = ${p.translationId} and ${later.idHash} = ${p.idHash} and ${later.id} > ${p.id})
    order by ${u.id} for update of u`);
  return rows.flatMap(({ idHash, targets, state }): StringChange[] => {
    const string = strings.get(idHash);
    if (!string || filled(targets).length === 0) return [];
    return [{ before: { ...string, targets: [""], state: STATE.EMPTY }, after: { ...string, targets, state } }];
  });
}
