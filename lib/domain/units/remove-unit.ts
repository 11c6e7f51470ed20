import { inTransaction, sql, type Tx } from "@/lib/platform/database";
import { findFormat } from "@/lib/text/formats/registry";
import { type Actor, ledgerUser } from "../access/actor";
import { refuse } from "../access/demand";
import { ACTION } from "../changes/actions";
import { joinForms, record } from "../changes/record";
import { type ComponentRow, findComponentById } from "../components/components";
import { Forbidden, NotFound } from "../errors";
import { effectiveFlags } from "../quality/check-unit";
import { moveBetween, weighUnits } from "../statistics/weigh";
import { agreementSigned } from "./edit-unit";
import { manageDenial, wishForFiles } from "./manage-units";
import { type EditableUnit, findUnit, lockUnits } from "./units";

interface Going {
  id: number;
  translationId: number;
  languageId: number;
  targets: string[];
  state: number;
  isSource: boolean;
}

/**
 * Removes a string: on the source language from every language, elsewhere (without a base file) from that one. What it said
 * stands in the ledger; the files lose it with the next commit.
 * @throws NotFound, Forbidden
 */
export async function removeUnit(actor: Actor, unitId: number): Promise<void> {
  const component = await findComponentById(actor, (await findUnit(actor, unitId)).componentId);
  await inTransaction(async (tx) => {
    const [unit] = await lockUnits(tx, actor, [unitId]);
    if (!unit) throw new NotFound(`There is no string ${unitId}, or you may not see it.`);
    const why = manageDenial(actor, component, unit, "delete", {
      agreementSigned: await agreementSigned(tx, actor, unit),
      format: findFormat(component.fileFormat),
    });
    if (why) refuse(why);
    if (component.isGlossary && !unit.isSource && effectiveFlags([unit.flags, unit.extraFlags]).has("terminology"))
      throw new Forbidden({
        reason: "not-supported",
        text: "This term is terminology: it goes from all languages at once, in the source language.",
      });
    await takeOut(tx, actor, component, unit);
  });
}

async function takeOut(tx: Tx, actor: Actor, component: ComponentRow, unit: EditableUnit): Promise<void> {
  const everywhere = unit.isSource;
  const going = await tx.rows<Going>(sql`
    select u.id, u.translation_id, t.language_id, u.targets, u.state, t.is_source from units u join translations t on t.id = u.translation_id
    where ${everywhere ? sql`u.source_id = ${unit.sourceId}` : sql`u.id = ${unit.id}`} order by u.id for update of u`);
  const before = await weighUnits(
    tx,
    going.map((row) => row.id),
  );
  await wishRemoval(tx, actor, component, unit, everywhere);
  if (everywhere) await tx.run(sql`delete from source_units where id = ${unit.sourceId}`);
  else await tx.run(sql`delete from units where id = ${unit.id}`);
  await moveBetween(tx, before, new Map(), { lastChange: new Date(), lastAuthorId: ledgerUser(actor) });
  await record(
    tx,
    actor,
    going
      .filter((row) => row.state !== 0 || row.isSource || row.id === unit.id)
      .map((row) => ({
        action: ACTION.STRING_REMOVED,
        projectId: component.projectId,
        componentId: component.id,
        translationId: row.translationId,
        languageId: row.languageId,
        unitId: row.id,
        old: joinForms(row.targets),
        details: { old_state: row.state, source: joinForms(unit.sources) },
      })),
  );
}

/** A file may hold the string without a text, so every file of the languages concerned is asked to drop it. */
async function wishRemoval(
  tx: Tx,
  actor: Actor,
  component: ComponentRow,
  unit: EditableUnit,
  everywhere: boolean,
): Promise<void> {
  const files = await tx.rows<{ id: number; targets: string[] | null }>(sql`
    select t.id, u.targets from translations t left join units u on u.translation_id = t.id and u.source_id = ${unit.sourceId}
    where t.component_id = ${component.id} and t.filename <> '' and ${everywhere ? sql`true` : sql`t.id = ${unit.translationId}`} order by t.id`);
  // Earlier edits of the string have nowhere to go any more; made into commits again they would bring it back.
  await tx.run(sql`
    delete from pending_changes where translation_id = any(${files.map((file) => file.id)}::int[]) and id_hash = ${unit.idHash}::bigint`);
  await wishForFiles(
    tx,
    ledgerUser(actor),
    files.map((file) => ({
      translationId: file.id,
      unitId: null,
      kind: "remove",
      idHash: unit.idHash,
      context: unit.context,
      sources: unit.sources,
      targets: file.targets ?? [""],
      // State 0 passes every commit policy.
      state: 0,
    })),
  );
}
