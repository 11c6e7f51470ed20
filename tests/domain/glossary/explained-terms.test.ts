import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { ACTION } from "@/lib/domain/change-actions";
import { asOperation } from "@/lib/domain/changes/operations";
import type { ComponentRow } from "@/lib/domain/components/components";
import { describeString, readAbout } from "@/lib/domain/editor/about";
import { convertTranslation, demandConverter } from "@/lib/domain/exports/convert";
import { performOperation } from "@/lib/domain/integrate/operations";
import { findTranslation } from "@/lib/domain/translations/translations";
import { undoHere } from "@/lib/domain/undo/undo";
import { changeUnit } from "@/lib/domain/units/change-unit";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { removeUnit } from "@/lib/domain/units/remove-unit";
import { findUnit } from "@/lib/domain/units/units";
import { uploadFile } from "@/lib/domain/uploads/upload-file";
import { db, sql } from "@/lib/platform/database";
import { grant } from "../../support/actors";
import type { Upstream } from "../../support/git";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { tbxEntry, tbxFile } from "../../support/tbx";
import { textRows } from "../../support/text-rows";

let admin: Actor;
let translator: Actor;
let component: ComponentRow;
let upstream: Upstream;

const term = (source: string) => unitId(component, "cs", source);
const own = async (source: string) => (await findUnit(admin, await term(source))).explanation;
const told = async (source: string) =>
  textRows<{ target: string; old: string; cause: string }>(
    db,
    sql`select target, old, cause from changes where unit_id = ${await term(source)} and action = ${ACTION.EXPLANATION_UPDATED} order by id`,
  );
const run = async (operation: "commit" | "push" | "pull") =>
  expect(await performOperation(component.repositoryId, operation)).toEqual({ result: true });

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  const person = await makePerson("translator");
  ({ component, upstream } = await connect(
    admin,
    { "l/cs.tbx": tbxFile(["pear", "hruška"], ["quince", "kdoule", "For jelly"], ["plum", ""]) },
    { filemask: "l/*.tbx", fileFormat: "tbx", isGlossary: true, manageUnits: true },
  ));
  translator = {
    ...person,
    grants: [grant({ projects: [component.projectId], permissions: ["glossary.edit"] }), ...person.grants],
  };
});

describe("what is said of the translation of a term", () => {
  it("comes from the file, beside what is said of the source", async () => {
    expect(await own("quince")).toBe("For jelly");
    expect((await findUnit(admin, await term("quince"))).note).toBe("");
    await changeUnit(admin, (await findUnit(admin, await term("pear"))).sourceId, { explanation: "The fruit" });
    expect(await own("pear")).toBe("The fruit");
  });

  it("is written by who may translate it, told, and goes into the file with the next commit", async () => {
    const id = await term("pear");
    const before = await findUnit(translator, id);
    const after = await changeUnit(translator, id, { explanation: "Not the *lamp*" }, { baseVersion: before.version });
    expect(after).toMatchObject({ explanation: "Not the *lamp*", pending: true, targets: ["hruška"] });
    expect(after.version).toBeGreaterThan(before.version);
    expect(await told("pear")).toMatchObject([{ target: "Not the *lamp*", old: "", cause: "api" }]);
    expect(await counterDrift()).toEqual([]);
    expect((await findUnit(admin, before.sourceId)).explanation).toBe("The fruit");
    // A later text does not lose it, and what another string says stays.
    await editUnit(translator, id, { targets: ["hruška obecná"], state: 20 });
    await run("push");
    const want = tbxFile(["pear", "hruška obecná", "Not the *lamp*"], ["quince", "kdoule", "For jelly"], ["plum", ""]);
    expect(upstream.read("l/cs.tbx")).toBe(want);
    await run("pull");
    expect(await own("pear")).toBe("Not the *lamp*");
    expect(await told("pear")).toHaveLength(1);
    expect(await counterDrift()).toEqual([]);
  });

  it("is refused to others, for flags, and where a component is no glossary", async () => {
    const id = await term("pear");
    const stranger = { ...translator, grants: [] };
    await expect(changeUnit(stranger, id, { explanation: "x" })).rejects.toThrow();
    await expect(changeUnit(translator, id, { explanation: "x", extraFlags: "forbidden" })).rejects.toThrow(
      /belong to the source/,
    );
    const { component: plain } = await connect(
      admin,
      { "l/cs.tbx": tbxFile(["pear", "hruška"]) },
      { filemask: "l/*.tbx", fileFormat: "tbx" },
    );
    await expect(changeUnit(admin, await unitId(plain, "cs", "pear"), { explanation: "x" })).rejects.toThrow(
      /belong to the source/,
    );
    expect(await own("pear")).toBe("Not the *lamp*");
  });

  it("waits for the text of a term that has none, and comes with it", async () => {
    const id = await term("plum");
    expect(await changeUnit(translator, id, { explanation: "Blue ones" })).toMatchObject({ pending: false });
    await changeUnit(translator, id, { targets: ["švestka"], state: 20, explanation: "Blue ones, too" });
    await run("push");
    expect(upstream.read("l/cs.tbx")).toContain(tbxEntry(["plum", "švestka", "Blue ones, too"]));
  });

  it("follows upstream, but for what waits here", async () => {
    await changeUnit(translator, await term("pear"), { explanation: "Ours" });
    upstream.commit({
      "l/cs.tbx": tbxFile(["pear", "hruštička", "Theirs"], ["quince", "kdoule", "For cheese"], ["plum", "švestka"]),
    });
    await run("pull");
    expect([await own("pear"), await own("quince"), await own("plum")]).toEqual(["Ours", "For cheese", ""]);
    expect((await told("quince")).at(-1)).toMatchObject({
      target: "For cheese",
      old: "For jelly",
      cause: "repository",
    });
    expect(await counterDrift()).toEqual([]);
    await run("push");
    expect(upstream.read("l/cs.tbx")).toContain(tbxEntry(["pear", "hruštička", "Ours"]));
    expect(await counterDrift()).toEqual([]);
  });

  it("is taken away again", async () => {
    const id = await term("quince");
    await changeUnit(translator, id, { explanation: "" });
    expect(await own("quince")).toBe("");
    await run("push");
    expect(upstream.read("l/cs.tbx")).toContain(tbxEntry(["quince", "kdoule"]));
  });

  it("is in conversions, and taken from uploads", async () => {
    const translation = await findTranslation(admin, component, "cs");
    let text = "";
    for await (const piece of convertTranslation(admin, translation, demandConverter(component, "tbx")))
      text += Buffer.from(piece).toString();
    expect(text).toContain('<note from="translator">Ours</note>');
    await uploadFile(admin, translation, {
      filename: "cs.tbx",
      bytes: Buffer.from(tbxFile(["pear", "hruštička", "Uploaded"], ["quince", "kdouloň", "In hedges"])),
      method: "translate",
      conflicts: "replace-translated",
      fuzzy: "",
    });
    expect([await own("pear"), await own("quince")]).toEqual(["Uploaded", "In hedges"]);
    await uploadFile(admin, translation, {
      filename: "cs.tbx",
      bytes: Buffer.from(tbxFile(["fig", "fík", "Dried"])),
      method: "add",
      conflicts: "",
      fuzzy: "",
    });
    expect(await own("fig")).toBe("Dried");
    expect(await counterDrift()).toEqual([]);
  });

  it("is there again when its term comes back", async () => {
    const id = await term("fig");
    const { operation } = await asOperation(
      admin,
      { kind: "upload", details: { name: "remove", needs: [], components: [component.id] } },
      () => removeUnit(admin, id),
    );
    await undoHere(admin, operation ?? "", { plan: false });
    expect(await own("fig")).toBe("Dried");
  });
});

describe("the editor", () => {
  it("reads and writes it beside what is said of the source", async () => {
    const id = await term("pear");
    const about = await readAbout(translator, id);
    expect(about).toMatchObject({ explanation: "The fruit", mayDescribe: false, own: { explanation: "Uploaded" } });
    const said = {
      unitId: id,
      accountId: translator.userId,
      version: about.version,
      explanation: about.explanation,
      flags: about.flags,
      labelIds: about.chosen,
    };
    const now = about.own?.version ?? 0;
    const unit = await describeString(translator, { ...said, own: { version: now, explanation: "Sweet" } });
    expect([unit.explanation.length, unit.ownExplanation.length]).toEqual([1, 1]);
    expect(JSON.stringify(unit.ownExplanation)).toContain("Sweet");
    await expect(describeString(translator, { ...said, own: { version: now, explanation: "Sour" } })).rejects.toThrow(
      /changed this meanwhile/,
    );
    await expect(
      describeString(translator, { ...said, explanation: "Mine", own: { version: now + 1, explanation: "Sweet" } }),
    ).rejects.toThrow(/permission/);
    expect(await readAbout(admin, id)).toMatchObject({ mayDescribe: true, own: { explanation: "Sweet" } });
    const outdated = { ...said, explanation: "A fruit of autumn", own: { version: now, explanation: "Ripe" } };
    await expect(describeString(admin, { ...outdated, accountId: admin.userId })).rejects.toThrow(
      /changed this meanwhile/,
    );
    expect(await readAbout(admin, id)).toMatchObject({ explanation: "The fruit", own: { explanation: "Sweet" } });
  });
});
