import { pendingChanges, sourceUnits, translations, units } from "@/lib/generated/tables";
import { combined, named, outer, pick, unnest } from "@/lib/platform/columns";
import { type Connection, db, inTransaction, sql, type Tx } from "@/lib/platform/database";
import { anyOf, hashText, TYPE } from "@/lib/platform/expressions";
import { currentOperation } from "@/lib/platform/operation-mark";
import { STATE } from "@/lib/text/codes";
import { findFormat } from "@/lib/text/formats/registry";
import { refusal } from "@/lib/text/messages/refusal";
import { type Actor, ledgerUser } from "../access/actor";
import { throwDenial } from "../access/demand";
import { denied } from "../access/denied";
import { ACTION } from "../change-actions";
import { asOperation } from "../changes/operations";
import { type Cause, joinForms, record } from "../changes/record";
import { type ComponentRow, findComponentById } from "../components/components";
import { applyCountDifference, countHeldUnits } from "../counters/unit-counters";
import { type Denial, NotFound } from "../errors";
import { effectiveFlags } from "../quality/check-unit";
import { agreementSigned } from "./agreement";
import { changeFiles, manageDenial } from "./manage-units";
import { touchStrings } from "./touched";
import { type EditableUnit, findUnit, lockUnits } from "./units";

const [u, t, s, p] = [units.as("u"), translations.as("t"), sourceUnits.as("s"), pendingChanges.as("p")];

/**
 * Removes a string: on the source language from every language, elsewhere (without a base file) from that one. What it said
 * stands in the ledger; the files lose it with the next commit.
 * @returns the operation that brings it back; null within another one
 * @throws NotFound, Forbidden
 */
export async function removeUnit(actor: Actor, unitId: number): Promise<string | null> {
  const { componentId, isSource, languageId } = await findUnit(actor, unitId);
  const component = await findComponentById(actor, componentId);
  const details = {
    name: "remove",
    needs: [component.isGlossary ? "glossary.delete" : "unit.delete"] as const,
    components: [component.id],
    ...(!isSource && { language: languageId }),
  };
  const remove = () =>
    inTransaction(async (tx) => {
      const [unit] = await lockUnits(tx, actor, [unitId]);
      if (!unit) throw new NotFound(refusal("stringUnseen", { unitId }));
      const why = await removalDenial(actor, component, unit, tx);
      if (why) throwDenial(why);
      await removeStrings(tx, actor, component, { ids: [unit.id], everywhere: unit.isSource });
    });
  // So that it can come back with all that it said.
  if (!currentOperation()) return (await asOperation(actor, { kind: "bulk-edit", details }, remove)).operation;
  await remove();
  return null;
}

/** Why the actor may not remove a string of a component, or undefined. */
export async function removalDenial(
  actor: Actor,
  component: ComponentRow,
  unit: EditableUnit,
  on: Connection = db,
): Promise<Denial | undefined> {
  const why = manageDenial(actor, component, unit, "delete", {
    agreementSigned: await agreementSigned(on, actor, unit),
    format: findFormat(component.fileFormat),
  });
  if (why) return why;
  if (component.isGlossary && !unit.isSource && effectiveFlags([unit.flags, unit.extraFlags]).has("terminology"))
    return denied("not-supported", refusal("terminologyRemove"));
  return undefined;
}

interface RemovedStrings {
  /** Units that are removed; with `everywhere` source units, whose strings leave every language. */
  ids: readonly number[];
  everywhere: boolean;
}

/**
 * Takes strings out of the database and asks the files to drop them, in a handful of statements however many strings.
 * Needs the component's permission checked by the caller.
 */
export async function removeStrings(
  tx: Tx,
  actor: Actor,
  component: ComponentRow,
  { ids, everywhere }: RemovedStrings,
  telling: { action: number; cause?: Cause; operationId?: string } = { action: ACTION.STRING_REMOVED },
): Promise<void> {
  const wanted = new Set(ids);
  const going = await tx.rows(sql`
    select ${pick(u, "id", "translationId", "targets", "state")}, ${pick(t, "languageId", "isSource")}, ${pick(s, "sources")}
    from ${u} join ${t} on ${t.id} = ${u.translationId} join ${s} on ${s.id} = ${u.sourceId}
    where ${anyOf(everywhere ? u.sourceId : u.id, ids)} order by ${u.id} for update of u`);
  const goingIds = going.map((row) => row.id);
  const before = await countHeldUnits(tx, goingIds);
  await touchStrings(tx, goingIds);
  await queueRemoval(tx, actor, component, { ids, everywhere });
  if (everywhere) await tx.run(sql`delete from ${sourceUnits} where ${anyOf(sourceUnits.id, ids)}`);
  else await tx.run(sql`delete from ${units} where ${anyOf(units.id, ids)}`);
  await applyCountDifference(tx, before, new Map());
  await record(
    tx,
    actor,
    going
      .filter((row) => row.state !== STATE.EMPTY || row.isSource || wanted.has(row.id))
      .map((row) => ({
        ...telling,
        projectId: component.projectId,
        componentId: component.id,
        translationId: row.translationId,
        languageId: row.languageId,
        unitId: row.id,
        old: joinForms(row.targets),
        details: { old_state: row.state, source: joinForms(row.sources) },
      })),
  );
}

/** A file may hold the string without a text, so every file of the languages concerned is asked to drop it. */
async function queueRemoval(
  tx: Tx,
  actor: Actor,
  component: ComponentRow,
  { ids, everywhere }: RemovedStrings,
): Promise<void> {
  const columns = combined(named({ translationId: t.id, idHash: hashText(s.idHash) }), pick(s, "context", "sources"));
  const gone = everywhere
    ? await tx.rows(sql`
        select ${columns}, ${pick(outer(u), "targets")}
        from ${s} join ${t} on ${t.componentId} = ${component.id} and ${t.filename} <> ''
          left join ${u} on ${u.translationId} = ${t.id} and ${u.sourceId} = ${s.id}
        where ${anyOf(s.id, ids)} order by ${t.id}, ${s.id}`)
    : await tx.rows(sql`
        select ${columns}, ${pick(u, "targets")}
        from ${u} join ${s} on ${s.id} = ${u.sourceId} join ${t} on ${t.id} = ${u.translationId} and ${t.filename} <> ''
        where ${anyOf(u.id, ids)} order by ${t.id}, ${s.id}`);
  const w = unnest(
    "w",
    { translationId: p.translationId, idHash: TYPE.hash },
    gone.map(({ translationId, idHash }) => ({ translationId, idHash })),
  );
  // Earlier edits of the strings have nowhere to go any more; made into commits again they would bring them back.
  await tx.run(
    sql`delete from ${p} using ${w} where ${p.translationId} = ${w.translationId} and ${p.idHash} = ${w.idHash}`,
  );
  await changeFiles(
    tx,
    ledgerUser(actor),
    gone.map((string) => ({
      ...string,
      kind: "remove",
      unitId: null,
      targets: string.targets ?? [""],
      // State 0 passes every commit policy.
      state: STATE.EMPTY,
    })),
  );
}
