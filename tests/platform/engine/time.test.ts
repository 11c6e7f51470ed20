import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, expect, test } from "vitest";
import { db, sql } from "@/lib/platform/database";
import { inngest } from "@/lib/platform/queue";
import { textRow, textRows } from "../../support/text-rows";
import { ended, makeTraces, movableClock, runOf, send, sleep, startLab, stopLab, traced, traces, until } from "./lab";

/** Clocks that jump, instants that pass while nobody runs, processes that stop or know too little. */

beforeAll(makeTraces);
afterEach(() => stopLab());

const cronRuns = (fn: string) =>
  textRows<{ idem: string }>(db, sql`select idem from engine_runs where fn = ${`loquat-${fn}`} order by started_at`);
const nextInstant = (fn: string) =>
  textRow<{ ahead: number }>(
    db,
    sql`
    select extract(epoch from run_at - now())::float8 as ahead from engine_jobs where kind = 'cron' and fn = ${`loquat-${fn}`}`,
  );

test("two engines run a schedule once an instant, missed instants once together, and nothing again when the clock goes back", async () => {
  // Half an hour away from the present minute: the true clock cannot reach an instant while the test runs.
  const hour = 3600;
  const minute = (new Date().getUTCMinutes() + 30) % 60;
  const hourly = inngest.createFunction(
    { id: "hourly", triggers: [{ cron: `${minute} * * * *` }] },
    async () => "tick",
  );
  const clock = movableClock();
  await Promise.all([startLab([hourly], { clock }), startLab([hourly], { clock })]);
  clock.move(hour);
  await until(async () => (await cronRuns("hourly")).length === 1);
  await sleep(1200);
  expect(await cronRuns("hourly")).toHaveLength(1);
  clock.move(5 * hour);
  await until(async () => (await cronRuns("hourly")).length === 2);
  await sleep(1200);
  expect(await cronRuns("hourly")).toHaveLength(2);
  const next = await nextInstant("hourly");
  expect(next?.ahead).toBeGreaterThan(6 * hour);
  expect(next?.ahead).toBeLessThan(7 * hour);
  clock.move(-5.75 * hour);
  await sleep(1200);
  expect(await cronRuns("hourly")).toHaveLength(2);
});

test("a schedule is kept over restarts, and goes with its function's trigger", async () => {
  const make = (cron: string) => inngest.createFunction({ id: "yearly", triggers: [{ cron }] }, async () => {});
  const first = await startLab([make("0 0 1 1 *")]);
  const before = await nextInstant("yearly");
  await stopLab(first);
  const second = await startLab([make("0 0 1 1 *")]);
  expect((await nextInstant("yearly"))?.ahead).toBeCloseTo(before?.ahead ?? 0, -2);
  await stopLab(second);
  await startLab([make("TZ=Asia/Tokyo 30 4 1 7 *")]);
  expect(await textRows(db, sql`select dedupe from engine_jobs where fn = 'loquat-yearly'`)).toEqual([
    { dedupe: "cron:loquat-yearly:TZ=Asia/Tokyo 30 4 1 7 *" },
  ]);
});

test("a clock that jumps forward: timers fire early, a second owner wins, the late answer is refused", async () => {
  const clock = movableClock();
  const slow = inngest.createFunction({ id: "slow", triggers: [{ event: "lab/slow" }] }, async ({ event, step }) => {
    await step.sleep("hour", "1h");
    return step.run("work", async () => {
      const place = (await traces(event.data.mark)).length;
      return traced(event.data.mark, "work", async () => {
        // The late answer comes while the second owner is still at work.
        await sleep(place === 0 ? 2500 : 4000);
        return place === 0 ? "late" : "second owner";
      });
    });
  });
  await Promise.all([startLab([slow], { clock }), startLab([slow], { clock })]);
  const mark = randomUUID();
  const event = await send("lab/slow", { mark });
  await until(async () => textRow(db, sql`select 1 from engine_jobs where kind = 'sleep'`));
  clock.move(3601);
  await until(async () => (await traces(mark)).length === 1);
  clock.move(120);
  const run = await ended("slow", event);
  expect(run.output).toEqual({ data: "second owner" });
  const [first, second] = await traces(mark);
  expect(first?.endedAt ?? Number.POSITIVE_INFINITY).toBeLessThan(second?.endedAt ?? 0);
  expect(await traces(mark)).toHaveLength(2);
});

test("a clock that jumps back: timers are late, nothing runs twice", async () => {
  const clock = movableClock();
  const back = inngest.createFunction({ id: "back", triggers: [{ event: "lab/back" }] }, async ({ event, step }) => {
    await step.run("before", () => traced(event.data.mark, "before", () => {}));
    await step.sleep("moment", "2s");
    await step.run("after", () => traced(event.data.mark, "after", () => {}));
  });
  await startLab([back], { clock });
  const mark = randomUUID();
  const event = await send("lab/back", { mark });
  await until(async () => textRow(db, sql`select 1 from engine_jobs where kind = 'sleep'`));
  clock.move(-3600);
  await sleep(2500);
  expect((await runOf("back", event))?.status).toBe("running");
  clock.move(3600);
  expect((await ended("back", event)).status).toBe("completed");
  expect((await traces(mark)).map((trace) => trace.step)).toEqual(["before", "after"]);
});

test("a function unknown to this build waits for others and fails clearly after ten minutes", async () => {
  const clock = movableClock();
  const old = inngest.createFunction({ id: "old", triggers: [{ event: "lab/old" }] }, async () => "old");
  const current = inngest.createFunction({ id: "current", triggers: [{ event: "lab/current" }] }, async () => "new");
  await stopLab(await startLab([old], { clock }));
  const event = await send("lab/old");
  const newer = await startLab([current], { clock });
  await ended("current", await send("lab/current"));
  expect((await runOf("old", event))?.status).toBe("running");
  await stopLab(newer);
  clock.move(590);
  const almost = await startLab([current], { clock });
  expect((await runOf("old", event))?.status).toBe("running");
  await stopLab(almost);
  clock.move(60);
  await startLab([current], { clock });
  const run = await ended("old", event);
  expect(run).toMatchObject({ status: "failed", output: { error: { name: "UnknownFunction" } } });
  expect(run.output?.error?.message).toContain('"loquat-old"');
});

test("a graceful stop waits for a step, and gives back one that takes too long without a lost attempt", async () => {
  const attempts: number[] = [];
  const patient = inngest.createFunction(
    { id: "patient", triggers: [{ event: "lab/patient" }], retries: 1 },
    async ({ event, step, attempt }) =>
      step.run("work", () =>
        traced(event.data.mark, "work", async () => {
          attempts.push(attempt);
          if (attempts.length > 1 || !event.data.long) await sleep(300);
          else await sleep(2500);
          return attempts.length;
        }),
      ),
  );
  const first = await startLab([patient]);
  const [quick, long] = [randomUUID(), randomUUID()];
  const quickEvent = await send("lab/patient", { mark: quick });
  await until(async () => (await traces(quick)).length === 1);
  await stopLab(first, 10_000);
  expect((await runOf("patient", quickEvent))?.status).toBe("completed");
  attempts.length = 0;
  const second = await startLab([patient]);
  const longEvent = await send("lab/patient", { mark: long, long: true });
  await until(async () => (await traces(long)).length === 1);
  const began = performance.now();
  await stopLab(second, 200);
  expect(performance.now() - began).toBeLessThan(2000);
  const [job] = await textRows(
    db,
    sql`select attempt, owner from engine_jobs where kind = 'call' and fn = 'loquat-patient'`,
  );
  expect(job).toEqual({ attempt: 0, owner: null });
  await startLab([patient]);
  const run = await ended("patient", longEvent);
  expect(run.output).toEqual({ data: 2 });
  expect(attempts).toEqual([0, 0]);
  await until(async () => (await traces(long)).every((trace) => trace.endedAt !== null));
  expect((await runOf("patient", longEvent))?.output).toEqual({ data: 2 });
});
