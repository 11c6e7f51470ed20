import { inTransaction, sql, type Tx } from "@/lib/platform/database";
import { STATE } from "@/lib/text/codes";
import { findFormat } from "@/lib/text/formats/registry";
import { type Actor, ledgerUser } from "../access/actor";
import { refuse } from "../access/demand";
import { ACTION } from "../change-actions";
import { type Cause, joinForms, record } from "../changes/record";
import { type ComponentRow, findComponentById } from "../components/components";
import { moveBetween, weighUnits } from "../counters/unit-counters";
import { Forbidden, NotFound } from "../errors";
import { effectiveFlags } from "../quality/check-unit";
import { agreementSigned } from "./edit-unit";
import { manageDenial, wishForFiles } from "./manage-units";
import { findUnit, lockUnits } from "./units";

interface Going {
  id: number;
  translationId: number;
  languageId: number;
  targets: string[];
  state: number;
  isSource: boolean;
  sources: string[];
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
    await takeOut(tx, actor, component, { units: [unit.id], everywhere: unit.isSource });
  });
}

interface Leaving {
  /** Units that are removed; with `everywhere` source units, whose strings leave every language. */
  units: readonly number[];
  everywhere: boolean;
}

/**
 * Takes strings out of the database and asks the files to drop them, in a handful of statements however many strings.
 * Needs the component's permission checked by the caller.
 */
export async function takeOut(
  tx: Tx,
  actor: Actor,
  component: ComponentRow,
  { units, everywhere }: Leaving,
  telling: { action: number; cause?: Cause; operationId?: string } = { action: ACTION.STRING_REMOVED },
): Promise<void> {
  const named = new Set(units);
  const going = await tx.rows<Going>(sql`
    select u.id, u.source_id, u.translation_id, t.language_id, u.targets, u.state, t.is_source, s.sources
    from units u join translations t on t.id = u.translation_id join source_units s on s.id = u.source_id
    where ${everywhere ? sql`u.source_id = any(${[...units]}::bigint[])` : sql`u.id = any(${[...units]}::bigint[])`} order by u.id for update of u`);
  const before = await weighUnits(
    tx,
    going.map((row) => row.id),
  );
  await wishRemoval(tx, actor, component, { units, everywhere });
  if (everywhere) await tx.run(sql`delete from source_units where id = any(${[...units]}::bigint[])`);
  else await tx.run(sql`delete from units where id = any(${[...units]}::bigint[])`);
  await moveBetween(tx, before, new Map(), { lastChange: new Date(), lastAuthorId: ledgerUser(actor) });
  await record(
    tx,
    actor,
    going
      .filter((row) => row.state !== STATE.EMPTY || row.isSource || named.has(row.id))
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

interface Wish {
  translationId: number;
  idHash: string;
  context: string;
  sources: string[];
  targets: string[] | null;
}

/** A file may hold the string without a text, so every file of the languages concerned is asked to drop it. */
async function wishRemoval(
  tx: Tx,
  actor: Actor,
  component: ComponentRow,
  { units, everywhere }: Leaving,
): Promise<void> {
  const wishes = everywhere
    ? await tx.rows<Wish>(sql`
        select t.id as translation_id, s.id_hash::text as id_hash, s.context, s.sources, u.targets
        from source_units s join translations t on t.component_id = ${component.id} and t.filename <> ''
          left join units u on u.translation_id = t.id and u.source_id = s.id
        where s.id = any(${[...units]}::bigint[]) order by t.id, s.id`)
    : await tx.rows<Wish>(sql`
        select t.id as translation_id, s.id_hash::text as id_hash, s.context, s.sources, u.targets
        from units u join source_units s on s.id = u.source_id join translations t on t.id = u.translation_id and t.filename <> ''
        where u.id = any(${[...units]}::bigint[]) order by t.id, s.id`);
  // Earlier edits of the strings have nowhere to go any more; made into commits again they would bring them back.
  await tx.run(sql`
    delete from pending_changes p using unnest(${wishes.map((wish) => wish.translationId)}::int[], ${wishes.map((wish) => wish.idHash)}::bigint[]) as w(translation_id, id_hash)
    where p.translation_id = w.translation_id and p.id_hash = w.id_hash`);
  await wishForFiles(
    tx,
    ledgerUser(actor),
    wishes.map((wish) => ({
      translationId: wish.translationId,
      unitId: null,
      kind: "remove",
      idHash: wish.idHash,
      context: wish.context,
      sources: wish.sources,
      targets: wish.targets ?? [""],
      // State 0 passes every commit policy.
      state: STATE.EMPTY,
    })),
  );
}
