import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, expect, test } from "vitest";
import { db, sql } from "@/lib/platform/database";
import { inngest } from "@/lib/platform/queue";
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
  const across = await db.one<{ count: number }>(sql`
    select count(*)::int as count from traces a join traces b on a.id < b.id and a.mark = b.mark
      and a.began_at < b.ended_at and b.began_at < a.ended_at where a.mark = ${mark}`);
  expect(across?.count).toBeGreaterThan(0);
  await kill(child);
});

test("the same event id sent by two senders at once, before anybody knows the function, is one run", async () => {
  const id = randomUUID();
  await Promise.all([send("lab/unheard", {}, id), send("lab/unheard", {}, id)]);
  expect(await db.rows(sql`select 1 from engine_runs where idem = ${id}`)).toEqual([]);
  const late = inngest.createFunction({ id: "late-comer", triggers: [{ event: "lab/unheard" }] }, async () => "heard");
  await startLab([late]);
  expect(await ended("late-comer", id)).toMatchObject({ output: { data: "heard" } });
  await until(async () => (await db.rows(sql`select 1 from engine_jobs where kind = 'event'`)).length === 0);
  expect(await db.rows(sql`select 1 from engine_runs where idem = ${id}`)).toHaveLength(1);
});
