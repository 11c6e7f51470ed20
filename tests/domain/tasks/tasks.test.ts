import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeTask } from "@/inngest/close-task";
import { logText } from "@/lib/domain/tasks/internal/log-text";
import { advance, logLine, report } from "@/lib/domain/tasks/internal/progress";
import { relayOutbox } from "@/lib/domain/tasks/outbox";
import { taskFunction } from "@/lib/domain/tasks/task-function";
import { readLog, taskView } from "@/lib/domain/tasks/task-view";
import {
  beginTask,
  cancelTask,
  createTask,
  failTask,
  findTask,
  finishTask,
  type NewTask,
  waitForTask,
} from "@/lib/domain/tasks/tasks";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { NonRetriableError, startEngine, stopEngine } from "@/lib/platform/queue";
import { maskAddresses } from "@/lib/text/addresses";
import { leaveTask } from "../../support/tasks";
import { textRows } from "../../support/text-rows";

const seen: string[] = [];
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

const copy = taskFunction(
  {
    id: "copy",
    kind: "update-repository",
    retries: 1,
    concurrencyKey: "repository",
    steps: { read: 30, write: 70 },
  },
  async ({ task, data, step, report }) => {
    const read = await step.run("read", async () => {
      await report({ done: 1, total: 2 }, "https://user:secret@example.org/ half way");
      const now = await findTask(task);
      seen.push(`${task} ${now?.progress} ${JSON.stringify(now?.result)}`);
      return data.repository;
    });
    await step.run("write", async () => {
      seen.push(`${task} ${(await findTask(task))?.progress}`);
    });
    return { copied: read };
  },
);

const broken = taskFunction(
  { id: "broken", kind: "run-addon", retries: 1, steps: { only: 1 } },
  async ({ data, step }) => {
    await step.run("only", () => {
      if (data.event === "installed") throw new NonRetriableError("The remote https://a:b@host/x refused.");
      throw new Error("not today");
    });
  },
);

const long = taskFunction(
  { id: "long", kind: "repository-operation", retries: 0, steps: { spin: 1 } },
  async ({ task, data, step, report }) => {
    seen.push(`${task} began`);
    if (data.operation === "cleanup") await step.sleep("rest", "1h");
    await step.run("spin", async () => {
      for (let i = 0; i < 100; i++) {
        await report(i);
        await pause(100);
      }
      seen.push(`${task} ended`);
    });
  },
);

beforeAll(() => startEngine([copy, broken, long, closeTask], { backoff: () => 30 }));
afterAll(() => stopEngine(1000));

const create = (task: NewTask) => inTransaction((tx) => createTask(tx, task));
/** A task that no function of this file does. */
const createIdle = (related: { translationId?: number } = {}) =>
  create({ kind: "remove-objects", payload: {}, ...related });
const sleeper: NewTask = { kind: "repository-operation", payload: { repository: 1, operation: "cleanup" } };
const spinner: NewTask = { kind: "repository-operation", payload: { repository: 1, operation: "push" } };

test("a task goes from pending to done, with progress by the steps' weights, a log and the function's result", async () => {
  const task = await create({ kind: "update-repository", payload: { repository: 3 } });
  expect(task).toMatchObject({
    kind: "update-repository",
    state: "pending",
    progress: 0,
    result: null,
    payload: { repository: 3 },
  });
  expect(await taskView(task)).toEqual({ completed: false, progress: 0, result: null, log: "" });
  const done = await waitForTask(task.id, 20_000);
  expect(done).toMatchObject({ state: "done", progress: 100, result: { copied: 3 } });
  expect(seen.filter((line) => line.startsWith(task.id))).toEqual([
    `${task.id} 15 {"done":1,"stage":"https://example.org/ half way","total":2}`,
    `${task.id} 30`,
  ]);
  expect(await taskView(done!)).toEqual({
    completed: true,
    progress: 100,
    result: { copied: 3 },
    log: ["read: started", "read: done", "write: started", "write: done"].join("\n"),
  });
  expect(done?.finishedAt).toBeInstanceOf(Date);
});

test("a task that fails at every attempt tells the error, attempts and all", async () => {
  const failed = await waitForTask(
    (await create({ kind: "run-addon", payload: { addon: 1, event: "daily" } })).id,
    20_000,
  );
  expect(failed).toMatchObject({ state: "failed", progress: 100, result: "not today" });
  const { log } = await taskView(failed!);
  expect(log.split("\n")).toEqual([
    "only: started",
    "only: not today",
    "only: started, attempt 2",
    "only: not today",
    "not today",
  ]);
});

test("a final error ends the task at once, and no log carries a credential", async () => {
  const failed = await waitForTask(
    (await create({ kind: "run-addon", payload: { addon: 1, event: "installed" } })).id,
    20_000,
  );
  expect(failed?.state).toBe("failed");
  const { log } = await taskView(failed!);
  expect(log).toContain("https://host/x refused");
  expect(log).not.toContain("a:b");
  expect(failed?.result).toBe("The remote https://host/x refused.");
});

test("a payload of another release fails its task at once, with what is wrong about it", async () => {
  const id = await leaveTask("run-addon", { addon: "seven", event: "weekly" });
  await relayOutbox();
  const failed = await waitForTask(id, 20_000);
  expect(failed?.state).toBe("failed");
  expect(failed?.result).toMatch(/^The payload of this run-addon task cannot be used: .*addon.*event/s);
  expect(await taskView(failed!)).toMatchObject({ log: expect.not.stringContaining("only: started") });
});

test("a wrong kind or payload does not compile", () => {
  const wrong: NewTask[] = [
    // @ts-expect-error There is no such kind.
    { kind: "remove-everything", payload: {} },
    // @ts-expect-error The repository is missing.
    { kind: "update-repository", payload: {} },
    // @ts-expect-error An id is a number.
    { kind: "update-repository", payload: { repository: "3" } },
    // @ts-expect-error There is no such operation.
    { kind: "repository-operation", payload: { repository: 3, operation: "rebase" } },
    // @ts-expect-error This is the payload of another kind.
    { kind: "add-language", payload: { addon: 1, event: "daily" } },
  ];
  expect(wrong).toHaveLength(5);
});

test("what is rolled back leaves neither task nor event", async () => {
  let id = "";
  await expect(
    inTransaction(async (tx) => {
      ({ id } = await createTask(tx, { kind: "update-repository", payload: { repository: 1 } }));
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  expect(await findTask(id)).toBeUndefined();
  expect(await textRows(db, sql`select 1 from outbox_events where id = ${id}`)).toEqual([]);
});

test("cancelling ends a sleeping run, a step at its next report, and a task that has not begun", async () => {
  const sleeping = await create(sleeper);
  const spinning = await create(spinner);
  await expect.poll(async () => (await findTask(spinning.id))?.progress, { timeout: 15_000 }).toBeGreaterThan(0);
  await expect.poll(() => seen.includes(`${sleeping.id} began`), { timeout: 15_000 }).toBe(true);
  for (const { id } of [sleeping, spinning]) {
    const row = await inTransaction((tx) => cancelTask(tx, id));
    expect(row).toMatchObject({ state: "cancelled", progress: 100, result: null });
  }
  const early = await inTransaction(async (tx) => {
    const task = await createTask(tx, spinner);
    return cancelTask(tx, task.id);
  });
  await expect
    .poll(() => textRows(db, sql`select status from engine_runs where fn = 'loquat-long' and status = 'running'`), {
      timeout: 15_000,
    })
    .toEqual([]);
  expect(seen.filter((line) => line.endsWith("ended"))).toEqual([]);
  expect(seen).not.toContain(`${early?.id} began`);
  for (const task of [sleeping, spinning, early!]) expect((await findTask(task.id))?.state).toBe("cancelled");
  expect(await inTransaction((tx) => cancelTask(tx, randomUUID()))).toBeUndefined();
});

test("states only move forward and progress only grows, to 99 at most while running", async () => {
  const { id } = await createIdle();
  await advance(id, 50);
  expect((await findTask(id))?.progress).toBe(0);
  expect(await beginTask(id, "run")).toBe(true);
  await advance(id, 60);
  await advance(id, 40);
  expect((await findTask(id))?.progress).toBe(60);
  await advance(id, 250, { stage: "end" });
  expect(await taskView((await findTask(id))!)).toMatchObject({
    completed: false,
    progress: 99,
    result: { progress: 99, stage: "end" },
  });
  expect(await finishTask(id, { ok: true })).toBe(true);
  expect(await failTask(id, "too late")).toBe(false);
  expect(await beginTask(id, "again")).toBe(false);
  await advance(id, 10);
  expect(await findTask(id)).toMatchObject({ state: "done", progress: 100, result: { ok: true } });
});

test("a running task names its related object", async () => {
  const { id } = await createIdle({ translationId: 5 });
  await beginTask(id, "run");
  expect((await taskView((await findTask(id))!)).result).toEqual({ progress: 0, translation: 5 });
});

test("lines of steps say what they say to readers of other languages, without credentials", async () => {
  const started = await create({ kind: "run-addon", payload: { addon: 1, event: "installed" } });
  await waitForTask(started.id, 20_000);
  const said = (await readLog(started.id)).map((line) => line.said);
  expect(said).toContainEqual({ step: "only", what: "started", attempt: 1 });
  const failed = said.find((one) => one?.what === "failed");
  expect(failed).toMatchObject({ step: "only", message: expect.stringMatching(/^The remote https:.*refused\.$/) });
  expect(JSON.stringify(said)).not.toContain("a:b@");
  expect((await findTask(started.id))?.result).toBe(failed?.what === "failed" ? failed.message : "");
});

test("reports are written at most once a second", async () => {
  const { id } = await createIdle();
  await beginTask(id, "run");
  await report(id, 10);
  for (let i = 11; i < 40; i++) await report(id, i);
  expect((await findTask(id))?.progress).toBe(10);
  await pause(1050);
  await report(id, { done: 1, total: 2 }, "half");
  expect(await findTask(id)).toMatchObject({ progress: 50, result: { stage: "half", done: 1, total: 2 } });
});

test("a line of the log is written once for its key, and only the last 64 KB are shown", async () => {
  const { id } = await createIdle();
  await logLine(id, "a", "info", { text: "first" });
  await logLine(id, "a", "info", { text: "again" });
  for (let i = 0; i < 20; i++) await logLine(id, `line ${i}`, "info", { text: `${i} ${"é".repeat(3000)}` });
  await logLine(randomUUID(), "a", "info", { text: "of no task" });
  const { log } = await taskView((await findTask(id))!);
  expect(Buffer.byteLength(log)).toBeLessThanOrEqual(65_536);
  expect(log.split("\n").map((line) => line.split(" ")[0])).toEqual([
    "10",
    "11",
    "12",
    "13",
    "14",
    "15",
    "16",
    "17",
    "18",
    "19",
  ]);
});

test("an id that is no uuid is simply not found", async () => {
  expect(await findTask("'; drop table tasks")).toBeUndefined();
  expect(await waitForTask("x", 10)).toBeUndefined();
  expect(await inTransaction((tx) => cancelTask(tx, "x"))).toBeUndefined();
});

test("waiting ends with the time, and gives the row as it is", async () => {
  const { id } = await createIdle();
  const began = performance.now();
  expect(await waitForTask(id, 150)).toMatchObject({ state: "pending" });
  expect(performance.now() - began).toBeLessThan(2000);
});

test("an event that is refused holds back no other", async () => {
  await expect
    .poll(() => textRows(db, sql`select 1 from outbox_events where sent_at is null`), { timeout: 15_000 })
    .toEqual([]);
  const [bad, good] = [randomUUID(), randomUUID()];
  await db.run(
    sql`insert into outbox_events (id, name, data) values (${bad}, 'inngest/forged', '{}'), (${good}, 'loquat/fine', '{}')`,
  );
  expect(await relayOutbox()).toBe(1);
  expect(await textRows(db, sql`select id from outbox_events where sent_at is null`)).toEqual([{ id: bad }]);
  await db.run(sql`delete from outbox_events where id = ${bad}`);
});

test("logs are free of credentials and of the counting of progress", () => {
  const git =
    "Cloning into 'x'...\nReceiving objects:  45% (450/1000)\rReceiving objects:  46% (460/1000), 1.2 MiB\rReceiving objects: 100% (1000/1000), done.\nfatal: unable to access 'https://me:p@ss@host.org/x.git/'\n";
  expect(logText(git)).toBe(
    "Cloning into 'x'...\nReceiving objects: 100% (1000/1000), done.\nfatal: unable to access 'https://host.org/x.git/'",
  );
  expect(logText("Compressing 12%")).toBe("");
  expect(logText("translated 45% of it")).toBe("translated 45% of it");
  expect(maskAddresses("ssh://git@host/x?a=1&private_token=abc#z")).toBe("ssh://host/x?a=1&private_token=***");
  expect(maskAddresses("see https://host/a@b")).toBe("see https://host/a@b");
  expect(logText("a\0b")).toBe("ab");
});
