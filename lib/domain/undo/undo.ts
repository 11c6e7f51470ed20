import { randomUUID } from "node:crypto";
import { operationLanguages, operations } from "@/lib/generated/tables";
import { assigned, named, pick } from "@/lib/platform/columns";
import { db, inTransaction, sql, type Tx } from "@/lib/platform/database";
import { asJson, asText, present } from "@/lib/platform/expressions";
import { inOperation } from "@/lib/platform/operation-mark";
import { rehearse } from "@/lib/platform/rehearse";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { type Actor, ledgerUser, loadActor } from "../access/actor";
import { throwDenial } from "../access/demand";
import { openOperation } from "../changes/operations";
import { componentsById } from "../components/components";
import { type ChangedDefaults, reversed } from "../creation/change-defaults";
import { Conflict, Failed, Locked } from "../errors";
import { setTextsAside, type TextDifferences, textDifferences } from "../integrate/text-differences";
import { type Payload, TASK_KINDS } from "../tasks/kinds";
import { createTask, isFinal, type TaskRow, waitForTask } from "../tasks/tasks";
import { forgetWholeFiles } from "../working-copy/whole-files";
import {
  type LeftString,
  NO_PROGRESS,
  type Progress,
  progressAfter,
  type StoredOperation,
  stepOf,
} from "./internal/progress";
import { STEPS } from "./internal/steps";
import { findOperation, isUndoable, type OperationRow, UNDO_DAYS, undoDenial } from "./operations";

const [o, n] = [operations.as("o"), operationLanguages.as("n")];

/**
 * Taking an operation back: what it changed becomes what it was, as edits of who undoes it. Of each string the newest text
 * wins: one that somebody has worked on since stays. The undo is an operation itself, with the id that `undoneBy` of the
 * first one names, and can be taken back like any other.
 */

/** What an undo has done, or would do. */
export interface UndoOutcome {
  /** The undo itself; null when there was nothing to take back. */
  operation: string | null;
  /** Strings with the text and state that they had before. */
  restored: number;
  /** Removed strings that are there again, in how many languages together. */
  returned: number;
  /** Added strings that went. */
  removed: number;
  /** Strings that stay as they are, and why; the first of them are named. */
  skipped: number;
  left: LeftString[];
}

export interface UndoPlan extends UndoOutcome, TextDifferences {}

/** How long a caller waits for the background to finish; clients wait 300 s at most. */
const WAIT_MS = 280_000;

/**
 * Takes an operation back and waits for the end. Who may do it may undo it.
 * @param component where the operation is looked for; anywhere when left out
 * @throws NotFound; Forbidden; Conflict when it was undone already or is too old; Locked while it is under way
 */
export async function undoOperation(actor: Actor, id: string, component?: { id: number }): Promise<UndoOutcome> {
  const row = await demandUndo(actor, id, component);
  return endOf<UndoOutcome>(await inTransaction((tx) => begin(tx, actor, row)));
}

/** Starts to take an operation back, and gives the id of the task. @throws the same */
export async function startUndo(actor: Actor, id: string, component: { id: number }): Promise<string> {
  const row = await demandUndo(actor, id, component);
  return inTransaction((tx) => begin(tx, actor, row));
}

/** Starts to find out what taking an operation back would do, and gives the id of the task. @throws the same */
export async function startUndoPlan(actor: Actor, id: string, component?: { id: number }): Promise<string> {
  const row = await demandUndo(actor, id, component);
  const task = taskOf(actor, row, { operation: row.id, plan: true });
  return (await inTransaction((tx) => createTask(tx, task))).id;
}

/** What a task has found out or done; undefined while it has not. */
export function resultOfTask(task: TaskRow): { operation: string; plan?: UndoPlan; done?: UndoOutcome } | undefined {
  const payload = TASK_KINDS["undo-operation"].safeParse(task.payload).data;
  if (task.kind !== "undo-operation" || task.state !== "done" || !payload) return undefined;
  const { operation } = payload;
  return payload.plan ? { operation, plan: task.result as UndoPlan } : { operation, done: task.result as UndoOutcome };
}

/** The same where nothing works in the background. @throws the same */
export async function undoHere(actor: Actor, id: string, { plan }: { plan: boolean }): Promise<UndoOutcome> {
  const row = await demandUndo(actor, id);
  if (plan) return planned(actor, row);
  const undo = await inTransaction((tx) => openUndo(tx, actor, row));
  return outcomeOf(undo, await walk(actor, row, undo));
}

/** What taking an operation back would do: it is done, and taken back. @throws the same */
export async function planUndo(actor: Actor, id: string, component?: { id: number }): Promise<UndoPlan> {
  return endOf<UndoPlan>(await startUndoPlan(actor, id, component));
}

async function demandUndo(actor: Actor, id: string, component?: { id: number }): Promise<OperationRow> {
  const row = await findOperation(actor, id, component);
  const why = await undoDenial(actor, row);
  if (why) throwDenial(why);
  if (row.expired) throw new Conflict(refusal("operationsUndoneDays", { undoDays: UNDO_DAYS }));
  if (!isUndoable(row) && !(await isUnfinished(row.undoneBy))) throw new Conflict(saysWhy(row));
  return row;
}

const saysWhy = (row: OperationRow): Refusal =>
  row.undoneBy === null ? refusal("undoUnderWay") : refusal("undoneAlready");

/** Whether an undo was begun and has not come to its end: it is gone on with. */
async function isUnfinished(undoId: string | null): Promise<boolean> {
  if (undoId === null) return false;
  const row = await db.one(sql`
    select ${named({ done: asText(sql`coalesce(${o.details} #>> '{progress,done}', 'false')`) })} from ${o} where ${o.id} = ${undoId}`);
  return row?.done === "false";
}

type UndoPayload = Payload<"undo-operation">;

const taskOf = (actor: Actor, { details }: OperationRow, payload: Pick<UndoPayload, "operation" | "plan">) => ({
  kind: "undo-operation" as const,
  payload: { ...payload, user: actor.userId, tokenProject: actor.tokenProjectId, cause: actor.cause },
  userId: ledgerUser(actor) ?? undefined,
  componentId: details.components[0],
});

/** Opens the undo of an operation, once, and starts the task that does it. */
async function begin(tx: Tx, actor: Actor, row: OperationRow): Promise<string> {
  await openUndo(tx, actor, row);
  return (await createTask(tx, taskOf(actor, row, { operation: row.id }))).id;
}

/** Gives the id of the undo of an operation: of the one that was begun already, else of a new one. */
async function openUndo(tx: Tx, actor: Actor, row: OperationRow): Promise<string> {
  const now = await tx.one(sql`select ${pick(o, "undoneBy")} from ${o} where ${o.id} = ${row.id} for update`);
  if (!now) throw new Conflict(refusal("operationNoLonger"));
  if (now.undoneBy !== null) {
    const done = await tx.one(sql`
      select ${present} from ${o} where ${o.id} = ${now.undoneBy} and ${o.details} #>> '{progress,done}' = 'true'`);
    if (done) throw new Conflict(saysWhy({ ...row, undoneBy: now.undoneBy }));
    return now.undoneBy;
  }
  const { name, needs, components, language } = row.details;
  const defaults = row.details.defaults && reversed(row.details.defaults as ChangedDefaults);
  const of = row.details.of ?? row.kind;
  const details = { name, needs, components, language, defaults, undoes: row.id, of, progress: NO_PROGRESS };
  const id = await openOperation(tx, actor, { id: randomUUID(), kind: "undo", details });
  await tx.run(sql`update ${o} set ${assigned(o, { undoneBy: id })} where ${o.id} = ${row.id}`);
  return id;
}

async function endOf<Result>(id: string): Promise<Result> {
  const task = await waitForTask(id, WAIT_MS);
  if (!task || !isFinal(task)) throw new Locked(refusal("operationStillUndone"));
  if (task.state === "done") return task.result as Result;
  throw new Failed(typeof task.result === "string" ? task.result : refusal("operationCouldNot"));
}

type Report = (done: number, total: number, text: string) => Promise<void> | void;

/** Does the work of an undo, or makes its plan; called by the background function. Done again it goes on. */
export async function performUndo(payload: UndoPayload, report: Report = () => {}): Promise<UndoOutcome | UndoPlan> {
  const { user, tokenProject, cause, operation: id } = payload;
  const actor = await loadActor(user, { tokenProjectId: tokenProject ?? undefined, cause });
  if (!actor) throw new Failed(refusal("accountAskedUndo"));
  const row = await findOperation(actor, id);
  const why = await undoDenial(actor, row);
  if (why) throwDenial(why);
  if (payload.plan) return planned(actor, row);
  const undo = row.undoneBy ?? (await inTransaction((tx) => openUndo(tx, actor, row)));
  return outcomeOf(undo, await walk(actor, row, undo, report));
}

/** Does an undo on a stage where nothing lasts. */
async function planned(actor: Actor, row: OperationRow): Promise<UndoPlan> {
  const places = await db.rows(sql`
    select distinct ${pick(n, "componentId")} from ${n} where ${n.operationId} = ${row.id} order by ${n.componentId}`);
  const seen = await componentsById(
    actor,
    places.map((place) => place.componentId),
  );
  const ids = seen.map((component) => component.id);
  return rehearse(
    (on) => setTextsAside(on, ids),
    async () => {
      const undo = await inTransaction((tx) => openUndo(tx, actor, row));
      const progress = await walk(actor, row, undo);
      return { ...outcomeOf(null, progress), ...(await textDifferences(ids)) };
    },
  );
}

const outcomeOf = (id: string | null, progress: Progress): UndoOutcome => {
  const { restored, returned, removed, skipped, left } = progress;
  const operation = restored + returned + removed > 0 ? id : null;
  return { operation, restored, returned, removed, skipped, left };
};

/** Takes the steps of an undo from where it is. */
async function walk(actor: Actor, row: OperationRow, undo: string, report: Report = () => {}): Promise<Progress> {
  const operation: StoredOperation = row;
  const total = await db.one(sql`
    select ${named({ strings: asText(sql`coalesce(sum(${n.strings}), 0)::text`) })} from ${n} where ${n.operationId} = ${row.id}`);
  return inOperation(undo, async () => {
    await inTransaction((tx) => forgetWholeFiles(tx, row.id));
    for (;;) {
      const progress = await inTransaction((tx) => takeBatch(tx, actor, operation, undo));
      const looked = progress.restored + progress.returned + progress.removed + progress.skipped;
      await report(Math.min(looked, Number(total?.strings)), Number(total?.strings), "");
      if (progress.done) return progress;
    }
  });
}

/** One batch and where the undo is behind it, in one transaction: whoever does the same waits, and goes on from there. */
async function takeBatch(tx: Tx, actor: Actor, operation: StoredOperation, undo: string): Promise<Progress> {
  const row = await tx.one(sql`
    select ${named({ details: asJson<StoredOperation["details"]>(o.details) })} from ${o} where ${o.id} = ${undo} for update`);
  const before = row?.details.progress;
  if (!row || !before) throw new Conflict(refusal("undoNoLonger"));
  if (before.done) return before;
  const step = stepOf(before);
  const progress =
    step === null
      ? { ...before, step, done: true }
      : progressAfter(before, await STEPS[step](tx, { actor, operation, after: before.after }));
  await tx.run(sql`update ${o} set ${assigned(o, { details: { ...row.details, progress } })} where ${o.id} = ${undo}`);
  if (progress.done && progress.restored + progress.returned + progress.removed === 0) {
    // Nothing was taken back, so that it still can be.
    await tx.run(sql`update ${o} set ${assigned(o, { undoneBy: null })} where ${o.id} = ${operation.id}`);
    await tx.run(sql`delete from ${o} where ${o.id} = ${undo}`);
  }
  return progress;
}
