import { operationTexts, pendingChanges, sourceUnits, units } from "@/lib/generated/tables";
import { assigned, columnsOf, eachRow, pick, recordset, subquery } from "@/lib/platform/columns";
import { inTransaction, literal, sql, type Tx } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import { currentOperation } from "@/lib/platform/operation-mark";
import type { TreeFile } from "@/lib/platform/vcs/vcs";
import { STATE } from "@/lib/text/codes";
import { plainWords } from "@/lib/text/messages/worded";
import { SERVICE } from "../../access/actor";
import { ACTION } from "../../change-actions";
import { record } from "../../changes/record";
import { type ComponentRow, componentsOfRepository } from "../../components/components";
import { deferCounterChanges } from "../../counters/counters";
import { type Checkout, COMMITTER } from "../../working-copy/working-copy";
import type { CommitProblem } from "../commit";
import { compareFiles, type FileDifference } from "../file-differences";

const [u, s, p] = [units.as("u"), sourceUnits.as("s"), pendingChanges.as("p")];
const k = operationTexts.as("k");

/** Strings that are locked at once: those who save one of them wait for so many at most. */
const BATCH = 500;

/**
 * Lets every string wait that its file says otherwise, so that the next commit writes the database into the files. Done
 * twice it finds nothing more to do, however far the first time came.
 * @returns files that cannot be read, and so not be written
 */
export async function syncFiles(checkout: Checkout): Promise<CommitProblem[]> {
  const problems: CommitProblem[] = [];
  const tree = await checkout.copy.tree("HEAD");
  for (const component of await componentsOfRepository(checkout.repository.id)) {
    problems.push(...(await queueDifferences(checkout, component, tree, keepFileTexts)));
    await inTransaction((tx) =>
      record(tx, SERVICE, [
        {
          action: ACTION.FORCED_SYNCHRONIZATION_OF_TRANSLATIONS,
          userId: checkout.askedBy,
          projectId: component.projectId,
          componentId: component.id,
        },
      ]),
    );
  }
  return problems;
}

/**
 * Lets every string of a component wait that the files of a tree say otherwise.
 * @param keep what else is done with those that wait because of that, in the same transaction
 * @returns files that cannot be read
 */
export async function queueDifferences(
  checkout: Checkout,
  component: ComponentRow,
  tree: readonly TreeFile[],
  keep: typeof keepFileTexts = async () => {},
): Promise<CommitProblem[]> {
  const problems: CommitProblem[] = [];
  for await (const { translation, differences, problem } of compareFiles(checkout, component, tree)) {
    if (translation.isSource) continue;
    if (problem) problems.push({ filename: translation.filename, ...plainWords(problem) });
    const byId = new Map(differences.flatMap((one) => (one.unitId === null ? [] : [[one.unitId, one]])));
    const ids = [...byId.keys()].sort((a, b) => a - b);
    for (let at = 0; at < ids.length; at += BATCH)
      await inTransaction(async (tx) => {
        const queued = await queue(tx, translation.id, ids.slice(at, at + BATCH));
        await keep(
          tx,
          queued.flatMap((id) => byId.get(id) ?? []),
        );
      });
  }
  return problems;
}

/** What the newest edit that waits makes of a string. */
const w = subquery(
  "w",
  sql`
    select ${pick(p, "targets", "state")} from ${p}
    where ${p.unitId} = ${u.id} and ${p.commit} is null order by ${p.id} desc limit 1`,
);

/**
 * Queues strings as they are once nobody else writes them. Whoever saves a string holds it until its edit is queued, so
 * the edits of a string stand in the order of its texts.
 * @returns those that wait now and did not before
 */
async function queue(tx: Tx, translationId: number, ids: readonly number[]): Promise<number[]> {
  await tx.run(sql`select 1 from ${u} where ${anyOf(u.id, ids)} order by ${u.id} for update`);
  const queued = await tx.rows(sql`
    insert into ${pendingChanges} as p ${eachRow(pendingChanges, {
      translationId: u.translationId,
      unitId: u.id,
      idHash: s.idHash,
      context: s.context,
      sources: s.sources,
      targets: u.targets,
      state: u.state,
      authorName: COMMITTER.name,
      authorEmail: COMMITTER.email,
    })}
    from ${u} join ${s} on ${s.id} = ${u.sourceId} left join lateral ${w} on true
    where ${anyOf(u.id, ids)} and ${u.state} <> ${literal(STATE.READ_ONLY)} and (${u.state} <> ${literal(STATE.EMPTY)} or ${u.pending})
      and (${w.targets}, ${w.state}) is distinct from (${u.targets}, ${u.state})
    order by ${u.position}, ${u.id} returning ${pick(p, "unitId")}`);
  const waiting = await tx.run(sql`
    update ${u} set ${assigned(u, { pending: true })} where ${anyOf(u.id, ids)} and not ${u.pending}
      and exists (select from ${p} where ${p.unitId} = ${u.id} and ${p.commit} is null)`);
  deferCounterChanges(tx, [{ translationId, numbers: { pending: waiting } }]);
  return queued.flatMap(({ unitId }) => unitId ?? []);
}

/**
 * Lets the operation that is going on know what the files say of strings that are written into them. That is what undoing
 * it brings back: the strings themselves it leaves as they are.
 */
async function keepFileTexts(tx: Tx, differences: readonly FileDifference[]): Promise<void> {
  const operationId = currentOperation();
  if (!operationId || differences.length === 0) return;
  const f = recordset(
    "f",
    { unitId: k.unitId, targets: k.targets, state: k.leftState },
    differences.map(({ unitId, file, fileState, unit }) => ({
      unitId: unitId ?? 0,
      targets: unit.map((_, form) => file[form] ?? ""),
      state: fileState,
    })),
  );
  await tx.run(sql`
    with kept as (
      insert into ${operationTexts} ${eachRow(operationTexts, {
        operationId,
        unitId: u.id,
        ...columnsOf(u, "sourceId", "translationId", "position", "previousSource", "automatic"),
        ...columnsOf(f, "targets", "state"),
        leftHash: sql`hash_array_extended(${u.targets}, 0)`,
        leftState: u.state,
      })}
      from ${f} join ${u} on ${u.id} = ${f.unitId} order by ${u.id} on conflict do nothing returning translation_id)
    select count_operation_texts(${operationId}::uuid, array_agg(translation_id)) from kept having count(*) > 0`);
}
