import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { updateComponent } from "@/lib/domain/creation/update-component";
import { performOperation } from "@/lib/domain/integrate/operations";
import { performPlan } from "@/lib/domain/integrate/plan-operation";
import { performReformat, planReformat, reformatFiles, reformatOutlook } from "@/lib/domain/integrate/reformat";
import { tasksOfRepository } from "@/lib/domain/statistics/management";
import { findTask } from "@/lib/domain/tasks/tasks";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit } from "@/lib/domain/units/units";
import { db, sql } from "@/lib/platform/database";
import { connect, counterDrift, unitId } from "../support/loop";
import { makePerson } from "../support/people";
import { textRows } from "../support/text-rows";

/** Files brought into the shape of their parameters because a person asked for it. */

let admin: Actor;
let petra: Actor;
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
});

const EN = '{\n    "b": "Open",\n    "a": "Close",\n    "c": "Quit"\n}\n';
const CS = '{"b":"Otevřít","a":"Zav\\u0159ít",\n "c": ""}\n';
const SHAPED = '{\n  "a": "Zav\\u0159ít",\n  "b": "Otevřít",\n  "c": ""\n}\n';
const PARAMS = { json_indent: 2, json_sort_keys: true, json_use_compact_separators: false };

/** Asks for it and does in this process what the background would do. */
async function reformat(component: ComponentRow) {
  const task = await findTask(await reformatFiles(admin, component));
  expect(task?.kind).toBe("reformat-files");
  return performReformat(task?.payload as never);
}

async function connectJson(settings: Parameters<typeof connect>[2] | object = {}) {
  const made = await connect(
    admin,
    { "en.json": EN, "cs.json": CS },
    { filemask: "*.json", template: "en.json", fileFormat: "json", pushOnCommit: false, ...settings },
  );
  await updateComponent(admin, made.component, { fileFormatParams: PARAMS });
  await performOperation(made.component.repositoryId, "file-scan");
  return { ...made, component: await findComponentById(admin, made.component.id) };
}

const edit = async (component: ComponentRow, key: string, text: string) =>
  editUnit(admin, await unitId(component, "cs", key), { targets: [text], state: 20 });

describe("files on request", () => {
  it("are reformatted in one commit behind the edits that wait, and read the same afterwards", async () => {
    const { component, upstream } = await connectJson();
    await edit(component, "c", "Konec");
    expect(await reformat(component)).toMatchObject({ result: true, detail: "Reformatted 2 files of 2." });
    expect(upstream.git("log", "-1", "--format=%s").trim()).not.toMatch(/Reformat/);
    expect(await reformat(component)).toMatchObject({
      result: true,
      detail: "All files already have this layout.",
    });
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect(upstream.git("log", "-2", "--format=%an %s").trim().split("\n")).toEqual([
      "Loquat Reformat files of App",
      expect.stringContaining("Translat"),
    ]);
    expect(upstream.read("cs.json")).toBe(SHAPED.replace('"c": ""', '"c": "Konec"'));
    expect(upstream.read("en.json")).toBe('{\n  "a": "Close",\n  "b": "Open",\n  "c": "Quit"\n}\n');
    await edit(component, "b", "Otevřete");
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect(upstream.git("diff", "--numstat", "HEAD~1", "HEAD").trim()).toBe("1\t1\tcs.json");
    upstream.commit({ "cs.json": upstream.read("cs.json").replace("Zav\\u0159ít", "Zavřete") });
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    expect((await findUnit(admin, await unitId(component, "cs", "a"))).targets).toEqual(["Zavřete"]);
    expect((await findUnit(admin, await unitId(component, "cs", "b"))).targets).toEqual(["Otevřete"]);
    expect(await counterDrift()).toEqual([]);
  });

  it("are planned first: what would be committed is told, and nothing is done", async () => {
    const { component, upstream } = await connectJson();
    await edit(component, "c", "Konec");
    const { repositoryId: repository, id } = component;
    expect(await findTask(await planReformat(admin, component))).toMatchObject({
      kind: "plan-operation",
      payload: { repository, operation: "reformat", component: id },
    });
    const plan = await performPlan(component.repositoryId, "reformat", component.id);
    expect(plan).toMatchObject({
      result: true,
      detail: "2 files of 2 would be reformatted.",
      languages: [],
      outgoing: [],
    });
    expect(plan.commits.map(({ author, message }) => `${author}: ${message.split("\n")[0]}`)).toEqual([
      "Admin: Translate App into Czech",
      "Loquat: Reformat files of App",
    ]);
    expect(plan.files).toEqual(["cs.json", "en.json"]);
    expect((await tasksOfRepository(component.repositoryId, 10)).map(({ kind }) => kind)).not.toContain(
      "reformat-files",
    );
    const before = upstream.git("rev-parse", "main");
    // The edit still waits, and its commit comes first.
    expect(await reformat(component)).toMatchObject({ result: true, detail: "Reformatted 2 files of 2." });
    expect(upstream.git("rev-parse", "main")).toBe(before);
    const again = await performPlan(component.repositoryId, "reformat", component.id);
    expect(again).toMatchObject({ detail: "All files already have this layout.", commits: [], files: [] });
  });

  it.each(["rebase", "merge"])("stay reformatted when upstream goes on before they are pushed (%s)", async (style) => {
    const { component, upstream } = await connectJson({ mergeStyle: style });
    await edit(component, "c", "Konec");
    await reformat(component);
    upstream.commit({ "cs.json": CS.replace("Otevřít", "Otevřete") });
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect(upstream.git("log", "--merges", "--format=%h") !== "").toBe(style === "merge");
    expect(upstream.read("cs.json")).toBe(SHAPED.replace("Otevřít", "Otevřete").replace('"c": ""', '"c": "Konec"'));
    expect((await findUnit(admin, await unitId(component, "cs", "b"))).targets).toEqual(["Otevřete"]);
    expect(
      await textRows(db, sql`select kind from local_commits where repository_id = ${component.repositoryId}`),
    ).toEqual([]);
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    expect(await counterDrift()).toEqual([]);
  });

  it("leave the base file alone where it cannot be edited, are pushed where that is on, and tell what cannot be read", async () => {
    const { component, upstream } = await connectJson({ editTemplate: false, pushOnCommit: true });
    expect(await reformat(component)).toMatchObject({ result: true, detail: "Reformatted 1 file of 1." });
    expect(upstream.read("en.json")).toBe(EN);
    expect(upstream.read("cs.json")).toBe(SHAPED);
    upstream.commit({ "cs.json": '{"a": ' });
    const broken = await reformat(component);
    expect(broken.result).toBe(true);
    await performOperation(component.repositoryId, "pull");
    const told = await reformat(component);
    expect(told).toMatchObject({
      result: false,
      detail: expect.stringMatching(/^Nothing was reformatted\.\ncs\.json: /),
    });
  });

  it("need the right to change the component, and a parameter that acts", async () => {
    const { component } = await connectJson();
    await expect(reformatFiles(petra, component)).rejects.toMatchObject({ name: "Forbidden" });
    const bare = { ...component, fileFormatParams: { po_line_wrap: 77 } };
    await expect(reformatFiles(admin, bare)).rejects.toMatchObject({ name: "Invalid" });
    expect(reformatOutlook(component)).toEqual({
      acting: ["json_indent", "json_use_compact_separators", "json_sort_keys"],
    });
    expect(reformatOutlook(bare)).toMatchObject({
      why: { key: "layoutUnset", values: { params: expect.stringMatching(/^Indentation, Indent with, /) } },
    });
    expect(reformatOutlook({ fileFormat: "xlsx", fileFormatParams: { dos_eol: true } })).toMatchObject({
      why: { key: "formatWithoutLayout" },
    });
  });
});
