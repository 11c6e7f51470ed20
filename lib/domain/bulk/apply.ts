import { bulkPlans, operationTexts } from "@/lib/generated/tables";
import { assigned, named, pick } from "@/lib/platform/columns";
import { inTransaction, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asWritten } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import { type Actor, ledgerUser, loadActor } from "../access/actor";
import { asOperation, type NewOperation } from "../changes/operations";
import { Conflict, Failed } from "../errors";
import type { Payload } from "../tasks/kinds";
import { createTask } from "../tasks/tasks";
import { lockUnits } from "../units/units";
import { carryOut } from "./internal/carry-out";
import { type Change, decide, type SkipReason } from "./internal/decide";
import { knownOf } from "./internal/known";
import {
  countSkip,
  type LeftRow,
  NO_PLAN_PROGRESS,
  PLAN_COLUMNS,
  type PlanProgress,
  type PlanRow,
} from "./internal/stored-plan";
import { type Ticks, tickInside } from "./internal/ticks";
import { needsOf, readyAgain } from "./wish";

const [b, k] = [bulkPlans.as("b"), operationTexts.as("k")];

/** Carrying out a plan: a task, in batches with a transaction each, and an operation with the name of the plan. */

/** Strings that are changed in one transaction; others get their turn between two of them. */
const BATCH = 200;

/** Strings that stay and are named one by one. */
const NAMED = 200;

/** What came of a plan. */
export interface BulkOutcome {
  /** The operation that undoing takes; null when nothing was changed. */
  operation: string | null;
  changed: number;
  skipped: Partial<Record<SkipReason, number>>;
  left: LeftRow[];
}

/**
 * Starts to carry out a plan and gives the id of the task. Strings that somebody has changed since it was made stay as they
 * are. A plan that was started already is not started again.
 * @param ticks strings to leave out or to take in before
 * @throws Conflict
 */
export async function startPlan(actor: Actor, plan: PlanRow, ticks: Ticks = { out: [], back: [] }): Promise<string> {
  return inTransaction(async (tx) => {
    if (plan.making && !plan.making.done) throw new Conflict(refusal("planStillMade"));
    await tickInside(tx, actor, plan, ticks);
    const now = await tx.one(sql`
      select ${pick(b, "taskId")} from ${b} where ${b.id} = ${plan.id} and ${b.userId} = ${actor.userId} for update`);
    if (!now) throw new Conflict(refusal("noPlanMore"));
    if (now.taskId !== null) return now.taskId;
    const [component] = plan.counts.components;
    const { id } = await createTask(tx, {
      kind: "bulk-edit",
      payload: { plan: plan.id, user: actor.userId, tokenProject: actor.tokenProjectId, cause: actor.cause },
      userId: ledgerUser(actor) ?? undefined,
      projectId: plan.projectId,
      componentId: plan.counts.components.length === 1 ? component : undefined,
    });
    await tx.run(sql`
      update ${b} set ${assigned(b, { taskId: id, progress: NO_PLAN_PROGRESS })} where ${b.id} = ${plan.id}`);
    return id;
  });
}

type Report = (done: number, total: number) => Promise<void> | void;

/** Does the work of a plan; called by the background function. Done again it goes on. */
export async function performPlan(payload: Payload<"bulk-edit">, report: Report = () => {}): Promise<BulkOutcome> {
  const { user, tokenProject, cause, plan: id } = payload;
  const actor = await loadActor(user, { tokenProjectId: tokenProject ?? undefined, cause });
  if (!actor) throw new Failed(refusal("accountAskedChange"));
  const plan = await inTransaction((tx) => lockPlan(tx, id));
  const { result, operation } = await asOperation(actor, operationOf(plan), async () => {
    for (;;) {
      const progress = await inTransaction((tx) => takeBatch(tx, actor, id));
      await report(progress.at, plan.strings);
      if (progress.done) return progress;
    }
  });
  const { changed, skipped, left } = result;
  return { operation, changed, skipped, left };
}

async function lockPlan(tx: Tx, id: string): Promise<PlanRow> {
  const plan = await tx.one(sql`select ${PLAN_COLUMNS} from ${b} where ${b.id} = ${id} for update`);
  if (!plan) throw new Failed(refusal("planNoLonger"));
  return plan;
}

function operationOf({ id, userId, asked, counts }: PlanRow): NewOperation {
  const { wish, q } = asked;
  const [language] = counts.languages;
  const several = counts.languages.length > 1;
  const details = {
    name: wish.act === "translate" ? wish.mode : wish.act,
    needs: needsOf(wish),
    components: counts.components,
    ...(several ? { eachString: true } : { language }),
    q,
  };
  return { kind: wish.act === "translate" ? "auto-translate" : "bulk-edit", id, userId, details };
}

/** One batch and how far it came, in one transaction: whoever does the same waits, and goes on from there. */
async function takeBatch(tx: Tx, actor: Actor, id: string): Promise<PlanProgress> {
  const plan = await lockPlan(tx, id);
  const before = plan.progress ?? NO_PLAN_PROGRESS;
  if (before.done) return before;
  const slice = await tx.one(sql`
    select ${named({
      ids: asWritten(b.unitIds, sql`${b.unitIds}[${before.at + 1}::int:${before.at + BATCH}::int]`),
      versions: asWritten(b.versions, sql`${b.versions}[${before.at + 1}::int:${before.at + BATCH}::int]`),
      out: asWritten(
        b.keptOut,
        sql`array(select unnest(${b.keptOut}) intersect select unnest(${b.unitIds}[${before.at + 1}::int:${before.at + BATCH}::int]))`,
      ),
    })}, ${pick(b, "chosen")} from ${b} where ${b.id} = ${id}`);
  const { ids = [], versions = [], out = [], chosen = [] } = slice ?? {};
  const done = await changeSome(tx, actor, plan, { ids, versions, out: new Set(out), chosen });
  const skipped = { ...before.skipped };
  for (const { reason } of done.left) countSkip(skipped, reason);
  const at = before.at + ids.length;
  const progress: PlanProgress = {
    at,
    done: at >= plan.strings,
    changed: before.changed + done.changed,
    skipped,
    left: [...before.left, ...done.left].slice(0, NAMED),
  };
  await tx.run(sql`update ${b} set ${assigned(b, { progress })} where ${b.id} = ${id}`);
  return progress;
}

interface Slice {
  ids: readonly number[];
  versions: readonly number[];
  out: ReadonlySet<number>;
  chosen: readonly number[];
}

async function changeSome(
  tx: Tx,
  actor: Actor,
  plan: PlanRow,
  { ids, versions, out, chosen }: Slice,
): Promise<{ changed: number; left: LeftRow[] }> {
  const wanted = ids.filter((id) => !out.has(id));
  if (wanted.length === 0) return { changed: 0, left: [] };
  const versionOf = new Map(ids.map((id, index) => [id, versions[index]]));
  const units = new Map((await lockUnits(tx, actor, wanted)).map((unit) => [unit.id, unit]));
  const own = await propagatedTo(tx, plan.id, wanted);
  const ready = await readyAgain(plan.asked.wish);
  const known = await knownOf(tx, actor, ready, [...units.values()], { chosen, plan: plan.id });
  const left: LeftRow[] = [];
  const changes: Change[] = [];
  let already = 0;
  for (const id of wanted) {
    const unit = units.get(id);
    const decision = unit && decide(actor, unit, ready, known);
    if (!unit) left.push({ unit: id, reason: "gone" });
    else if (unit.version !== versionOf.get(id)) {
      // A string of the plan may have got its text from an equal one.
      if (own.has(id) && !decision) already++;
      else left.push({ unit: id, reason: "changed" });
    } else if (!decision) left.push({ unit: id, reason: "changed" });
    else if ("skip" in decision) left.push({ unit: id, reason: decision.skip });
    else changes.push(decision.change);
  }
  const changed = await carryOut(tx, actor, plan, changes);
  return { changed: changed + already, left };
}

/** Strings that this operation has changed already. */
async function propagatedTo(tx: Tx, operationId: string, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await tx.rows(sql`
    select ${pick(k, "unitId")} from ${k} where ${k.operationId} = ${operationId} and ${anyOf(k.unitId, ids)}`);
  return new Set(rows.map(({ unitId }) => unitId));
}
