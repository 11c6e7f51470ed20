import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { functions } from "@/inngest";
import type { Actor } from "@/lib/domain/access/actor";
import { cancelTask, createTask, findTask, waitForTask } from "@/lib/domain/tasks/tasks";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { type Environment, environment, setEnvironment } from "@/lib/platform/environment";
import { startEngine, stopEngine } from "@/lib/platform/queue";
import { REPOSITORY_LOCKS, takeSessionLock } from "@/lib/platform/session-lock";
import { connect } from "../support/loop";
import { OPEN } from "../support/outside";
import { makePerson } from "../support/people";
import { textRows } from "../support/text-rows";

/** Git servers that take a connection and say nothing. */

const FILES = { "l/en.json": '{"a": "Apple"}\n', "l/cs.json": "{}\n" };
const USE = { filemask: "l/*.json", template: "l/en.json", fileFormat: "json", pushOnCommit: false };
let before: Environment;
const silent: { server: Server; asked: number }[] = [];
let admin: Actor;

beforeAll(async () => {
  before = environment();
  setEnvironment({ ...before, privateRepositories: OPEN });
  admin = await makePerson("admin", { superuser: true });
  await startEngine(functions);
});

afterAll(async () => {
  for (const { server } of silent) server.closeAllConnections();
  await stopEngine();
  for (const { server } of silent) server.close();
  setEnvironment(before);
});

async function serveSilence() {
  const one = { server: createServer(() => one.asked++), asked: 0 };
  await new Promise<void>((ready) => one.server.listen(0, "127.0.0.1", ready));
  silent.push(one);
  const url = `http://127.0.0.1:${(one.server.address() as AddressInfo).port}/x.git`;
  return { one, url };
}

const pull = (repository: number) =>
  inTransaction((tx) => createTask(tx, { kind: "repository-operation", payload: { repository, operation: "pull" } }));

/** A repository at a server that says nothing. */
async function repositoryAt(url: string): Promise<number> {
  const [row] = await textRows<{ id: number }>(
    db,
    sql`insert into repositories (url, branch) values (${url}, 'main') returning id`,
  );
  return row?.id ?? 0;
}

it("holds up nothing but the repositories at servers that say nothing", async () => {
  const many = await serveSilence();
  const places = [...Array<string>(5).fill(many.url)];
  for (let i = 0; i < 7; i++) places.push((await serveSilence()).url);
  const hanging = [];
  for (const url of places) hanging.push(await pull(await repositoryAt(url)));
  const { component, upstream } = await connect(admin, FILES, USE);
  // Everybody but the fifth at one server waits for an answer.
  await expect
    .poll(() => silent.map((one) => one.asked), { timeout: 50_000 })
    .toEqual([4, ...Array<number>(7).fill(1)]);
  upstream.commit({ "l/cs.json": '{"a": "Jablko"}\n' });
  const healthy = await pull(component.repositoryId);
  expect(await waitForTask(healthy.id, 50_000)).toMatchObject({ state: "done", result: { result: true } });
  for (const { id } of hanging) expect(["pending", "running"]).toContain((await findTask(id))?.state);
});

it("tells that it waits, ends the transfer when its task is cancelled, and lets the repository go", async () => {
  const { one, url } = await serveSilence();
  const closed = new Promise((done) => one.server.once("connection", (socket) => socket.on("close", done)));
  const repository = await repositoryAt(url);
  const { id } = await pull(repository);
  await expect
    .poll(async () => (await findTask(id))?.result, { timeout: 50_000 })
    .toMatchObject({ stage: "Waiting for the server" });
  await inTransaction((tx) => cancelTask(tx, id));
  await closed;
  const lock = await takeSessionLock(REPOSITORY_LOCKS, repository, 50_000);
  await lock?.release();
  expect(lock).toBeDefined();
  expect(await findTask(id)).toMatchObject({ state: "cancelled" });
  expect(one.asked).toBe(1);
});
