import { changes, units } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { inTransaction, sql, type Tx } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import { STATE, type UnitState } from "@/lib/text/codes";
import { refusal } from "@/lib/text/messages/refusal";
import { followSourceEdit } from "@/lib/text/source-edit/follow";
import type { Actor } from "../access/actor";
import { asOperation } from "../changes/operations";
import { FORM_SEPARATOR, joinForms } from "../changes/record";
import type { ComponentRow } from "../components/components";
import { Invalid, Unauthenticated } from "../errors";
import { agreementSigned } from "../units/agreement";
import { applyEdits, type UnitEdit } from "../units/apply-edits";
import { editDenial, reviewDenial } from "../units/may-edit";
import { type EditableUnit, lockUnits } from "../units/units";
import { waiting } from "./list";

/**
 * - `keep`: the translations still hold as they are;
 * - `follow`: they get the same change by rule, those that no rule reaches stay as they are.
 */
export const SOURCE_EDIT_DECISIONS = ["keep", "follow"] as const;
export type SourceEditDecision = (typeof SOURCE_EDIT_DECISIONS)[number];

/** An edit as the one who decides has seen it. */
export interface SeenEdit {
  sourceId: number;
  /** Forms of the source before it. */
  before: readonly string[];
  after: readonly string[];
}

export interface SourceEditOutcome {
  /** Translations that hold again. */
  decided: number;
  /** Translations that wait still, and why. */
  skipped: { reason: "changed" | "denied" | "no-rule"; message: string; count: number }[];
  /** Under which the decision can be taken back; null where nothing was decided. */
  operation: string | null;
}

/** Edits that one request may decide. */
export const MOST_EDITS = 200;
const BATCH = 500;

const [u, ch] = [units.as("u"), changes.as("ch")];

/**
 * Decides what becomes of the translations of edited source strings. Each needs the right to edit it; those that one may not
 * edit, and those of a source that has been edited again, are left and told.
 * @throws Unauthenticated; Invalid for more than 200 edits
 */
export async function decideSourceEdits(
  actor: Actor,
  component: ComponentRow,
  edits: readonly SeenEdit[],
  decision: SourceEditDecision,
): Promise<SourceEditOutcome> {
  if (actor.isAnonymous) throw new Unauthenticated(refusal("signInDecide"));
  if (edits.length === 0 || edits.length > MOST_EDITS)
    throw Invalid.field("edits", refusal("giveEdits", { mostEdits: MOST_EDITS }));
  const seen = new Map(edits.map((edit) => [edit.sourceId, edit]));
  if (seen.size < edits.length) throw Invalid.field("edits", refusal("giveEachSource"));
  const details = { name: decision, needs: ["unit.edit"] as const, components: [component.id] };
  const skipped = new Skipped();
  const { result, operation } = await asOperation(actor, { kind: "source-edit", details }, async (operationId) => {
    let decided = 0;
    for (let after = 0; ; ) {
      const batch = await inTransaction((tx) =>
        decideSome(tx, actor, component, { seen, decision, operationId, after, skipped }),
      );
      decided += batch.decided;
      if (batch.last === undefined) return decided;
      after = batch.last;
    }
  });
  return { decided: result, skipped: skipped.told(), operation };
}

class Skipped {
  private readonly counts = new Map<string, SourceEditOutcome["skipped"][number]>();

  add(reason: SourceEditOutcome["skipped"][number]["reason"], message: string): undefined {
    const known = this.counts.get(message);
    this.counts.set(message, { reason, message, count: (known?.count ?? 0) + 1 });
  }

  told = () => [...this.counts.values()];
}

interface Deciding {
  seen: ReadonlyMap<number, SeenEdit>;
  decision: SourceEditDecision;
  operationId: string;
  /** Only strings with a higher id. */
  after: number;
  skipped: Skipped;
}

async function decideSome(tx: Tx, actor: Actor, component: ComponentRow, how: Deciding) {
  const rows = await tx.rows(sql`
    select ${pick(u, "id")} from ${u} where ${anyOf(u.sourceId, [...how.seen.keys()])} and ${u.id} > ${how.after}
      and ${waiting(component.id)} order by ${u.id} limit ${BATCH}`);
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return { decided: 0, last: undefined };
  const held = await lockUnits(tx, actor, ids);
  const [first] = held;
  const signed = first === undefined || (await agreementSigned(tx, actor, first));
  const approved = await approvedBefore(tx, ids);
  const wanted = held.flatMap((unit) => editOf(actor, unit, { ...how, signed, approved: approved.has(unit.id) }) ?? []);
  const { operationId } = how;
  // What a rule wrote is checked like what a person writes.
  if (wanted.length > 0) await applyEdits(tx, actor, wanted, { operationId });
  return { decided: wanted.length, last: ids.length < BATCH ? undefined : ids.at(-1) };
}

/** Strings whose last state before this one was approved. */
async function approvedBefore(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  const last = sql`(select ${ch.details} ->> 'state' from ${ch} where ${ch.unitId} = ${u.id} and ${ch.details} ? 'state'
    order by ${ch.id} desc limit 1)`;
  const rows = await tx.rows(sql`select ${pick(u, "id")} from ${u} where ${anyOf(u.id, ids)} and ${last} = '30'`);
  return new Set(rows.map((row) => row.id));
}

function editOf(
  actor: Actor,
  unit: EditableUnit,
  { seen, decision, skipped, signed, approved }: Deciding & { signed: boolean; approved: boolean },
): UnitEdit | undefined {
  const edit = seen.get(unit.sourceId);
  if (!edit) return undefined;
  const before = unit.previousSource.split(FORM_SEPARATOR);
  // Translations of another text than the one that was seen wait for a decision of their own.
  if (joinForms(before) !== joinForms(edit.before)) return undefined;
  if (joinForms(unit.sources) !== joinForms(edit.after))
    return skipped.add("changed", "The source string has been edited again. Look at the new text first.");
  const denied = editDenial(actor, unit, { agreementSigned: signed });
  if (denied) return skipped.add("denied", denied.text);
  const targets =
    decision === "keep"
      ? unit.targets
      : followSourceEdit({ before, after: unit.sources }, unit.targets, unit.languageCode);
  if (!targets) return skipped.add("no-rule", "No rule says how the translation follows. A person has to look at it.");
  const state: UnitState = approved && !reviewDenial(actor, unit) ? STATE.APPROVED : STATE.TRANSLATED;
  return { unit, targets: [...targets], state, details: { source_edit: decision } };
}
