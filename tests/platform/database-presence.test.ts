import { afterEach, expect, it } from "vitest";
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
