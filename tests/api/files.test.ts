import JSZip from "jszip";
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { setLock } from "@/lib/domain/components/components";
import { performOperation } from "@/lib/domain/integrate/operations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit } from "@/lib/domain/units/units";
import { issueToken } from "@/lib/domain/users/tokens";
import { db, sql } from "@/lib/platform/database";
import type { Upstream } from "../support/git";
import { connect, counterDrift, unitId } from "../support/loop";
import { makePerson } from "../support/people";
import { textRow, textRows } from "../support/text-rows";
import { send } from "./support";

let admin: Actor;
let petra: Actor;
let component: ComponentRow;
let upstream: Upstream;
let keys: { admin: string; petra: string };
let base = "";

const EN = '{\n  "a": "Apple",\n  "b": "Bean",\n  "c": "Carrot"\n}\n';
const CS = '{\n  "a": "Jablko"\n}\n';

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
  keys = { admin: (await issueToken(admin.userId)).key, petra: (await issueToken(petra.userId)).key };
  ({ component, upstream } = await connect(
    admin,
    { "l/en.json": EN, "l/cs.json": CS },
    { filemask: "l/*.json", template: "l/en.json", newBase: "l/en.json", fileFormat: "json" },
  ));
  base = `/api/translations/${component.project.slug}/app/cs/file/`;
});

function form(content: string, fields: Record<string, string> = {}, name = "cs.json"): FormData {
  const body = new FormData();
  body.append("file", new File([content], name));
  for (const [key, value] of Object.entries(fields)) body.append(key, value);
  return body;
}

describe("downloading", () => {
  it("returns the stored file with pending edits, byte for byte, without a commit", async () => {
    await editUnit(petra, await unitId(component, "cs", "b"), { targets: ["Fazole"], state: 20 });
    const answer = await send("GET", base, { key: keys.petra });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-disposition")).toBe(
      `attachment; filename=${component.project.slug}-app-cs.json`,
    );
    expect(await answer.text()).toBe('{\n  "a": "Jablko",\n  "b": "Fazole"\n}\n');
    expect(upstream.read("l/cs.json")).toBe(CS);
    const modified = answer.headers.get("last-modified") ?? "";
    expect((await send("GET", base, { key: keys.petra, headers: { "if-modified-since": modified } })).status).toBe(304);
    expect((await send("GET", `${base}?format=nope`, { key: keys.petra })).status).toBe(400);
    const asStored = await (await send("GET", base, { key: keys.petra })).text();
    expect(await (await send("GET", `${base}?format=`, { key: keys.petra })).text()).toBe(asStored);
    expect((await send("GET", `${base}?q=a`, { key: keys.petra })).status).toBe(400);
  });

  it("returns base file, template and archives", async () => {
    const at = `/api/components/${component.project.slug}/app`;
    expect(await (await send("GET", `${at}/monolingual_base/`, { key: keys.petra })).text()).toBe(EN);
    expect(await (await send("GET", `${at}/new_template/`, { key: keys.petra })).text()).toBe(EN);
    for (const path of [
      `${at}/file/`,
      `/api/projects/${component.project.slug}/file/?format=zip`,
      `/api/projects/${component.project.slug}/languages/cs/file/`,
    ]) {
      const answer = await send("GET", path, { key: keys.petra });
      expect(answer.status).toBe(200);
      const zip = await JSZip.loadAsync(await answer.arrayBuffer());
      expect(Object.keys(zip.files)).toEqual([
        `${component.project.slug}/app/l/cs.json`,
        `${component.project.slug}/app/l/en.json`,
      ]);
      expect(await zip.file(`${component.project.slug}/app/l/cs.json`)?.async("string")).toContain("Fazole");
    }
    const ofLanguage = async (code: string, query: string) => {
      const answer = await send("GET", `/api/projects/${component.project.slug}/languages/${code}/file/${query}`, {
        key: keys.petra,
      });
      return Object.keys((await JSZip.loadAsync(await answer.arrayBuffer())).files).length;
    };
    expect(await ofLanguage("cs", "?filter=ap")).toBe(2);
    expect(await ofLanguage("cs", "?filter=other")).toBe(0);
    expect(await ofLanguage("cs", "?format=zip:po&filter=other")).toBe(0);
    expect(await ofLanguage("tlh", "")).toBe(0);
    expect((await send("GET", `${at}/file/?format=zip:nope`, { key: keys.petra })).status).toBe(404);
    const empty = await send("GET", `/api/projects/${component.project.slug}/file/?format=&language_code=`, {
      key: keys.petra,
    });
    expect([empty.status, empty.headers.get("content-type")]).toEqual([200, "application/zip"]);
    // Guests may download from public projects.
    expect((await send("GET", base)).status).toBe(200);
  });
});

describe("uploading", () => {
  it("fills untranslated strings, keeps translated ones, and counts them", async () => {
    const answer = await send("POST", base, {
      key: keys.petra,
      body: form('{"a": "Jabko", "c": "Mrkev", "zzz": "x"}'),
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      not_found: 1,
      skipped: 1,
      accepted: 1,
      total: 3,
      count: 3,
      result: true,
      emptied: 0,
      operation: expect.any(String),
    });
    expect(await findUnit(petra, await unitId(component, "cs", "c"))).toMatchObject({
      targets: ["Mrkev"],
      state: 20,
      pending: true,
    });
    expect((await findUnit(petra, await unitId(component, "cs", "a"))).targets).toEqual(["Jablko"]);
    const told = await textRow<{ action: number; cause: string }>(
      db,
      sql`select action, cause from changes order by id desc limit 1`,
    );
    expect(told).toEqual({ action: 9, cause: "upload" });
  });

  it("overwrites, suggests or marks for editing as requested", async () => {
    expect(
      await (
        await send("PUT", base, {
          key: keys.petra,
          body: form('{"a": "Jabko"}', { conflicts: "replace-translated", method: "fuzzy" }, "file"),
        })
      ).json(),
    ).toMatchObject({ accepted: 1 });
    expect(await findUnit(petra, await unitId(component, "cs", "a"))).toMatchObject({ targets: ["Jabko"], state: 10 });
    expect(
      await (
        await send("POST", base, {
          key: keys.petra,
          body: form('{"a": "Jablíčko", "b": "Fazole"}', { method: "suggest" }),
        })
      ).json(),
    ).toMatchObject({ accepted: 1, skipped: 1 });
    expect(await findUnit(petra, await unitId(component, "cs", "a"))).toMatchObject({
      targets: ["Jabko"],
      suggested: true,
    });
    expect(await counterDrift()).toEqual([]);
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect(JSON.parse(upstream.read("l/cs.json"))).toEqual({ a: "Jabko", b: "Fazole", c: "Mrkev" });
  });

  it("rejects unreadable files and missing permissions by field, and changes nothing", async () => {
    const before = await textRows(db, sql`select id, targets, version from units order by id`);
    const refused = async (body: FormData, key = keys.petra) => {
      const answer = await send("POST", base, { key, body });
      return [answer.status, Object.keys((await answer.json()) as object)[0]];
    };
    expect(await refused(form("{ nope"))).toEqual([400, "file"]);
    expect(await refused(form("{}", { method: "approve" }))).toEqual([400, "method"]);
    // Nobody approves where there are no reviews, whatever their rights.
    expect(await refused(form('{"a": "x"}', { method: "approve" }), keys.admin)).toEqual([400, "method"]);
    expect(await refused(form("{}", { method: "explode" }))).toEqual([400, "method"]);
    expect(await refused(form("{}", { conflicts: "replace-approved" }))).toEqual([400, "conflicts"]);
    const empty = new FormData();
    empty.append("method", "translate");
    expect(await refused(empty)).toEqual([400, "file"]);
    expect((await send("POST", base, { body: form("{}") })).status).toBe(401);
    await setLock(admin, component, true);
    expect((await send("POST", base, { key: keys.petra, body: form('{"a": "x"}') })).status).toBe(403);
    await setLock(admin, component, false);
    expect(await textRows(db, sql`select id, targets, version from units order by id`)).toEqual(before);
  });

  it("credits the author named by the upload, with permission", async () => {
    await send("POST", base, {
      key: keys.admin,
      body: form('{"a": "Jablko od Evy"}', {
        conflicts: "replace-translated",
        author_name: "Eva",
        author_email: "eva@example.org",
      }),
    });
    expect(
      await textRow(db, sql`select author_name, author_email from pending_changes order by id desc limit 1`),
    ).toEqual({
      authorName: "Eva",
      authorEmail: "eva@example.org",
    });
  });
});

describe("uploading a whole file", () => {
  const SHAPED = '{\n\t"c":   "Mrkev",\n\n\t"b": "Fazole",\n\t"extra": "nikdo"\n}';

  it("stores it byte for byte, updates the strings, and survives an unrelated upstream change", async () => {
    const made = await connect(
      admin,
      { "l/en.json": EN, "l/cs.json": CS, README: "x\n" },
      { filemask: "l/*.json", template: "l/en.json", newBase: "l/en.json", fileFormat: "json" },
    );
    const at = `/api/translations/${made.component.project.slug}/app/cs/file/`;
    const before = await findUnit(admin, await unitId(made.component, "cs", "a"));
    const credited = { author_name: "Eva", author_email: "eva@example.org" };
    const answer = await send("POST", at, { key: keys.admin, body: form(SHAPED, { method: "replace", ...credited }) });
    expect(await answer.json()).toMatchObject({ total: 3, not_found: 1, accepted: 2, result: true });
    expect(await (await send("GET", at, { key: keys.admin })).text()).toBe(SHAPED);
    expect(await findUnit(admin, await unitId(made.component, "cs", "c"))).toMatchObject({ targets: ["Mrkev"] });
    // A text the file lacks leaves the translation, not the ledger.
    expect(await findUnit(admin, before.id)).toMatchObject({ targets: [""], state: 0 });
    expect(
      await textRow(
        db,
        sql`select old from changes where unit_id = ${before.id} and target = '' order by id desc limit 1`,
      ),
    ).toEqual({ old: "Jablko" });
    await performOperation(made.component.repositoryId, "commit");
    made.upstream.commit({ README: "y\n" });
    await performOperation(made.component.repositoryId, "pull");
    await performOperation(made.component.repositoryId, "push");
    expect(made.upstream.read("l/cs.json")).toBe(SHAPED);
    expect(made.upstream.git("log", "--format=%an <%ae>", "main", "--", "l/cs.json")).toContain(
      "Eva <eva@example.org>",
    );
    expect(
      await textRow(db, sql`select count(*)::int as n from whole_files where component_id = ${made.component.id}`),
    ).toEqual({ n: 0 });
    expect(
      await textRow(
        db,
        sql`select count(*)::int as n from pending_changes p join translations t on t.id = p.translation_id where t.component_id = ${made.component.id}`,
      ),
    ).toEqual({ n: 0 });
    expect(await counterDrift()).toEqual([]);
  });

  it("is replaced by an upstream change of the file, keeping the strings", async () => {
    const made = await connect(
      admin,
      { "l/en.json": EN, "l/cs.json": CS },
      { filemask: "l/*.json", template: "l/en.json", newBase: "l/en.json", fileFormat: "json" },
    );
    const at = `/api/translations/${made.component.project.slug}/app/cs/file/`;
    await send("POST", at, { key: keys.admin, body: form(SHAPED, { method: "replace" }) });
    made.upstream.commit({ "l/cs.json": '{\n  "a": "Jablíčko"\n}\n' });
    await performOperation(made.component.repositoryId, "push");
    const pushed = JSON.parse(made.upstream.read("l/cs.json"));
    expect(pushed).toMatchObject({ b: "Fazole", c: "Mrkev" });
    expect(
      await textRow(db, sql`select count(*)::int as n from whole_files where component_id = ${made.component.id}`),
    ).toEqual({ n: 0 });
  });
});

const POT =
  'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Apple"\nmsgstr ""\n\nmsgid "Bean"\nmsgstr ""\n';
const PO = `msgid ""\nmsgstr ""\n"Language: cs\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"\n\nmsgid "Apple"\nmsgstr "Jablko"\n\nmsgid "Bean"\nmsgstr ""\n`;

describe("uploading a file as the body", () => {
  it("reads its name from Content-Disposition and the options from the query", async () => {
    const upload = (headers: Record<string, string>, query = "") =>
      send("POST", `${base}${query}`, {
        key: keys.petra,
        body: '{"a": "Jablko z těla"}',
        headers: { "content-type": "application/octet-stream", ...headers },
      });
    expect((await upload({})).status).toBe(415);
    const named = { "content-disposition": 'attachment; filename="../cs.json"' };
    expect(await (await upload(named, "?conflicts=replace-translated")).json()).toMatchObject({
      accepted: 1,
      total: 1,
    });
    expect((await findUnit(petra, await unitId(component, "cs", "a"))).targets).toEqual(["Jablko z těla"]);
    expect((await upload(named, "?method=explode")).status).toBe(400);
  });
});

describe("uploading strings themselves", () => {
  it("adds missing strings only", async () => {
    const made = await connect(
      admin,
      { "po/app.pot": POT, "po/cs.po": PO },
      { filemask: "po/*.po", newBase: "po/app.pot", fileFormat: "po", manageUnits: true },
    );
    const at = `/api/translations/${made.component.project.slug}/app/cs/file/`;
    const upload = `${PO}\nmsgid "Cherry"\nmsgstr "Třešeň"\n`.replace("Jablko", "Jabko");
    const answer = await send("POST", at, { key: keys.admin, body: form(upload, { method: "add" }, "cs.po") });
    expect(await answer.json()).toMatchObject({ total: 3, accepted: 1, skipped: 2 });
    expect(await findUnit(admin, await unitId(made.component, "cs", "Apple"))).toMatchObject({ targets: ["Jablko"] });
    expect(await findUnit(admin, await unitId(made.component, "cs", "Cherry"))).toMatchObject({ targets: ["Třešeň"] });
    await performOperation(made.component.repositoryId, "push");
    expect(made.upstream.read("po/cs.po")).toContain('msgid "Cherry"\nmsgstr "Třešeň"\n');
    expect(await counterDrift()).toEqual([]);
  });

  it("adds nothing that a base file has no key for", async () => {
    const made = await connect(
      admin,
      { "l/en.json": EN, "l/cs.json": CS },
      { filemask: "l/*.json", template: "l/en.json", fileFormat: "json", manageUnits: true },
    );
    const at = `/api/translations/${made.component.project.slug}/app/en/file/`;
    const add = async (text: string) =>
      (await send("POST", at, { key: keys.admin, body: form(text, { method: "add" }, "en.po") })).json();
    const keyless = PO.slice(0, PO.indexOf('\nmsgid "Bean')).replace("Apple", "Plum");
    const keyed = keyless.replace('msgid "Plum', 'msgctxt "cherry"\nmsgid "Cherry').replace("Jablko", "Cherry");
    expect(await add(keyless)).toMatchObject({ total: 1, accepted: 0, skipped: 1 });
    expect(await add(keyed)).toMatchObject({ total: 1, accepted: 1, skipped: 0 });
    expect(await performOperation(made.component.repositoryId, "push")).toEqual({ result: true });
    expect(JSON.parse(made.upstream.read("l/en.json"))).toEqual({ ...JSON.parse(EN), cherry: "Cherry" });
  });

  it("updates the source strings from a template in every language", async () => {
    const made = await connect(
      admin,
      { "po/app.pot": POT, "po/cs.po": PO },
      { filemask: "po/*.po", newBase: "po/app.pot", fileFormat: "po" },
    );
    const fresh = POT.replace('msgid "Bean"', 'msgid "Cherry"');
    const at = `/api/translations/${made.component.project.slug}/app`;
    const wrong = await send("POST", `${at}/cs/file/`, {
      key: keys.admin,
      body: form(fresh, { method: "source" }, "app.pot"),
    });
    expect([wrong.status, Object.keys((await wrong.json()) as object)[0]]).toEqual([400, "method"]);
    const answer = await send("POST", `${at}/en/file/`, {
      key: keys.admin,
      body: form(fresh, { method: "source" }, "app.pot"),
    });
    expect(await answer.json()).toMatchObject({ total: 2, accepted: 2, result: true });
    await performOperation(made.component.repositoryId, "push");
    expect(made.upstream.read("po/app.pot")).toBe(fresh);
    const pushed = made.upstream.read("po/cs.po");
    expect(pushed).toContain('msgid "Cherry"\nmsgstr ""\n');
    expect(pushed).toContain('msgid "Apple"\nmsgstr "Jablko"\n');
    expect(pushed).not.toContain('\nmsgid "Bean"');
    const strings = await textRows<{ text: string }>(
      db,
      sql`select sources[1] as text from source_units where component_id = ${made.component.id} order by 1`,
    );
    expect(strings.map((row) => row.text)).toEqual(["Apple", "Cherry"]);
    expect(await counterDrift()).toEqual([]);
  });
});

describe("converting", () => {
  it("returns a translation, or the strings found by a search, in another format", async () => {
    const made = await connect(
      admin,
      { "l/en.json": EN, "l/cs.json": CS },
      { filemask: "l/*.json", template: "l/en.json", newBase: "l/en.json", fileFormat: "json" },
    );
    const slug = made.component.project.slug;
    const at = `/api/translations/${slug}/app/cs/file`;
    const po = await send("GET", `${at}/?format=po`, { key: keys.petra });
    expect(po.status).toBe(200);
    expect(po.headers.get("content-disposition")).toBe(`attachment; filename=${slug}-app-cs.po`);
    const text = await po.text();
    expect(text).toContain('msgctxt "a"\nmsgid "Apple"\nmsgstr "Jablko"\n');
    expect(await (await send("GET", `${at}.po`, { key: keys.petra })).text()).toBe(text);
    const found = await (await send("GET", `${at}/?format=po&q=key:b`, { key: keys.petra })).text();
    expect(found).toContain('msgctxt "b"');
    expect(found).not.toContain('msgctxt "a"');
    const csv = await send("GET", `${at}.csv`, { key: keys.petra });
    expect(csv.headers.get("content-type")).toContain("text/csv");
    expect(await csv.text()).toContain("Jablko");
    expect((await send("GET", `${at}/?format=mo`, { key: keys.petra })).status).toBe(400);
    expect((await send("GET", `${at}/?format=po&q=nope:x`, { key: keys.petra })).status).toBe(400);
    expect((await send("GET", `${at}.exe`, { key: keys.petra })).status).toBe(404);
  });

  it("returns archives of converted files, with a note in place of those that cannot be converted", async () => {
    const at = `/api/components/${component.project.slug}/app/file/`;
    const answer = await send("GET", `${at}?format=zip:xliff`, { key: keys.petra });
    expect(answer.status).toBe(200);
    const zip = await JSZip.loadAsync(await answer.arrayBuffer(), { checkCRC32: true });
    const name = `${component.project.slug}-app`;
    expect(Object.keys(zip.files).sort()).toEqual([`${name}-cs.xlf`, `${name}-en.xlf`]);
    expect(await zip.file(`${name}-cs.xlf`)?.async("string")).toContain("<source>Apple</source>");
    const unfit = await send("GET", `${at}?format=zip:mo`, { key: keys.petra });
    const skipped = await JSZip.loadAsync(await unfit.arrayBuffer());
    expect(Object.keys(skipped.files)).toContain(`${name}-cs.mo.skipped`);
  });
});
