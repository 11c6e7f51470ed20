import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Actor, loadActor, SERVICE } from "@/lib/domain/access/actor";
import { addMembers } from "@/lib/domain/access/seed";
import type { ComponentRow } from "@/lib/domain/components/components";
import { autoTranslate } from "@/lib/domain/machinery/auto-translate";
import { findMentions } from "@/lib/domain/machinery/concordance";
import { addMachinery, changeMachinery, readMachinery, replaceMachinery } from "@/lib/domain/machinery/settings";
import { suggestFor } from "@/lib/domain/machinery/suggest";
import { readUsage, setLimits } from "@/lib/domain/machinery/usage";
import { findProject } from "@/lib/domain/projects/projects";
import { setWorkflow } from "@/lib/domain/projects/workflows";

import { findTranslation } from "@/lib/domain/translations/translations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit } from "@/lib/domain/units/units";
import { db, inTransaction, rawSql, sql } from "@/lib/platform/database";
import { environment, setEnvironment } from "@/lib/platform/environment";
import { learn } from "../../support/learn";
import { connect, counterDrift, unitId } from "../../support/loop";
import { CLOSED, OPEN } from "../../support/outside";
import { makePerson } from "../../support/people";
import { type Services, startServices } from "../../support/services";
import { textRow } from "../../support/text-rows";

const po = (entries: string) =>
  `msgid ""\nmsgstr ""\n"Language: cs\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"\n\n${entries}`;
const entry = (source: string, target = "") => `msgid "${source}"\nmsgstr "${target}"\n\n`;
const FILES = 'msgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] ""\nmsgstr[1] ""\nmsgstr[2] ""\n\n';
const FORMAT = { filemask: "po/*.po", fileFormat: "po" };

let admin: Actor;
let services: Services;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  services = await startServices();
  setEnvironment({ ...environment(), privateServices: OPEN });
});
beforeEach(() => {
  services.requests.length = 0;
});
afterAll(() => services.stop());

const make = async (entries: string) => (await connect(admin, { "po/cs.po": po(entries) }, FORMAT)).component;
const cs = (component: ComponentRow) => findTranslation(admin, component, "cs");
const libre = () => ({ url: `${services.url}/` });
const unit = async (component: ComponentRow, text: string) => findUnit(admin, await unitId(component, "cs", text));
const run = async (component: ComponentRow, engines: string[], threshold = 80, actor = admin) =>
  autoTranslate(actor, await cs(component), {
    mode: "translate",
    q: "state:<translated",
    autoSource: "mt",
    engines,
    threshold,
  });
const own = async (actor: Actor, component: ComponentRow, text: string) =>
  (await suggestFor(actor, await unitId(component, "cs", text))).suggestions;
const set = (column: string, value: unknown, id: number) =>
  db.run(sql`update projects set ${rawSql(column)} = ${value} where id = ${id}`);

describe("automatic translation by services", () => {
  it("asks a service, keeps placeables, and fills every plural form", async () => {
    const component = await make(entry("Delete <b>%s</b> & go") + entry("Quit", "Konec") + FILES);
    await addMachinery(admin, component.project, "libretranslate", libre());
    expect(await run(component, ["libretranslate"])).toEqual({
      accepted: 2,
      message: "Automatic translation completed, 2 strings were updated.",
    });
    expect(await unit(component, "Delete <b>%s</b> & go")).toMatchObject({
      targets: ["DELETE <b>%s</b> & GO"],
      state: 20,
      automatic: true,
    });
    expect((await unit(component, "%d file")).targets).toEqual(["%d FILE", "%d FILES", "%d FILES"]);
    expect((await unit(component, "Quit")).targets).toEqual(["Konec"]);
    const line = await textRow(
      db,
      sql`select cause, details->>'engine' as engine, details->>'quality' as quality from changes where component_id = ${component.id} and action = 6 limit 1`,
    );
    expect(line).toEqual({ cause: "machine", engine: "libretranslate", quality: "89" });
    expect(await counterDrift()).toEqual([]);
    await learn();
    expect(
      (await own(admin, await make(entry("Delete <b>%s</b> & go")), "Delete <b>%s</b> & go")).map((one) => [
        one.likeness,
        one.quality,
        one.reasons,
      ]),
    ).toEqual([[100, 85, ["machine-made", "other-project"]]]);
  });

  it("follows order and threshold, with the memory first", async () => {
    const known = await make(entry("Open the window"));
    await editUnit(admin, await unitId(known, "cs", "Open the window"), { targets: ["Otevřít okno"], state: 20 });
    await learn();
    const component = await make(entry("Open the windows") + entry("Something new") + entry("Open the window"));
    await addMachinery(admin, component.project, "libretranslate", libre());
    expect((await run(component, ["loquat", "libretranslate"], 95)).accepted).toBe(1);
    expect((await unit(component, "Open the window")).targets).toEqual(["Otevřít okno"]);
    expect((await run(component, ["weblate-translation-memory", "libretranslate"], 80)).accepted).toBe(2);
    expect((await unit(component, "Open the windows")).targets).toEqual(["Otevřít okno"]);
    expect((await unit(component, "Something new")).targets).toEqual(["SOMETHING NEW"]);
  });

  it("discards a text that lost a placeable, and reports a failing service", async () => {
    const component = await make(entry("Delete %s") + entry("Open"));
    await addMachinery(admin, component.project, "libretranslate", libre());
    services.next = { status: 200, body: JSON.stringify({ translatedText: ["SMAZAT", "OTEVŘÍT"] }) };
    expect((await run(component, ["libretranslate"])).accepted).toBe(1);
    expect((await unit(component, "Delete %s")).state).toBe(0);
    services.next = { status: 403, body: "" };
    await expect(run(component, ["libretranslate"])).rejects.toThrow("the key is not accepted");
    services.next = { status: 500, body: "" };
    await expect(run(await make(entry("x y")), ["libretranslate"])).rejects.toMatchObject({
      fields: [{ path: "engines" }],
    });
    services.next = undefined;
  });

  it("translates from the secondary language where a service is set so and that has a text", async () => {
    const german = po(entry("Close", "Schließen") + entry("Quit")).replace("Language: cs", "Language: de");
    const files = { "po/cs.po": po(entry("Close") + entry("Quit")), "po/de.po": german };
    const { component } = await connect(admin, files, FORMAT);
    await db.run(sql`
      update components set secondary_language_id = (select id from languages where code = 'de') where id = ${component.id}`);
    const wrong = addMachinery(admin, component.project, "libretranslate", { ...libre(), source_language: "third" });
    await expect(wrong).rejects.toThrow("Choose one of: auto, source, secondary.");
    await addMachinery(admin, component.project, "libretranslate", { ...libre(), source_language: "secondary" });
    expect((await run(component, ["libretranslate"])).accepted).toBe(2);
    expect((await unit(component, "Close")).targets).toEqual(["SCHLIESSEN"]);
    expect((await unit(component, "Quit")).targets).toEqual(["QUIT"]);
    const sent = services.requests.map(({ body }) => (body as { source?: string }).source);
    expect(sent).toEqual(["de", "en"]);
  });

  it("translates from the language that the workflow names, unless a service is set to the source", async () => {
    const german = po(entry("Close", "Schließen") + entry("Quit")).replace("Language: cs", "Language: de");
    const files = { "po/cs.po": po(entry("Close") + entry("Quit")), "po/de.po": german };
    const workflow = {
      ...{ reviewsOff: false, enableSuggestions: null, suggestionVoting: null, suggestionAutoaccept: null },
      ...{ editsByMembers: false, checkFlags: "", sourceLanguage: "de" },
    };
    const translated = async (service: Record<string, unknown>) => {
      const { component } = await connect(admin, files, FORMAT);
      await setWorkflow(admin, await findProject(admin, component.project.slug), "cs", workflow);
      await addMachinery(admin, component.project, "libretranslate", service);
      services.requests.length = 0;
      expect((await run(component, ["libretranslate"])).accepted).toBe(2);
      const sent = services.requests.map(({ body }) => (body as { source?: string }).source);
      return [sent, (await unit(component, "Close")).targets, (await unit(component, "Quit")).targets];
    };
    expect(await translated({ ...libre(), source_language: "source" })).toEqual([["en"], ["CLOSE"], ["QUIT"]]);
    expect(await translated(libre())).toEqual([["de", "en"], ["SCHLIESSEN"], ["QUIT"]]);
  });

  it("sends language models the glossary terms that occur in the text", async () => {
    const component = await make(entry("Open the files of a cloudy profile"));
    const terms = entry("file", "soubor") + entry("cloud", "mrak") + entry("pro", "profík");
    const glossary = (await connect(admin, { "po/cs.po": po(terms) }, FORMAT)).component;
    await db.run(
      sql`update components set is_glossary = true, project_id = ${component.projectId}, slug = 'terms', name = 'Terms' where id = ${glossary.id}`,
    );
    await addMachinery(admin, component.project, "openai", { key: "k", base_url: services.url });
    expect((await run(component, ["openai"])).accepted).toBe(1);
    const said = JSON.stringify(services.requests[0]?.body);
    expect(said).toContain("soubor");
    for (const other of ["mrak", "profík"]) expect(said).not.toContain(other);
  });
});

describe("suggestions in the editor", () => {
  it("come from identical strings and the memory at once, and from each service on request", async () => {
    const component = await make(entry("Paste") + entry("Copy", "Kopírovat"));
    const other = await make(entry("Paste", "Vložit"));
    await addMachinery(admin, component.project, "libretranslate", libre());
    const id = await unitId(component, "cs", "Paste");
    expect(await suggestFor(admin, id)).toMatchObject({
      suggestions: [
        { service: "weblate", targets: ["Vložit"], quality: 95, likeness: 100, origin: `${other.project.slug}/app` },
      ],
      further: [{ id: "libretranslate", name: "LibreTranslate" }],
    });
    expect((await suggestFor(admin, id, "libretranslate")).suggestions).toMatchObject([
      { targets: ["PASTE"], quality: 89 },
    ]);
    await suggestFor(admin, id, "libretranslate");
    expect(services.requests).toHaveLength(1);
    await expect(suggestFor(admin, id, "deepl")).rejects.toThrow("not set up");
    await set("access_control", 1, component.projectId);
    await expect(suggestFor(await makePerson("reader"), id)).rejects.toThrow("machinery.view");
  });

  it("rank by likeness, with what speaks for and against a match, and never hold the string's own text", async () => {
    const component = await make(
      `${entry("Open the red door", "Otevřít") + entry("Open the red doors")}msgctxt "menu"\n${entry("Open the red door")}`,
    );
    const other = await make(`msgctxt "menu"\n${entry("Open the red door", "Otevři")}`);
    await editUnit(admin, await unitId(component, "cs", "Open the red doors"), {
      targets: ["Otevřít dveře"],
      state: 10,
    });
    const menu = await textRow<{ id: number }>(
      db,
      sql`select u.id from units u join source_units s on s.id = u.source_id join translations t on t.id = u.translation_id
        where s.component_id = ${component.id} and s.context = 'menu' and not t.is_source`,
    );
    const shown = (await suggestFor(admin, menu?.id ?? 0)).suggestions;
    expect(shown.map((one) => [one.targets[0], one.likeness, one.quality, one.reasons])).toEqual([
      ["Otevřít", 100, 100, ["same-component"]],
      ["Otevři", 100, 97, ["other-project", "same-context"]],
      ["Otevřít dveře", 94, 80, ["needs-editing", "same-component"]],
    ]);
    expect(shown[2]?.author).toBe("Admin");
    expect(shown[0]?.author).toBe("");
    await learn();
    const own = (await suggestFor(admin, await unitId(component, "cs", "Open the red doors"))).suggestions;
    expect(own.map((one) => one.targets[0])).toEqual(["Otevřít", "Otevři"]);
    const strict = await suggestFor(admin, menu?.id ?? 0, undefined, 100);
    expect(strict.suggestions).toHaveLength(2);
    expect(strict.searched).toBe(true);
    expect((await run(component, ["weblate"], 90)).accepted).toBe(2);
    expect(other.id).toBeGreaterThan(0);
  });

  it("can be searched for words of sources and translations, within what may be offered", async () => {
    const component = await make(entry("Quite unusual wording", "Neobvyklé znění") + entry("Here"));
    const secret = await make(entry("Quite unusual secret", "Neobvyklé tajemství"));
    const id = await unitId(component, "cs", "Here");
    const petra = await makePerson("seeker");
    const found = async (words: string, actor: Actor = petra) =>
      (await findMentions(actor, id, words)).map((one) => one.source);
    expect(await found("UNUSUAL quite")).toEqual(["Quite unusual secret", "Quite unusual wording"]);
    expect(await found("neobvyklé")).toEqual(["Quite unusual secret", "Quite unusual wording"]);
    expect(await found("unusual znění")).toEqual([]);
    expect(await found("100%")).toEqual([]);
    for (const words of [" ", "x".repeat(201), "a b c d e f g h i"])
      await expect(found(words)).rejects.toMatchObject({ fields: [{ path: "q" }] });
    await db.run(sql`update components set restricted = true where id = ${secret.id}`);
    expect(await found("unusual", admin)).toEqual(["Quite unusual wording"]);
    await db.run(sql`update components set restricted = false where id = ${secret.id}`);
    await set("access_control", 100, secret.projectId);
    expect(await found("unusual")).toEqual(["Quite unusual wording"]);
    await set("access_control", 1, component.projectId);
    await expect(found("unusual")).rejects.toThrow("machinery.view");
  });

  it("never show strings of private projects or restricted components without access", async () => {
    const here = await make(entry("Very secret"));
    const secret = await make(entry("Very secret", "Přísně tajné"));
    const petra = await makePerson("petra");
    const team = await textRow<{ id: number }>(
      db,
      sql`select id from teams where name = 'Administration' and defining_project_id = ${here.projectId}`,
    );
    await inTransaction((tx) => addMembers(tx, team?.id ?? 0, [petra.userId]));
    const may = (await loadActor(petra.userId)) as Actor;
    const seen = async (actor: Actor) => (await own(actor, here, "Very secret")).length;
    expect(await seen(may)).toBe(1);
    await set("contribute_shared_tm", false, secret.projectId);
    expect(await seen(may)).toBe(0);
    await set("contribute_shared_tm", true, secret.projectId);
    await db.run(sql`update components set restricted = true where id = ${secret.id}`);
    expect(await seen(may)).toBe(0);
    await db.run(sql`update components set restricted = false where id = ${secret.id}`);
    await set("access_control", 100, secret.projectId);
    expect(await seen(may)).toBe(0);
    expect((await run(here, ["weblate"], 75, SERVICE)).accepted).toBe(0);
    expect(await seen(admin)).toBe(1);
    await set("use_shared_tm", false, here.projectId);
    expect(await seen(admin)).toBe(0);
  });
});

describe("settings of services", () => {
  it("of a project override those of the installation, which it can turn off", async () => {
    const component = await make(entry("Open it"));
    const { project } = component;
    await addMachinery(admin, undefined, "libretranslate", { ...libre(), key: "site" });
    const further = async () =>
      (await suggestFor(admin, await unitId(component, "cs", "Open it"))).further.map((one) => one.id);
    expect(await further()).toEqual(["libretranslate"]);
    await addMachinery(admin, project, "libretranslate", { ...libre(), key: "project" });
    await run(component, ["libretranslate"]);
    expect(services.requests[0]?.body).toMatchObject({ api_key: "project" });
    await changeMachinery(admin, project, "libretranslate", null);
    expect(await further()).toEqual([]);
    await changeMachinery(admin, project, "weblate", null);
    expect(await own(admin, component, "Open it")).toEqual([]);
    await replaceMachinery(admin, project, {});
    expect(await further()).toEqual(["libretranslate"]);
    await changeMachinery(admin, undefined, "libretranslate", {});
    expect(await readMachinery(admin, undefined)).toEqual({});
  });

  it("are counted by month, and stop at the limit of the project with a sentence", async () => {
    const component = await make(entry("Open me") + entry("Close me"));
    const { project } = component;
    await addMachinery(admin, project, "libretranslate", { url: `${services.url}/limited/` });
    await addMachinery(admin, project, "openai", { key: "k", base_url: `${services.url}/limited/` });
    await setLimits(admin, project, { characters: 10 });
    const ask = async (text: string, service: string) =>
      suggestFor(admin, await unitId(component, "cs", text), service);
    expect((await ask("Open me", "libretranslate")).suggestions).toHaveLength(1);
    await expect(ask("Close me", "libretranslate")).rejects.toThrow("10 characters in a month, and 7 are spent");
    // What is remembered costs nothing.
    expect((await ask("Open me", "libretranslate")).suggestions).toHaveLength(1);
    expect(services.requests).toHaveLength(1);
    await setLimits(admin, project, { characters: null, tokens: 42 });
    expect((await ask("Close me", "openai")).suggestions).toHaveLength(1);
    await expect(ask("Open me", "openai")).rejects.toThrow("42 tokens");
    const use = await readUsage(admin, project);
    expect(use).toMatchObject({ limits: { characters: null, tokens: 42 }, spent: { characters: 15, tokens: 42 } });
    expect(use.rows.map(({ service, requests }) => [service, requests])).toEqual([
      ["libretranslate", 1],
      ["openai", 1],
    ]);
  });

  it("cannot point to a private network unless that is allowed", async () => {
    const { project } = await make(entry("x"));
    setEnvironment({ ...environment(), privateServices: CLOSED });
    for (const url of [
      "http://127.0.0.1:5000",
      "http://localhost/",
      "ftp://example.org",
      "http://[::1]/",
      "example.org",
      "http://a:b@example.org/",
    ])
      await expect(addMachinery(admin, project, "libretranslate", { url })).rejects.toMatchObject({
        fields: [{ path: "configuration.url" }],
      });
    setEnvironment({ ...environment(), privateServices: OPEN });
  });
});
