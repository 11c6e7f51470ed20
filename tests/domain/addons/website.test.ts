import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { configureAddon, installAddon } from "@/lib/domain/addons/addons";
import { selectAddons } from "@/lib/domain/addons/installed";
import { publishedFile, publishedManifest } from "@/lib/domain/addons/published-files";
import { listAlerts } from "@/lib/domain/components/alerts";
import type { ComponentRow } from "@/lib/domain/components/components";
import { Invalid } from "@/lib/domain/errors";
import { performOperation } from "@/lib/domain/integrate/operations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { db, sql } from "@/lib/platform/database";
import { type Environment, environment, setEnvironment } from "@/lib/platform/environment";
import { planInstallation } from "../../support/addon-plans";
import { logOf, runWaitingAddons } from "../../support/addons";
import { connect, counterDrift, unitId } from "../../support/loop";
import { CLOSED, OPEN } from "../../support/outside";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

const NAME = "weblate.cdn.cdnjs";
const PAGE = '<h1 class="l10n">Fresh apples</h1><p class="l10n">Pears &amp; plums</p><p>Not this</p>';
const FILES = {
  "l/en.json": '{"old": "Old text"}\n',
  "l/cs.json": '{"old": "Starý text"}\n',
  "l/de.json": "{}\n",
  "index.html": PAGE,
};
const USE = {
  ...{ filemask: "l/*.json", template: "l/en.json", fileFormat: "json", pushOnCommit: false },
  ...{ manageUnits: true, editTemplate: true },
};

let before: Environment;
let admin: Actor;
let server: Server;
let answer = "";
let asked = 0;
let url: string;

beforeAll(async () => {
  before = environment();
  admin = await makePerson("admin", { superuser: true });
  server = createServer((_, response) => {
    asked++;
    if (answer === "") response.statusCode = 404;
    response.end(answer);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/page`;
});
afterEach(() => setEnvironment(before));
afterAll(() => server.close());

const install = async (component: ComponentRow, configuration: Record<string, unknown> = {}) => {
  const { id } = await installAddon(admin, { component }, { name: NAME, configuration });
  await runWaitingAddons();
  return id;
};
const addressOf = async (id: number) => (await selectAddons(sql`a.id = ${id}`))[0]?.state.public ?? "";
const read = async (id: number, path: string) =>
  Buffer.from((await publishedFile(await addressOf(id), path)).content).toString();
const pathsOf = async (id: number) => (await publishedManifest(await addressOf(id))).map(({ path }) => path);
const sourcesOf = async ({ id }: ComponentRow) =>
  (
    await textRows<{ text: string }>(
      db,
      sql`select sources[1] as text from source_units where component_id = ${id} order by position, id`,
    )
  ).map(({ text }) => text);

describe("a website that is translated by a script", () => {
  it("has its texts as strings, each once, in the files of all languages after the next commit", async () => {
    const { component, upstream } = await connect(admin, FILES, USE);
    const id = await install(component, { files: "index.html" });
    expect(await logOf(id)).toEqual(["done installed: Added 2 strings. Published 3 changed files."]);
    expect(await sourcesOf(component)).toEqual(["Old text", "Fresh apples", "Pears & plums"]);
    const open = await unitId(component, "cs", "Fresh apples");
    await editUnit(admin, open, { targets: ["Čerstvá jablka"], state: 20 });
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect(await runWaitingAddons()).toContain("committed");
    expect((await logOf(id))[0]).toBe("done committed: Published 1 changed file.");
    expect(JSON.parse(upstream.read("l/en.json"))).toEqual({
      old: "Old text",
      "fresh-apples-aff4ba83": "Fresh apples",
      "pears-plums-8630a760": "Pears & plums",
    });
    expect(JSON.parse(await read(id, "cs.json"))).toEqual({
      "Old text": "Starý text",
      "Fresh apples": "Čerstvá jablka",
    });
    expect(await counterDrift()).toEqual([]);
    // Again, nothing is to be done.
    await configureAddon(admin, id, { configuration: { files: "index.html\n" } });
    await runWaitingAddons();
    expect(await sourcesOf(component)).toHaveLength(3);
    expect((await logOf(id))[0]).toBe("done committed: Published 1 changed file.");
  });

  it("gets new texts with each update, and keeps those that went", async () => {
    const { component, upstream } = await connect(admin, FILES, USE);
    await install(component, { files: "index.html", css_selector: "h1" });
    upstream.commit({ "index.html": "<h1>Ripe apples</h1>" });
    await performOperation(component.repositoryId, "pull");
    await runWaitingAddons();
    expect(await sourcesOf(component)).toEqual(["Old text", "Fresh apples", "Ripe apples"]);
  });

  it("says before it is installed what would be added and published, and adds nothing", async () => {
    const { component } = await connect(admin, FILES, USE);
    const plan = await planInstallation(
      admin,
      { component },
      { name: NAME, configuration: { files: "index.html\nmissing.html", threshold: 50 } },
    );
    expect(plan).toEqual([
      "missing.html: There is no such file in the repository.",
      "2 strings would be added, such as “Fresh apples”, “Pears & plums”",
      "Not published, as too little is translated: Czech (33 %), German (0 %)",
    ]);
    expect(await sourcesOf(component)).toEqual(["Old text"]);
    const waiting = sql`
      select p.id from pending_changes p join translations t on t.id = p.translation_id where t.component_id = ${component.id}`;
    expect(await textRows(db, waiting)).toEqual([]);
  });

  it("leaves out languages below the threshold, and takes them away again when they fall below it", async () => {
    const { component } = await connect(admin, FILES, USE);
    const id = await install(component);
    expect(await pathsOf(id)).toEqual(["cs.json", "de.json", "loquat.js"]);
    await configureAddon(admin, id, { configuration: { threshold: 100 } });
    await runWaitingAddons();
    expect(await pathsOf(id)).toEqual(["cs.json", "loquat.js"]);
    expect(await read(id, "loquat.js")).toContain('"languages":["cs"]');
    await configureAddon(admin, id, { configuration: { cookie_name: "lang", css_selector: "p, h1" } });
    await runWaitingAddons();
    const script = await read(id, "loquat.js");
    expect(script).toContain('"selector":"p, h1","cookie":"lang","source":"en"');
  });

  it("is published even where strings cannot be added, which an alert tells", async () => {
    const { component } = await connect(admin, FILES, { ...USE, manageUnits: false });
    const id = await install(component, { files: "index.html" });
    expect((await logOf(id))[0]).toMatch(/^failed installed: Strings of App cannot be added or removed here/);
    expect((await listAlerts(component.id)).map(({ kind }) => kind)).toContain("AddonScriptError");
    expect(await pathsOf(id)).toEqual(["cs.json", "de.json", "loquat.js"]);
  });

  it("reads pages of other servers, unless they are in a private network", async () => {
    const { component } = await connect(admin, FILES, USE);
    answer = '<p class="l10n">From afar</p>';
    setEnvironment({ ...before, privateServices: CLOSED });
    await expect(installAddon(admin, { component }, { name: NAME, configuration: { files: url } })).rejects.toThrow(
      Invalid,
    );
    expect(asked).toBe(0);
    setEnvironment({ ...before, privateServices: OPEN });
    const id = await install(component, { files: url });
    expect(await sourcesOf(component)).toEqual(["Old text", "From afar"]);
    answer = "";
    await configureAddon(admin, id, { configuration: { files: `${url}?x` } });
    await runWaitingAddons();
    expect((await logOf(id))[0]).toBe(`failed configured: ${url}?x: The page answered with status 404.`);
  });

  it("refuses settings that cannot be meant, each with its reason", async () => {
    const { component } = await connect(admin, FILES, USE);
    const told = await installAddon(
      admin,
      { component },
      {
        name: NAME,
        configuration: {
          threshold: 101,
          css_selector: "p:has(b)",
          cookie_name: "a;b",
          files: "../x\nfile:///etc/passwd",
        },
      },
    ).catch((error) => error);
    expect(told).toBeInstanceOf(Invalid);
    expect(told.fields.map(({ path }: { path: string }) => path)).toEqual([
      "configuration.threshold",
      "configuration.css_selector",
      "configuration.cookie_name",
      "configuration.files",
      "configuration.files",
    ]);
  });

  it("publishes texts as data, whatever they say", async () => {
    const hostile = "</script><script>alert(1)</script>\u2028";
    const { component } = await connect(
      admin,
      {
        "l/en.json": JSON.stringify({ __proto_: "__proto__", b: "constructor" }),
        "l/cs.json": JSON.stringify({ __proto_: hostile, b: "x" }),
      },
      USE,
    );
    const id = await install(component);
    const texts = JSON.parse(await read(id, "cs.json"));
    expect(Object.keys(texts)).toEqual(["__proto__", "constructor"]);
    expect(Object.getOwnPropertyDescriptor(texts, "__proto__")?.value).toBe(hostile);
    const { media } = await publishedFile(await addressOf(id), "cs.json");
    expect(media).toBe("application/json");
  });
});
