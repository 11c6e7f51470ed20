import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Actor, anonymousActor, SERVICE } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { autoTranslate } from "@/lib/domain/machinery/auto-translate";
import { forgetSent, listSent, MOST_SENT } from "@/lib/domain/machinery/sent";
import { addMachinery } from "@/lib/domain/machinery/settings";
import { suggestFor } from "@/lib/domain/machinery/suggest";
import { findProject } from "@/lib/domain/projects/projects";
import { createScreenshot, showUnit, updateScreenshot } from "@/lib/domain/screenshots/screenshots";
import { MASK } from "@/lib/domain/secrets";
import { findTranslation } from "@/lib/domain/translations/translations";
import { db, sql } from "@/lib/platform/database";
import { environment, setEnvironment } from "@/lib/platform/environment";
import { connect, unitId } from "../../support/loop";
import { OPEN } from "../../support/outside";
import { makePerson } from "../../support/people";
import { png } from "../../support/pictures";
import { type Services, startServices } from "../../support/services";
import { textRow } from "../../support/text-rows";

/** What services outside were sent, word for word and without secrets. */

const KEY = "a-very-secret-key";

let admin: Actor;
let petra: Actor;
let jan: Actor;
let services: Services;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  [petra, jan] = [await makePerson("petra"), await makePerson("jan")];
  services = await startServices();
  setEnvironment({ ...environment(), privateServices: OPEN });
});
beforeEach(() => {
  services.requests.length = 0;
});
afterAll(() => services.stop());

const make = async (...sources: string[]) => {
  const entries = sources.map((source) => `msgid "${source}"\nmsgstr ""\n`).join("\n");
  const po = `msgid ""\nmsgstr "Language: cs\\nContent-Type: text/plain; charset=UTF-8\\n"\n\n${entries}`;
  return (await connect(admin, { "po/cs.po": po }, { filemask: "po/*.po", fileFormat: "po" })).component;
};
const sent = async (actor: Actor, component: ComponentRow, filter: { service?: string; unit?: number } = {}) =>
  (await listSent(actor, await findProject(actor, component.project.slug), { ...filter, limit: 50 })).rows;
const ask = async (actor: Actor, component: ComponentRow, text: string, service: string) =>
  suggestFor(actor, await unitId(component, "cs", text), service);
const part = (parts: readonly { name: string; text: string }[], name: string) =>
  parts.find((one) => one.name === name)?.text;

describe("what a service was sent", () => {
  it("is its request: the prompt of a language model by roles, without the key", async () => {
    const component = await make("Open the %s gate");
    await addMachinery(admin, component.project, "openai", {
      key: KEY,
      base_url: `${services.url}/v1`,
      style: `polite ${KEY}`,
    });
    const answer = await ask(petra, component, "Open the %s gate", "openai");
    const [row, ...more] = await sent(petra, component);
    expect(more).toEqual([]);
    const id = await unitId(component, "cs", "Open the %s gate");
    expect(row).toMatchObject({
      service: "openai",
      language: "cs",
      component: "App",
      username: "petra",
      unitIds: [id],
      address: `${services.url}/v1/chat/completions`,
      cut: false,
    });
    const body = services.requests[0]?.body as { messages: { role: string; content: string }[] };
    expect(part(row?.parts ?? [], "user")).toBe(body.messages[1]?.content);
    expect(part(row?.parts ?? [], "user")).toContain("Open the [[1]] gate");
    expect(part(row?.parts ?? [], "system")).toBe(body.messages[0]?.content.replace(KEY, MASK));
    expect(JSON.stringify(row)).not.toContain(KEY);
    expect(new URL(answer.suggestions[0]?.sent ?? "").search).toBe(`?service=openai&unit=${id}`);
  });

  it("tells a language model what was read in the two newest screenshots of a string, cut", async () => {
    const component = await make("Sow the seeds", "Dig");
    await addMachinery(admin, component.project, "openai", { key: KEY, base_url: `${services.url}/v1` });
    const translation = await findTranslation(admin, component, "cs");
    const source = await unitId(component, "en", "Sow the seeds");
    for (const foundText of ["First", "", `Second ${"x".repeat(600)}`, "Third"]) {
      const input = { name: "Shed", repositoryFilename: "", content: png(20, 10) };
      const { id } = await createScreenshot(admin, translation, input);
      await showUnit(admin, id, source);
      await updateScreenshot(admin, id, { foundText });
    }
    await ask(petra, component, "Sow the seeds", "openai");
    await ask(petra, component, "Dig", "openai");
    const [dig, sow] = (await sent(petra, component)).map((row) => JSON.parse(part(row.parts, "user") ?? "[]")[0]);
    expect(sow.texts_on_screen).toEqual(["Third", `Second ${"x".repeat(600)}`.slice(0, 500)]);
    expect(dig.texts_on_screen).toBeUndefined();
  });

  it("has no secrets where services take them as fields, in addresses, or to sign with", async () => {
    const component = await make("Close the door");
    const settings = {
      baidu: { key: "id", secret: KEY, base_url: `${services.url}/baidu` },
      mymemory: { email: "a@example.org", username: "u", key: KEY, base_url: services.url },
      libretranslate: { key: KEY, url: services.url },
    };
    for (const [service, configuration] of Object.entries(settings)) {
      await addMachinery(admin, component.project, service, configuration);
      await ask(petra, component, "Close the door", service);
    }
    const rows = await sent(petra, component);
    expect(rows.map((row) => row.service)).toEqual(["libretranslate", "mymemory", "baidu"]);
    for (const row of rows) {
      expect(JSON.stringify(row.parts)).toContain("Close the door");
      expect(JSON.stringify(row), row.service).not.toContain(KEY);
    }
    const [libre, memory, baidu] = rows.map((row) => row.parts);
    expect(part(libre ?? [], "api_key")).toBe(MASK);
    expect(part(memory ?? [], "key")).toBe(MASK);
    expect(rows[1]?.address).toBe(`${services.url}/get`);
    expect([part(baidu ?? [], "appid"), part(baidu ?? [], "sign")]).toEqual([MASK, MASK]);
    expect(services.requests.map(({ body, query }) => JSON.stringify(body) ?? String(query)).join()).toContain(KEY);
  });

  it("is kept where the service refuses, and not where nothing left", async () => {
    const component = await make("Water the beds");
    await addMachinery(admin, component.project, "libretranslate", { url: services.url });
    services.next = { status: 403, body: "" };
    await expect(ask(petra, component, "Water the beds", "libretranslate")).rejects.toThrow("not accepted");
    expect(await sent(petra, component)).toHaveLength(1);
    await ask(petra, component, "Water the beds", "libretranslate");
    // Remembered now.
    await ask(petra, component, "Water the beds", "libretranslate");
    expect(await sent(petra, component)).toHaveLength(2);
    expect(services.requests).toHaveLength(2);
  });

  it("is cut where it is long, and holds what the database would refuse", async () => {
    const long = Array.from({ length: 6 }, (_, number) => `${number}${"🌳 ".repeat(1600)}`);
    const component = await make(...long);
    await addMachinery(admin, component.project, "libretranslate", { url: services.url });
    await autoTranslate(admin, await findTranslation(admin, component, "cs"), {
      ...{ mode: "suggest", q: "", autoSource: "mt", engines: ["libretranslate"], threshold: 1 },
    });
    const [row] = await sent(admin, component);
    expect(row?.cut).toBe(true);
    expect(row?.unitIds).toHaveLength(6);
    const length = (row?.parts ?? []).reduce((sum, { text }) => sum + text.length, 0);
    expect(length).toBeGreaterThan(19_000);
    expect(length).toBeLessThanOrEqual(20_000);
  });
});

describe("who reads what was sent", () => {
  it("administrators read all of a project, others what they asked for, strangers nothing", async () => {
    const component = await make("One", "Two", "Three");
    await addMachinery(admin, component.project, "libretranslate", { url: services.url });
    await ask(petra, component, "One", "libretranslate");
    await ask(jan, component, "Two", "libretranslate");
    await ask(SERVICE, component, "Three", "libretranslate");
    const who = async (actor: Actor) => (await sent(actor, component)).map((row) => row.username);
    expect(await who(petra)).toEqual(["petra"]);
    expect(await who(admin)).toEqual([null, "jan", "petra"]);
    await expect(sent(await anonymousActor(), component)).rejects.toThrow("Sign in");
    const two = await unitId(component, "cs", "Two");
    expect(await sent(petra, component, { unit: two })).toEqual([]);
    expect(await sent(admin, component, { unit: two })).toHaveLength(1);
    expect(await sent(admin, component, { service: "deepl" })).toEqual([]);
    await db.run(sql`update components set restricted = true where id = ${component.id}`);
    expect(await who(petra)).toEqual([]);
    expect(await who(admin)).toHaveLength(3);
  });

  it("walks through the list by ids", async () => {
    const component = await make("A", "B", "C");
    await addMachinery(admin, component.project, "libretranslate", { url: services.url });
    for (const text of ["A", "B", "C"]) await ask(petra, component, text, "libretranslate");
    const project = await findProject(petra, component.project.slug);
    const first = await listSent(petra, project, { limit: 2 });
    expect([first.rows.length, first.count]).toEqual([2, 3]);
    const second = await listSent(petra, project, { limit: 2, before: first.next });
    expect([second.rows.length, second.next]).toEqual([1, undefined]);
  });
});

it("Only the newest requests of a project are kept, and none that is old.", async () => {
  const component = await make("Old", "New");
  await addMachinery(admin, component.project, "libretranslate", { url: services.url });
  await ask(petra, component, "Old", "libretranslate");
  await db.run(sql`
    insert into sent_requests (project_id, component_id, language, service, address, parts, unit_ids)
    select project_id, component_id, language, service, address, parts, unit_ids from sent_requests, generate_series(1, ${MOST_SENT + 50})
    where component_id = ${component.id}`);
  const count = async () =>
    (
      await textRow<{ n: number }>(
        db,
        sql`select count(*)::int as n from sent_requests where component_id = ${component.id}`,
      )
    )?.n ?? 0;
  for (let round = 0; round < 25; round++) {
    services.next = { status: 500, body: "" };
    await ask(petra, component, "New", "libretranslate").catch(() => {});
  }
  expect(await count()).toBeLessThan(MOST_SENT + 20);
  expect(await count()).toBeGreaterThanOrEqual(MOST_SENT);
  await db.run(sql`update sent_requests set at = now() - interval '15 days' where component_id = ${component.id}`);
  expect(await sent(petra, component)).toEqual([]);
  expect(await forgetSent()).toBeGreaterThan(100);
  expect(await count()).toBe(0);
});
