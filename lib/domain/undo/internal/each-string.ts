import type { Actor } from "../../access/actor";
import { can } from "../../access/demand";
import { type EditableUnit, editableScope } from "../../units/units";
import type { StoredOperation } from "./progress";

/** Whether the actor may take back what an operation did to a string, where each was asked for by itself. */
export function mayRestore(actor: Actor, { details }: StoredOperation, unit: EditableUnit): boolean {
  if (!details.eachString) return true;
  const scope = editableScope(unit);
  return details.needs.every((need) => can(actor, need, scope));
}
