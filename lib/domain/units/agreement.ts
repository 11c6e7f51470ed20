import { agreements } from "@/lib/generated/tables";
import { type Connection, sql, type Tx } from "@/lib/platform/database";
import { present } from "@/lib/platform/expressions";
import type { Actor } from "../access/actor";
import type { EditableUnit } from "./units";

/** Whether the actor has signed the component's agreement, or none is asked for. */
export async function agreementSigned(
  tx: Connection,
  actor: Actor,
  unit: Pick<EditableUnit, "agreement" | "componentId">,
): Promise<boolean> {
  if (!unit.agreement) return true;
  return (
    (await tx.one(
      sql`select ${present} from ${agreements} where ${agreements.userId} = ${actor.userId} and ${agreements.componentId} = ${unit.componentId}`,
    )) !== undefined
  );
}

/** The same of many strings, asked once for each component: the components that have none, or whose one was signed. */
export async function agreedIn(
  tx: Tx,
  actor: Actor,
  units: readonly Pick<EditableUnit, "agreement" | "componentId">[],
): Promise<ReadonlySet<number>> {
  const asked = new Map<number, boolean>();
  for (const unit of units)
    if (!asked.has(unit.componentId)) asked.set(unit.componentId, await agreementSigned(tx, actor, unit));
  return new Set([...asked].flatMap(([id, signed]) => (signed ? [id] : [])));
}
