import { beforeAll, describe, expect, it } from "vitest";
import { type Actor, SERVICE } from "@/lib/domain/access/actor";
import { addMembers } from "@/lib/domain/access/seed";
import type { ComponentRow } from "@/lib/domain/components/components";
import { performOperation } from "@/lib/domain/integrate/operations";
import { findLanguage } from "@/lib/domain/languages/languages";
import { exportMemory, importMemory } from "@/lib/domain/memory/exchange";

import { lookUpMemory } from "@/lib/domain/memory/lookup";
import { findMemory, listMemory, memoryOrigins, removeMemory, wipeMemory } from "@/lib/domain/memory/memory";
import type { MemoryScope } from "@/lib/domain/memory/scope";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { countStatements, db, inTransaction, rawSql, sql } from "@/lib/platform/database";
import { learn } from "../../support/learn";
import { connect, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRow } from "../../support/text-rows";

const PO = `msgid ""\nmsgstr ""\n"Language: cs\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Open the file"\nmsgstr ""\n\nmsgid "Quit"\nmsgstr ""\n`;

let admin: Actor;
let petra: Actor;
let component: ComponentRow;
let languages: { sourceLanguageId: number; targetLanguageId: number };

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
  ({ component } = await connect(admin, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" }));
  languages = { sourceLanguageId: (await findLanguage("en")).id, targetLanguageId: (await findLanguage("cs")).id };
  await learn();
});

const edit = async (actor: Actor, text: string, target: string, state = 20, of = component) =>
  editUnit(actor, await unitId(of, "cs", text), { targets: [target], state });
const lookUp = async (actor: Actor, text: string, project?: { id: number }, threshold = 75) =>
  (await lookUpMemory(actor, { ...languages, texts: [text], project, threshold, limit: 5 }))[0];
const all = { limit: 100, offset: 0 };
const entries = async (actor: Actor) => (await listMemory(actor, {}, all)).rows.map((row) => [row.source, row.target]);
const file = (name: string, source: string, target: string) => ({
  name,
  bytes: Buffer.from(JSON.stringify([{ source, target, source_language: "en", target_language: "cs" }])),
});
async function joined(pieces: AsyncGenerator<string>): Promise<string> {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}
const projectScope = (): MemoryScope => ({ kind: "project", project: component.project });

describe("the memory", () => {
  it("is what the strings of a project say, from the moment they are stored and no longer than that", async () => {
    await edit(admin, "Open the file", "Otevřít soubor");
    await edit(admin, "Quit", "Konec", 10);
    const { rows } = await listMemory(admin, {}, all);
    expect(rows).toMatchObject([
      {
        source: "Open the file",
        target: "Otevřít soubor",
        projectId: component.project.id,
        userId: null,
        shared: true,
      },
    ]);
    const [row] = rows;
    expect(row?.origin).toBe(`${component.project.slug}/app`);
    expect(await findMemory(petra, row?.id ?? 0)).toMatchObject({ target: "Otevřít soubor", fromFile: false });
    await expect(removeMemory(admin, row?.id ?? 0)).rejects.toThrow("Change its translation");
    await edit(admin, "Open the file", "Otevři soubor");
    expect(await lookUp(petra, "Open the file")).toMatchObject([{ target: "Otevři soubor", quality: 100 }]);
    expect(await lookUp(petra, "Open the files")).toMatchObject([{ target: "Otevři soubor", likeness: 92 }]);
    await edit(admin, "Open the file", "", 0);
    expect(await lookUp(petra, "Open the file")).toEqual([]);
    await expect(findMemory(petra, row?.id ?? 0)).rejects.toThrow("does not exist");
    await edit(admin, "Open the file", "Otevřít soubor");
  });

  it("of a person has what that person accepted, once, until it is replaced", async () => {
    const { component: other } = await connect(admin, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" });
    const own = async () =>
      (await listMemory(petra, { scope: { kind: "personal" } }, all)).rows.map((row) => row.target);
    await edit(petra, "Quit", "Skončit", 20, other);
    expect(await learn()).toBeGreaterThan(0);
    expect(await learn()).toBe(0);
    expect(await own()).toEqual(["Skončit"]);
    await db.run(sql`update settings set value = '{"tx": "0", "id": "0"}' where name = 'memory-cursor'`);
    await Promise.all([learn(), learn()]);
    expect(await own()).toEqual(["Skončit"]);
    await edit(petra, "Quit", "Ukončit", 20, other);
    await edit(petra, "Quit", "Skončit", 20, other);
    await edit(petra, "Quit", "Zavřít", 20, other);
    await learn();
    expect(await own()).toEqual(["Zavřít"]);
    await edit(admin, "Quit", "Odejít", 20, other);
    await learn();
    expect(await own()).toEqual([]);
    await edit(admin, "Quit", "", 0, other);
    await wipeMemory(admin, { kind: "personal" });
  });

  it("finds equal and similar sources, the best first, with few statements for many texts", async () => {
    expect(await lookUp(admin, "Open the file")).toMatchObject([{ quality: 100, target: "Otevřít soubor" }]);
    expect((await lookUp(admin, "Open the files"))?.[0]).toMatchObject({ quality: 92, source: "Open the file" });
    expect(await lookUp(admin, "Open the files", undefined, 95)).toEqual([]);
    expect(await lookUp(admin, "Something else entirely")).toEqual([]);
    const texts = Array.from({ length: 100 }, (_, index) => `Open the file ${index}`);
    const { result: found, count } = await countStatements(() =>
      lookUpMemory(admin, { ...languages, texts, threshold: 75, limit: 1 }),
    );
    expect(found.every((matches) => matches[0]?.source === "Open the file")).toBe(true);
    expect(count).toBeLessThan(40);
  });

  it("has what an import brought at once, without blanks, and without what upstream removes", async () => {
    const with_ = (entries: string) => `${PO.split("\n\n")[0]}\n\n${entries}`;
    const { component: other, upstream } = await connect(
      admin,
      { "po/cs.po": with_('msgid "Access denied"\nmsgstr "Přístup odepřen"\n\nmsgid "Blank one"\nmsgstr "   "\n') },
      { filemask: "po/*.po", fileFormat: "po" },
    );
    expect(await lookUp(petra, "Access denied!")).toMatchObject([{ target: "Přístup odepřen", quality: 92 }]);
    for (const text of ["Blank one", "Blank ones", " ", "\u001e"]) expect(await lookUp(petra, text)).toEqual([]);
    expect(await entries(admin)).not.toContainEqual(["Blank one", "   "]);
    upstream.commit({ "po/cs.po": with_('msgid "Blank one"\nmsgstr "   "\n') }, "Remove it");
    await performOperation(other.repositoryId, "pull");
    expect(await lookUp(petra, "Access denied")).toEqual([]);
  });

  it("keeps personal entries personal, even from those who manage it when they translate", async () => {
    await importMemory(petra, { kind: "personal" }, file("mine.json", "Private note", "Soukromé"));
    expect(await entries(petra)).toContainEqual(["Private note", "Soukromé"]);
    expect(await lookUp(petra, "Private note")).toHaveLength(1);
    const jan = await makePerson("jan");
    expect(await entries(jan)).not.toContainEqual(["Private note", "Soukromé"]);
    for (const other of [jan, admin, SERVICE]) expect(await lookUp(other, "Private note")).toEqual([]);
    const token = { ...petra, tokenProjectId: component.projectId };
    expect(await lookUp(token, "Private note")).toEqual([]);
    expect(await entries(token)).not.toContainEqual(["Private note", "Soukromé"]);
  });

  it("shares texts between projects only when both take part, and never from a private project", async () => {
    const { component: other } = await connect(admin, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" });
    const there = { id: other.projectId };
    const seen = async (actor: Actor) => (await lookUp(actor, "Open the file", there))?.length ?? 0;
    const set = (column: string, value: boolean, id: number) =>
      db.run(sql`update projects set ${rawSql(column)} = ${value} where id = ${id}`);
    expect(await seen(petra)).toBe(1);
    await set("contribute_shared_tm", false, component.projectId);
    expect(await seen(petra)).toBe(0);
    await set("contribute_shared_tm", true, component.projectId);
    await set("use_shared_tm", false, other.projectId);
    expect(await seen(petra)).toBe(0);
    await set("use_shared_tm", true, other.projectId);
    await db.run(sql`update projects set access_control = 100 where id = ${component.projectId}`);
    expect(await seen(petra)).toBe(0);
    expect(await seen(SERVICE)).toBe(0);
    expect(await lookUp(petra, "Open the file")).toEqual([]);
    expect(await entries(petra)).toEqual([["Private note", "Soukromé"]]);
    await db.run(sql`update projects set access_control = 0 where id = ${component.projectId}`);
  });

  it("keeps the strings of restricted components inside of these", async () => {
    const { component: other } = await connect(admin, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" });
    await db.run(sql`update components set restricted = true where id = ${other.id}`);
    const team = await textRow<{ id: number }>(
      db,
      sql`select id from teams where name = 'Administration' and defining_project_id = ${other.projectId}`,
    );
    await inTransaction((tx) => addMembers(tx, team?.id ?? 0, [admin.userId]));
    await edit(admin, "Quit", "Tajně skončit", 20, other);
    expect(await lookUp(admin, "Quit")).toEqual([]);
    expect(await lookUp(admin, "Quit", other.project)).toEqual([]);
    const asked = { ...languages, texts: ["Quit"], project: other.project, threshold: 75, limit: 5 };
    expect((await lookUpMemory(admin, { ...asked, componentId: other.id }))[0]).toMatchObject([
      { target: "Tajně skončit" },
    ]);
    expect((await lookUpMemory(petra, { ...asked, componentId: other.id }))[0]).toEqual([]);
    const seen = async (actor: Actor) => (await listMemory(actor, { source: "quit" }, all)).rows.length;
    expect([await seen(admin), await seen(petra)]).toEqual([1, 0]);
    await edit(admin, "Quit", "", 0, other);
  });
});

describe("memory files", () => {
  it("can be imported and exported with permission", async () => {
    for (const scope of [projectScope(), { kind: "shared" } as const]) {
      await expect(importMemory(petra, scope, file("a.json", "x", "y"))).rejects.toThrow("memory");
      await expect(wipeMemory(petra, scope)).rejects.toThrow("memory");
    }
    expect(() => exportMemory(petra, { kind: "shared" }, "tmx")).toThrow("memory");
    const tmx = `<tmx version="1.4"><header srclang="en"/><body>
      <tu><tuv xml:lang="en"><seg>Print</seg></tuv><tuv xml:lang="cs-CZ"><seg>Tisk</seg></tuv><tuv xml:lang="xx-yy"><seg>?</seg></tuv></tu>
      <tu><tuv xml:lang="en"><seg>Copy</seg></tuv><tuv xml:lang="cs"><seg>Kopie</seg></tuv></tu></body></tmx>`;
    const upload = { name: "old.tmx", bytes: Buffer.from(tmx) };
    const first = await importMemory(admin, { kind: "shared" }, upload);
    expect(first).toMatchObject({ total: 3, skipped: 1, added: 2 });
    expect((await importMemory(admin, { kind: "shared" }, upload)).added).toBe(0);
    expect(await lookUp(petra, "Copy")).toMatchObject([{ target: "Kopie", origin: "old.tmx" }]);
    const written = await joined(exportMemory(admin, { kind: "shared" }, "json"));
    expect(JSON.parse(written)).toHaveLength(2);
    expect(await joined(exportMemory(admin, { kind: "shared" }, "tmx"))).toContain("<seg>Kopie</seg>");
    expect(await memoryOrigins(admin, { kind: "shared" })).toEqual([
      { origin: "old.tmx", fromFile: true, count: 2, strings: false },
    ]);
  });

  it("that are broken change nothing", async () => {
    const before = await entries(admin);
    const half = `[{"source":"New","target":"Nový","source_language":"en","target_language":"cs"},{"source":1}]`;
    for (const text of [half, "<tmx><body>", "nothing", "{"])
      await expect(
        importMemory(admin, { kind: "shared" }, { name: "x", bytes: Buffer.from(text) }),
      ).rejects.toMatchObject({
        fields: [{ path: "file" }],
      });
    expect(await entries(admin)).toEqual(before);
  });

  it("can be deleted by origin or completely, only in their own scope", async () => {
    await importMemory(admin, projectScope(), file("p.json", "Shared", "Sdílené"));
    const count = (await entries(admin)).length;
    expect(await wipeMemory(admin, projectScope(), { origin: "p.json", fromFile: true })).toBe(1);
    expect(await wipeMemory(admin, { kind: "shared" })).toBe(2);
    expect(await entries(admin)).toHaveLength(count - 3);
    expect(await wipeMemory(petra, { kind: "personal" })).toBe(1);
    expect(await wipeMemory(admin, projectScope())).toBe(0);
    expect(await memoryOrigins(admin, projectScope())).toMatchObject([{ strings: true, count: 1 }]);
    expect(await joined(exportMemory(admin, projectScope(), "json"))).toContain("Otevřít soubor");
  });
});
