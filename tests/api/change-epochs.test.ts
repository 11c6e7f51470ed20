import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installAddon } from "@/lib/domain/addons/addons";
import { noticeRestore } from "@/lib/domain/changes/epoch";
import type { ComponentRow } from "@/lib/domain/components/components";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { db, sql } from "@/lib/platform/database";
import { environment, setEnvironment } from "@/lib/platform/environment";
import { deliverDue } from "../support/addons";
import { learn } from "../support/learn";
import { ledgerReadable, tallyAll } from "../support/ledger";
import { connect, unitId } from "../support/loop";
import { OPEN } from "../support/outside";
import { textRow, textRows } from "../support/text-rows";
import { json, type Person, PO, pathOf, person } from "./support";

/** The history of a database that was taken from a server whose transactions were numbered higher. */

interface Changes {
  count: number;
  next: string | null;
  cursor?: string;
  results: { id: number; target: string; cursor: string }[];
}

let admin: Person;
let component: ComponentRow;
let server: Server;
const told: string[] = [];

beforeAll(async () => {
  setEnvironment({ ...environment(), privateServices: OPEN });
  server = createServer((request, response) => {
    let text = "";
    request.on("data", (piece) => {
      text += piece;
    });
    request.on("end", () => {
      told.push(...(JSON.parse(text) as { target: string[] }).target);
      response.end();
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  admin = await person("admin", { superuser: true });
  ({ component } = await connect(admin.actor, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" }));
  await installAddon(
    admin.actor,
    { component },
    {
      name: "weblate.webhook.webhook",
      configuration: { webhook_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, events: "2, 5" },
    },
  );
});
afterAll(() => server.close());

const edit = async (text: string) =>
  editUnit(admin.actor, await unitId(component, "cs", "Open 100%"), { targets: [text], state: 20 });
const changes = (query: string) => json<Changes>("GET", `/api/changes/${query}`, { key: admin.key });
const remembered = async (text: string) =>
  (await textRows(db, sql`select distinct target from memory_entries where target = ${text}`)).length;

/** Every line from a cursor on, and the cursor after the last one. */
async function follow(after: string): Promise<{ targets: string[]; ids: number[]; cursor: string }> {
  await ledgerReadable();
  const found: Changes["results"] = [];
  for (let next: string | null = `/api/changes/?after=${after}&page_size=7`; next; ) {
    const page: Changes = (await json<Changes>("GET", pathOf(next), { key: admin.key })).body;
    found.push(...page.results);
    next = page.next;
  }
  return {
    targets: found.map((one) => one.target).filter(Boolean),
    ids: found.map((one) => one.id),
    cursor: found.at(-1)?.cursor ?? after,
  };
}

const AHEAD = 4_000_000_000;

/** What other tools than ours leave when they restore the database on a younger server. */
async function restoreOnYoungerServer(): Promise<void> {
  await db.run(sql`alter table changes disable trigger user`);
  await db.run(sql`update changes set tx = (tx::text::bigint + ${AHEAD})::text::xid8`);
  await db.run(sql`alter table changes enable trigger user`);
  await db.run(sql`
    update addons set state = state || jsonb_build_object('cursor',
      split_part(state->>'cursor', '-', 1)::bigint + ${AHEAD} || '-' || split_part(state->>'cursor', '-', 2))`);
  await db.run(sql`
    update settings set value = value || jsonb_build_object('tx', ((value->>'tx')::bigint + ${AHEAD})::text)
    where name = 'memory-cursor'`);
  await db.run(sql`update change_boundaries set cluster = cluster + 1, tx = (tx::text::bigint + ${AHEAD})::text::xid8`);
  await db.run(sql`update settings set value = '{"place": "1/1"}' where name = 'ledger'`);
}

describe("the history of a restored database", () => {
  let before = { targets: [] as string[], ids: [] as number[], cursor: "" };

  it("had cursors of both kinds, with an epoch and without", async () => {
    // Lines behind the horizon, which an open transaction of any database holds back, look like those of a restored one.
    await ledgerReadable();
    expect(await noticeRestore()).toBe(false);
    await edit("Otevřít %d");
    before = await follow("");
    expect(before.targets).toContain("Otevřít %d");
    const old = before.cursor.replace(/^0-/, "");
    expect(old).toMatch(/^\d+-\d+$/);
    await edit("Otevři %d");
    expect((await follow(old)).targets).toEqual(["Otevři %d"]);
    expect((await follow(before.cursor)).targets).toEqual(["Otevři %d"]);
    expect(await deliverDue()).toBe(2);
    await learn();
    await tallyAll();
    // Nobody has been told of this one when the backup is made.
    await edit("Otevírat %d");
  });

  it("refuses cursors from before, and tells how to go on", async () => {
    await restoreOnYoungerServer();
    expect(await noticeRestore()).toBe(true);
    expect(await noticeRestore()).toBe(false);
    for (const cursor of [before.cursor, before.cursor.replace(/^0-/, ""), "0-1-1", "00ff00ff-1-1"]) {
      const { status, body, headers } = await json("GET", `/api/changes/?after=${cursor}&page_size=7`, {
        key: admin.key,
      });
      expect(status, cursor).toBe(410);
      expect(body).toMatchObject({ type: "client_error", errors: [{ code: "gone" }] });
      const next = "http://loquat.test/api/changes/?after=&page_size=7";
      expect(body.next).toBe(next);
      expect(body.detail).toContain(next);
      expect(headers.get("link")).toBe(`<${next}>; rel="next"`);
    }
    expect((await changes("?after=nonsense")).status).toBe(400);
  });

  it("is followed from its beginning with old and new lines at once, in order", async () => {
    await edit("Otevřete %d");
    const all = await follow("");
    expect(all.ids).toEqual(expect.arrayContaining(before.ids));
    expect(new Set(all.ids).size).toBe(all.ids.length);
    expect(all.targets.slice(-4)).toEqual(["Otevřít %d", "Otevři %d", "Otevírat %d", "Otevřete %d"]);
    expect((await follow(all.cursor)).targets).toEqual([]);
    await edit("Otvírat %d");
    expect((await follow(all.cursor)).targets).toEqual(["Otvírat %d"]);
  });

  it("is told to webhooks without a gap and without a double", async () => {
    await ledgerReadable();
    await deliverDue();
    expect(await deliverDue()).toBe(0);
    expect(told).toEqual(["Otevřít %d", "Otevři %d", "Otevírat %d", "Otevřete %d", "Otvírat %d"]);
  });

  it("is taken into the memory, where the last text takes the place of those before it", async () => {
    await learn();
    expect(await remembered("Otvírat %d")).toBe(1);
    for (const text of ["Otevírat %d", "Otevřete %d"]) expect(await remembered(text), text).toBe(0);
  });

  it("is counted exactly", async () => {
    const lines = await textRow<{ count: number }>(db, sql`select count(*) as count from changes`);
    expect((await changes("")).body.count).toBe(lines?.count);
    await tallyAll();
    expect((await changes("")).body.count).toBe(lines?.count);
    await edit("Otevřeno %d");
    expect((await changes("")).body.count).toBe((lines?.count ?? 0) + 1);
  });
});

it("the answer to a cursor from before a restore is in the API's description", async () => {
  const { body } = await json<{ paths: Record<string, { get: { responses: object } }> }>(
    "GET",
    "/api/schema/?format=json",
  );
  for (const path of ["/api/changes/", "/api/projects/{project}/changes/"])
    expect(body.paths[path]?.get.responses).toHaveProperty("410");
});
