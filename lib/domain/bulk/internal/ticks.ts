import { bulkPlans } from "@/lib/generated/tables";
import { assigned, pick } from "@/lib/platform/columns";
import { sql, type Tx } from "@/lib/platform/database";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../../access/actor";
import { Conflict, NotFound } from "../../errors";
import type { PlanRow } from "./stored-plan";

const b = bulkPlans.as("b");

/** Strings of a plan that are to stay, and those that are taken in again. */
export interface Ticks {
  out: readonly number[];
  back: readonly number[];
}

/** Writes what was ticked of a plan. @throws NotFound; Conflict when it is carried out already */
export async function tickInside(tx: Tx, actor: Actor, plan: PlanRow, { out, back }: Ticks): Promise<void> {
  if (out.length + back.length === 0) return;
  const now = await tx.one(sql`
    select ${pick(b, "taskId", "keptOut", "unitIds")} from ${b} where ${b.id} = ${plan.id} and ${b.userId} = ${actor.userId} for update`);
  if (!now) throw new NotFound(refusal("noPlanMore"));
  if (now.taskId !== null) throw new Conflict(refusal("planCarriedOut"));
  const own = new Set(now.unitIds);
  const kept = new Set(now.keptOut);
  for (const id of out) if (own.has(id)) kept.add(id);
  for (const id of back) kept.delete(id);
  await tx.run(sql`update ${b} set ${assigned(b, { keptOut: [...kept] })} where ${b.id} = ${plan.id}`);
}
