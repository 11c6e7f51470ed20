import { agreements } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { type Connection, sql, type Tx } from "@/lib/platform/database";
import { anyOf, present } from "@/lib/platform/expressions";
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

/** The same of many strings, asked at once: the components that have no agreement, or whose one was signed. */
export async function agreedIn(
  tx: Tx,
  actor: Actor,
  units: readonly Pick<EditableUnit, "agreement" | "componentId">[],
): Promise<ReadonlySet<number>> {
  const asking = new Set(units.filter(({ agreement }) => agreement).map(({ componentId }) => componentId));
  const agreed = new Set(units.filter(({ agreement }) => !agreement).map(({ componentId }) => componentId));
  if (asking.size === 0) return agreed;
  const signed = await tx.rows(sql`
    select ${pick(agreements, "componentId")} from ${agreements}
    where ${agreements.userId} = ${actor.userId} and ${anyOf(agreements.componentId, [...asking])}`);
  for (const { componentId } of signed) agreed.add(componentId);
  return agreed;
}
