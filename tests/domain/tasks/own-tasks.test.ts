import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Actor, anonymousActor } from "@/lib/domain/access/actor";
import { Unauthenticated } from "@/lib/domain/errors";
import { waitingFor } from "@/lib/domain/notices/inbox";
import { listOwnTasks } from "@/lib/domain/statistics/management";
import { seeOwnTask, seeTasks } from "@/lib/domain/tasks/own-tasks";
import { beginTask, cancelTask, createTask, failTask, findTask, finishTask } from "@/lib/domain/tasks/tasks";
import { countStatements, db, inTransaction, sql } from "@/lib/platform/database";
import { makePerson } from "../../support/people";
import { bareComponent, bareProject } from "../../support/places";

/** Tasks as the head of each page tells whoever started them. */

let petra: Actor;
let jan: Actor;
let component: number;
let project: number;

beforeAll(async () => {
  petra = await makePerson("petra");
  jan = await makePerson("jan");
  project = await bareProject();
  component = await bareComponent(project);
});
beforeEach(() => db.run(sql`delete from tasks`));

const start = async (who: Actor | undefined, componentId = component): Promise<string> => {
  const payload = { repository: 1, operation: "pull" } as const;
  const task = { kind: "repository-operation", payload, userId: who?.userId, componentId } as const;
  return (await inTransaction((tx) => createTask(tx, task))).id;
};
const told = async (who: Actor) => (await waitingFor(who)).tasks;
const list = async (who: Actor, shown = true) =>
  (await listOwnTasks(who, { told: shown, limit: 10 })).rows.map(({ id }) => id);
const NOTHING = { running: 0, progress: 0, ended: 0, failed: 0 };

describe("the tasks of a person", () => {
  it("are told while they run, and afterwards until they are seen; those of others and of Loquat never", async () => {
    expect(await told(petra)).toEqual(NOTHING);
    const [first, second] = [await start(petra), await start(petra)];
    await start(jan);
    await start(undefined);
    await beginTask(second, "run");
    await db.run(sql`update tasks set progress = 50 where id = ${second}`);
    expect(await told(petra)).toEqual({ running: 2, progress: 25, ended: 0, failed: 0 });
    expect(await list(petra)).toEqual([second, first]);
    await finishTask(first, { files: 1, strings: 2 });
    await failTask(second, "It did not work.");
    expect(await told(petra)).toEqual({ running: 0, progress: 0, ended: 2, failed: 1 });
    await seeTasks(petra, [second]);
    expect(await told(petra)).toEqual({ running: 0, progress: 0, ended: 1, failed: 0 });
    expect(await list(petra)).toEqual([first]);
    expect(await list(petra, false)).toEqual([second, first]);
    expect(await told(jan)).toMatchObject({ running: 1 });
  });

  it("that could not do their work count as failed, those that were cancelled do not", async () => {
    const [refused, cancelled] = [await start(petra), await start(petra)];
    await finishTask(refused, { result: false, detail: "Nothing to push." });
    await inTransaction((tx) => cancelTask(tx, cancelled));
    expect(await told(petra)).toEqual({ running: 0, progress: 0, ended: 2, failed: 1 });
  });

  it("that ended some time ago are told no more, and stay in the list", async () => {
    const [late, now] = [await start(petra), await start(petra)];
    for (const id of [late, now]) await finishTask(id, null);
    await db.run(sql`update tasks set finished_at = now() - interval '11 minutes' where id = ${late}`);
    expect(await told(petra)).toMatchObject({ ended: 1 });
    expect(await list(petra)).toEqual([now]);
    expect(await list(petra, false)).toEqual([now, late]);
  });

  it("are not seen before they have ended, nor by anybody else", async () => {
    const id = await start(petra);
    const task = await findTask(id);
    if (!task) throw new Error("There is no task.");
    await seeTasks(petra, [id]);
    await seeOwnTask(petra, task);
    await finishTask(id, null);
    const ended = { ...task, state: "done" } as const;
    await seeTasks(jan, [id]);
    await seeTasks(jan);
    await seeOwnTask(jan, ended);
    await seeTasks({ ...petra, viewing: { userId: jan.userId } as unknown as Actor["viewing"] }, [id]);
    expect(await told(petra)).toMatchObject({ ended: 1 });
    await seeOwnTask(petra, ended);
    expect(await told(petra)).toEqual(NOTHING);
  });

  it("cost a page one statement together with its notices, and visitors none", async () => {
    await start(petra);
    expect((await countStatements(() => waitingFor(petra))).count).toBe(1);
    const nobody = await anonymousActor();
    expect(await countStatements(() => waitingFor(nobody))).toEqual({
      result: { notices: 0, tasks: NOTHING },
      count: 0,
    });
    await expect(listOwnTasks(nobody, { told: true, limit: 1 })).rejects.toBeInstanceOf(Unauthenticated);
  });

  it("are listed page by page, without the names of places that the person does not see any more", async () => {
    const hidden = await bareComponent(await bareProject());
    const ids = [await start(petra), await start(petra, hidden), await start(petra)].reverse();
    const first = await listOwnTasks(petra, { told: false, limit: 2 });
    const second = await listOwnTasks(petra, { told: false, limit: 2, after: first.next });
    expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(ids);
    expect(second.next).toBeUndefined();
    expect(first.rows[1]?.projectName).not.toBeNull();
    await db.run(sql`update components set restricted = true where id = ${hidden}`);
    const { rows } = await listOwnTasks(petra, { told: false, limit: 3 });
    expect(rows[1]).toMatchObject({ projectName: null, projectSlug: null, componentName: null, componentSlug: null });
    expect(rows[0]).toMatchObject({ projectSlug: expect.any(String), componentSlug: expect.any(String) });
  });
});
