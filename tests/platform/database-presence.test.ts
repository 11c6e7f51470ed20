import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { pool } from "@/lib/platform/database";
import { databaseIsAway, databaseReturns, noteDatabaseAway, noteDatabaseHere } from "@/lib/platform/database-presence";

/** What connections tell of the database, each on its own. */

afterEach(noteDatabaseHere);

it("the database is away from a failure until a connection is opened", () => {
  noteDatabaseAway();
  expect(databaseIsAway()).toBe(true);
  noteDatabaseHere();
  expect(databaseIsAway()).toBe(false);
});

it("a connection from before an outage says nothing of the time behind it", () => {
  const old = databaseReturns();
  noteDatabaseAway(old);
  noteDatabaseHere();
  noteDatabaseAway(old);
  expect(databaseIsAway()).toBe(false);
  noteDatabaseAway(databaseReturns());
  expect(databaseIsAway()).toBe(true);
});

it("connections that are opened while the database is here stay as good as the ones before", () => {
  const first = databaseReturns();
  noteDatabaseHere();
  noteDatabaseAway(first);
  expect(databaseIsAway()).toBe(true);
});

it("one connection that breaks while others are open does not make the database away for long", async () => {
  const [one, other] = [await pool().connect(), await pool().connect()];
  const { rows } = await one.query<{ pid: number }>("select pg_backend_pid() as pid");
  one.release();
  const broken = new Promise((done) => pool().once("error", done));
  await other.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
  other.release();
  await broken;
  for (let waited = 0; databaseIsAway() && waited < 5000; waited += 10) await pause(10);
  expect(databaseIsAway()).toBe(false);
});
