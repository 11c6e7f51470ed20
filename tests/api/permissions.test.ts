import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allContracts, privateContracts } from "@/lib/api/contracts";
import type { Endpoint } from "@/lib/api/endpoint";
import { askComponents, askTouched } from "@/lib/domain/units/related-checks";
import { db, joinSql, rawSql, sql } from "@/lib/platform/database";
import { startEngine, stopEngine } from "@/lib/platform/queue";
import { textRows } from "../support/text-rows";
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

/** A digest of each table, but for those of tokens, whose use is counted. */
async function contents(): Promise<Record<string, string | null>> {
  const tables = await textRows<{ name: string }>(
    db,
    sql`
    select tablename as name from pg_tables where schemaname = 'public'
      and tablename not in ('api_tokens', 'token_calls')`,
  );
  const digests = tables.map(({ name }) =>
    rawSql(`
    select '${name}' as name, md5(string_agg(x::text, '' order by x::text)) as digest from "${name}" x`),
  );
  const rows = await textRows<{ name: string; digest: string | null }>(db, joinSql(digests, " union all "));
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}

describe("a private project", () => {
  const inside = contracts.filter((contract) =>
    /^\/api\/(?:projects|components|translations)\/\{project\}/.test(contract.path),
  );
  beforeAll(() => db.run(sql`update projects set access_control = 100 where slug = 'alpha'`));

  it("is not there for whoever may not see it", async () => {
    expect(inside.length).toBeGreaterThan(60);
    for (const contract of inside) {
      const { path, body } = await sampleOf(world, contract);
      for (const caller of ["nobody", "stranger", "foreign token"] as const) {
        const answer = await send(contract.method, path, { key: world.keys[caller], body });
        const wanted = caller === "nobody" && contract.method !== "GET" ? 401 : 404;
        expect(answer.status, `${caller}: ${nameOf(contract)}`).toBe(wanted);
      }
    }
  });

  it("is not there for a request that is wrong besides, which changes nothing where it is", async () => {
    const asked = inside.filter(({ method, body }) => method === "GET" || body);
    const samples: { contract: Endpoint; path: string }[] = [];
    for (const contract of asked) samples.push({ contract, path: (await sampleOf(world, contract)).path });
    // What the samples have left to check and to do is done first; nobody waits for the minute in which it is swept.
    const left = sql`
      select 'check' as what from waiting_checks union all select fn from engine_runs where ended_at is null
      union all select kind from engine_jobs where run_at < now()`;
    const stillLeft = async () => {
      await askTouched();
      await askComponents();
      return textRows(db, left);
    };
    await expect.poll(stillLeft, { timeout: 60_000 }).toEqual([]);
    // With the engine at rest, nothing but the requests can change what is compared, what they would have the engine do included.
    await stopEngine();
    const before = await contents();
    const answers: string[] = [];
    for (const { contract, path } of samples) {
      const reads = contract.method === "GET";
      const ask = (caller: "stranger" | "superuser") =>
        send(contract.method, reads ? `${path}${path.includes("?") ? "&" : "?"}q=%00` : path, {
          key: world.keys[caller],
          ...(reads ? {} : { body: [] }),
        });
      answers.push(`${nameOf(contract)}: ${(await ask("stranger")).status} ${(await ask("superuser")).status}`);
    }

    const after = await contents();
    await startEngine(HARMLESS);
    expect(answers.filter((answer) => !answer.endsWith(": 404 400"))).toEqual([]);
    expect(after).toEqual(before);
  });
});

describe("an object that is not there", () => {
  const named = contracts.filter(
    ({ path, method, body }) => path.startsWith("/api/") && path.includes("{") && (method === "GET" || body),
  );

  it("is missed before what is wrong with the request", async () => {
    expect(named.length).toBeGreaterThan(100);
    const answers: string[] = [];
    for (const contract of named) {
      const path = contract.path.replace(/\{\w+\}/g, "999999");
      const reads = contract.method === "GET";
      const answer = await send(contract.method, reads ? `${path}?q=%00` : path, {
        key: world.keys.superuser,
        ...(reads ? {} : { body: [] }),
      });
      answers.push(`${nameOf(contract)}: ${answer.status}`);
    }
    expect(answers.filter((answer) => !answer.endsWith(": 404"))).toEqual([]);
  });
});
