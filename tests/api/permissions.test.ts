import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allContracts, privateContracts } from "@/lib/api/contracts";
import type { Endpoint } from "@/lib/api/endpoint";
import { db, sql } from "@/lib/platform/database";
import { startEngine, stopEngine } from "@/lib/platform/queue";
import {
  CALLERS,
  HARMLESS,
  makeWorld,
  RESTRICTED_CALLERS,
  repair,
  restrictApp,
  sampleOf,
  type World,
} from "./permission-world";
import { send } from "./support";

/**
 * Who may do what: every contract as every caller, against a file that people have read. With LOQUAT_WRITE_PERMISSIONS=1
 * the file is written anew; read its difference line by line before you keep it.
 */

const FILE = join(import.meta.dirname, "permissions.expected.json");
const WRITE = process.env.LOQUAT_WRITE_PERMISSIONS === "1";
const nameOf = (contract: Endpoint) => `${contract.method} ${contract.path}`;
const contracts = [...allContracts(), ...privateContracts()].sort((a, b) =>
  a.path + a.method < b.path + b.method ? -1 : 1,
);

interface Table {
  callers: string;
  cells: Record<string, string>;
}
interface Expected extends Table {
  /** The same of a restricted component. */
  restricted: Table;
}

const expected: Expected = existsSync(FILE)
  ? (JSON.parse(readFileSync(FILE, "utf8")) as Expected)
  : { callers: "", cells: {}, restricted: { callers: "", cells: {} } };
const seen: Record<string, string> = {};
const seenRestricted: Record<string, string> = {};
let world: World;

beforeAll(async () => {
  world = await makeWorld();
  await startEngine(HARMLESS);
}, 120_000);

afterAll(async () => {
  await stopEngine();
  // Rows of contracts that were not asked, as with a filter of names, stay as they are written.
  const kept = (old: Record<string, string>, own: Record<string, string>) =>
    Object.fromEntries(
      contracts.map(nameOf).flatMap((name) => {
        const row = own[name] ?? old[name];
        return row === undefined ? [] : [[name, row]];
      }),
    );
  const restricted = {
    callers: RESTRICTED_CALLERS.join("; "),
    cells: kept(expected.restricted.cells, seenRestricted),
  };
  const table = { callers: CALLERS.join(", "), cells: kept(expected.cells, seen), restricted };
  if (WRITE) writeFileSync(FILE, `${JSON.stringify(table, null, 2)}\n`);
});

async function rowOf(contract: Endpoint, keys: readonly (string | undefined)[]): Promise<string> {
  const cells: number[] = [];
  for (const key of keys) {
    const { path, body, headers } = await sampleOf(world, contract);
    const answer = await send(contract.method, path, { key, body, headers });
    // What goes on and on is left as soon as it begins.
    if (answer.headers.get("content-type")?.startsWith("text/event-stream")) await answer.body?.cancel();
    else await answer.arrayBuffer();
    cells.push(answer.status);
    if (contract.method !== "GET") await repair(world);
  }
  return cells.join(" ");
}

describe("what each caller may", () => {
  it("is written down for every contract, and for nothing else", () => {
    if (WRITE) return;
    expect(expected.callers).toBe(CALLERS.join(", "));
    expect(Object.keys(expected.cells).sort()).toEqual(contracts.map(nameOf).sort());
  });

  it.each(contracts.map((contract) => [nameOf(contract), contract] as const))("%s", async (name, contract) => {
    const row = await rowOf(
      contract,
      CALLERS.map((caller) => world.keys[caller]),
    );
    seen[name] = row;
    if (!WRITE) expect(row).toBe(expected.cells[name]);
  });
});

describe("what each caller may in a restricted component", () => {
  const inside = contracts.filter(
    (contract) =>
      /^\/api\/(?:(?:components|translations)\/\{project\}\/\{component\}|units|comments|suggestions|screenshots)\//.test(
        contract.path,
      ) && /\{/.test(contract.path),
  );
  let keys: Awaited<ReturnType<typeof restrictApp>>;
  beforeAll(async () => {
    keys = await restrictApp(world);
  });
  afterAll(() => db.run(sql`update components set restricted = false`));

  it("is written down for every contract, and for nothing else", () => {
    expect(inside.length).toBeGreaterThan(60);
    if (WRITE) return;
    expect(expected.restricted.callers).toBe(RESTRICTED_CALLERS.join("; "));
    expect(Object.keys(expected.restricted.cells).sort()).toEqual(inside.map(nameOf).sort());
  });

  it.each(inside.map((contract) => [nameOf(contract), contract] as const))("%s", async (name, contract) => {
    const row = await rowOf(
      contract,
      RESTRICTED_CALLERS.map((caller) => keys[caller]),
    );
    seenRestricted[name] = row;
    if (!WRITE) expect(row).toBe(expected.restricted.cells[name]);
  });
});

describe("a private project", () => {
  const inside = contracts.filter((contract) =>
    /^\/api\/(?:projects|components|translations)\/\{project\}/.test(contract.path),
  );

  it("is not there for whoever may not see it", async () => {
    expect(inside.length).toBeGreaterThan(60);
    await db.run(sql`update projects set access_control = 100 where slug = 'alpha'`);
    for (const contract of inside) {
      const { path, body } = await sampleOf(world, contract);
      for (const caller of ["nobody", "stranger", "foreign token"] as const) {
        const answer = await send(contract.method, path, { key: world.keys[caller], body });
        const wanted = caller === "nobody" && contract.method !== "GET" ? 401 : 404;
        expect(answer.status, `${caller}: ${nameOf(contract)}`).toBe(wanted);
      }
    }
  });
});
