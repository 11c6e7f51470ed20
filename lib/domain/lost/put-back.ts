import { changes, operationTexts } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import { findFormat } from "@/lib/text/formats/registry";
import { refusal } from "@/lib/text/messages/refusal";
import { plainWords } from "@/lib/text/messages/worded";
import type { Actor } from "../access/actor";
import { ACTION } from "../change-actions";
import { type ChangeRow, changesById } from "../changes/list";
import { asOperation } from "../changes/operations";
import { componentsById } from "../components/components";
import { addSuggestion } from "../discussion/suggestions";
import { type Denial, DomainError, Invalid, Unauthenticated, type Worded, worded } from "../errors";
import type { PathObject } from "../translations/resolve-path";
import { agreementSigned } from "../units/agreement";
import type { UnitEdit } from "../units/apply-edits";
import { manageDenial } from "../units/manage-units";
import { editDenial, reviewDenial } from "../units/may-edit";
import { applyAndPropagate } from "../units/propagate";
import { returnStrings } from "../units/return-strings";
import { lockUnits, takesTexts } from "../units/units";
import { lostLines, lostText, lostWriters } from "./list";

const [k, ch] = [operationTexts.as("k"), changes.as("ch")];

/** Bringing lost texts back: an operation of its own, which can be undone. */

/** Lost texts that are put back at once. */
export const MOST_PUT_BACK = 200;

export interface PutBackOutcome {
  /** The operation that undoing takes; null when nothing came back. */
  operation: string | null;
  /** Lines of the ledger whose texts are back. */
  done: number[];
  /** Those whose texts are not, and a sentence that says why. */
  left: { id: number; why: Worded }[];
}

const GONE = worded(refusal("lostGone"));

/**
 * Puts lost texts back, by the lines of the ledger that tell of their loss: a removed string comes back in all languages that
 * were removed with it, a replaced text becomes the translation again, a rejected suggestion waits again. A text that is no
 * longer lost is left alone.
 * @throws Invalid for none or too many
 */
export async function putBack(actor: Actor, place: PathObject, ids: readonly number[]): Promise<PutBackOutcome> {
  if (actor.isAnonymous) throw new Unauthenticated(refusal("signInPutBack"));
  if (ids.length === 0) throw Invalid.field("ids", refusal("tickLeastText"), "empty");
  if (ids.length > MOST_PUT_BACK)
    throw Invalid.field("ids", refusal("mostTextsPut", { mostPutBack: MOST_PUT_BACK }), "max_length");
  const lost = await lostLines(actor, place, { ids }, { limit: MOST_PUT_BACK });
  const lines = await changesById(
    actor,
    lost.map(({ id }) => id),
  );
  const known = new Set(lines.map(({ id }) => id));
  const outcome: Omit<PutBackOutcome, "operation"> = { done: [], left: [] };
  for (const id of new Set(ids)) if (!known.has(id)) outcome.left.push({ id, why: worded(refusal("lostNot")) });
  const details = {
    name: "put-back",
    needs: ["unit.edit"] as const,
    components: [...new Set(lines.flatMap(({ componentId }) => componentId ?? []))],
    eachString: true,
  };
  const { operation } = await asOperation(actor, { kind: "bulk-edit", details }, async () => {
    await returnRemoved(
      actor,
      lines.filter(({ unitId }) => unitId === null),
      outcome,
    );
    const there = lines.filter(({ unitId }) => unitId !== null);
    await restoreReplaced(
      actor,
      there.filter(({ action }) => action !== ACTION.SUGGESTION_REMOVED),
      outcome,
    );
    const rejected = there.filter(({ action }) => action === ACTION.SUGGESTION_REMOVED);
    const writers = await lostWriters(rejected.map(({ id }) => id));
    for (const line of rejected) await suggestAgain(actor, line, writers.get(line.id)?.id ?? null, outcome);
  });
  return { operation, ...outcome };
}

type Outcome = Omit<PutBackOutcome, "operation">;

const wordsOf = ({ text, said }: Denial): Worded => ({ message: text, said });

const isList = (back: Worded | readonly number[]): back is readonly number[] => Array.isArray(back);

/** Strings come back from what the operation that removed them kept, those of one component and operation together. */
async function returnRemoved(actor: Actor, lines: readonly ChangeRow[], outcome: Outcome): Promise<void> {
  if (lines.length === 0) return;
  const ids = lines.map(({ id }) => id);
  const kept = await db.rows(sql`
    select ${pick(ch, "id", "operationId", "componentId", "unitId")}, ${pick(k, "sourceId")}
    from ${ch} join ${k} on ${k.operationId} = ${ch.operationId} and ${k.unitId} = ${ch.unitId}
    where ${anyOf(ch.id, ids)} order by ${ch.id}`);
  const found = new Set(kept.map(({ id }) => id));
  for (const id of ids) if (!found.has(id)) outcome.left.push({ id, why: GONE });
  const groups = new Map<string, typeof kept>();
  for (const row of kept) {
    const key = `${row.componentId} ${row.operationId}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const components = new Map(
    (await componentsById(actor, [...new Set(kept.flatMap(({ componentId }) => componentId ?? []))])).map((one) => [
      one.id,
      one,
    ]),
  );
  for (const rows of groups.values()) {
    const [first] = rows;
    const component = components.get(first?.componentId ?? 0);
    const say = (why: Worded) => outcome.left.push(...rows.map(({ id }) => ({ id, why })));
    if (!component || !first?.operationId) {
      say(GONE);
      continue;
    }
    const { operationId } = first;
    const back = await inTransaction(async (tx): Promise<Worded | readonly number[]> => {
      const where = { languageId: component.sourceLanguageId, isSource: true };
      const signed = await agreementSigned(tx, actor, { agreement: component.agreement, componentId: component.id });
      const format = findFormat(component.fileFormat);
      const why = manageDenial(actor, component, where, "add", { agreementSigned: signed, format });
      if (why) return wordsOf(why);
      return returnStrings(tx, actor, component, { operationId, sourceIds: rows.map(({ sourceId }) => sourceId) });
    });
    if (!isList(back)) {
      say(back);
      continue;
    }
    const there = new Set(back);
    for (const { id, unitId } of rows)
      if (there.has(unitId ?? 0)) outcome.done.push(id);
      else outcome.left.push({ id, why: worded(refusal("lostTaken")) });
  }
}

/** Texts that others were put in place of become the translations again, in one batch; of one string the newest. */
async function restoreReplaced(actor: Actor, lines: readonly ChangeRow[], outcome: Outcome): Promise<void> {
  if (lines.length === 0) return;
  const told = await inTransaction(async (tx) => {
    // Of this run alone: after a deadlock there is another one.
    const own: Outcome = { ...outcome, done: [], left: [] };
    const locked = await lockUnits(
      tx,
      actor,
      lines.flatMap(({ unitId }) => unitId ?? []),
    );
    const byId = new Map(locked.map((unit) => [unit.id, unit]));
    const edits = new Map<number, UnitEdit>();
    for (const line of lines) {
      const unit = byId.get(line.unitId ?? 0);
      const say = (why: Worded) => own.left.push({ id: line.id, why });
      if (!unit) say(GONE);
      else if (edits.has(unit.id)) say(worded(refusal("lostOther")));
      else {
        const why = editDenial(actor, unit, { agreementSigned: await agreementSigned(tx, actor, unit) });
        const { targets, state } = lostText(line, "replaced");
        if (why) say(wordsOf(why));
        else if (!takesTexts(unit, targets)) say(worded(refusal("lostForms")));
        else {
          const allowed = state === STATE.APPROVED && reviewDenial(actor, unit) ? STATE.TRANSLATED : state;
          const event = { action: ACTION.TRANSLATION_REVERTED, details: { reverted_to: line.id } };
          edits.set(unit.id, { ...event, unit, targets, state: allowed });
          own.done.push(line.id);
        }
      }
    }
    await applyAndPropagate(tx, actor, [...edits.values()], { polish: false });
    return own;
  });
  outcome.done.push(...told.done);
  outcome.left.push(...told.left);
}

/** A suggestion waits again, credited to whoever wrote it. */
async function suggestAgain(actor: Actor, line: ChangeRow, authorId: number | null, outcome: Outcome): Promise<void> {
  try {
    await addSuggestion(actor, line.unitId ?? 0, lostText(line, "rejected").targets, { authorId });
    outcome.done.push(line.id);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    outcome.left.push({ id: line.id, why: plainWords(error) });
  }
}
