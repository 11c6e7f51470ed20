import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { GET as ready } from "@/app/ready/route";
import { functions } from "@/inngest/index";
import { recoverLostRuns } from "@/lib/domain/tasks/lost-runs";
import { relayOutbox } from "@/lib/domain/tasks/outbox";
import { createTask, waitForTask } from "@/lib/domain/tasks/tasks";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { freePort } from "@/lib/platform/embedded-postgres";
import { type Environment, environment, readEnvironment, setEnvironment } from "@/lib/platform/environment";
import { keepRegistered, registerFunctions, taskServerProblem } from "@/lib/platform/task-server";
import { connect } from "../support/loop";
import { makePerson } from "../support/people";
import { openFunctions, openTaskServer, type TaskServer } from "../support/task-server";

/** Tasks on a server for tasks: registration, what is wrong with it, and events that came too early. */

const KEYS = { eventKey: "its-key", signingKey: `signkey-prod-${"0a".repeat(32)}` };

let server: TaskServer;
let served: Awaited<ReturnType<typeof openFunctions>>;
let before: Environment;
let nobody = "";
const use = (more: Environment["inngest"] = {}) =>
  setEnvironment({
    ...before,
    inngest: { baseUrl: server.url, serveOrigin: served.url, ...KEYS, ...more },
  });

beforeAll(async () => {
  before = environment();
  nobody = `http://127.0.0.1:${await freePort()}`;
  server = await openTaskServer(KEYS);
  served = await openFunctions(functions);
  use();
});
afterAll(async () => {
  setEnvironment(before);
  await server.close();
  await served.close();
});

let asked = 0;

/** An answer that is not the former one: answers are kept for a second. */
async function askReady(): Promise<{ status: number; body: unknown }> {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(Date.now() + 2_000 * ++asked);
  const answer = await ready().finally(() => vi.useRealTimers());
  return { status: answer.status, body: await answer.json() };
}

const newPull = (repository: number) =>
  inTransaction((tx) => createTask(tx, { kind: "repository-operation", payload: { repository, operation: "pull" } }));

/** As after two minutes without a word. */
async function growOld(task: string): Promise<void> {
  await db.run(sql`update outbox_events set sent_at = now() - interval '2 minutes' where id = ${task}`);
  await db.run(sql`update tasks set heard_at = now() - interval '2 minutes' where id = ${task}`);
}

describe("a task server", () => {
  it("that is not there, or has other keys, is named in one line", async () => {
    use({ baseUrl: nobody });
    await expect(registerFunctions(functions)).rejects.toThrow(
      `The task server at ${nobody} does not answer (ECONNREFUSED). Check INNGEST_BASE_URL and that it runs.`,
    );
    use({ signingKey: `signkey-prod-${"0b".repeat(32)}` });
    await expect(registerFunctions(functions)).rejects.toThrow(/refuses INNGEST_SIGNING_KEY/);
    expect(server.registered).toEqual([]);
  });

  it("drops what comes before the functions are registered; it is sent again until a run takes it up", async () => {
    const ada = await makePerson("ada", { superuser: true });
    const files = { "l/en.json": '{"quit": "Quit"}\n', "l/cs.json": '{"quit": "Konec"}\n' };
    setEnvironment(before);
    const { component, upstream } = await connect(ada, files, {
      filemask: "l/*.json",
      template: "l/en.json",
      fileFormat: "json",
    });
    use();
    const task = await newPull(component.repositoryId);
    await expect.poll(async () => (await relayOutbox()) + server.dropped.length).toBeGreaterThan(0);
    expect(server.dropped).toContain("loquat/repository-operation");
    upstream.commit({ "l/cs.json": '{"quit": "Ukončit"}\n' });
    await registerFunctions(functions);
    expect(server.registered).toEqual([`${served.url}/api/inngest`]);
    // Within the first minute it may only be waiting for its turn.
    expect(await recoverLostRuns()).toEqual({ begun: 0, closed: 0 });
    await growOld(task.id);
    expect(await recoverLostRuns()).toEqual({ begun: 1, closed: 0 });
    expect(await waitForTask(task.id, 30_000)).toMatchObject({ state: "done" });
    await growOld(task.id);
    expect(await recoverLostRuns()).toEqual({ begun: 0, closed: 0 });
  });

  it("refuses events with another key, which is said", async () => {
    use({ eventKey: "another" });
    await expect(registerFunctions(functions)).rejects.toThrow(
      /refuses events: .*Event key not found\. Check INNGEST_EVENT_KEY\.$/s,
    );
  });

  it("is asked until it takes the functions, and the installation is not ready before", async () => {
    use({ baseUrl: nobody });
    let stop = keepRegistered(functions);
    await expect.poll(taskServerProblem).toMatch(/does not answer/);
    expect(await askReady()).toMatchObject({
      status: 503,
      body: { ready: false, worker: "away", problem: expect.stringMatching(/does not answer/) },
    });
    stop();
    use();
    stop = keepRegistered(functions);
    await expect.poll(taskServerProblem).toBeUndefined();
    expect(await askReady()).toMatchObject({ status: 200, body: { ready: true, worker: "external" } });
    const times = server.registered.length;
    server.forget();
    await expect.poll(() => server.registered.length, { timeout: 20_000 }).toBe(times + 1);
    stop();
  });
});

describe("the settings of a task server", () => {
  const url = { INNGEST_BASE_URL: "http://tasks:8288/" };
  const key = "0a".repeat(32);

  it("name what is missing or has a wrong form", () => {
    expect(() => readEnvironment(url)).toThrow("INNGEST_EVENT_KEY is required with INNGEST_BASE_URL.");
    expect(() => readEnvironment({ ...url, INNGEST_EVENT_KEY: "k" })).toThrow("INNGEST_SIGNING_KEY is required");
    const odd = { ...url, INNGEST_EVENT_KEY: "k", INNGEST_SIGNING_KEY: "secret words" };
    expect(() => readEnvironment(odd)).toThrow(/^INNGEST_SIGNING_KEY must be an even number of hexadecimal digits/);
    expect(() => readEnvironment(odd)).not.toThrow(/secret words/);
    expect(() => readEnvironment({ INNGEST_BASE_URL: "tasks:8288" })).toThrow(/^INNGEST_BASE_URL must be an http/);
  });

  it("are taken with a prefix of the key and without", () => {
    for (const INNGEST_SIGNING_KEY of [key, `signkey-prod-${key}`])
      expect(readEnvironment({ ...url, INNGEST_EVENT_KEY: "k", INNGEST_SIGNING_KEY }).inngest).toEqual({
        baseUrl: "http://tasks:8288",
        eventKey: "k",
        signingKey: INNGEST_SIGNING_KEY,
      });
  });
});
