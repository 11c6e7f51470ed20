import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { NextRequest } from "next/server";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { POST } from "@/app/hooks/machinery/[question]/[secret]/route";
import type { Actor } from "@/lib/domain/access/actor";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { updateComponent } from "@/lib/domain/creation/update-component";
import { forgetQuestions } from "@/lib/domain/machinery/answers";
import { autoTranslate } from "@/lib/domain/machinery/auto-translate";
import { openMailbox } from "@/lib/domain/machinery/internal/mailbox";
import { listSent } from "@/lib/domain/machinery/sent";
import type { OutsideService } from "@/lib/domain/machinery/services";
import { addMachinery } from "@/lib/domain/machinery/settings";
import { suggestFor } from "@/lib/domain/machinery/suggest";
import { readUsage, setLimits } from "@/lib/domain/machinery/usage";
import { findTranslation } from "@/lib/domain/translations/translations";
import { findUnit } from "@/lib/domain/units/units";
import { db, sql } from "@/lib/platform/database";
import { environment, setEnvironment } from "@/lib/platform/environment";
import type { Engine, Mailbox } from "@/lib/platform/machinery/engine";
import { findEngine } from "@/lib/platform/machinery/registry";
import { APPLICATION, type EtranslationServer, PASSWORD, startEtranslation } from "../../support/etranslation-server";
import { connect, unitId } from "../../support/loop";
import { OPEN } from "../../support/outside";
import { makePerson } from "../../support/people";
import { textRow } from "../../support/text-rows";

/** eTranslation: asked as it documents, and answering at an address of ours. */

const deliver = (question: string, secret: string, body: string, type = "application/json", query = "") =>
  POST(
    new NextRequest(`http://loquat.test/hooks/machinery/${question}/${secret}/${query}`, {
      method: "POST",
      headers: { "content-type": type },
      body,
    }),
    { params: Promise.resolve({ question, secret }) },
  );

/** The web server, as far as it is needed: what comes from outside reaches the route. */
const web = createServer(async (request, response) => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const url = new URL(request.url ?? "/", "http://loquat.test");
  const [, , , question = "", secret = ""] = url.pathname.split("/");
  const body = Buffer.concat(pieces).toString();
  const answer = await deliver(question, secret, body, request.headers["content-type"], url.search);
  response.writeHead(answer.status).end(await answer.text());
});

let admin: Actor;
let service: EtranslationServer;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  service = await startEtranslation();
  await new Promise<void>((done) => web.listen(0, "127.0.0.1", done));
  const baseUrl = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  setEnvironment({ ...environment(), privateServices: OPEN, baseUrl });
});
beforeEach(async () => {
  Object.assign(service, { questions: [], documents: [], waiting: [], brought: [], mood: "answer", algorithm: "MD5" });
  await db.run(sql`delete from machinery_questions`);
});
afterAll(async () => {
  await service.stop();
  web.closeAllConnections();
  await new Promise((done) => web.close(done));
});

type Version = "1" | "2";
const settings = (version: Version, more: Record<string, string> = {}) => ({
  ...{ application: APPLICATION, password: PASSWORD, version, base_url: service.urls[version] },
  ...more,
});
const po = (sources: readonly string[]) =>
  `msgid ""\nmsgstr "Language: cs\\nContent-Type: text/plain; charset=UTF-8\\n"\n\n${sources.map((one) => `msgid "${one}"\nmsgstr ""\n`).join("\n")}`;
async function make(version: Version, sources: readonly string[], more: Record<string, string> = {}) {
  const { component } = await connect(admin, { "po/cs.po": po(sources) }, { filemask: "po/*.po", fileFormat: "po" });
  await addMachinery(admin, component.project, "etranslation", settings(version, more));
  return component;
}
const suggest = async (component: ComponentRow, text: string) =>
  (await suggestFor(admin, await unitId(component, "cs", text), "etranslation")).suggestions.map((one) => one.targets);
const run = async (component: ComponentRow) =>
  autoTranslate(admin, await findTranslation(admin, component, "cs"), {
    ...{ mode: "translate", q: "state:<translated", autoSource: "mt", engines: ["etranslation"], threshold: 80 },
  });
const targets = async (component: ComponentRow, text: string) =>
  (await findUnit(admin, await unitId(component, "cs", text))).targets;
const asked = () =>
  textRow<{ id: string; answer: string | null; refusal: string | null }>(
    db,
    sql`
  select id::text, answer, refusal from machinery_questions order by id desc limit 1`,
  );

describe.each(["1", "2"] as const)("version %s of the interface", (version) => {
  it("takes all strings of a batch in one document, and brings them back with their placeables", async () => {
    const sources = ["Delete %s & go", "Open\\nthe <b>gate</b>", " Quit ", "3 < 4"];
    const component = await make(version, sources);
    expect((await run(component)).accepted).toBe(4);
    expect(service.questions).toHaveLength(1);
    expect(service.questions[0]).toMatchObject({ sourceLanguage: "EN", targetLanguages: ["CS"], domain: "GEN" });
    expect(await targets(component, "Delete %s & go")).toEqual(["DELETE %s & GO"]);
    expect(await targets(component, "Open\nthe <b>gate</b>")).toEqual(["OPEN\nTHE <b>GATE</b>"]);
    expect(await targets(component, " Quit ")).toEqual([" QUIT "]);
    expect(await targets(component, "3 < 4")).toEqual(["3 < 4"]);
    await expect.poll(() => service.brought).toEqual(version === "1" ? [200] : [200, 200]);
  });

  it("is asked for one string by the editor, and not again for the same one", async () => {
    const component = await make(version, ["Close the door"]);
    expect(await suggest(component, "Close the door")).toEqual([["CLOSE THE DOOR"]]);
    expect(await suggest(component, "Close the door")).toEqual([["CLOSE THE DOOR"]]);
    expect(service.questions).toHaveLength(1);
  });

  it("lets nobody in with a wrong password, and says so", async () => {
    const component = await make(version, ["Go away"], { password: "another-password" });
    await expect(suggest(component, "Go away")).rejects.toThrow(
      "eTranslation refused the request: the key is not accepted.",
    );
    expect(service.questions).toEqual([]);
    expect(await asked()).toBeUndefined();
  });

  it("may refuse at once, or later, and both are told", async () => {
    const component = await make(version, ["Come in", "Sit down"]);
    service.mood = "refuse";
    const at =
      version === "1" ? "error -20013 (the domain does not have these languages)" : "error -11200 (QUOTA_EXCEEDED)";
    await expect(suggest(component, "Come in")).rejects.toThrow(at);
    expect(await asked()).toBeUndefined();
    service.mood = "fail";
    const later =
      version === "1" ? "error -40010 (Too many segments to translate)" : "error -10003 (The engine is away)";
    await expect(suggest(component, "Sit down")).rejects.toThrow(later);
    // A refusal is not kept: who asks again asks anew.
    service.mood = "answer";
    expect(await suggest(component, "Sit down")).toEqual([["SIT DOWN"]]);
  });

  it("keeps an answer that comes late for who asks the same again", async () => {
    const component = await make(version, ["Wait for it"]);
    service.mood = "wait";
    const first = suggest(component, "Wait for it");
    await expect.poll(() => service.waiting.length).toBe(1);
    // Somebody else asks while the first question is on its way.
    const second = suggest(component, "Wait for it");
    await service.waiting[0]?.();
    expect(await Promise.all([first, second])).toEqual([[["WAIT FOR IT"]], [["WAIT FOR IT"]]]);
    expect(service.questions).toHaveLength(1);
    expect((await readUsage(admin, component.project)).rows[0]).toMatchObject({ requests: 1, characters: 11 });
  });
});

describe("questions of digest authentication", () => {
  it.each(["SHA-256", "MD5-sess"] as const)("are answered with %s", async (algorithm) => {
    service.algorithm = algorithm;
    expect(await suggest(await make("1", [`By ${algorithm}`]), `By ${algorithm}`)).toEqual([
      [`BY ${algorithm.toUpperCase()}`],
    ]);
  });

  it("that are none are told, and the password is not sent", async () => {
    service.algorithm = "none";
    await expect(suggest(await make("1", ["By nothing"]), "By nothing")).rejects.toThrow(
      "did not ask for a password as version 1 of its interface does",
    );
    expect(service.questions).toEqual([]);
  });
});

describe("an answer that is brought", () => {
  const fake = { id: "etranslation", engine: findEngine("etranslation") as Engine } as OutsideService;
  const open = async (component: ComponentRow, question = "a question") => {
    const box = await openMailbox(component.projectId, fake, [question]);
    const [, id = "", secret = ""] = /machinery\/(\d+)\/([^/]+)\/$/.exec(box.address ?? "") ?? [];
    return { box, id, secret };
  };
  const document = (text: string) =>
    JSON.stringify({ requestId: 1, result: Buffer.from(`<p id="s1">${text}</p>`).toString("base64") });
  let component: ComponentRow;
  beforeAll(async () => {
    component = await make("2", ["One"]);
  });

  it("counts once, by its secret alone: a forged one, one for no question and one too late change nothing", async () => {
    const { box, id, secret } = await open(component);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(await textRow(db, sql`select * from machinery_questions where id = ${id}`))).not.toContain(
      secret,
    );
    const other = await open(component, "another question");
    const wrong: [string, string][] = [
      [id, `${secret.slice(0, -1)}${secret.endsWith("A") ? "B" : "A"}`],
      [id, other.secret],
      [id, ""],
      [String(Number(other.id) + 1000), secret],
      ["0", secret],
      ["1e3", secret],
      ["99999999999999999999", secret],
    ];
    for (const [question, guess] of wrong) {
      const answer = await deliver(question, guess, document("forged"));
      expect([answer.status, await answer.json()]).toMatchObject([
        404,
        { errors: [{ detail: "Nobody waits for an answer here." }] },
      ]);
    }
    expect(await box.outcome(0)).toBeUndefined();
    // What is no outcome leaves the question open.
    for (const body of ['{"requestId": 1}', "{", "[]", "null", '{"result": 7}', ""])
      expect((await deliver(id, secret, body)).status).toBe(200);
    expect((await deliver(id, secret, "request-id=1", "application/x-www-form-urlencoded")).status).toBe(200);
    expect(await box.outcome(0)).toBeUndefined();
    expect((await deliver(id, secret, document("right"))).status).toBe(200);
    expect((await deliver(id, secret, document("second"))).status).toBe(200);
    expect(await box.outcome(0)).toEqual({ answer: '<p id="s1">right</p>' });
    await db.run(sql`update machinery_questions set asked_at = now() - interval '25 hours' where id = ${other.id}`);
    expect((await deliver(other.id, other.secret, document("late"))).status).toBe(404);
    expect(await forgetQuestions()).toBe(1);
  });

  it("is for all who ask the same at one moment: the question is put once", async () => {
    const asked = await Promise.all(Array.from({ length: 6 }, () => openMailbox(component.projectId, fake, ["same"])));
    expect(asked.filter(({ address }) => address !== undefined)).toHaveLength(1);
    const other = await openMailbox(component.projectId, fake, ["other"]);
    expect(other.address).toBeDefined();
  });

  it("may not be large, and nothing of it is read for a wrong address", async () => {
    const { id, secret } = await open(component);
    const large = JSON.stringify({ result: "A".repeat(5_000_001) });
    expect((await deliver(id, secret, large)).status).toBe(413);
    expect((await deliver(id, "wrong", large)).status).toBe(404);
  });

  it("is waited for as long as that is asked for, and a question is asked anew when its answer seems lost", async () => {
    const { box, id } = await open(component);
    expect(box.address).toBeDefined();
    expect((await open(component)).box.address).toBeUndefined();
    const began = performance.now();
    expect(await box.outcome(300)).toBeUndefined();
    expect(performance.now() - began).toBeGreaterThanOrEqual(295);
    await db.run(sql`update machinery_questions set asked_at = now() - interval '16 minutes' where id = ${id}`);
    expect((await open(component)).box.address).toBeDefined();
  });

  it("that does not come in time is told, with what to do", async () => {
    const silent: Mailbox = { address: undefined, outcome: async () => undefined, close: async () => {} };
    const request = { source: "en", target: "cs", texts: [{ text: "One" }], glossary: [], mailbox: silent };
    await expect(fake.engine.translate(settings("2"), request)).rejects.toThrow(
      "eTranslation has not answered in 60 seconds. Its answer is kept when it comes: ask again in some minutes.",
    );
    const { mailbox: _, ...without } = request;
    await expect(fake.engine.translate(settings("2"), without)).rejects.toThrow("no address for its answer");
    expect(await fake.engine.translate(settings("2"), { ...request, target: "zh_Hant" })).toEqual([undefined]);
  });

  it("may be wrapped, reordered and incomplete", async () => {
    const texts = ["One", "Two", "Three", '<x id="1"></x> four'].map((text) => ({ text }));
    const brought = `<html><body><p class="k" id='s4'>\n  <span>&lt;<x id="1"/></span>\n  quatre</p><P ID=s2 lang="fr">deux<p id="s1">un<br />\nune</p>`;
    const box: Mailbox = { address: undefined, outcome: async () => ({ answer: brought }), close: async () => {} };
    const ask = (mailbox: Mailbox) =>
      fake.engine.translate(settings("2"), { source: "en", target: "fr", texts, glossary: [], mailbox });
    expect((await ask(box)).map((one) => one?.text)).toEqual(["un\nune", "deux", undefined, '&lt;<x id="1"/> quatre']);
    await expect(ask({ ...box, outcome: async () => ({ answer: "<p>Sorry</p>" }) })).rejects.toThrow(
      "another document",
    );
    // A hostile document takes no time.
    const began = performance.now();
    await ask({ ...box, outcome: async () => ({ answer: '<p id="s1">'.repeat(100_000) + " ".repeat(500_000) }) });
    expect(performance.now() - began).toBeLessThan(2000);
  });
});

describe("what is asked", () => {
  it("has the domain of the service, or the one that a flag of the component or the string names", async () => {
    const component = await make("2", ["Plain", "Legal"], { domain: "IPO" });
    await suggest(component, "Plain");
    await updateComponent(admin, component, { checkFlags: "etranslation-domain:SPD" });
    await db.run(sql`
      update source_units set extra_flags = 'etranslation-domain:ECJ' where component_id = ${component.id} and sources[1] = 'Legal'`);
    expect((await run(await findComponentById(admin, component.id))).accepted).toBe(2);
    expect(service.questions.map((one) => one.domain)).toEqual(["IPO", "SPD", "ECJ"]);
    await expect(updateComponent(admin, component, { checkFlags: "etranslation-domain:a b" })).rejects.toMatchObject({
      fields: [{ path: "checkFlags" }],
    });
    await expect(
      addMachinery(admin, component.project, "etranslation", settings("2", { domain: "a b" })),
    ).rejects.toThrow();
  });

  it("is kept to be read as it is, without the password and the address of the answer", async () => {
    const component = await make("1", ["Read <i>me</i>"]);
    await suggest(component, "Read <i>me</i>");
    const { rows } = await listSent(admin, component.project, { limit: 10 });
    expect(rows).toHaveLength(1);
    const said = JSON.stringify(rows[0]);
    expect(rows[0]?.parts.find(({ name }) => name === "document")?.text).toBe(service.documents[0]);
    expect(said).not.toContain(PASSWORD);
    expect(said).not.toContain("/hooks/machinery/");
  });

  it("is not asked when the project has spent what it may, and nothing waits then", async () => {
    const component = await make("2", ["Expensive text"]);
    await setLimits(admin, component.project, { characters: 5 });
    await expect(suggest(component, "Expensive text")).rejects.toThrow("may send services 5 characters in a month");
    expect(service.questions).toEqual([]);
    expect(await asked()).toBeUndefined();
  });
});
