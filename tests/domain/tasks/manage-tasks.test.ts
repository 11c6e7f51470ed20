import { beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { cancelVisibleTask, mayCancelTask } from "@/lib/domain/components/task-access";
import { Forbidden } from "@/lib/domain/errors";
import { listTasks } from "@/lib/domain/statistics/management";
import { actOnTasks, canRetry, retryTask, stopTask } from "@/lib/domain/tasks/manage-tasks";
import { createTask, failTask, findTask, finishTask, type TaskRow } from "@/lib/domain/tasks/tasks";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { makePerson } from "../../support/people";
import { bareComponent, bareProject } from "../../support/places";
import { leaveTask } from "../../support/tasks";
import { textRow } from "../../support/text-rows";

/** Background tasks as administrators find, stop and repeat them. */

let admin: Actor;
let vera: Actor;
let component: number;
let slug: string;

const make = (repository: number): Promise<TaskRow> =>
  inTransaction((tx) => createTask(tx, { kind: "update-repository", payload: { repository }, componentId: component }));

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  vera = await makePerson("vera");
  const project = await bareProject();
  component = await bareComponent(project);
  slug = (await textRow<{ slug: string }>(db, sql`select slug from projects where id = ${project}`))?.slug ?? "";
});

it("a task that failed is run again as a new one, by whoever asks, with the same work", async () => {
  const task = await make(7);
  await expect(retryTask(admin, task.id)).rejects.toThrow("has not ended");
  await failTask(task.id, "The remote refused.");
  await expect(retryTask(vera, task.id)).rejects.toThrow("management.use");
  const again = await retryTask(admin, task.id);
  expect(again).not.toBe(task.id);
  expect(await findTask(again)).toMatchObject({
    ...{ kind: "update-repository", state: "pending", payload: { repository: 7 } },
    ...{ componentId: component, userId: admin.userId },
  });
  const event = await textRow<{ name: string; data: object }>(
    db,
    sql`select name, data from outbox_events where id = ${again}`,
  );
  expect(event).toMatchObject({ name: "loquat/update-repository", data: { repository: 7, task: again } });
  expect(await findTask(task.id)).toMatchObject({ state: "failed" });
});

it("what has done its work, or is of another release, is not run again", async () => {
  const done = await make(8);
  await finishTask(done.id, { result: true });
  await expect(retryTask(admin, done.id)).rejects.toThrow("has done its work");
  const refused = await make(8);
  await finishTask(refused.id, { result: false, detail: "Locked." });
  expect(await retryTask(admin, refused.id)).toBeDefined();
  for (const [kind, payload] of [
    ["of-old-times", {}],
    ["update-repository", { repo: "named otherwise once" }],
  ] as const) {
    const old = await leaveTask(kind, payload);
    await failTask(old, "no");
    await expect(retryTask(admin, old)).rejects.toThrow("earlier release");
  }
  expect(canRetry({ kind: "toString", state: "failed", result: null })).toBe(false);
  await expect(retryTask(admin, "none")).rejects.toThrow("does not exist");
});

it("a task that waits is cancelled once", async () => {
  const task = await make(9);
  await expect(stopTask(vera, task.id)).rejects.toThrow("management.use");
  await stopTask(admin, task.id);
  expect(await findTask(task.id)).toMatchObject({ state: "cancelled" });
  await expect(stopTask(admin, task.id)).rejects.toThrow("has ended");
});

it("a task is cancelled by those who see it and keep its component", async () => {
  const task = await make(10);
  expect([await mayCancelTask(vera, task), await mayCancelTask(admin, task)]).toEqual([false, true]);
  await expect(cancelVisibleTask(vera, task.id)).rejects.toBeInstanceOf(Forbidden);
  expect(await findTask(task.id)).toMatchObject({ state: "pending" });
  await cancelVisibleTask(admin, task.id);
  const ended = await findTask(task.id);
  expect(ended).toMatchObject({ state: "cancelled" });
  expect(ended && (await mayCancelTask(admin, ended))).toBe(false);
});

it("the list is narrowed by state, kind and project, and goes on by a cursor", async () => {
  await db.run(sql`delete from tasks`);
  const ids: string[] = [];
  for (let at = 0; at < 5; at++) ids.unshift((await make(at)).id);
  // Made in one moment, they are told apart by their ids.
  await db.run(sql`update tasks set created_at = '2026-01-01 12:00:00.123456+00' where id <> ${ids[0]}`);
  await leaveTask("run-addon", { addon: 1 });
  await failTask(ids[2] ?? "", "no");
  const list = async (query: Partial<Parameters<typeof listTasks>[1]>) => listTasks(admin, { limit: 50, ...query });
  expect((await list({ state: "failed" })).rows.map(({ id }) => id)).toEqual([ids[2]]);
  expect((await list({ kind: "run-addon" })).rows).toHaveLength(1);
  expect((await list({ project: slug })).rows).toHaveLength(5);
  expect((await list({ project: "none" })).rows).toEqual([]);
  const seen: string[] = [];
  for (let after: string | undefined, pages = 0; pages < 9; pages++) {
    const page = await list({ after, limit: 2 });
    seen.push(...page.rows.map(({ id }) => id));
    after = page.next;
    if (!after) break;
  }
  expect(seen).toHaveLength(6);
  expect(new Set(seen).size).toBe(6);
  expect((await list({ after: "nonsense" })).rows).toHaveLength(6);
  await expect(listTasks(vera, { limit: 1 })).rejects.toThrow("management.use");
});

it("many tasks are stopped or run again at once, and those for which that makes no sense are left", async () => {
  const [waits, failed] = [await make(31), await make(32)];
  await failTask(failed.id, "The remote refused.");
  const ids = [waits.id, failed.id, failed.id, "00000000-0000-4000-8000-000000000000"];
  await expect(actOnTasks(vera, ids, "cancel")).rejects.toThrow("management.use");
  expect(await actOnTasks(admin, ids, "cancel")).toEqual({ done: 1, left: 2 });
  expect((await findTask(waits.id))?.state).toBe("cancelled");
  expect(await actOnTasks(admin, [failed.id, waits.id], "retry")).toEqual({ done: 2, left: 0 });
  await expect(actOnTasks(admin, [], "cancel")).rejects.toThrow("at least one");
});
