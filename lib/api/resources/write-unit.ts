import type { Actor } from "@/lib/domain/access/actor";
import { Conflict, Forbidden, Invalid } from "@/lib/domain/errors";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit, type UnitRow } from "@/lib/domain/units/units";
import { Reply } from "../endpoint";
import { HttpError } from "../errors";
import { presentEdited, presentUnit, type UnitChangeBody } from "./units";

/** PATCH and PUT of a unit, down to the one way of editing; the contract 3.8. */

/** The version of an entity tag of ours. */
export function unitTag(row: Pick<UnitRow, "version">): string {
  return `"${row.version}"`;
}

/** The version that `If-Match` names; undefined without one and for "*". @throws HttpError 412 for a tag that is none of ours */
export function expectedVersion(request: Request): number | undefined {
  const header = request.headers.get("if-match")?.trim();
  if (header === undefined || header === "*") return undefined;
  const match = /^(?:W\/)?"(\d{1,9})"$/.exec(header);
  if (!match)
    throw new HttpError(
      412,
      "precondition_failed",
      "If-Match holds no entity tag of this string. Read it again and send its ETag.",
    );
  return Number(match[1]);
}

/** What of the source side a request would change. */
function changesSource(row: UnitRow, body: UnitChangeBody): boolean {
  const labels = row.labels.map((label) => label.id).sort((a, b) => a - b);
  return (
    (body.explanation !== undefined && body.explanation !== row.explanation) ||
    (body.extra_flags !== undefined && body.extra_flags !== row.extraFlags) ||
    (body.labels !== undefined && [...new Set(body.labels)].sort((a, b) => a - b).join() !== labels.join())
  );
}

/** The state of a text that came without one, as the SDK's `put` sends it. */
function impliedState(row: UnitRow, targets: readonly string[]): number {
  if (targets.every((text) => text === "")) return 0;
  const same = targets.join("\0") === row.targets.join("\0");
  return same ? row.state : 20;
}

/**
 * Changes a unit as a request says.
 * @param replace true for PUT, where a text may come without its state
 * @throws Conflict holding the unit as it stands when `If-Match` names an older version; Invalid; Forbidden
 */
export async function writeUnit(actor: Actor, id: number, body: UnitChangeBody, request: Request, replace: boolean) {
  const baseVersion = expectedVersion(request);
  const before = await findUnit(actor, id);
  if (!replace && (body.target === undefined) !== (body.state === undefined)) {
    const [path, other] = body.target === undefined ? ["target", "state"] : ["state", "target"];
    throw Invalid.field(path, `${other} and ${path} go together.`, "required");
  }
  if (changesSource(before, body)) refuseSourceChange(before);
  if (body.target === undefined) return edited(before);
  const targets = body.target;
  const state = body.state ?? impliedState(before, targets);
  const unchanged = state === before.state && targets.join("\0") === before.targets.join("\0");
  if (replace && body.state === undefined && unchanged) return edited(before);
  try {
    const { unit } = await editUnit(actor, id, { targets, state }, { baseVersion, cause: "api" });
    return edited(unit);
  } catch (error) {
    if (error instanceof Conflict && error.current)
      throw new Conflict(error.message, presentUnit(error.current as UnitRow));
    throw error;
  }
}

function edited(row: UnitRow) {
  return new Reply(presentEdited(row), { ETag: unitTag(row) });
}

function refuseSourceChange(row: UnitRow): never {
  throw new Forbidden({
    reason: "not-supported",
    permission: "source.edit",
    text: row.isSource
      ? "Explanation, flags and labels of a source string cannot be changed here."
      : "Explanation, flags and labels belong to the source string: change them there.",
  });
}
