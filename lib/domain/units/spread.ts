import { changes, components, suggestions, translations, units, unlinkedUnits } from "@/lib/generated/tables";
import { named, pick, row } from "@/lib/platform/columns";
import { db, inTransaction, type Sql, sql, type Tx } from "@/lib/platform/database";
import { asFlag, asNumber } from "@/lib/platform/expressions";
import { codeOf, STATE, type UnitState } from "@/lib/text/codes";
import { refusal } from "@/lib/text/messages/refusal";
import { type Actor, ledgerUser } from "../access/actor";
import { throwDenial } from "../access/demand";
import { ACTION, actionCodes } from "../change-actions";
import { FORM_SEPARATOR, joinForms, record } from "../changes/record";
import { Invalid } from "../errors";
import { agreedIn, agreementSigned } from "./agreement";
import { applyEdits, type UnitEdit } from "./apply-edits";
import { editDenial } from "./may-edit";
import { removeSuggestions } from "./suggested";
import { touchStrings } from "./touched";
import { findEditable, findUnit, lockUnits, takesTexts } from "./units";

/** Edits that went on to equal strings (`propagate.ts`): taking them back there, and letting a string go its own way. */

const [h, o, g] = [changes.as("h"), changes.as("o"), suggestions.as("g")];
const [u, t, c, x] = [units.as("u"), translations.as("t"), components.as("c"), unlinkedUnits.as("x")];

const CONTENT = sql`${actionCodes("content")}::smallint[]`;

/**
 * Whether edits of equal strings in other components reach a string, and its own reach them; null where its component
 * shares nothing. The actor has found the string.
 */
export async function linkOf(unitId: number): Promise<boolean | null> {
  const row = await db.one(sql`
    select ${named({
      shares: asFlag(sql`(${c.allowPropagation} and not ${c.isGlossary} and not ${t.isSource})`),
      unlinked: asFlag(sql`exists (select from ${x} where ${x.unitId} = ${u.id})`),
    })}
    from ${u} join ${t} on ${t.id} = ${u.translationId} join ${c} on ${c.id} = ${t.componentId} where ${u.id} = ${unitId}`);
  return row?.shares ? !row.unlinked : null;
}

/**
 * Lets a string go its own way, or with equal strings again. What it says stays. Needs what editing it needs.
 * @throws NotFound, Forbidden; Invalid where nothing is shared
 */
export async function setLinked(actor: Actor, unitId: number, linked: boolean): Promise<void> {
  const unit = await findEditable(actor, unitId);
  if (!linked && (unit.isSource || unit.isGlossary || !unit.allowPropagation))
    throw Invalid.field("linked", refusal("stringSharesNothing"));
  await inTransaction(async (tx) => {
    const why = editDenial(actor, unit, { agreementSigned: await agreementSigned(tx, actor, unit) });
    if (why) throwDenial(why);
    await touchStrings(tx, [unitId]);
    if (linked) await tx.run(sql`delete from ${x} where ${x.unitId} = ${unitId}`);
    else
      await tx.run(sql`
        insert into ${x} ${row(x, { unitId, userId: ledgerUser(actor) })} on conflict do nothing`);
  });
}

/** What became of the strings that an edit had gone on to. */
export interface TakenBack {
  /** Strings that say again what they said before. */
  back: number;
  /** Strings that somebody has changed since, or that the actor may not edit. */
  left: number;
  /** Suggestions that were taken back, as nobody had decided about them. */
  withdrawn: number;
}

/**
 * Takes the actor's last edit of a string back where it went on to: equal strings say again what they said. The string
 * itself stays as it is. Done twice it changes nothing more.
 * @throws NotFound
 */
export async function takeBackSpread(actor: Actor, unitId: number): Promise<TakenBack> {
  await findUnit(actor, unitId);
  return inTransaction(async (tx) => {
    const lines = await linesOfLast(tx, actor, unitId);
    const lineOf = new Map(lines.map((line) => [line.unitId ?? 0, line]));
    const found = await lockUnits(tx, actor, [...lineOf.keys()]);
    const edits: UnitEdit[] = [];
    const agreed = await agreedIn(tx, actor, found);
    for (const unit of found) {
      const line = lineOf.get(unit.id);
      const before = line?.old.split(FORM_SEPARATOR) ?? [];
      if (!line || joinForms(unit.targets) !== line.target || unit.state !== line.state || !takesTexts(unit, before))
        continue;
      if (editDenial(actor, unit, { agreementSigned: agreed.has(unit.componentId) })) continue;
      const state = before.every((text) => text === "") ? STATE.EMPTY : stateBefore(line.oldState);
      edits.push({
        unit,
        targets: before,
        state,
        action: ACTION.TRANSLATION_REVERTED,
        details: { reverted_to: line.id },
      });
    }
    await applyEdits(tx, actor, edits, { approvalAsked: true, polish: false });
    const withdrawn = await withdraw(tx, actor, unitId);
    return { back: edits.length, left: lines.length - edits.length, withdrawn };
  });
}

/** Takes suggestions back that the actor's last edit of a string made elsewhere, those that still wait. */
async function withdraw(tx: Tx, actor: Actor, unitId: number): Promise<number> {
  const waiting = await tx.rows(sql`
    select ${pick(g, "id", "unitId")}, ${pick(h, "projectId", "componentId", "translationId", "languageId", "target")}
    from ${h} join ${g} on ${g.unitId} = ${h.unitId} and joined_forms(${g.targets}) = ${h.target} and ${g.cause} = 'propagation'
    where ${h.action} = ${ACTION.SUGGESTION_ADDED} and ${h.cause} = 'propagation' and ${h.tx} = ${lastOf(actor, unitId)}
    order by ${h.id} limit 1000`);
  if (waiting.length === 0) return 0;
  await lockUnits(
    tx,
    actor,
    waiting.map((row) => row.unitId),
  );
  await removeSuggestions(
    tx,
    waiting.map((row) => row.unitId),
    waiting.map((row) => row.id),
  );
  const lines = waiting.map(({ id: _, ...line }) => ({ ...line, action: ACTION.SUGGESTION_REMOVED }));
  await record(tx, actor, lines);
  return waiting.length;
}

/** A state as a string had it before; an approval that went has to be given anew. */
const stateBefore = (told: number): UnitState =>
  told === STATE.READ_ONLY || told === STATE.EMPTY ? STATE.TRANSLATED : codeOf(STATE, told);

/** The transaction of the actor's last edit of a string. */
const lastOf = (actor: Actor, unitId: number): Sql => sql`(
  select ${o.tx} from ${o} where ${o.unitId} = ${unitId} and ${o.userId} = ${actor.userId} and ${o.action} = any(${CONTENT})
  order by ${o.id} desc limit 1)`;

/** Lines of the ledger that the actor's last edit of a string has left on others. */
function linesOfLast(tx: Tx, actor: Actor, unitId: number) {
  return tx.rows(sql`
    select ${pick(h, "id", "unitId", "old", "target")}, ${named({
      state: asNumber(sql`coalesce((${h.details}->>'state')::int, ${STATE.TRANSLATED})`),
      oldState: asNumber(sql`coalesce((${h.details}->>'old_state')::int, ${STATE.TRANSLATED})`),
    })}
    from ${h} where ${h.action} = ${ACTION.PROPAGATED_CHANGE} and ${h.tx} = ${lastOf(actor, unitId)}
    order by ${h.id} limit 1000`);
}
