import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { allContracts } from "@/lib/api/contracts";
import { isPermission, isSitePermission } from "@/lib/domain/access/permissions";
import { db, sql } from "@/lib/platform/database";
import { startEngine, stopEngine } from "@/lib/platform/queue";
import { textRow } from "../support/text-rows";
import { CALLERS, HARMLESS, makeWorld, sampleOf, type World } from "./permission-world";
import { json } from "./support";

/** Whose OPTIONS tell the fields of a method: those who may use it, as `permissions.expected.json` has it. */

const FILE = join(import.meta.dirname, "permissions.expected.json");
const { cells } = JSON.parse(readFileSync(FILE, "utf8")) as { cells: Record<string, string> };
const contracts = allContracts().filter(
  ({ body, method, path }) => body && (method === "POST" || method === "PUT") && path.startsWith("/api/"),
);
let world: World;

beforeAll(async () => {
  world = await makeWorld();
  await startEngine(HARMLESS);
}, 120_000);
afterAll(() => stopEngine());

const traces = () =>
  textRow(
    db,
    sql`select (select count(*) from changes) as changes, (select count(*) from tasks) as tasks,
      (select count(*) from users) as users, (select count(*) from units) as units, (select count(*) from teams) as teams`,
  );

it("nobody is denied the fields of what they may send, or told those of a method whose permission they lack", async () => {
  const wrong: string[] = [];
  for (const contract of contracts) {
    const name = `${contract.method} ${contract.path}`;
    const statuses = (cells[name] ?? "").split(" ").map(Number);
    const { permission = "" } = contract;
    const placed = isPermission(permission) && contract.path.includes("/{project}/");
    const { path } = await sampleOf(world, contract);
    const before = await traces();
    for (const [at, caller] of CALLERS.entries()) {
      const { body } = await json<{ actions?: object }>("OPTIONS", path, { key: world.keys[caller] });
      const told = body.actions !== undefined && contract.method in body.actions;
      const may = caller !== "nobody" && ![401, 403, 404].includes(statuses[at] ?? 0);
      if (may && !told) wrong.push(`${name} denies ${caller}`);
      if (!may && told && (placed || isSitePermission(permission))) wrong.push(`${name} tells ${caller}`);
    }
    expect(await traces(), `${name} did something`).toEqual(before);
  }
  expect(wrong).toEqual([]);
  expect(contracts.length).toBeGreaterThan(80);
}, 120_000);
