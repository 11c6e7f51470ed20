import {
  components,
  counters,
  findings,
  sourceUnits,
  tasks,
  translations,
  units,
  waitingChecks,
} from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, inTransaction, sql, type Tx, whenDatabaseCloses } from "@/lib/platform/database";
import { anyOf, asNumber, asText, hashText, noneOf, orNull } from "@/lib/platform/expressions";
import { grouped } from "@/lib/text/grouped";
import { inTurn } from "./internal/marks";
import { relate } from "./internal/relate";
import { markLate } from "./internal/source-marks";
import { type Budget, passBudget } from "./internal/subjects";
import { isRelated } from "./recheck";

const [w, u, t, c, s, f, k, q] = [
  waitingChecks.as("w"),
  units.as("u"),
  translations.as("t"),
  components.as("c"),
  sourceUnits.as("s"),
  findings.as("f"),
  counters.as("k"),
  tasks.as("q"),
];

/**
 * Checks that look at other strings, at the history or at the calendar. Whoever changes strings says so (`touched.ts`); what
 * follows is found out behind the commit, in short transactions of one project at a time, so that a save waits for nothing.
 */

/** Strings that are asked in one transaction. */
const BATCH = 500;

/** What the saves of this time touched is looked at together, so that it does not stand in the way of the next save; in ms. */
const PAUSE = 200;

let timer: NodeJS.Timeout | undefined;
let looking = false;
let wanted = false;
whenDatabaseCloses(() => {
  clearTimeout(timer);
  timer = undefined;
  looking = false;
  wanted = false;
});

function lookSoon(): void {
  wanted = true;
  if (looking || timer) return;
  timer = setTimeout(() => void look(), PAUSE).unref();
}

async function look(): Promise<void> {
  timer = undefined;
  wanted = false;
  looking = true;
  try {
    await askThoseThatWait();
  } catch {
    // The background function asks those that this process could not.
  } finally {
    looking = false;
    if (wanted) lookSoon();
  }
}

/** Those that are touched meanwhile are for the next look. */
async function askThoseThatWait(): Promise<void> {
  const { last } = (await db.one(sql`select ${named({ last: orNull(asNumber(sql`max(${w.id})`)) })} from ${w}`)) ?? {};
  if (last) await askTouched(last);
}

const nudged = new WeakSet<Tx>();

/** Asks touched strings after the transaction's commit, without keeping its caller waiting. */
export function nudgeRelated(tx: Tx): void {
  if (nudged.has(tx)) return;
  nudged.add(tx);
  tx.afterCommit.push(lookSoon);
}

/**
 * Asks all strings that wait, or those up to an id of their list, the oldest first. Gives how many.
 * @throws what one project's strings led to, behind the others
 */
export async function askTouched(upTo = Number.MAX_SAFE_INTEGER): Promise<number> {
  let asked = 0;
  const failed = new Map<number, unknown>();
  for (;;) {
    const next = await db.one(sql`
      select ${pick(w, "projectId")} from ${w} where ${w.componentId} is null and ${w.id} <= ${upTo} and ${noneOf(w.projectId, [...failed.keys()])}
      order by ${w.id} limit 1`);
    if (!next) break;
    try {
      asked += await askSome(next.projectId);
    } catch (error) {
      failed.set(next.projectId, error);
    }
  }
  for (const error of failed.values()) throw error;
  return asked;
}

async function askSome(projectId: number): Promise<number> {
  return inTransaction(async (tx) => {
    await inTurn(tx, projectId);
    const x = waitingChecks.as("x");
    const taken = await tx.rows(sql`
      delete from ${w} where ${w.id} in (
        select ${x.id} from ${x} where ${x.projectId} = ${projectId} and ${x.componentId} is null order by ${x.id} limit ${BATCH})
      returning ${pick(w, "unitId", "languageId")}, ${named({
        contentHash: orNull(asText(sql`${w.contentHash}::text`)),
        textHash: orNull(asText(sql`${w.textHash}::text`)),
      })}`);
    if (taken.length > 0) await relate(tx, projectId, taken);
    return taken.length;
  });
}

/**
 * Asks the strings of the components that wait for it, once however often they were touched. One whose flags are still
 * followed waits until they are. Gives how many components.
 */
export async function askComponents(): Promise<number> {
  for (let asked = 0; ; asked++) {
    const next = await db.one(sql`
      select ${pick(w, "projectId", "componentId")} from ${w}
      where ${w.componentId} is not null and not ${IS_FOLLOWED} order by ${w.id} limit 1`);
    if (!next?.componentId) return asked;
    const { projectId, componentId } = next;
    // Those that come while it is asked are for another time.
    const rows = await db.rows(
      sql`select ${pick(w, "id", "languageId")} from ${w} where ${w.componentId} = ${componentId}`,
    );
    const languages = rows.flatMap(({ languageId }) => languageId ?? []);
    await pass(projectId, componentId, languages.length < rows.length ? undefined : languages);
    const ids = rows.map(({ id }) => id);
    await db.run(sql`delete from ${w} where ${anyOf(w.id, ids)}`);
  }
}

/** Whether a task goes over the strings of a component, as flags around them have changed. */
const IS_FOLLOWED = sql`(
  exists (select from ${c} where ${c.id} = ${w.componentId} and ${c.formerFlags} <> '{}')
  and exists (select from ${q} where ${q.kind} = 'follow-flags' and ${q.state} in ('pending', 'running')
    and ${q.projectId} = ${w.projectId} and coalesce(${q.componentId}, ${w.componentId}) = ${w.componentId}))`;

/**
 * Asks the strings of a component in the order of its languages; the source strings last, as they ask the others.
 * @param only languages, by their ids; all where it is left out
 */
async function pass(projectId: number, componentId: number, only: readonly number[] | undefined): Promise<void> {
  const budget = passBudget();
  const some = only ? sql`and ${anyOf(t.languageId, only)}` : sql``;
  const languages = await db.rows(sql`
    select ${pick(t, "id", "languageId")} from ${t} where ${t.componentId} = ${componentId} ${some} order by ${t.isSource}, ${t.id}`);
  for (const { id: translationId, languageId } of languages)
    for (let after = 0; ; ) {
      const rows = await db.rows(sql`
        select ${pick(u, "id")} from ${u} where ${u.translationId} = ${translationId} and ${u.id} > ${after}
        order by ${u.id} limit ${BATCH * 4}`);
      const last = rows.at(-1);
      if (!last) break;
      after = last.id;
      await inTransaction((tx) => passSome(tx, projectId, languageId, rows, budget));
    }
}

async function passSome(
  tx: Tx,
  projectId: number,
  languageId: number,
  rows: readonly { id: number }[],
  budget: Budget,
): Promise<void> {
  await inTurn(tx, projectId);
  const subjects = rows.map(({ id }) => ({ unitId: id, languageId, contentHash: null, textHash: null }));
  await relate(tx, projectId, subjects, budget);
}

/**
 * Every night: finds strings that have become old untranslated, and asks those again of which something was found, as what it
 * was found by may have gone in ways that nobody tells of. Gives how many of both.
 */
export async function askByNight(): Promise<{ late: number; again: number }> {
  return { late: await lookForLate(), again: await askAgain() };
}

/** Components in which some strings are translated, and not all. */
async function lookForLate(): Promise<number> {
  const rows = await db.rows(sql`
    select ${pick(c, "id", "projectId")} from ${c} join ${k} on ${k.scope} = 'component' and ${k.objectId} = ${c.id} and ${k.languageId} = 0
    where ${c.removedAt} is null and not ${c.isGlossary} and ${k.translated} > 0 and ${k.translated} < ${k.total} order by ${c.id}`);
  let looked = 0;
  for (const { id: componentId, projectId } of rows)
    for (let after = "-9223372036854775808"; ; ) {
      const some = await db.rows(sql`
        select ${pick(s, "id")}, ${named({ idHash: hashText(s.idHash) })} from ${s}
        where ${s.componentId} = ${componentId} and ${s.idHash} > ${after}::bigint order by ${s.idHash} limit ${BATCH * 4}`);
      const last = some.at(-1);
      if (!last) break;
      after = last.idHash;
      looked += some.length;
      await inTransaction(async (tx) => {
        await inTurn(tx, projectId);
        await markLate(
          tx,
          some.map(({ id }) => id),
        );
      });
    }
  return looked;
}

async function askAgain(): Promise<number> {
  let again = 0;
  for (let after = 0; ; ) {
    const rows = await db.rows(sql`
      select distinct ${pick(f, "unitId")} from ${f} where ${isRelated(f)} and ${f.unitId} > ${after} order by ${f.unitId} limit ${BATCH}`);
    const last = rows.at(-1);
    if (!last) return again;
    after = last.unitId;
    again += rows.length;
    const ids = rows.map(({ unitId }) => unitId);
    const places = await db.rows(sql`
      select ${pick(u, "id")}, ${pick(c, "projectId")} from ${u} join ${t} on ${t.id} = ${u.translationId} join ${c} on ${c.id} = ${t.componentId}
      where ${anyOf(u.id, ids)}`);
    for (const [projectId, some] of grouped(places, (place) => place.projectId))
      await inTransaction(async (tx) => {
        await inTurn(tx, projectId);
        const subjects = some.map(({ id }) => ({ unitId: id, languageId: null, contentHash: null, textHash: null }));
        await relate(tx, projectId, subjects);
      });
  }
}
