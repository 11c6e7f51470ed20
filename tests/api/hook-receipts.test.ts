import { createHmac } from "node:crypto";
import { NextRequest } from "next/server";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { POST as forgePost } from "@/app/hooks/[service]/route";
import { GET as updateGet } from "@/app/hooks/update/[...path]/route";
import type { Actor } from "@/lib/domain/access/actor";
import { sweepAlerts } from "@/lib/domain/diagnostics/sweep";
import { listReceipts, MOST_RECEIPTS, noteReceipt, purgeReceipts } from "@/lib/domain/hooks/receipts";
import { SEALED, sealFor } from "@/lib/domain/secrets";
import { db, sql } from "@/lib/platform/database";
import { makePerson } from "../support/people";
import { bareComponent, bareProject, bareRepository } from "../support/places";
import { textRow, textRows } from "../support/text-rows";

/** What administrators see of notifications that came in. */

let admin: Actor;
let open: number;
let keyed: number;
let silent: number;

const post = (service: string, body: unknown, headers: Record<string, string> = {}) =>
  forgePost(
    new NextRequest(`http://loquat.test/hooks/${service}/`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers },
    }),
    { params: Promise.resolve({ service }) },
  );
const push = (name: string, ref = "refs/heads/main") =>
  post(
    "github",
    {
      ref,
      secret: "from-the-payload",
      repository: {
        name,
        owner: { login: "team" },
        url: `https://robot:from-the-address@github.com/team/${name}`,
        clone_url: `https://github.com/team/${name}.git`,
      },
    },
    { "x-github-event": "push", "x-hub-signature-256": "sha256=from-the-header" },
  );
const list = async (query: Partial<Parameters<typeof listReceipts>[1]> = {}) =>
  (await listReceipts(admin, { words: "", limit: 50, ...query })).rows;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  const make = async (name: string) => {
    const project = await bareProject();
    const repositoryId = await bareRepository(`https://github.com/team/${name}.git`);
    return { project, component: await bareComponent(project, { repositoryId }) };
  };
  const places = { open: await make("open"), keyed: await make("keyed"), silent: await make("silent") };
  ({ component: open } = places.open);
  ({ component: keyed } = places.keyed);
  ({ component: silent } = places.silent);
  await db.run(
    sql`update projects set hook_secret = ${sealFor(SEALED.hookSecret, "orchard")} where id = ${places.keyed.project}`,
  );
  await db.run(sql`update projects set enable_hooks = false where id = ${places.silent.project}`);
});
beforeEach(async () => {
  await db.run(sql`delete from hook_receipts`);
});

describe("a notification of another address", () => {
  const from = (url: string, secret = "") => {
    const body = {
      ref: "refs/heads/main",
      repository: {
        name: url.split("/").at(-1),
        owner: { login: url.split("/").at(-2) },
        url,
        clone_url: `${url}.git`,
      },
    };
    const signed = createHmac("sha256", secret || "wrong")
      .update(JSON.stringify(body))
      .digest("hex");
    return post("github", body, { "x-github-event": "push", "x-hub-signature-256": `sha256=${signed}` });
  };
  const mismatch = async (component: number) => {
    await sweepAlerts({ componentId: component });
    const rows = await textRows<{ details: object }>(
      db,
      sql`select details from alerts where component_id = ${component} and kind = 'WebhookMismatch'`,
    );
    return rows[0]?.details;
  };
  beforeAll(async () => {
    await db.run(sql`update components set imported_at = now() where id = any(${[open, keyed, silent]})`);
  });

  it("is an alert of the component that it seems to mean, until one matches", async () => {
    await from("https://git.example.org/team/open");
    expect(await mismatch(open)).toEqual({
      notified: "https://git.example.org/team/open",
      pulled: "https://github.com/team/open.git",
    });
    expect((await list())[0]).toMatchObject({ outcome: "unmatched", detail: "other-address" });
    await push("open");
    expect(await mismatch(open)).toBeUndefined();
    await from("https://git.example.org/team/open");
    await db.run(sql`update hook_receipts set at = now() - interval '15 days'`);
    expect(await mismatch(open)).toBeUndefined();
  });

  it("goes when the repository has the address that was named", async () => {
    await from("https://git.example.org/team/open");
    expect(await mismatch(open)).toBeDefined();
    const address = "https://git.example.org/Team/open.git";
    await db.run(sql`update repositories set url = ${address} where url = 'https://github.com/team/open.git'`);
    expect(await mismatch(open)).toBeUndefined();
    await db.run(sql`update repositories set url = 'https://github.com/team/open.git' where url = ${address}`);
  });

  it("says nothing of other repositories, of projects whose secret was not sent, and of those that take none", async () => {
    await from("https://github.com/fork/open");
    await from("https://git.example.org/team/keyed");
    await from("https://git.example.org/team/silent");
    expect([await mismatch(open), await mismatch(keyed), await mismatch(silent)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("of the same name is believed where the secret of the project was sent", async () => {
    await from("https://github.com/renamed/keyed", "orchard");
    expect(await mismatch(keyed)).toMatchObject({ notified: "https://github.com/renamed/keyed" });
  });
});

describe("a notification", () => {
  it("is listed with what it was about, what matched and what came of it", async () => {
    await push("open");
    await push("open", "refs/heads/other");
    await push("keyed");
    await push("silent");
    await push("nowhere");
    await post("github", { zen: "Keep it logically awesome." }, { "x-github-event": "ping" });
    await post("github", { ref: "refs/heads/main" }, { "x-github-event": "push" });
    const rows = (await list()).toReversed();
    expect(rows.map(({ outcome, detail }) => [outcome, detail.slice(0, 12)])).toEqual([
      ["updated", ""],
      ["unmatched", "other-branch"],
      ["unsigned", ""],
      ["refused", ""],
      ["unmatched", ""],
      ["other", ""],
      ["unreadable", "The payload "],
    ]);
    expect(rows[0]).toMatchObject({ service: "github", event: "push", branch: "main" });
    expect(rows[0]?.repository).toBe("https://github.com/team/open");
    expect(rows[5]?.event).toBe("ping");
    const ids = await textRows<{ components: number[] }>(db, sql`select components from hook_receipts order by id`);
    expect(ids.map(({ components }) => components)).toEqual([[open], [open], [keyed], [silent], [], [], []]);
    expect(rows[0]?.components).toHaveLength(1);
  });

  it("leaves no secret behind", async () => {
    await push("open");
    await push("keyed");
    const kept = JSON.stringify(await textRows(db, sql`select * from hook_receipts`));
    expect(kept).not.toMatch(/from-the-|robot|zen/);
  });

  it("to the address of a project is listed too, also where there is no such project", async () => {
    const { slug } = (await textRow<{ slug: string }>(
      db,
      sql`select p.slug from projects p join components c on c.project_id = p.id where c.id = ${open}`,
    )) as { slug: string };
    const get = (...path: string[]) =>
      updateGet(new NextRequest(`http://loquat.test/hooks/update/${path.join("/")}/`), {
        params: Promise.resolve({ path }),
      });
    expect((await get(slug)).status).toBe(200);
    expect((await get("no-such")).status).toBe(404);
    expect((await list()).map(({ repository, outcome }) => [repository, outcome])).toEqual([
      ["no-such", "unmatched"],
      [slug, "updated"],
    ]);
  });
});

describe("the list", () => {
  it("is narrowed by outcome and repository, and goes on by the last id", async () => {
    await push("open");
    await push("nowhere");
    await push("open");
    expect((await list({ outcome: "updated" })).map(({ outcome }) => outcome)).toEqual(["updated", "updated"]);
    expect((await list({ words: "NOWHERE" })).map(({ outcome }) => outcome)).toEqual(["unmatched"]);
    expect(await list({ words: "no_here" })).toEqual([]);
    const first = await listReceipts(admin, { words: "", limit: 2 });
    expect(first.next).toBe(first.rows[1]?.id);
    expect((await list({ after: first.next })).map(({ outcome }) => outcome)).toEqual(["updated"]);
    await expect(listReceipts(await makePerson("vera"), { words: "", limit: 1 })).rejects.toThrow("management.use");
  });

  it("keeps so many of those that updated something whatever else comes, and nothing older than a month", async () => {
    await noteReceipt({ service: "github", event: "push", outcome: "updated", repository: "kept" });
    await db.run(sql`
      insert into hook_receipts (service, outcome, matched)
      select 'github', 'unmatched', false from generate_series(1, ${MOST_RECEIPTS + 50})`);
    await db.run(sql`
      insert into hook_receipts (service, outcome, matched, at) values ('github', 'updated', true, now() - interval '31 days')`);
    expect((await list({ outcome: "updated" })).map(({ repository }) => repository)).toEqual(["kept"]);
    await purgeReceipts();
    expect(
      await textRows(db, sql`select matched, count(*)::int as n from hook_receipts group by 1 order by 1`),
    ).toEqual([
      { matched: false, n: MOST_RECEIPTS },
      { matched: true, n: 1 },
    ]);
    // A flood is held back as it comes.
    for (let sent = 0; sent < 45; sent++)
      await noteReceipt({ service: "x".repeat(99), event: "push", outcome: "other" });
    const count = await textRow<{ n: number }>(db, sql`select count(*)::int as n from hook_receipts where not matched`);
    expect(count?.n).toBeLessThan(MOST_RECEIPTS + 20);
  });
});
