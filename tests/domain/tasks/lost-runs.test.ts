import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { functions } from "@/inngest/index";
import { runAddon } from "@/inngest/run-addon";
import { MOST_ATTEMPTS, recoverLostRuns } from "@/lib/domain/tasks/lost-runs";
import { taskFunction } from "@/lib/domain/tasks/task-function";
import { readLog } from "@/lib/domain/tasks/task-view";
import { createTask, findTask, type NewTask, waitForTask } from "@/lib/domain/tasks/tasks";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { type Environment, environment, setEnvironment } from "@/lib/platform/environment";
import { RetryAfterError } from "@/lib/platform/queue";
import { registerFunctions } from "@/lib/platform/task-server";
import { openFunctions, openTaskServer, type TaskServer } from "../../support/task-server";
import { textRows } from "../../support/text-rows";

/** Runs that a task server loses, gives up or ends without our being told. */

/** Takes the place of add-ons: fails while it is told to, and then waits for its next attempt. */
let fails = true;
const flaky = taskFunction({ id: "flaky", kind: "run-addon", retries: 4, steps: { only: 1 } }, async ({ step }) =>
  step.run("only", () => {
    if (fails) throw new RetryAfterError("not now", "1h");
    return "done";
  }),
);

const KEYS = { eventKey: "its-key", signingKey: "0a".repeat(32) };

let server: TaskServer;
let served: Awaited<ReturnType<typeof openFunctions>>;
let before: Environment;

beforeAll(async () => {
  before = environment();
  server = await openTaskServer(KEYS);
  served = await openFunctions([...functions.filter((one) => one !== runAddon), flaky]);
  setEnvironment({ ...before, inngest: { baseUrl: server.url, serveOrigin: served.url, ...KEYS } });
  await registerFunctions(functions);
});
afterAll(async () => {
  setEnvironment(before);
  await server.close();
  await served.close();
});

/** As after two minutes without a word. */
async function growOld(task: string): Promise<void> {
  await db.run(sql`update outbox_events set sent_at = now() - interval '2 minutes' where id = ${task}`);
  await db.run(sql`update tasks set heard_at = now() - interval '2 minutes' where id = ${task}`);
}

/** A task whose first attempt has failed. */
async function waitingTask(): Promise<string> {
  fails = true;
  const { id } = await inTransaction((tx) =>
    createTask(tx, { kind: "run-addon", payload: { addon: 1, event: "daily" } } as NewTask),
  );
  await expect.poll(() => textRows(db, RETRY(id)), { timeout: 10_000 }).toHaveLength(1);
  return id;
}

/** The next attempt of the run that an event has started. */
const RETRY = (event: string) => sql`
  select 1 from engine_jobs j join engine_runs r on r.id = j.run_id
  where r.idem = ${event} and j.attempt > 0 and j.owner is null`;

/** The run that an event has started, when it has ended. */
const ENDED = (event: string) => sql`select 1 from engine_runs where idem = ${event} and ended_at is not null`;

describe("a task server", () => {
  it("that loses what it has to do is told to begin the task again; what only waits is left alone", async () => {
    const task = await waitingTask();
    await growOld(task);
    expect(await recoverLostRuns()).toEqual({ begun: 0, closed: 0 });
    // It was heard of just now.
    await server.loseQueue(task);
    expect(await recoverLostRuns()).toEqual({ begun: 0, closed: 0 });
    await growOld(task);
    fails = false;
    expect(await recoverLostRuns()).toEqual({ begun: 1, closed: 0 });
    expect(await waitForTask(task, 30_000)).toMatchObject({ state: "done", result: "done" });
    const texts = (await readLog(task)).map(({ text }) => text);
    expect(texts).toContain("The task server lost the run; it begins again, attempt 2.");
  });

  it("that gave up without our being told is asked, and begins the task again until that is enough", async () => {
    const task = await waitingTask();
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      const id = attempt === 1 ? task : `${task}.${attempt}`;
      await expect
        .poll(() => db.run(sql`update engine_runs set status = 'failed' where idem = ${id} and status = 'running'`))
        .toBe(1);
      await server.loseQueue(id);
      await growOld(task);
      expect(await recoverLostRuns()).toEqual({ begun: 1, closed: 0 });
    }
    expect(await findTask(task)).toMatchObject({ state: "failed", result: "The task server lost the run 5 times." });
    expect(await recoverLostRuns()).toEqual({ begun: 0, closed: 0 });
  });

  it("that ended a run without our being told is asked how", async () => {
    const [done, gone] = [await waitingTask(), await waitingTask()];
    await db.run(sql`update engine_runs set status = 'completed' where idem = ${done}`);
    await db.run(sql`update engine_runs set status = 'cancelled' where idem = ${gone}`);
    await Promise.all([growOld(done), growOld(gone)]);
    expect(await recoverLostRuns()).toEqual({ begun: 0, closed: 2 });
    expect((await findTask(done))?.state).toBe("done");
    expect((await findTask(gone))?.state).toBe("cancelled");
  });

  it("that could not reach us and tells so begins the task again, and an old attempt does not end a new one", async () => {
    const task = await waitingTask();
    await server.loseQueue(task);
    const tell = (id: string) => server.tell("inngest/function.failed", { event: { id, data: { task } } });
    await tell(task);
    const attempts = () => textRows<{ attempt: number }>(db, sql`select attempt from outbox_events where id = ${task}`);
    await expect.poll(attempts).toEqual([{ attempt: 2 }]);
    const told = await tell(task);
    await expect.poll(() => textRows(db, ENDED(told)), { timeout: 10_000 }).toHaveLength(1);
    expect(await attempts()).toEqual([{ attempt: 2 }]);
    expect((await findTask(task))?.state).not.toBe("failed");
  });
});
