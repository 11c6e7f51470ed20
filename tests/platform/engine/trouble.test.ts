import { randomUUID } from "node:crypto";
import { connect, createServer, type Socket } from "node:net";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { closeDatabase, databaseUrl, db, sql } from "@/lib/platform/database";
import { acceptEvent } from "@/lib/platform/engine/router";
import { SENDER } from "@/lib/platform/engine/store";
import { environment, setEnvironment } from "@/lib/platform/environment";
import { inngest } from "@/lib/platform/queue";
import { textRow, textRows } from "../../support/text-rows";
import { ended, send, sleep, startLab, stopLab, until } from "./lab";

/** Trouble with the database: lost connections, an outage, a deadlock. All goes through a proxy the test can cut. */

const sockets = new Set<Socket>();
let reachable = true;
let direct = "";

const proxy = createServer((socket) => {
  if (!reachable) return socket.destroy();
  const { hostname, port } = new URL(direct);
  const other = connect(Number(port), hostname);
  for (const [from, to] of [
    [socket, other],
    [other, socket],
  ] as const) {
    sockets.add(from);
    from.on("error", () => to.destroy());
    from.on("close", () => {
      sockets.delete(from);
      to.destroy();
    });
    from.pipe(to);
  }
});

beforeAll(async () => {
  direct = databaseUrl();
  await closeDatabase();
  await new Promise<void>((done) => proxy.listen(0, "127.0.0.1", done));
  const url = new URL(direct);
  url.port = String((proxy.address() as { port: number }).port);
  setEnvironment({ ...environment(), databaseUrl: url.toString() });
});
afterEach(() => stopLab());
afterAll(async () => {
  await closeDatabase();
  for (const socket of sockets) socket.destroy();
  proxy.close();
});

const quick = inngest.createFunction({ id: "quick", triggers: [{ event: "lab/quick" }] }, async () => "quick");

let executed = 0;
const steady = inngest.createFunction({ id: "steady", triggers: [{ event: "lab/steady" }] }, async ({ step }) => {
  let sum = 0;
  for (let i = 1; i <= 5; i++)
    sum += await step.run(`step ${i}`, async () => {
      await sleep(100);
      executed++;
      return i;
    });
  return sum;
});

test("with the listening connections cut, a run still starts", async () => {
  await startLab([quick]);
  await db.run(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%' and datname = current_database()`,
  );
  expect(await ended("quick", await send("lab/quick"))).toMatchObject({ status: "completed" });
  await until(async () =>
    textRow(db, sql`select 1 from pg_stat_activity where query ilike 'listen%' and datname = current_database()`),
  );
});

test("the process survives an outage of the database, and runs under way finish", async () => {
  await startLab([steady]);
  const events = await Promise.all(Array.from({ length: 6 }, () => send("lab/steady")));
  await sleep(250);
  reachable = false;
  for (const socket of sockets) socket.destroy();
  await expect(db.run(sql`select 1`)).rejects.toThrow();
  await sleep(2000);
  reachable = true;
  const runs = await Promise.all(events.map((event) => ended("steady", event)));
  expect(runs.map((run) => run.output)).toEqual(events.map(() => ({ data: 15 })));
  // What was done when the database went away was kept until it came back.
  expect(executed).toBe(30);
});

test("a deadlock between an event that resumes runs and another transaction is tried again", async () => {
  const pair = inngest.createFunction({ id: "pair", triggers: [{ event: "lab/pair" }] }, async ({ step }) => {
    const event = await step.waitForEvent("both", { event: "lab/both", timeout: "1h" });
    return event?.id;
  });
  await startLab([pair]);
  const events = [await send("lab/pair"), await send("lab/pair")];
  const runs = await until(async () => {
    const rows = await textRows<{ runId: string }>(
      db,
      sql`select run_id from engine_pauses where kind = 'wait' order by run_id`,
    );
    return rows.length === 2 ? rows.map((row) => row.runId) : undefined;
  });
  const rival = new pg.Client({ connectionString: direct });
  await rival.connect();
  const lock = (id?: string) => rival.query("select 1 from engine_runs where id = $1 for update", [id]);
  try {
    // The rival never notices the deadlock first, so the victim is the engine.
    await rival.query("begin; set local deadlock_timeout = '60s'");
    await lock(runs[1]);
    const id = randomUUID();
    // Not through the client, which would try again by itself.
    const sending = acceptEvent(SENDER, { id, name: "lab/both", data: {}, ts: Date.now() });
    await until(async () =>
      textRow(db, sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`),
    );
    await lock(runs[0]);
    await sleep(100);
    await rival.query("commit");
    await sending;
    for (const event of events) expect((await ended("pair", event)).output).toEqual({ data: id });
  } finally {
    await rival.end();
  }
  await until(async () => {
    const row = await textRow<{ deadlocks: number }>(
      db,
      sql`select deadlocks from pg_stat_database where datname = current_database()`,
    );
    return (row?.deadlocks ?? 0) > 0;
  });
});
