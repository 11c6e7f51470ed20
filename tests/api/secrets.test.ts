import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { GET as readFeed } from "@/app/exports/rss/[[...path]]/route";
import type { ComponentRow } from "@/lib/domain/components/components";
import { performOperation, startOperation } from "@/lib/domain/integrate/operations";
import { addMachinery } from "@/lib/domain/machinery/settings";
import { updateProject } from "@/lib/domain/projects/projects";
import { MASK } from "@/lib/domain/secrets";
import { prepareSecrets } from "@/lib/domain/settings/stored-secrets";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { maskedAddresses, wholeAddresses } from "@/lib/domain/working-copy/stored-address";
import { copyFolder } from "@/lib/domain/working-copy/working-copy";
import { db, rawSql, sql } from "@/lib/platform/database";
import { type Environment, environment, setEnvironment } from "@/lib/platform/environment";
import { connect, unitId } from "../support/loop";
import { OPEN } from "../support/outside";
import { textRow, textRows } from "../support/text-rows";
import { json, type Person, person, routeFiles, send } from "./support";

/** Secrets that were given to Loquat: nobody gets to see them again, in whatever place; the finding M2. */

const CANARY = "kan4ri3nv0gel";
let admin: Person;
let component: ComponentRow;
let before: Environment;
let listener: Server;
let host = "";
let path = "";
let heard: (string | undefined)[] = [];
const printed: string[] = [];

beforeAll(async () => {
  for (const name of ["log", "warn", "error"] as const)
    vi.spyOn(console, name).mockImplementation((...words) => void printed.push(words.map(String).join(" ")));
  vi.spyOn(process.stderr, "write").mockImplementation((chunk) => printed.push(String(chunk)) > 0);
  before = environment();
  admin = await person("admin", { superuser: true });
  listener = createServer((request, response) => {
    heard.push(request.headers.authorization);
    // A server that says again what it was told.
    response.writeHead(403, { "content-type": "text/plain" }).end(`no rights for ${CANARY}1 at ${request.url}`);
  });
  await new Promise<void>((done) => listener.listen(0, "127.0.0.1", done));
  host = `127.0.0.1:${(listener.address() as AddressInfo).port}`;
  setEnvironment({ ...before, privateRepositories: OPEN, privateServices: OPEN });
  const made = await connect(
    admin.actor,
    { "l/en.json": '{"a": "Apple"}', "l/cs.json": "{}" },
    { filemask: "l/*.json", template: "l/en.json", fileFormat: "json" },
  );
  component = made.component;
  path = `/api/components/${component.project.slug}/app/`;
});
afterEach(() => {
  heard = [];
});
afterAll(async () => {
  vi.restoreAllMocks();
  setEnvironment(before);
  await new Promise<void>((done) => listener.close(() => done()));
});

const patch = (body: object) =>
  json<{ push: string; repo: string; errors: { attr: string; detail: string }[] }>("PATCH", path, {
    key: admin.key,
    body,
  });
const stored = () => wholeAddresses(component.repositoryId);

/** Ways to write a secret, as a dump of the database or an answer may hold it. */
const SPELLINGS = [
  CANARY,
  Buffer.from(CANARY).toString("hex"),
  Buffer.from(`user:${CANARY}`).toString("base64").slice(0, 20),
];
const tells = (text: string): boolean => SPELLINGS.some((one) => text.includes(one));

/** Every table that holds a secret in any of its columns. */
async function tablesThatTell(): Promise<string[]> {
  const tables = await textRows<{ name: string }>(
    db,
    sql`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  expect(tables.length).toBeGreaterThan(50);
  const found: string[] = [];
  for (const { name } of tables)
    for (const { text } of await textRows<{ text: string }>(db, sql`select t::text as text from ${rawSql(name)} t`))
      if (tells(text)) found.push(`${name}: ${text.slice(0, 300)}`);
  return found;
}

/** Addresses of the API that can be read with what is there. */
async function readable(): Promise<string[]> {
  const { slug } = component.project;
  const task = await textRow<{ id: string }>(db, sql`select id from tasks order by created_at desc limit 1`);
  const addons = await textRows<{ id: number }>(db, sql`select id from addons`);
  const values: Record<string, string> = {
    project: slug,
    component: "app",
    language: "cs",
    task: task?.id ?? "",
    id: String(addons[0]?.id),
  };
  const all = routeFiles().map(
    ({ segments }) =>
      `/api/${segments.map((part) => part.replace(/^\[(?:\.\.\.)?(\w+)\]$/, (_, name: string) => values[name] ?? "1")).join("/")}/`,
  );
  return [...all, ...addons.map(({ id }) => `/api/addons/${id}/`)].filter(
    (one) => !/\/api\/(?:auth|inngest)/.test(one),
  );
}

describe("an address with a secret", () => {
  it("is shown without it, to everybody, and sent back as it is shown it keeps it", async () => {
    const push = `http://user:${CANARY}1@${host}/r.git`;
    expect(await patch({ push })).toMatchObject({ status: 200, body: { push: `http://${host}/r.git` } });
    for (const key of [undefined, admin.key])
      expect((await json("GET", path, { key })).body.push).toBe(`http://${host}/r.git`);
    expect(await maskedAddresses(component.repositoryId)).toMatchObject({ push: `http://${MASK}@${host}/r.git` });
    for (const again of [`http://${host}/r.git`, `http://${MASK}@${host}/r.git`, push]) {
      expect((await patch({ push: again })).status).toBe(200);
      expect((await stored()).push).toBe(push);
    }
    const { body } = await json("GET", path, { key: admin.key });
    expect(
      (
        await json("PUT", path, {
          key: admin.key,
          body: Object.fromEntries(
            Object.entries(body).filter(([name]) =>
              ["name", "slug", "repo", "push", "filemask", "file_format", "template"].includes(name),
            ),
          ),
        })
      ).status,
    ).toBe(200);
    expect((await stored()).push).toBe(push);
    expect((await patch({ push: `http://${MASK}@${host}/other.git` })).status).toBe(200);
    expect((await stored()).push).toBe(`http://user:${CANARY}1@${host}/other.git`);
  });

  it("does not go to another host under its mask", async () => {
    const push = `http://user:${CANARY}1@${host}/r.git`;
    expect((await patch({ push })).status).toBe(200);
    for (const elsewhere of [
      `http://${MASK}@127.0.0.2/r.git`,
      `https://${MASK}@${host}/r.git`,
      `http://${MASK}@127.0.0.1:1/r.git`,
      `http://user:${MASK}@${host}/r.git`,
      `http://x@${MASK}@${host}/r.git`,
      `ssh://${MASK}@${host}/r.git`,
    ]) {
      const { status, body } = await patch({ push: elsewhere });
      expect([status, body.errors?.[0]?.attr], elsewhere).toEqual([400, "push"]);
      expect((await stored()).push).toBe(push);
    }
    expect((await patch({ push: "http://127.0.0.2/r.git" })).status).toBe(200);
    expect((await stored()).push).toBe("http://127.0.0.2/r.git");
    expect((await patch({ push: `http://${MASK}@127.0.0.2/r.git` })).status).toBe(400);
    expect((await patch({ push })).status).toBe(200);
    expect((await patch({ push: `http://@${host}/r.git` })).status).toBe(200);
    expect((await stored()).push).toBe(`http://${host}/r.git`);
  });

  it("is refused where it could be read in two ways", async () => {
    const was = await stored();
    const at = await patch({ push: `http://user:a@${CANARY}@${host}/r.git` });
    expect(at).toMatchObject({ status: 400, body: { errors: [{ attr: "push" }] } });
    expect(at.body.errors[0]?.detail).toContain("%40");
    const query = await patch({ push: `http://${host}/r.git?private_token=${CANARY}` });
    expect(query).toMatchObject({ status: 400, body: { errors: [{ attr: "push" }] } });
    expect(tells(JSON.stringify([at.body, query.body]))).toBe(false);
    expect(await stored()).toEqual(was);
  });
});

describe("a secret", () => {
  it("is in no table, no log, no answer and no feed", { timeout: 180_000 }, async () => {
    const { project } = component;
    await updateProject(admin.actor, project.slug, { hookSecret: `${CANARY}2` });
    for (const place of [undefined, project])
      await addMachinery(admin.actor, place, "deepl", { key: `${CANARY}3`, url: `http://${host}/` });
    for (const [name, configuration] of [
      [
        "weblate.webhook.webhook",
        { webhook_url: `http://${host}/${CANARY}4?token=${CANARY}5`, secret: `whsec_${CANARY}6abc` },
      ],
      ["weblate.webhook.slack", { webhook_url: `http://${host}/services/${CANARY}7` }],
    ] as const) {
      const body = { name, configuration };
      const made = await json<{ id: number; configuration: Record<string, string> }>("POST", `${path}addons/`, {
        key: admin.key,
        body,
      });
      expect([made.status, name]).toEqual([201, name]);
      expect(made.body.configuration.webhook_url).toBe(`http://${host}/${MASK}`);
      const same = await json("PATCH", `/api/addons/${made.body.id}/`, {
        key: admin.key,
        body: { configuration: made.body.configuration },
      });
      expect(same.status).toBe(200);
      const moved = { ...made.body.configuration, webhook_url: `http://127.0.0.2/${MASK}` };
      expect(
        (await json("PATCH", `/api/addons/${made.body.id}/`, { key: admin.key, body: { configuration: moved } }))
          .status,
      ).toBe(400);
    }
    await editUnit(admin.actor, await unitId(component, "cs", "a"), { targets: ["Jablko"], state: 20 });
    // A good address, and two as a former version has taken them.
    for (const push of [
      `http://user:${CANARY}1@${host}/r.git`,
      `http://user:a@${CANARY}1@${host}/r.git`,
      `http://${host}/r.git?private_token=${CANARY}1`,
    ]) {
      await db.run(sql`update repositories set push = ${push}, push_secret = '' where id = ${component.repositoryId}`);
      await prepareSecrets();
      expect(await performOperation(component.repositoryId, "push"), push).toMatchObject({ result: false });
    }
    expect(heard.filter(Boolean).length).toBeGreaterThan(0);
    const alerts = await textRows<{ kind: string }>(
      db,
      sql`select kind from alerts where component_id = ${component.id}`,
    );
    expect(alerts.map(({ kind }) => kind)).toContain("PushFailure");
    await startOperation(admin.actor, { components: [component] }, "push");
    expect(await tablesThatTell()).toEqual([]);

    let read = 0;
    for (const address of await readable())
      for (const key of [undefined, admin.key])
        for (const accept of ["application/json", "text/html"]) {
          const answer = await send("GET", address, { key, headers: { accept } }).catch(() => undefined);
          if (!answer) continue;
          const text = await answer.text();
          if (answer.status === 200) read++;
          expect(tells(text), `${address}: ${text.slice(0, 200)}`).toBe(false);
        }
    expect(read).toBeGreaterThan(100);
    const feed = await readFeed(
      new Request(`http://loquat.test/exports/rss/${project.slug}/app/`) as never,
      {
        params: Promise.resolve({ path: [project.slug, "app"] }),
      } as never,
    );
    expect(feed.status).toBe(200);
    expect(tells(await feed.text())).toBe(false);
    expect(tells(printed.join("\n"))).toBe(false);
  });

  it("is in no file of the working copy", () => {
    const folder = join(copyFolder(component.repositoryId), ".git");
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    expect(existsSync(join(folder, "config"))).toBe(true);
    for (const file of files) {
      const text = readFileSync(join(file.parentPath, file.name), "latin1");
      expect(tells(text), file.name).toBe(false);
    }
  });
});
