import { changes, units } from "@/lib/generated/tables";
import { named } from "@/lib/platform/columns";
import { type Connection, type Sql, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asNumber, orNull } from "@/lib/platform/expressions";
import { STATE, type UnitState } from "@/lib/text/codes";
import { refusal } from "@/lib/text/messages/refusal";
import { type Actor, ledgerUser } from "../access/actor";
import { throwDenial } from "../access/demand";
import { denied } from "../access/denied";
import { actionCodes } from "../change-actions";
import { FORM_SEPARATOR, joinForms } from "../changes/record";
import type { Denial } from "../errors";
import type { EditableUnit } from "./units";

const [h, u] = [changes.as("h"), units.as("u")];

/** The four-eyes rule of a project: nobody approves a text of their own. */

/** Why somebody may not approve a text. */
export const OWN_TEXT: Denial = denied("own-text", refusal("ownText"));

/** A member of a ledger line's details: who accepted the suggestion has changed its text as well. */
export const ADAPTED = "adapted";

/** Who wrote the text that a string has now; null for nobody who has an account. */
interface Writers {
  /** Who is credited with it. */
  author: number | null;
  /** Who has changed a suggestion of the author's in accepting it: the text is theirs, too. */
  adapter: number | null;
}

/** Who wrote the texts that strings have now, by the last line of the ledger that brought each. */
async function writersOfTexts(on: Pick<Connection, "rows">, unitIds: readonly number[]): Promise<Map<number, Writers>> {
  if (unitIds.length === 0) return new Map();
  const rows = await on.rows(sql`
    select distinct on (${h.unitId}) ${named({
      unitId: u.id,
      author: orNull(asNumber(sql`coalesce(${h.authorId}, ${h.userId})`)),
      adapter: orNull(asNumber(adapterOf(h))),
    })}
    from ${h} join ${u} on ${u.id} = ${h.unitId}
    where ${anyOf(u.id, unitIds)} and ${anyOf(h.action, actionCodes("content"))} and ${h.old} <> ${h.target}
      and ${h.target} = array_to_string(${u.targets}, ${FORM_SEPARATOR})
    order by ${h.unitId}, ${h.id} desc`);
  return new Map(rows.map(({ unitId, author, adapter }) => [unitId, { author, adapter }]));
}

/** The adapter of a line of the ledger, or null. */
export const adapterOf = (line: Pick<typeof h, "details" | "userId">): Sql =>
  sql`(case when ${line.details} ? ${ADAPTED} then ${line.userId} end)`;

/** Who is credited with the texts that strings have now; null where nobody here is. */
export async function authorsOfTexts(
  on: Pick<Connection, "rows">,
  unitIds: readonly number[],
): Promise<Map<number, number | null>> {
  return new Map([...(await writersOfTexts(on, unitIds))].map(([unitId, { author }]) => [unitId, author]));
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
  const writers = await writersOfTexts(
    on,
    approvals.filter(stands).map(({ unit }) => unit.id),
  );
  const own = (edit: Approval): boolean => {
    if (!stands(edit)) return (textOf === undefined ? me : textOf) === me;
    const { author = null, adapter = null } = writers.get(edit.unit.id) ?? {};
    return author === me || (adapter !== null && adapter === me);
  };
  return new Set(approvals.filter(own).map(({ unit }) => unit.id));
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
