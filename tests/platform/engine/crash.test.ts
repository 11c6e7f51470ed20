import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { afterEach, beforeAll, expect, test } from "vitest";
import { db, sql } from "@/lib/platform/database";
import type { QueueFunction } from "@/lib/platform/queue";
import { textRow } from "../../support/text-rows";
import { crashing, keyed, overlaps, poison, stuck } from "./child-functions";
import {
  ended,
  kill,
  killChildren,
  makeTraces,
  send,
  sleep,
  startChild,
  startLab,
  stopLab,
  traces,
  until,
} from "./lab";

beforeAll(makeTraces);
afterEach(async () => {
  await stopLab();
  await killChildren();
});

test("a crash at any point loses no run and repeats no finished step", async () => {
  const victims = await Promise.all(
    crashing.map((fn) => startChild(fn.id(), { LAB_FAULT: fn.id().replace("crash-", "") })),
  );
  const sent = await Promise.all(
    crashing.map(async (fn) => {
      const mark = randomUUID();
      return { id: fn.id(), mark, event: await send(`lab/${fn.id()}`, { mark }) };
    }),
  );
  await Promise.all(victims.map((child) => child.signalCode ?? once(child, "exit")));
  expect(victims.map((child) => child.signalCode)).toEqual(crashing.map(() => "SIGKILL"));
  await startLab(crashing as QueueFunction[]);
  for (const { id, mark, event } of sent) {
    const run = await ended(id, event);
    expect({ id, status: run.status, output: run.output }).toEqual({ id, status: "completed", output: { data: 2 } });
    const executed = (await traces(mark)).map((trace) => trace.step);
    // A checkpoint that did not reach the database did not happen: only then is the first step repeated.
    expect({ id, executed }).toEqual({ id, executed: id === "crash-in-checkpoint" ? ["a", "a", "b"] : ["a", "b"] });
  }
  const left = await textRow(db, sql`select count(*)::int as count from engine_jobs where kind = 'call'`);
  expect(left).toEqual({ count: 0 });
});

test("kill -9 during the second step: the first is not run again, the second soon is", async () => {
  const child = await startChild("stuck");
  const mark = randomUUID();
  const event = await send("lab/stuck", { mark });
  await until(async () => (await traces(mark)).some((trace) => trace.step === "two"));
  await startLab([stuck]);
  await kill(child);
  const killedAt = Date.now();
  const run = await ended("stuck", event);
  const executed = await traces(mark);
  expect(executed.map((trace) => [trace.step, trace.pid === process.pid])).toEqual([
    ["one", false],
    ["two", false],
    ["two", true],
  ]);
  expect(run.output).toMatchObject({ data: { two: "second" } });
  expect(Date.now() - killedAt).toBeLessThan(6000);
});

test("a step that kills its process fails after its attempts, and onFailure runs", async () => {
  const mark = randomUUID();
  const event = await send("lab/poison", { mark });
  for (let life = 0; life < 2; life++) {
    const child = await startChild("poison");
    if (child.signalCode === null) await once(child, "exit");
  }
  await startLab([poison]);
  const run = await ended("poison", event);
  expect(run).toMatchObject({ status: "failed", output: { error: { name: "ProcessDied" } } });
  const last = await until(async () => {
    const list = await traces(mark);
    return list.length === 3 ? list : undefined;
  });
  expect(last.map((trace) => trace.step.slice(0, 8))).toEqual(["die", "die", "failure:"]);
});

test("random kills among two processes: every run completes, no key overlaps", async () => {
  const mark = randomUUID();
  let pair: ChildProcess[] = await Promise.all([startChild("keyed"), startChild("keyed")]);
  const events = await Promise.all(
    Array.from({ length: 16 }, (_, index) => send("lab/keyed", { mark, key: index % 4 })),
  );
  for (let round = 0; round < 3; round++) {
    await sleep(100 + Math.random() * 300);
    const victim = pair[round % 2];
    if (victim) await kill(victim);
    pair = await Promise.all(pair.map((child) => (child === victim ? startChild("keyed") : child)));
  }
  await startLab([keyed]);
  const runs = await Promise.all(events.map((event) => ended("keyed", event)));
  expect(runs.map((run) => run.output)).toEqual(events.map(() => ({ data: { sum: 5 } })));
  expect(await overlaps(mark)).toBe(0);
  expect((await traces(mark)).length).toBeGreaterThanOrEqual(64);
});
