import { inTransaction } from "@/lib/platform/database";
import { codeOf, STATE, type UnitState } from "@/lib/text/codes";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { ACTION, ACTIONS } from "../change-actions";
import { type ChangeRow, findChange } from "../changes/list";
import { FORM_SEPARATOR } from "../changes/record";
import { Conflict, type Denial, Invalid, NotFound, worded } from "../errors";
import { agreementSigned } from "./agreement";
import { type EditInput, editInside } from "./edit-unit";
import { editDenial, reviewDenial } from "./may-edit";
import { findEditable, findUnit, type UnitRow } from "./units";

/** Putting back what a string said: the text and the state that a line of the ledger left. */

type RevertedLine = Pick<ChangeRow, "action" | "unitId" | "target" | "details">;

/** Whether a line of the ledger tells of a text that can be put back, as long as its string is there. */
export const isRevertable = ({ action, unitId, target }: RevertedLine): boolean =>
  unitId !== null && ACTIONS[action]?.revertable === true && target.replaceAll("\u001e", "") !== "";

/** The text and state that a line left; a state that is not told is that of a translation. */
export function leftBy({ target, details }: Pick<ChangeRow, "target" | "details">): {
  targets: string[];
  state: UnitState;
} {
  const targets = target.split(FORM_SEPARATOR);
  if (targets.every((text) => text === "")) return { targets, state: STATE.EMPTY };
  const told = Number(details.state);
  const known = Object.values(STATE).some((state) => state === told);
  const state = known && told !== STATE.READ_ONLY && told !== STATE.EMPTY ? codeOf(STATE, told) : STATE.TRANSLATED;
  return { targets, state };
}

/** Why the actor may not put the text of a change back, or undefined. */
export async function revertDenial(actor: Actor, { unitId }: Pick<ChangeRow, "unitId">): Promise<Denial | undefined> {
  const unit = await findEditable(actor, unitId ?? 0);
  return inTransaction(async (tx) =>
    editDenial(actor, unit, { agreementSigned: await agreementSigned(tx, actor, unit) }),
  );
}

/** A state as `editUnit` takes it: what needs editing, however much, is one. */
const givenState = (state: UnitState): number =>
  state > STATE.EMPTY && state < STATE.TRANSLATED ? STATE.NEEDS_EDITING : state;

/**
 * Puts back the text that a change left, with its state: an ordinary edit, told as reverting. Approval comes back with it
 * for those who may approve. Doing it twice changes nothing.
 * @param options `baseVersion` is the version of the string that was looked at; left out means whatever stands
 * @throws NotFound for a change or a string that is not there; Invalid for a change of something else, or a text that the
 *   string cannot have any more; Forbidden; Conflict with the current UnitRow when `baseVersion` is outdated
 */
export async function revertTo(
  actor: Actor,
  changeId: number,
  options: { baseVersion?: number } = {},
): Promise<UnitRow> {
  const change = await findChange(actor, changeId);
  const { unitId } = change;
  if (unitId === null) throw new NotFound(refusal("stringChangeNo"));
  if (!isRevertable(change)) throw new Invalid([{ path: "", code: "invalid", ...worded(refusal("changeHoldsNo")) }]);
  const unit = await findEditable(actor, unitId);
  const { targets, state } = leftBy(change);
  const allowed = state === STATE.APPROVED && reviewDenial(actor, unit) ? STATE.TRANSLATED : state;
  const edit: EditInput = { targets, state: givenState(allowed) };
  const told = { action: ACTION.TRANSLATION_REVERTED, details: { reverted_to: changeId } };
  const outcome = await inTransaction((tx) => editInside(tx, actor, unitId, edit, { ...options, told }), {
    readsFirst: true,
  });
  const now = await findUnit(actor, unitId);
  if (outcome === "outdated") throw new Conflict(refusal("changedBeforeRevert"), now);
  return now;
}
