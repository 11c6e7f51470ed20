import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, expect, test } from "vitest";
import { db, sql } from "@/lib/platform/database";
import { claim, SENDER } from "@/lib/platform/engine/store";
import { inngest } from "@/lib/platform/queue";
import { textRow, textRows } from "../../support/text-rows";
import { keyed, overlaps } from "./child-functions";
import {
  ended,
  kill,
  killChildren,
  makeTraces,
  send,
  startChild,
  startLab,
  stopLab,
  traced,
  traces,
  until,
} from "./lab";

beforeAll(makeTraces);
afterEach(async () => {
  await stopLab();
  await killChildren();
});

test("without checkpoints each step is its own call and runs once", async () => {
  const steps = inngest.createFunction(
    { id: "stepwise", triggers: [{ event: "lab/stepwise" }] },
    async ({ event, step }) => {
      let sum = 0;
      for (let i = 0; i < 5; i++)
        sum += await step.run(`step ${i}`, () => traced(event.data.mark, `step ${i}`, () => i));
      return sum;
    },
  );
  await startLab([steps], { checkpoint: false });
  const mark = randomUUID();
  const run = await ended("stepwise", await send("lab/stepwise", { mark }));
  expect(run.output).toEqual({ data: 10 });
  expect((await traces(mark)).map((trace) => trace.step)).toEqual([0, 1, 2, 3, 4].map((i) => `step ${i}`));
});

test("two processes share the runs of three keys, and no two calls of a key overlap", async () => {
  const mark = randomUUID();
  const child = await startChild("keyed");
  await startLab([keyed]);
  const events = await Promise.all(
    Array.from({ length: 15 }, (_, index) => send("lab/keyed", { mark, key: index % 3 })),
  );
  await Promise.all(events.map((event) => ended("keyed", event)));
  expect(await overlaps(mark)).toBe(0);
  const executed = await traces(mark);
  expect(executed).toHaveLength(60);
  expect(new Set(executed.map((trace) => trace.pid)).size).toBe(2);
  const across = await textRow<{ count: number }>(
    db,
    sql`
    select count(*)::int as count from traces a join traces b on a.id < b.id and a.mark = b.mark
      and a.began_at < b.ended_at and b.began_at < a.ended_at where a.mark = ${mark}`,
  );
  expect(across?.count).toBeGreaterThan(0);
  await kill(child);
});

test("claims at the same moment never take more than each key allows, nor one job twice", async () => {
  await db.run(sql`
    insert into engine_jobs (dedupe, kind, fn, keys, limits)
    select 'claim:' || n, 'call', 'nobody', array['one', 'three:' || n % 2], array[7, 3] from generate_series(1, 60) as n`);
  const owners = Array.from({ length: 8 }, (_, index) => ({ ...SENDER, owner: `${index}:test`, leaseMs: 60_000 }));
  // All connections are open, so that the claims really meet.
  await Promise.all(owners.map(() => db.run(sql`select pg_sleep(0.2)`)));
  const rounds = await Promise.all(
    owners.flatMap((owner) => [claim(owner, ["nobody"], 5), claim(owner, ["nobody"], 5)]),
  );
  const ids = rounds.flat().map((job) => job.id);
  expect(ids).toHaveLength(6);
  expect(new Set(ids).size).toBe(6);
  const counts = await textRows(
    db,
    sql`
    select key, count(*)::int as count from engine_jobs, unnest(keys) as key where owner is not null group by key order by key`,
  );
  expect(counts).toEqual([
    { key: "one", count: 6 },
    { key: "three:0", count: 3 },
    { key: "three:1", count: 3 },
  ]);
  await db.run(sql`delete from engine_jobs where fn = 'nobody'`);
});

test("the same event id sent by two senders at once, before anybody knows the function, is one run", async () => {
  const id = randomUUID();
  await Promise.all([send("lab/unheard", {}, id), send("lab/unheard", {}, id)]);
  expect(await textRows(db, sql`select 1 from engine_runs where idem = ${id}`)).toEqual([]);
  const late = inngest.createFunction({ id: "late-comer", triggers: [{ event: "lab/unheard" }] }, async () => "heard");
  await startLab([late]);
  expect(await ended("late-comer", id)).toMatchObject({ output: { data: "heard" } });
  await until(async () => (await textRows(db, sql`select 1 from engine_jobs where kind = 'event'`)).length === 0);
  expect(await textRows(db, sql`select 1 from engine_runs where idem = ${id}`)).toHaveLength(1);
});
