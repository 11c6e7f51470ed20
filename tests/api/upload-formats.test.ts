import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { issueToken } from "@/lib/domain/users/tokens";
import { connect, unitId } from "../support/loop";
import { makePerson } from "../support/people";
import { send } from "./support";

/** Files that go out in one format, are worked on elsewhere, and come back in it. */

let admin: Actor;
let key = "";
let gettext: ComponentRow;
let keyed: ComponentRow;

const PLURALS = "nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;";
const HEAD = (language: string) =>
  `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: ${language}\\n"\n"Plural-Forms: ${PLURALS}\\n"\n\n`;
const STRINGS = [
  'msgid "One"\nmsgstr ""\n',
  'msgid "Two"\nmsgstr ""\n',
  'msgctxt "menu"\nmsgid "Two"\nmsgstr ""\n',
  'msgid "1 file"\nmsgid_plural "%d files"\nmsgstr[0] ""\nmsgstr[1] ""\nmsgstr[2] ""\n',
].join("\n");

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  key = (await issueToken(admin.userId)).key;
  ({ component: gettext } = await connect(
    admin,
    { "po/app.pot": HEAD("") + STRINGS, "po/cs.po": HEAD("cs") + STRINGS },
    { filemask: "po/*.po", newBase: "po/app.pot", fileFormat: "po" },
  ));
  ({ component: keyed } = await connect(
    admin,
    { "l/en.json": '{"a": "Apple", "b": {"c": "Bean"}}', "l/cs.json": "{}" },
    { filemask: "l/*.json", template: "l/en.json", fileFormat: "json-nested" },
  ));
});

const fileOf = (component: ComponentRow) => `/api/translations/${component.project.slug}/${component.slug}/cs/file/`;

async function upload(component: ComponentRow, name: string, content: Uint8Array | string, fields = {}) {
  const body = new FormData();
  body.append("file", new File([content as BlobPart], name));
  for (const [field, value] of Object.entries({ conflicts: "replace-translated", ...fields }))
    body.append(field, String(value));
  const answer = await send("POST", fileOf(component), { key, body });
  return (await answer.json()) as Record<string, unknown>;
}

async function download(component: ComponentRow, format: string): Promise<Buffer> {
  return Buffer.from(await (await send("GET", `${fileOf(component)}?format=${format}`, { key })).arrayBuffer());
}

async function translate(component: ComponentRow, texts: Record<string, string[]>): Promise<void> {
  for (const [source, targets] of Object.entries(texts))
    await editUnit(admin, await unitId(component, "cs", source), { targets, state: 20 });
}

describe("a download that comes back", () => {
  it.each([
    ["po", "file.po", 4],
    ["po", "file", 4],
    ["xliff", "file.xlf", 4],
    ["xliff", "translated.xliff", 4],
    ["xliff", "file", 4],
    ["xliff11", "file", 4],
    ["csv", "file.csv", 4],
    ["csv", "file", 4],
    ["xlsx", "file", 4],
    ["tbx", "file", 3],
  ])("of a bilingual component finds its strings: %s as %s", async (format, name, known) => {
    await translate(gettext, { One: ["Jedna"], "1 file": ["a", "b", "c"] });
    const content = await download(gettext, format);
    const answer = await upload(gettext, name, content);
    expect(answer).toMatchObject({ accepted: 0, not_found: 0 });
    expect(answer.total).toBeGreaterThanOrEqual(known);
    if (format === "xlsx") return;
    await translate(gettext, { One: ["Jiná"] });
    expect(await upload(gettext, name, content)).toMatchObject({ accepted: 1, not_found: 0 });
  });

  it.each(["po", "xliff", "csv", "json", "json-nested", "aresource", "tbx"])(
    "of a monolingual component finds its strings without an ending: %s",
    async (format) => {
      await translate(keyed, { a: ["Jablko"], "b.c": ["Fazole"] });
      const content = await download(keyed, format);
      await translate(keyed, { a: ["Hruška"] });
      expect(await upload(keyed, "file", content)).toMatchObject({ accepted: 1, not_found: 0 });
    },
  );
});

it("a download of text names its character set where it is UTF-8", async () => {
  const typeOf = async (query: string, component = gettext) =>
    (await send("GET", fileOf(component) + query, { key })).headers.get("content-type");
  expect(await typeOf("")).toBe("text/x-gettext-catalog; charset=utf-8");
  expect(await typeOf("?format=po")).toBe("text/x-po; charset=utf-8");
  expect(await typeOf("?format=csv")).toBe("text/csv; charset=utf-8");
  expect(await typeOf("?format=xliff")).toBe("application/x-xliff+xml");
  expect(await typeOf("", keyed)).toBe("application/json");
  const { component } = await connect(
    admin,
    { "p/en.properties": "a=Apple\n", "p/cs.properties": "a=Třešeň\n" },
    { filemask: "p/*.properties", template: "p/en.properties", fileFormat: "properties-utf8" },
  );
  expect(await typeOf("", component)).toBe("text/plain; charset=utf-8");
});

describe("a table", () => {
  it.each([["context,target\na,T1\n"], ["target,source\nT2,Apple\n"], ['"id";"target"\n"a";"T3"\n'], ["a,T4\n"]])(
    "names its strings by key or by source: %j",
    async (content) => {
      expect(await upload(keyed, "x.csv", content)).toMatchObject({ accepted: 1, not_found: 0, total: 1 });
    },
  );
});

it("an empty file is refused, whatever it should do", async () => {
  for (const method of ["translate", "replace", "add"])
    expect(await upload(keyed, "cs.json", "", { method })).toMatchObject({ errors: [{ attr: "file", code: "empty" }] });
});

it("an upload of sources counts the strings of its file, each once", async () => {
  const body = new FormData();
  body.append("file", new File([`${HEAD("")}msgid "One"\nmsgstr ""\n\nmsgid "Ten"\nmsgstr ""\n`], "app.pot"));
  body.append("method", "source");
  const answer = await send("POST", fileOf(gettext).replace("/cs/", "/en/"), { key, body });
  expect(await answer.json()).toMatchObject({ total: 2, accepted: 2, skipped: 0, not_found: 0, result: true });
});
