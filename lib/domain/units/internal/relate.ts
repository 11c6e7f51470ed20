import { components, sourceUnits, translations, units } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { sql, type Tx } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import { earlierTexts } from "../earlier-texts";
import { markInconsistent } from "./equal-strings";
import { Marks, writeMarks } from "./marks";
import { markReused } from "./reused-texts";
import { markSources } from "./source-marks";
import { type Budget, SUBJECT, type Subject } from "./subjects";

const [u, s, t, c] = [units.as("u"), sourceUnits.as("s"), translations.as("t"), components.as("c")];

/** Of strings those that nobody has saved since they were read: what the history gives as an earlier text may be what they say now. */
async function asRead(
  tx: Tx,
  rows: readonly { id: number; version: number }[],
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  const now = await tx.rows(sql`select ${pick(u, "id", "version")} from ${u} where ${anyOf(u.id, ids)}`);
  const read = new Map(rows.map(({ id, version }) => [id, version]));
  return now.flatMap(({ id, version }) => (read.get(id) === version ? [id] : []));
}

/**
 * Finds out what touched strings of a project, and those that are like them, mean to each other, and writes it. Nobody else
 * does so for the project meanwhile.
 */
export async function relate(tx: Tx, projectId: number, subjects: readonly Subject[], budget?: Budget): Promise<void> {
  const ids = [...new Set(subjects.flatMap(({ unitId }) => unitId ?? []))];
  const rows = await tx.rows(sql`
    select ${SUBJECT} from ${u} join ${s} on ${s.id} = ${u.sourceId} join ${t} on ${t.id} = ${u.translationId}
    join ${c} on ${c.id} = ${t.componentId}
    where ${anyOf(u.id, ids)} and ${c.projectId} = ${projectId} order by ${u.id}`);
  const marks = new Marks();
  const targets = rows.filter((row) => !row.isSource);
  // What nothing is found of below is found to pass.
  for (const { id } of targets)
    for (const check of ["inconsistent", "reused", "translated"]) marks.set(check, id, false);
  await markInconsistent(tx, projectId, { subjects, rows: targets }, marks, budget);
  await markReused(tx, projectId, { subjects, rows: targets }, marks, budget);
  const before = await earlierTexts(
    tx,
    targets.filter(({ state }) => state < STATE.TRANSLATED),
  );
  for (const id of await asRead(tx, rows, [...before.keys()])) marks.set("translated", id, true);
  const turned = await writeMarks(tx, marks);
  // A pass comes to the source strings themselves.
  const asked = budget ? rows.filter(({ isSource }) => isSource) : rows;
  await markSources(tx, [...new Set([...asked.map(({ sourceId }) => sourceId), ...turned])]);
}
