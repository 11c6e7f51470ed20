import { changes, operationRows, sourceUnits, units, users } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { sql, type Tx } from "@/lib/platform/database";
import { anyOf, asFlag, asNumber, asText, asTexts, orNull } from "@/lib/platform/expressions";
import { STATE, type UnitState } from "@/lib/text/codes";
import { ACTION, actionCodes } from "../../change-actions";
import { joinForms } from "../../changes/record";
import type { ComponentRow } from "../../components/components";
import { applyCountDifference, countHeldUnits, countUnits } from "../../counters/unit-counters";
import { applyEdits, type UnitEdit } from "../../units/apply-edits";
import { lockUnits, takesTexts } from "../../units/units";
import { markAttachments, returnComments, returnScreenshots, returnSuggestions } from "./kept-attachments";
import type { Batch, LeftString, Undoing } from "./progress";

const [r, u, s, ch] = [operationRows.as("r"), units.as("u"), sourceUnits.as("s"), changes.as("ch")];
const [a, y, o] = [users.as("a"), sourceUnits.as("y"), operationRows.as("o")];

/** Actions that say what a string says. */
export const SAYING = [...new Set([...actionCodes("content"), ...actionCodes("revertable")])];

/** Strings that are locked and edited at a time. */
const BATCH = 1000;

/**
 * Brings what a removed language said into the one that has taken its place. Of each string the newest text wins: one that
 * somebody has saved there stays, and so does what a file brought, unless that is empty or what upstream had before an
 * edit that it never got.
 */
export async function joinLanguage(
  tx: Tx,
  { actor, operation }: Undoing,
  component: ComponentRow,
  translationId: number,
): Promise<Omit<Batch, "after">> {
  const kept = await tx.rows(sql`
    select ${pick(r, "rowId")}, ${named({
      present: orNull(u.id),
      said: asFlag(sql`exists (select from ${ch} where ${ch.unitId} = ${u.id} and ${anyOf(ch.action, SAYING)})`),
      targets: asTexts(sql`array(select jsonb_array_elements_text(${r.row} -> 'targets'))`),
      state: asNumber(sql`(${r.row} ->> 'state')::int`),
      stale: asFlag(sql`coalesce(${r.row} -> 'sources' <> to_jsonb(${s.sources}), false)`),
      base: orNull(asText(sql`${r.row} ->> 'base'`)),
      author: orNull(asNumber(sql`(select ${a.id} from ${a} where ${a.id} = (${r.row} ->> 'author_id')::int)`)),
    })}
    from ${r} left join ${s} on ${s.componentId} = ${component.id} and (${s.id} = (${r.row} ->> 'source_id')::bigint
        or (${s.idHash} = (${r.row} ->> 'id_hash')::bigint and not exists (
          select from ${y} where ${y.id} = (${r.row} ->> 'source_id')::bigint and ${y.componentId} = ${component.id})))
      left join ${u} on ${u.sourceId} = ${s.id} and ${u.translationId} = ${translationId}
    where ${r.operationId} = ${operation.id} and ${r.kind} = 'unit' order by ${r.rowId}`);
  const left: LeftString[] = [];
  let restored = 0;
  for (let at = 0; at < kept.length; at += BATCH) {
    const batch = kept.slice(at, at + BATCH);
    const ids = batch.flatMap(({ present }) => (present === null ? [] : [present]));
    const now = new Map((await lockUnits(tx, actor, ids)).map((unit) => [unit.id, unit]));
    const byAuthor = new Map<number | null, UnitEdit[]>();
    for (const { rowId, present, said, targets, state, stale, base, author } of batch) {
      if (joinForms(targets).replaceAll("\u001e", "") === "") continue;
      const unit = present === null ? undefined : now.get(present);
      if (!unit) {
        left.push({ unit: rowId, reason: "gone" });
        continue;
      }
      const text = joinForms(unit.targets);
      if (text === joinForms(targets)) continue;
      const older = text.replaceAll("\u001e", "") === "" || base === text;
      if (said || !older) left.push({ unit: unit.id, reason: "changed" });
      else if (unit.state === STATE.READ_ONLY || state === STATE.READ_ONLY)
        left.push({ unit: unit.id, reason: "read-only" });
      else if (!takesTexts(unit, targets)) left.push({ unit: unit.id, reason: "forms" });
      else {
        const wanted = stale && state > STATE.NEEDS_EDITING ? STATE.NEEDS_EDITING : (state as UnitState);
        const edit = { unit, targets, state: wanted, action: ACTION.TRANSLATION_REVERTED };
        byAuthor.set(author, [...(byAuthor.get(author) ?? []), edit]);
        restored++;
      }
    }
    for (const [authorId, edits] of byAuthor)
      await applyEdits(tx, actor, edits, { authorId, polish: false, approvalAsked: true });
  }
  await joinAttachments(tx, operation.id, translationId);
  return { restored, left };
}

async function joinAttachments(tx: Tx, operationId: string, translationId: number): Promise<void> {
  const own = units.as("own");
  await returnSuggestions(
    tx,
    operationId,
    sql`${u.translationId} = ${translationId} and ${u.sourceId} = (
      select coalesce((select ${y.id} from ${y} where ${y.id} = (${o.row} ->> 'source_id')::bigint), 0)
      from ${o} where ${o.operationId} = ${operationId} and ${o.kind} = 'unit' and ${o.rowId} = (${r.row} ->> 'unit_id')::bigint)`,
  );
  await returnComments(tx, operationId, translationId);
  await returnScreenshots(tx, operationId, translationId);
  const touched = await tx.rows(
    sql`select ${pick(own, "id")} from ${own} where ${own.translationId} = ${translationId}`,
  );
  const ids = touched.map(({ id }) => id);
  const before = await countHeldUnits(tx, ids);
  await markAttachments(tx, translationId);
  await applyCountDifference(tx, before, await countUnits(tx, ids));
}
