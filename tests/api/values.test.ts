import { beforeAll, describe, expect, it } from "vitest";
import { findComponentById } from "@/lib/domain/components/components";
import { beginLanguage } from "@/lib/domain/creation/add-language";
import { writeLanguageFile } from "@/lib/domain/creation/language-files";
import { performOperation } from "@/lib/domain/integrate/operations";
import { findTranslation } from "@/lib/domain/translations/translations";
import { db, sql } from "@/lib/platform/database";
import { connect, counterDrift, unitId } from "../support/loop";
import { textRows } from "../support/text-rows";
import { json, type Person, person, send } from "./support";

/** Strings with several values, which are no plural forms, through every door. */

let admin: Person;
let petra: Person;

beforeAll(async () => {
  admin = await person("admin", { superuser: true });
  petra = await person("petra");
});

const HEAD = '"location","source","target","id","fuzzy","context","translator_comments","developer_comments"\n';
const row = (source: string, target: string) => `"","${source}","${target}","","","fruit","",""\n`;
const TABLE = HEAD + row("pear", "hruška") + row("pear", "hruštička") + row("quince", "kdoule") + row("fig", "");
const SETTINGS = { filemask: "words/*.csv", fileFormat: "csv-multi", allowPropagation: false } as const;
const BASE = 'id,source\nhi,Hello\nhi,Hi\nbye,"Good bye"\n';
const KEYED = "id,target\nhi,Ahoj\n";

const read = async (path: string) => (await json("GET", path)).body;

describe("a string with several values", () => {
  it("shows, takes and writes as many as it is given", async () => {
    const { component, upstream } = await connect(admin.actor, { "words/cs.csv": TABLE }, SETTINGS);
    const pear = `/api/units/${await unitId(component, "cs", "pear")}/`;
    const fig = `/api/units/${await unitId(component, "cs", "fig")}/`;
    expect(await read(pear)).toMatchObject({ source: ["pear"], target: ["hruška", "hruštička"], state: 20 });
    const patch = (path: string, target: string[], state = 20) =>
      json("PATCH", path, { key: petra.key, body: { target, state } });
    expect((await patch(pear, ["hruška", "", "hruštička", "dula"])).body).toMatchObject({
      target: ["hruška", "hruštička", "dula"],
    });
    expect(await read(pear)).toMatchObject({ has_failing_check: false, pending: true });
    await patch(fig, ["fík", "smokva"]);
    expect((await send("PATCH", fig, { key: petra.key, body: { target: [], state: 20 } })).status).toBe(400);
    const many = Array.from({ length: 501 }, () => "x");
    expect((await send("PATCH", fig, { key: petra.key, body: { target: many, state: 20 } })).status).toBe(400);
    const download = await send("GET", `/api/translations/${component.project.slug}/app/cs/file/`);
    expect(await download.text()).toContain(row("pear", "hruštička") + row("pear", "dula"));
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect(upstream.read("words/cs.csv")).toBe(
      HEAD +
        row("pear", "hruška") +
        row("pear", "hruštička") +
        row("pear", "dula") +
        row("quince", "kdoule") +
        row("fig", "fík") +
        row("fig", "smokva"),
    );
    await patch(pear, ["dula"]);
    upstream.commit({ "words/cs.csv": upstream.read("words/cs.csv").replace('"kdoule"', '"kdoulička"') });
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect(upstream.read("words/cs.csv")).toBe(
      HEAD + row("pear", "dula") + row("quince", "kdoulička") + row("fig", "fík") + row("fig", "smokva"),
    );
    expect(await read(fig)).toMatchObject({ target: ["fík", "smokva"], pending: false });
    expect(await counterDrift()).toEqual([]);
  });

  it("follows upstream's values, and keeps ours as a suggestion when both sides changed them", async () => {
    const { component, upstream } = await connect(admin.actor, { "words/cs.csv": TABLE }, { ...SETTINGS, push: "" });
    const pear = `/api/units/${await unitId(component, "cs", "pear")}/`;
    const target = ["hruška", "hruštička", "dula"];
    await json("PATCH", pear, { key: petra.key, body: { target, state: 20 } });
    upstream.commit({
      "words/cs.csv": HEAD + row("pear", "hruška") + row("quince", "kdoule") + row("quince", "gdoule") + row("fig", ""),
    });
    await performOperation(component.repositoryId, "pull");
    expect(await read(pear)).toMatchObject({ target: ["hruška"], has_suggestion: true });
    const quince = `/api/units/${await unitId(component, "cs", "quince")}/`;
    expect(await read(quince)).toMatchObject({ target: ["kdoule", "gdoule"] });
    expect(await counterDrift()).toEqual([]);
  });

  it("has values in a base file too, which are no plural forms of the languages", async () => {
    const files = { "words/en.csv": BASE, "words/cs.csv": KEYED };
    const { component, upstream } = await connect(admin.actor, files, { ...SETTINGS, template: "words/en.csv" });
    const hi = `/api/units/${await unitId(component, "cs", "hi")}/`;
    expect(await read(hi)).toMatchObject({ source: ["Hello", "Hi"], target: ["Ahoj"], has_failing_check: false });
    const target = ["Ahoj", "Čau", "Nazdar", "Zdar"];
    const patched = await json("PATCH", hi, { key: petra.key, body: { target, state: 20 } });
    expect(patched.body).toMatchObject({ target });
    expect(await read(hi)).toMatchObject({ target, has_failing_check: false });
    const source = `/api/units/${await unitId(component, "en", "bye")}/`;
    await json("PATCH", source, { key: admin.key, body: { target: ["Good bye", "Bye"], state: 20 } });
    const bye = await read(`/api/units/${await unitId(component, "cs", "bye")}/`);
    expect(bye).toMatchObject({ source: ["Good bye", "Bye"], target: [""] });
    const added = await json("POST", `/api/translations/${component.project.slug}/app/en/units/`, {
      key: admin.key,
      body: { key: "thanks", value: ["Thanks", "Thank you"] },
    });
    expect(added.body).toMatchObject({ target: ["Thanks", "Thank you"] });
    const { code } = await beginLanguage(admin.actor, component, "de");
    const made = await findTranslation(admin.actor, component, code);
    await writeLanguageFile(component.repositoryId, made.id);
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect(upstream.read("words/cs.csv")).toBe("id,target\nhi,Ahoj\nhi,Čau\nhi,Nazdar\nhi,Zdar\n");
    expect(upstream.read("words/en.csv")).toBe(`${BASE}bye,"Bye"\nthanks,Thanks\nthanks,Thank you\n`);
    expect(
      await textRows(
        db,
        sql`
        select distinct cardinality(u.targets) as forms from units u join translations t on t.id = u.translation_id where t.id = ${made.id}`,
      ),
    ).toEqual([{ forms: 1 }]);
    expect(await performOperation(component.repositoryId, "file-scan")).toEqual({ result: true });
    expect(await read(hi)).toMatchObject({ target });
    expect((await findComponentById(admin.actor, component.id)).locked).toBe(false);
    expect(await counterDrift()).toEqual([]);
  });

  it("takes uploads, suggestions and conversions with all of its values", async () => {
    const { component } = await connect(admin.actor, { "words/cs.csv": TABLE }, SETTINGS);
    const base = `/api/translations/${component.project.slug}/app/cs`;
    const form = new FormData();
    form.set("file", new File([HEAD + row("fig", "fík") + row("fig", "smokva")], "cs.csv"));
    form.set("method", "translate");
    expect((await json("POST", `${base}/file/`, { key: admin.key, body: form })).body).toMatchObject({
      accepted: 1,
    });
    const fig = `/api/units/${await unitId(component, "cs", "fig")}/`;
    expect(await read(fig)).toMatchObject({ target: ["fík", "smokva"] });
    const suggestion = { target: ["fíček", "fík", "smokva"] };
    expect((await send("POST", `${fig}suggestions/`, { key: petra.key, body: suggestion })).status).toBe(201);
    const converted = await send("GET", `${base}/file/?format=csv-multi`);
    expect((await converted.text()).match(/"fig"|,fig,/g)?.length).toBe(2);
  });
});
