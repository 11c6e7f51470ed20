import { changes, units } from "@/lib/generated/tables";
import { named } from "@/lib/platform/columns";
import { type Connection, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asNumber, orNull } from "@/lib/platform/expressions";
import { STATE, type UnitState } from "@/lib/text/codes";
import { type Actor, ledgerUser } from "../access/actor";
import { throwDenial } from "../access/demand";
import { actionCodes } from "../change-actions";
import { FORM_SEPARATOR, joinForms } from "../changes/record";
import type { Denial } from "../errors";
import type { EditableUnit } from "./units";

const [h, u] = [changes.as("h"), units.as("u")];

/** The four-eyes rule of a project: nobody approves a text of their own. */

/** Why somebody may not approve a text. */
export const OWN_TEXT: Denial = {
  reason: "own-text",
  text: "This text is your own. In this project somebody else has to approve it.",
};

/** Who wrote the texts that strings have now, by the last line of the ledger that brought each; null where nobody here did. */
export async function authorsOfTexts(
  on: Pick<Connection, "rows">,
  unitIds: readonly number[],
): Promise<Map<number, number | null>> {
  if (unitIds.length === 0) return new Map();
  const rows = await on.rows(sql`
    select distinct on (${h.unitId}) ${named({
      unitId: u.id,
      author: orNull(asNumber(sql`coalesce(${h.authorId}, ${h.userId})`)),
    })}
    from ${h} join ${u} on ${u.id} = ${h.unitId}
    where ${anyOf(u.id, unitIds)} and ${anyOf(h.action, actionCodes("content"))} and ${h.old} <> ${h.target}
      and ${h.target} = array_to_string(${u.targets}, ${FORM_SEPARATOR})
    order by ${h.unitId}, ${h.id} desc`);
  return new Map(rows.map(({ unitId, author }) => [unitId, author]));
}

/** As much of an edit as the rule looks at. */
interface Approval {
  unit: EditableUnit;
  targets: string[];
  state: UnitState;
}

/** Whose the text of an edit is that is not in the string yet: the actor's when left out. */
export interface TextOrigin {
  /** Who wrote it, of a text that was stored before, as a suggestion; null for nobody who has an account. */
  textOf?: number | null;
}

/** Strings whose text the actor would approve although it is their own, of those where that is forbidden. */
export async function ownApprovals(
  on: Pick<Connection, "rows">,
  actor: Actor,
  edits: readonly Approval[],
  { textOf }: TextOrigin = {},
): Promise<Set<number>> {
  const me = ledgerUser(actor);
  const approvals = edits.filter(({ unit, state }) => state === STATE.APPROVED && unit.fourEyes);
  if (approvals.length === 0) return new Set();
  const stands = ({ unit, targets }: Approval) => joinForms(unit.targets) === joinForms(targets);
  const authors = await authorsOfTexts(
    on,
    approvals.filter(stands).map(({ unit }) => unit.id),
  );
  const author = (edit: Approval) =>
    stands(edit) ? (authors.get(edit.unit.id) ?? null) : textOf === undefined ? me : textOf;
  return new Set(approvals.filter((edit) => author(edit) === me).map(({ unit }) => unit.id));
}

/** @throws Forbidden for an edit by which the actor would approve a text of their own where that is forbidden */
export async function demandOtherEyes(
  tx: Tx,
  actor: Actor,
  edits: readonly Approval[],
  origin: TextOrigin,
): Promise<void> {
  if ((await ownApprovals(tx, actor, edits, origin)).size > 0) throwDenial(OWN_TEXT);
}

/** Whether an edit asks for more than reading its strings has told. */
export const mayBeOwn = (edits: readonly { unit: EditableUnit; state: number }[]): boolean =>
  edits.some(({ unit, state }) => state === STATE.APPROVED && unit.fourEyes);
