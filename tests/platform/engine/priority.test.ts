import { afterAll, beforeAll, expect, test } from "vitest";
import { createTask, createTasks } from "@/lib/domain/tasks/tasks";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { inngest } from "@/lib/platform/queue";
import { textRows } from "../../support/text-rows";
import { ended, send, startLab, stopLab, until } from "./lab";

/** Which of the runs that are due goes first. */

const order: string[] = [];
let release: () => void = () => {};

const blocks = inngest.createFunction(
  { id: "blocks", triggers: [{ event: "lab/blocks" }] },
  async () =>
    new Promise<void>((done) => {
      release = () => done();
      order.push("blocks");
    }),
);

const ranked = inngest.createFunction(
  {
    id: "ranked",
    triggers: [{ event: "lab/ranked" }],
    priority: { run: "event.data.priority" },
    concurrency: { limit: 1, key: '"one-" + string(event.data.key)', scope: "env" },
  },
  async ({ event, step }) => step.run("note", async () => void order.push(event.data.name)),
);

beforeAll(async () => {
  await startLab([blocks, ranked], { slots: 1 });
});
afterAll(() => stopLab());

/** Sends the events while the only slot is taken, then gives the names in the order in which they were executed. */
async function executed(given: { name: string; priority?: unknown; key?: string }[]): Promise<string[]> {
  order.length = 0;
  const first = await send("lab/blocks");
  await until(async () => order.length > 0);
  const ids: string[] = [];
  for (const one of given) ids.push(await send("lab/ranked", { key: one.name, ...one }));
  release();
  await ended("blocks", first);
  for (const id of ids) await ended("ranked", id);
  return order.slice(1);
}

test("what has priority goes before what came earlier, and what may wait lets others pass", async () => {
  const names = await executed([
    { name: "sweep", priority: -300 },
    { name: "hook", priority: 0 },
    { name: "person", priority: 300 },
    { name: "without" },
    { name: "second person", priority: 300 },
  ]);
  expect(names).toEqual(["person", "second person", "hook", "without", "sweep"]);
});

test("among runs of one concurrency key it is the same", async () => {
  const names = await executed([
    { name: "sweep", priority: -300, key: "repository" },
    { name: "hook", priority: 0, key: "repository" },
    { name: "person", priority: 300, key: "repository" },
  ]);
  expect(names).toEqual(["person", "hook", "sweep"]);
});

test("a priority that is not a number counts as none, and one that is too large is cut off", async () => {
  const names = await executed([
    { name: "text", priority: "300" },
    { name: "boundless", priority: 1e300 },
    { name: "most", priority: 600 },
    { name: "hook", priority: 0 },
  ]);
  expect(names).toEqual(["boundless", "most", "text", "hook"]);
});

test("what a person asked for goes before what a code host wants, and that before what the schedule does", async () => {
  const user = await textRows<{ id: number }>(
    db,
    sql`insert into users (username, email, full_name) values ('priority', 'priority@example.org', '') returning id`,
  );
  await inTransaction(async (tx) => {
    await createTasks(tx, [
      { kind: "repository-operation", payload: { repository: 0, operation: "commit" } },
      { kind: "update-repository", payload: { repository: 0 } },
    ]);
    await createTask(tx, {
      kind: "repository-operation",
      payload: { repository: 0, operation: "pull" },
      userId: user[0]?.id,
    });
  });
  const events = await textRows<{ name: string; priority: number }>(
    db,
    sql`select name, (data ->> 'priority')::int as priority from outbox_events order by priority desc`,
  );
  expect(events).toEqual([
    { name: "loquat/repository-operation", priority: 300 },
    { name: "loquat/update-repository", priority: 0 },
    { name: "loquat/repository-operation", priority: -300 },
  ]);
});
