import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { listAlerts } from "@/lib/domain/components/alerts";
import { performOperation } from "@/lib/domain/integrate/operations";
import { createLanguage } from "@/lib/domain/languages/languages";
import { updateProject } from "@/lib/domain/projects/projects";
import { db, sql } from "@/lib/platform/database";
import { connect } from "../support/loop";
import { makePerson } from "../support/people";
import { textRow, textRows } from "../support/text-rows";

let admin: Actor;
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
});

const json = JSON.stringify({ a: "x" });
const settings = { filemask: "l/*.json", template: "l/en.json", fileFormat: "json", languageRegex: "" };
const start = { "l/en.json": json, "l/cs.json": json };

const languagesOf = async (componentId: number) =>
  (
    await textRows<{ code: string }>(
      db,
      sql`
      select l.code from translations t join languages l on l.id = t.language_id where t.component_id = ${componentId} order by l.code collate "C"`,
    )
  ).map((row) => row.code);

const countLanguages = async () =>
  (await textRow<{ count: number }>(db, sql`select count(*)::int as count from languages`))?.count ?? 0;

const skipped = async (componentId: number) =>
  (await listAlerts(componentId)).find((alert) => alert.kind === "UnusableLanguage")?.details as
    | { error: string; files: { path: string; message: string }[] }
    | undefined;

describe("files under the mask", () => {
  it("make no language of what cannot be a code, and an alert names them", async () => {
    const before = await countLanguages();
    const odd = ["-rf", "new\nline", "<script>alert(1)<script>", "0x", "é", "odd one", "_x", "x'y", "x\u202ey"];
    const { component } = await connect(
      admin,
      { ...start, ...Object.fromEntries(odd.map((name) => [`l/${name}.json`, json])) },
      settings,
    );
    expect(await languagesOf(component.id)).toEqual(["cs", "en"]);
    expect(await countLanguages()).toBe(before);
    const told = await skipped(component.id);
    expect(told?.error).toBe(`${odd.length} files are skipped.`);
    expect(told?.files.map((file) => file.path).sort()).toEqual(odd.map((name) => `l/${name}.json`).sort());
    expect(told?.files.find((file) => file.path === "l/-rf.json")?.message).toMatch(/^“-rf” is not a language code: /);
  });

  it("make languages of well-formed codes, and of odd ones that the project gives a meaning", async () => {
    const { component, upstream } = await connect(
      admin,
      {
        ...start,
        ...Object.fromEntries(
          ["x-foo", "en_XA", "sr@ijekavian", "zh-rTW", "b+uz+Latn"].map((c) => [`l/${c}.json`, json]),
        ),
      },
      settings,
    );
    const made = ["cs", "en", "en_XA", "sr@ijekavian", "uz", "x_FOO", "zh_Hant"];
    expect(await languagesOf(component.id)).toEqual(made);
    expect(await skipped(component.id)).toBeUndefined();
    await updateProject(admin, component.project.slug, { languageAliases: "_odd:de" });
    upstream.commit({ "l/_odd.json": json, "l/_other.json": json });
    await performOperation(component.repositoryId, "pull");
    expect(await languagesOf(component.id)).toEqual(["cs", "de", ...made.slice(1)]);
    expect((await skipped(component.id))?.files.map((file) => file.path)).toEqual(["l/_other.json"]);
    upstream.commit({ "l/_other.json": null });
    await performOperation(component.repositoryId, "pull");
    expect(await skipped(component.id)).toBeUndefined();
  });
});

describe("languages that nobody knows", () => {
  it("are 200 of a component, whatever it brings later, until an administrator creates them", async () => {
    const before = await countLanguages();
    const many = Object.fromEntries(Array.from({ length: 205 }, (_, i) => [`l/x${1000 + i}.json`, json]));
    const { component, upstream } = await connect(admin, { ...start, ...many, "l/aez.json": json }, settings);
    // A code of ISO 639 is not among the 200.
    expect(await countLanguages()).toBe(before + 201);
    expect(await languagesOf(component.id)).toHaveLength(203);
    const told = await skipped(component.id);
    expect(told?.error).toBe("5 files are skipped.");
    expect(told?.files[0]).toEqual({
      path: "l/x1200.json",
      message: expect.stringContaining("an administrator can create this language"),
    });
    upstream.commit({ "l/x2000.json": json });
    await performOperation(component.repositoryId, "pull");
    expect(await countLanguages()).toBe(before + 201);
    const plural = { number: 2, formula: "n != 1" };
    await createLanguage(admin, { code: "x2000", name: "Made", direction: "ltr", population: 0, plural });
    upstream.commit({ "l/x2000.json": JSON.stringify({ a: "y" }) });
    await performOperation(component.repositoryId, "pull");
    expect(await languagesOf(component.id)).toContain("x2000");
    expect((await skipped(component.id))?.error).toBe("5 files are skipped.");
  });
});
