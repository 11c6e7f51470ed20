import { randomUUID } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { functions } from "@/inngest/index";
import { relayOutbox } from "@/lib/domain/tasks/outbox";
import { closeOrphans, purgeTasks } from "@/lib/domain/tasks/sweep-tasks";
import { beginTask, createTask, findTask, waitForTask } from "@/lib/domain/tasks/tasks";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { abandonRuns, inngest, purgeEngine, startEngine, stopEngine, unfinishedRuns } from "@/lib/platform/queue";
import { leaveTask } from "../support/tasks";
import { textRow, textRows } from "../support/text-rows";

afterEach(() => stopEngine(1000));

const create = () => inTransaction((tx) => createTask(tx, { kind: "remove-objects", payload: {} }));
/** The relay after a commit marks events as sent when it comes to it. */
const relayed = () =>
  expect
    .poll(() => textRows(db, sql`select 1 from outbox_events where sent_at is null`), { timeout: 15_000 })
    .toEqual([]);
const age = async (id: string, minutes: number) => {
  await db.run(sql`update tasks set created_at = now() - ${minutes} * interval '1 minute' where id = ${id}`);
  await db.run(sql`update outbox_events set sent_at = now() - ${minutes} * interval '1 minute' where id = ${id}`);
};
const pretendRun = (event: string, status: string, output: object) =>
  db.run(sql`
    insert into engine_runs (id, fn, idem, status, events, output)
    values (${randomUUID()}, 'loquat-x', ${event}, ${status}, '[]', ${JSON.stringify(output)}::jsonb)`);

test("tasks whose run has ended or does not exist are closed; living and young ones are not", async () => {
  const [done, failed, cancelled, lost, living, young] = await Promise.all(Array.from({ length: 6 }, () => create()));
  await relayed();
  for (const task of [done, failed, cancelled, lost, living]) await age(task!.id, 20);
  await age(young!.id, 2);
  await pretendRun(done!.id, "completed", { data: { n: 1 } });
  await pretendRun(failed!.id, "failed", { error: { name: "Error", message: "broke" } });
  await pretendRun(cancelled!.id, "cancelled", {});
  await pretendRun(living!.id, "running", {});
  await beginTask(living!.id, "r");
  expect(await closeOrphans()).toBe(4);
  expect(await closeOrphans()).toBe(0);
  expect(await findTask(done!.id)).toMatchObject({ state: "done", result: { n: 1 } });
  expect(await findTask(failed!.id)).toMatchObject({ state: "failed", result: "broke" });
  expect(await findTask(cancelled!.id)).toMatchObject({ state: "cancelled" });
  expect(await findTask(lost!.id)).toMatchObject({ state: "failed", result: expect.stringContaining("lost") });
  expect(await findTask(living!.id)).toMatchObject({ state: "running" });
  expect(await findTask(young!.id)).toMatchObject({ state: "pending" });
  await db.run(sql`delete from engine_runs`);
  await db.run(sql`delete from tasks`);
});

test("old rows go, young and unfinished ones stay", async () => {
  const [old, young, open] = [await create(), await create(), await create()];
  await relayed();
  await db.run(sql`update tasks set state = 'done', finished_at = now() - interval '15 days' where id = ${old.id}`);
  await db.run(sql`update tasks set state = 'done', finished_at = now() - interval '13 days' where id = ${young.id}`);
  await db.run(sql`update outbox_events set sent_at = now() - interval '8 days' where id = ${old.id}`);
  expect((await purgeTasks()).tasks).toBe(1);
  expect(await findTask(old.id)).toBeUndefined();
  expect(await findTask(young.id)).toBeDefined();
  expect(await findTask(open.id)).toBeDefined();
  await db.run(sql`
    insert into engine_runs (id, fn, idem, status, events, started_at, ended_at) values
      ('old', 'f', 'a', 'completed', '[]', now() - interval '15 days', now() - interval '15 days'),
      ('young', 'f', 'key:v', 'completed', '[]', now() - interval '2 days', now() - interval '2 days'),
      ('open', 'f', 'c', 'running', '[]', now() - interval '20 days', null)`);
  await db.run(
    sql`insert into engine_steps (run_id, id, value) values ('old', 's', '{}'), ('young', 's', '{}'), ('open', 's', '{}')`,
  );
  await db.run(sql`
    insert into engine_events (id, name, body, at) values
      ('old', 'n', '{}', now() - interval '25 hours'), ('waiting', 'n', '{}', now() - interval '25 hours'), ('young', 'n', '{}', now())`);
  await db.run(sql`insert into engine_jobs (dedupe, kind) values ('event:waiting', 'event')`);
  await purgeEngine();
  const ids = async (table: ReturnType<typeof sql>) => (await textRows<{ id: string }>(db, table)).map((row) => row.id);
  expect(await ids(sql`select id from engine_runs where fn = 'f' order by id`)).toEqual(["open", "young"]);
  expect(await ids(sql`select run_id as id from engine_steps`)).toEqual(["open"]);
  expect(await ids(sql`select id from engine_events where name = 'n' order by id`)).toEqual(["waiting", "young"]);
  // The value of an idempotency expression may be used again.
  expect(await textRow(db, sql`select idem from engine_runs where id = 'young'`)).toEqual({ idem: "old:young" });
  await db.run(sql`delete from engine_jobs`);
  await db.run(sql`delete from engine_runs`);
  await db.run(sql`delete from outbox_events`);
});

test("all functions of the application can be run by the embedded engine, and the sweep sends what was left unsent", async () => {
  const greet = inngest.createFunction({ id: "greet", triggers: [{ event: "loquat/greet" }] }, async () => "hello");
  const id = randomUUID();
  await db.run(sql`insert into outbox_events (id, name, data) values (${id}, 'loquat/greet', '{}')`);
  await startEngine([...functions, greet]);
  // The minute has come.
  await db.run(
    sql`update engine_jobs set run_at = now() - interval '1 second' where kind = 'cron' and fn = 'loquat-sweep'`,
  );
  await expect
    .poll(() => textRow(db, sql`select status, output from engine_runs where idem = ${id}`), { timeout: 15_000 })
    .toEqual({ status: "completed", output: { data: "hello" } });
  await expect
    .poll(() => textRow(db, sql`select status from engine_runs where fn = 'loquat-sweep'`), { timeout: 15_000 })
    .toEqual({ status: "completed" });
});

test("a run that ended without telling closes its task: failed by its process, cancelled by an event", async () => {
  const silent = inngest.createFunction(
    {
      id: "silent",
      triggers: [{ event: "loquat/silent" }],
      cancelOn: [{ event: "loquat/stop", match: "data.task" }],
      retries: 0,
    },
    async ({ event, step }) => {
      await step.sleep("rest", event.data.rest ?? "1h");
      throw new Error("nobody heard");
    },
  );
  await startEngine([...functions, silent]);
  const failing = await leaveTask("silent", { rest: "1s" });
  const stopped = await leaveTask("silent");
  await relayOutbox();
  await expect.poll(() => unfinishedRuns(), { timeout: 15_000 }).toBe(2);
  await inngest.send({ name: "loquat/stop", data: { task: stopped } });
  expect(await waitForTask(stopped, 15_000)).toMatchObject({ state: "cancelled" });
  expect(await waitForTask(failing, 15_000)).toMatchObject({ state: "failed", result: "nobody heard" });
});

test("runs can be abandoned, and their tasks are closed", async () => {
  const idle = inngest.createFunction({ id: "idle", triggers: [{ event: "loquat/idle" }] }, async ({ step }) => {
    await step.sleep("rest", "1h");
  });
  await startEngine([...functions, idle]);
  const task = await leaveTask("idle");
  await relayOutbox();
  await expect.poll(() => unfinishedRuns(), { timeout: 15_000 }).toBe(1);
  expect(await abandonRuns()).toEqual([task]);
  expect(await waitForTask(task, 15_000)).toMatchObject({ state: "cancelled" });
  await expect.poll(() => unfinishedRuns(), { timeout: 15_000 }).toBe(0);
});
