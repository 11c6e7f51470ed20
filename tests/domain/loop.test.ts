import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { findComponentById } from "@/lib/domain/components/components";
import { readCounter } from "@/lib/domain/counters/read-counters";
import { performOperation } from "@/lib/domain/integrate/operations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit } from "@/lib/domain/units/units";
import { repositoryStates } from "@/lib/domain/working-copy/status";
import { dropWorkingCopy } from "@/lib/domain/working-copy/working-copy";
import { db, sql } from "@/lib/platform/database";
import { projectFile } from "../support/git";
import { connect, counterDrift, unitId } from "../support/loop";
import { makePerson } from "../support/people";
import { textRow, textRows } from "../support/text-rows";

let admin: Actor;
let petra: Actor;
let jan: Actor;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
  jan = await makePerson("jan");
});

const PO = `# Team
msgid ""
msgstr ""
"Language: cs\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"

#: src/a.c:1
msgid "Quit"
msgstr "Konec"

#: src/a.c:2
msgid "Open"
msgstr ""

#: src/a.c:3
#, c-format
msgid "%d file"
msgid_plural "%d files"
msgstr[0] ""
msgstr[1] ""
msgstr[2] ""
`;

const settled = async (component: { repositoryId: number }) =>
  (await repositoryStates([component.repositoryId])).get(component.repositoryId);

describe("a repository in, a translation typed, a clean commit out", () => {
  it("changes one line in the translator's name, and settles", async () => {
    const { component, upstream } = await connect(
      admin,
      { "po/cs.po": PO, "README.md": "x" },
      { filemask: "po/*.po", fileFormat: "po" },
    );
    expect(await readCounter("component", component.id)).toMatchObject({ total: 6, translated: 4, translations: 2 });
    const id = await unitId(component, "cs", "Open");
    const result = await editUnit(petra, id, { targets: ["Otevřít"], state: 20 });
    expect(result.unit).toMatchObject({ targets: ["Otevřít"], state: 20, pending: true });
    expect(await settled(component)).toMatchObject({ needsCommit: true, pending: 1 });
    expect(await performOperation(component.repositoryId, "commit")).toEqual({ result: true });
    expect(await settled(component)).toMatchObject({ needsCommit: false, needsPush: false });
    expect(upstream.git("log", "-1", "--format=%an <%ae>")).toBe("Petra <petra@example.org>\n");
    const diff = upstream
      .git("diff", "HEAD~1", "HEAD")
      .split("\n")
      .filter((line) => /^[-+][^-+]/.test(line));
    expect(diff).toContain('-msgstr ""');
    expect(diff).toContain('+msgstr "Otevřít"');
    expect(
      diff.filter((line) => !/PO-Revision-Date|Last-Translator|Language-Team|X-Generator|msgstr/.test(line)),
    ).toEqual([]);
    expect((await findUnit(petra, id)).pending).toBe(false);
    expect(await textRows(db, sql`select * from pending_changes`)).toEqual([]);
    expect(await counterDrift()).toEqual([]);
  });

  it("keeps both sides' strings when upstream changed the same file", async () => {
    const { component, upstream } = await connect(admin, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" });
    const quit = await unitId(component, "cs", "Quit");
    await editUnit(petra, await unitId(component, "cs", "Open"), { targets: ["Otevřít"], state: 20 });
    await editUnit(jan, await unitId(component, "cs", "%d file"), {
      targets: ["%d soubor", "%d soubory", "%d souborů"],
      state: 20,
    });
    upstream.commit({ "po/cs.po": PO.replace('"Konec"', '"Ukončit"'), "other.txt": "y" }, "Upstream edit");
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    const file = upstream.read("po/cs.po");
    for (const text of ["Ukončit", "Otevřít", "%d soubory"]) expect(file).toContain(text);
    expect((await findUnit(petra, quit)).targets).toEqual(["Ukončit"]);
    expect(upstream.git("log", "--format=%an").trim().split("\n")).toEqual(["Jan", "Petra", "Upstream", "Upstream"]);
    expect(await settled(component)).toMatchObject({
      needsCommit: false,
      needsPush: false,
      needsMerge: false,
      mergeFailure: null,
    });
    expect(await counterDrift()).toEqual([]);
  });

  it("keeps our text as a suggestion when both sides changed one string", async () => {
    const { component, upstream } = await connect(admin, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" });
    const quit = await unitId(component, "cs", "Quit");
    await editUnit(petra, quit, { targets: ["Zavřít"], state: 20 });
    upstream.commit({ "po/cs.po": PO.replace('"Konec"', '"Ukončit"') });
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    expect(await findUnit(petra, quit)).toMatchObject({
      targets: ["Ukončit"],
      state: 12,
      suggested: true,
      pending: false,
    });
    expect(await textRows(db, sql`select targets, cause from suggestions where unit_id = ${quit}`)).toEqual([
      { targets: ["Zavřít"], cause: "merge" },
    ]);
    expect((await findComponentById(admin, component.id)).locked).toBe(false);
    expect(await counterDrift()).toEqual([]);
  });

  it("makes unpushed commits again after the working copy was lost", async () => {
    const { component, upstream } = await connect(
      admin,
      { "po/cs.po": PO },
      { filemask: "po/*.po", fileFormat: "po", push: "" },
    );
    await editUnit(petra, await unitId(component, "cs", "Open"), { targets: ["Otevřít"], state: 20 });
    await performOperation(component.repositoryId, "commit");
    expect(await settled(component)).toMatchObject({ needsPush: true, outgoing: 1 });
    await dropWorkingCopy(component.repositoryId);
    await performOperation(component.repositoryId, "commit");
    expect(await settled(component)).toMatchObject({ needsPush: true, outgoing: 1 });
    await db.run(sql`update repositories set push = url where id = ${component.repositoryId}`);
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect(upstream.read("po/cs.po")).toContain("Otevřít");
    expect(await counterDrift()).toEqual([]);
  });

  it("reset throws away commits, never texts", async () => {
    const { component } = await connect(admin, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po", push: "" });
    const open = await unitId(component, "cs", "Open");
    await editUnit(petra, open, { targets: ["Otevřít"], state: 20 });
    await performOperation(component.repositoryId, "commit");
    expect(await performOperation(component.repositoryId, "reset")).toEqual({ result: true });
    expect(await findUnit(petra, open)).toMatchObject({ targets: ["Otevřít"], pending: true });
    expect(await settled(component)).toMatchObject({ needsCommit: true, needsPush: false });
    expect(await counterDrift()).toEqual([]);
  });
});

describe("the merge style", () => {
  it("merge makes a merge commit and keeps both sides", async () => {
    const { component, upstream } = await connect(
      admin,
      { "po/cs.po": PO, "x.txt": "1\n" },
      { filemask: "po/*.po", fileFormat: "po", mergeStyle: "merge", push: "" },
    );
    await editUnit(petra, await unitId(component, "cs", "Open"), { targets: ["Otevřít"], state: 20 });
    await performOperation(component.repositoryId, "commit");
    upstream.commit({ "po/cs.po": PO.replace('"Konec"', '"Ukončit"'), "x.txt": "2\n" });
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    await db.run(sql`update repositories set push = url where id = ${component.repositoryId}`);
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    const file = upstream.read("po/cs.po");
    expect(file).toContain("Otevřít");
    expect(file).toContain("Ukončit");
    expect(upstream.git("log", "--merges", "--format=%s").trim()).not.toBe("");
    expect(await counterDrift()).toEqual([]);
  });
});

describe("monolingual files", () => {
  it("follow their base file: new, changed and removed keys, source edits", async () => {
    const en = '{\n  "a": "Apple",\n  "b": "Bean"\n}\n';
    const cs = '{\n  "a": "Jablko"\n}\n';
    const { component, upstream } = await connect(
      admin,
      { "l/en.json": en, "l/cs.json": cs },
      { filemask: "l/*.json", template: "l/en.json", fileFormat: "json" },
    );
    expect(await readCounter("component", component.id)).toMatchObject({ total: 4, translated: 3 });
    await editUnit(petra, await unitId(component, "cs", "b"), { targets: ["Fazole"], state: 20 });
    await editUnit(petra, await unitId(component, "en", "b"), { targets: ["Green bean"], state: 20 });
    expect(await findUnit(petra, await unitId(component, "cs", "b"))).toMatchObject({
      state: 10,
      previousSource: "Bean",
      sources: ["Green bean"],
    });
    expect(await performOperation(component.repositoryId, "commit")).toEqual({ result: true });
    expect(upstream.read("l/cs.json")).toBe('{\n  "a": "Jablko",\n  "b": "Fazole"\n}\n');
    expect(upstream.read("l/en.json")).toBe('{\n  "a": "Apple",\n  "b": "Green bean"\n}\n');
    expect(await counterDrift()).toEqual([]);
    upstream.commit({ "l/en.json": '{\n  "b": "Green beans",\n  "c": "Carrot"\n}\n', "l/de.json": '{"c": "Karotte"}' });
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    expect(await readCounter("component", component.id)).toMatchObject({ total: 6, translations: 3 });
    expect(await findUnit(petra, await unitId(component, "de", "c"))).toMatchObject({
      targets: ["Karotte"],
      state: 20,
    });
    await expect(unitId(component, "cs", "a")).rejects.toThrow();
    expect(await findUnit(petra, await unitId(component, "cs", "b"))).toMatchObject({
      sources: ["Green beans"],
      previousSource: "Bean",
    });
    expect(await counterDrift()).toEqual([]);
  });

  it("Android resources with plurals survive the loop", async () => {
    const root = "aresource/compass/app/src/main/res";
    const { component, upstream } = await connect(
      admin,
      {
        "res/values/strings.xml": projectFile(`${root}/values/strings.xml`),
        "res/values-de/strings.xml": projectFile(`${root}/values-de/strings.xml`),
      },
      { filemask: "res/values-*/strings.xml", template: "res/values/strings.xml", fileFormat: "aresource" },
    );
    const plural = await textRow<{ id: number; targets: string[] }>(
      db,
      sql`
      select u.id, u.targets from units u join source_units s on s.id = u.source_id join translations t on t.id = u.translation_id
      where t.component_id = ${component.id} and not t.is_source and cardinality(u.targets) = 2 order by u.id limit 1`,
    );
    await editUnit(petra, plural?.id ?? 0, { targets: ["ein neuer Text %d", "viele neue Texte %d"], state: 20 });
    const before = upstream.read("res/values-de/strings.xml").split("\n");
    expect(await performOperation(component.repositoryId, "commit")).toEqual({ result: true });
    const after = upstream.read("res/values-de/strings.xml").split("\n");
    expect(after.length).toBe(before.length);
    expect(after.filter((line, index) => line !== before[index])).toHaveLength(2);
    expect(await counterDrift()).toEqual([]);
  });
});

describe("documents", () => {
  it("keep every text when their base gets another shape", async () => {
    const { component, upstream } = await connect(
      admin,
      {
        "docs/en.md": "# Pears\n\nThe first one.\n\nThe second one.\n",
        "docs/cs.md": "# Hrušky\n\nPrvní.\n\nThe second one.\n",
      },
      { filemask: "docs/*.md", template: "docs/en.md", newBase: "docs/en.md", fileFormat: "markdown" },
    );
    upstream.commit({ "docs/en.md": "# Pears\n\nA new beginning.\n\nThe first one.\n\nThe second one.\n" });
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    await editUnit(admin, await unitId(component, "cs", "The second one."), { targets: ["Druhá."], state: 20 });
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect(upstream.read("docs/cs.md")).toBe("# Hrušky\n\nA new beginning.\n\nPrvní.\n\nDruhá.\n");
    expect(await counterDrift()).toEqual([]);
  });
});
