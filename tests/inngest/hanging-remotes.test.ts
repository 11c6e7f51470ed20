import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
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
async function repositoryAt(url: string, vcs = "git"): Promise<number> {
  const [row] = await textRows<{ id: number }>(
    db,
    sql`insert into repositories (url, branch, vcs) values (${url}, 'main', ${vcs}) returning id`,
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

/** Programs that start a helper and wait for it for ever, as they do whose server says nothing. */
function makeHangingPrograms(names: readonly string[]): { pids(): number[]; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "loquat-hanging-"));
  const list = join(folder, "pids");
  const script = `#!/bin/sh\n[ "$1" = --version ] && echo 7.0 && exit 0\nsleep 3600 &\necho "$$ $!" > '${list}'\nwait\n`;
  for (const name of names) {
    writeFileSync(join(folder, name), script);
    chmodSync(join(folder, name), 0o755);
  }
  const before = process.env.PATH;
  process.env.PATH = `${folder}${delimiter}${before}`;
  return {
    pids: () => (existsSync(list) ? readFileSync(list, "utf8").trim().split(/\s+/).filter(Boolean).map(Number) : []),
    remove() {
      process.env.PATH = before;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // One that has ended is listed until somebody asks how.
    const told = `/proc/${pid}/status`;
    return !existsSync(told) || !/^State:\s*Z/m.test(readFileSync(told, "utf8"));
  } catch {
    return false;
  }
}

it.each([
  ["mercurial", ["hg"]],
  // The other one is asked for before anything is done.
  ["subversion", ["svn", "svnmucc"]],
] as const)(
  "ends the program of %s and its helpers when the task is cancelled, and lets the repository go",
  async (vcs, names) => {
    const program = makeHangingPrograms(names);
    try {
      const repository = await repositoryAt(`http://127.0.0.1:9/${vcs}/trunk`, vcs);
      const { id } = await pull(repository);
      await expect.poll(program.pids, { timeout: 50_000 }).toHaveLength(2);
      await expect
        .poll(async () => (await findTask(id))?.result, { timeout: 50_000 })
        .toMatchObject({ stage: "Waiting for the server" });
      expect(program.pids().map(isAlive)).toEqual([true, true]);
      await inTransaction((tx) => cancelTask(tx, id));
      await expect.poll(() => program.pids().map(isAlive), { timeout: 50_000 }).toEqual([false, false]);
      const lock = await takeSessionLock(REPOSITORY_LOCKS, repository, 50_000);
      await lock?.release();
      expect(lock).toBeDefined();
      expect(await findTask(id)).toMatchObject({ state: "cancelled" });
    } finally {
      program.remove();
    }
  },
);
