import { beforeAll, describe, expect, it } from "vitest";
import { type Actor, loadActor } from "@/lib/domain/access/actor";
import { createCategory } from "@/lib/domain/categories/categories";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { changeCategory } from "@/lib/domain/creation/move-category";
import { updateComponent } from "@/lib/domain/creation/update-component";
import { addSuggestion } from "@/lib/domain/discussion/suggestions";
import { Forbidden, Invalid, NotFound } from "@/lib/domain/errors";
import { performOperation } from "@/lib/domain/integrate/operations";
import { addProjectMember, listProjectTeams } from "@/lib/domain/projects/members";
import { createProject, findProject, updateProject } from "@/lib/domain/projects/projects";
import {
  findWorkflow,
  listWorkflows,
  removeWorkflow,
  setWorkflow,
  type WorkflowSettings,
} from "@/lib/domain/projects/workflows";
import type { Payload } from "@/lib/domain/tasks/kinds";
import { findTranslation } from "@/lib/domain/translations/translations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { followFlags } from "@/lib/domain/units/follow-flags";
import { findEditable } from "@/lib/domain/units/units";
import { db, sql } from "@/lib/platform/database";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRow, textRows } from "../../support/text-rows";

/** Languages that are worked on in their own way: what holds where, and what becomes of strings. */

let admin: Actor;
let petra: Actor;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
});

const AS_COMPONENT: WorkflowSettings = {
  reviewsOff: false,
  enableSuggestions: null,
  suggestionVoting: null,
  suggestionAutoaccept: null,
  editsByMembers: false,
  checkFlags: "",
  sourceLanguage: null,
};

const po = (texts: Record<string, string>) =>
  `msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n${Object.entries(texts)
    .map(([source, target]) => `msgid "${source}"\nmsgstr "${target}"\n`)
    .join("\n")}`;

const make = () =>
  connect(
    admin,
    {
      "po/cs.po": po({ "Pear.": "Hruška", Plum: "" }),
      "po/de.po": po({ "Pear.": "Birne", Plum: "" }),
    },
    { filemask: "po/*.po", fileFormat: "po" },
  );

const projectOf = (component: ComponentRow) => findProject(admin, component.project.slug);

async function follow(projectId: number): Promise<void> {
  const rows = await textRows<{ payload: Payload<"follow-flags"> }>(
    db,
    sql`select payload from tasks where kind = 'follow-flags' and project_id = ${projectId} and state = 'pending' order by created_at`,
  );
  for (const { payload } of rows) await followFlags(payload);
}

async function findings(component: ComponentRow, language: string): Promise<string[]> {
  const unit = await unitId(component, language, "Pear.");
  const rows = await textRows<{ check: string }>(
    db,
    sql`select "check" from findings where unit_id = ${unit} order by 1`,
  );
  return rows.map((row) => row.check);
}

const flagsIn = async (component: ComponentRow, language: string) =>
  (await findTranslation(admin, await findComponentById(admin, component.id), language)).checkFlags;

describe("reviews that are off for a language", () => {
  it("leave nothing to approve in it, and go on in the others", async () => {
    const { component } = await make();
    await updateProject(admin, component.project.slug, { translationReview: true });
    await setWorkflow(admin, await projectOf(component), "cs", { ...AS_COMPONENT, reviewsOff: true });
    const [cs, de] = [await unitId(component, "cs", "Pear."), await unitId(component, "de", "Pear.")];
    await expect(editUnit(admin, cs, { targets: ["Hruška."], state: 30 })).rejects.toThrow();
    await editUnit(admin, de, { targets: ["Birne."], state: 30 });
    expect((await findEditable(admin, cs)).translationReview).toBe(false);
    expect((await findEditable(admin, de)).translationReview).toBe(true);
  });

  it("commit what is translated where others wait for an approval", async () => {
    const { component, upstream } = await make();
    await updateProject(admin, component.project.slug, { translationReview: true, commitPolicy: 30 });
    await setWorkflow(admin, await projectOf(component), "cs", { ...AS_COMPONENT, reviewsOff: true });
    for (const language of ["cs", "de"])
      await editUnit(admin, await unitId(component, language, "Plum"), { targets: [`Plum ${language}`], state: 20 });
    await performOperation(component.repositoryId, "commit");
    await performOperation(component.repositoryId, "push");
    expect(upstream.read("po/cs.po")).toContain("Plum cs");
    expect(upstream.read("po/de.po")).not.toContain("Plum de");
  });

  it("cannot be turned on against the project", async () => {
    const { component } = await make();
    await setWorkflow(admin, await projectOf(component), "cs", AS_COMPONENT);
    expect((await findEditable(admin, await unitId(component, "cs", "Pear."))).translationReview).toBe(false);
  });
});

describe("rules of a language", () => {
  it("say of suggestions and votes what the component does not", async () => {
    const { component } = await make();
    const cs = await unitId(component, "cs", "Pear.");
    const project = await projectOf(component);
    await setWorkflow(admin, project, "cs", { ...AS_COMPONENT, enableSuggestions: false });
    await expect(addSuggestion(admin, cs, ["Hruštička"])).rejects.toThrow(/does not accept suggestions/);
    await addSuggestion(admin, await unitId(component, "de", "Pear."), ["Birnchen"]);
    await setWorkflow(admin, project, "cs", { ...AS_COMPONENT, suggestionVoting: true, suggestionAutoaccept: 3 });
    expect(await findEditable(admin, cs)).toMatchObject({
      enableSuggestions: true,
      suggestionVoting: true,
      suggestionAutoaccept: 3,
    });
    await removeWorkflow(admin, project, "cs");
    expect(await findEditable(admin, cs)).toMatchObject({ suggestionVoting: false, suggestionAutoaccept: 0 });
  });

  it("let only members translate, and others suggest", async () => {
    const { component } = await make();
    const [cs, de] = [await unitId(component, "cs", "Pear."), await unitId(component, "de", "Pear.")];
    await setWorkflow(admin, await projectOf(component), "cs", { ...AS_COMPONENT, editsByMembers: true });
    await expect(editUnit(petra, cs, { targets: ["Hruška."], state: 20 })).rejects.toThrow(/only members/);
    await addSuggestion(petra, cs, ["Hruška."]);
    await editUnit(petra, de, { targets: ["Birne."], state: 20 });
    const project = await projectOf(component);
    const team = (await listProjectTeams(admin, project))[0]?.id as number;
    await addProjectMember(admin, project, team, "petra");
    const member = (await loadActor(petra.userId)) as Actor;
    await editUnit(member, cs, { targets: ["Hruška."], state: 20 });
  });

  it("of the project hold before those of all projects, as a whole", async () => {
    const { component } = await make();
    const project = await projectOf(component);
    const cs = await unitId(component, "cs", "Pear.");
    await setWorkflow(admin, null, "cs", { ...AS_COMPONENT, enableSuggestions: false, editsByMembers: true });
    expect(await findEditable(admin, cs)).toMatchObject({ enableSuggestions: false, editsByMembers: true });
    await setWorkflow(admin, project, "cs", { ...AS_COMPONENT, editsByMembers: true });
    expect(await findEditable(admin, cs)).toMatchObject({ enableSuggestions: true, editsByMembers: true });
    await removeWorkflow(admin, project, "cs");
    await removeWorkflow(admin, null, "cs");
    expect(await findEditable(admin, cs)).toMatchObject({ enableSuggestions: true, editsByMembers: false });
  });
});

describe("flags of a language", () => {
  it("are followed by its strings at once, and by no others", async () => {
    const { component } = await make();
    const project = await projectOf(component);
    expect(await findings(component, "cs")).toEqual(["end_stop"]);
    await setWorkflow(admin, project, "cs", { ...AS_COMPONENT, checkFlags: "ignore-end-stop" });
    await follow(project.id);
    expect([await findings(component, "cs"), await findings(component, "de")]).toEqual([[], ["end_stop"]]);
    await removeWorkflow(admin, project, "cs");
    await follow(project.id);
    expect(await findings(component, "cs")).toEqual(["end_stop"]);
    expect(await counterDrift()).toEqual([]);
  });

  it("close the strings of the language and open them again", async () => {
    const { component } = await make();
    const project = await projectOf(component);
    const cs = await unitId(component, "cs", "Pear.");
    await setWorkflow(admin, project, "cs", { ...AS_COMPONENT, checkFlags: "read-only" });
    await follow(project.id);
    expect((await findEditable(admin, cs)).state).toBe(100);
    expect((await findEditable(admin, await unitId(component, "de", "Pear."))).state).toBe(20);
    await setWorkflow(admin, project, "cs", AS_COMPONENT);
    await follow(project.id);
    expect((await findEditable(admin, cs)).state).toBe(20);
    expect(await counterDrift()).toEqual([]);
  });

  it("are looked at again when flags of project and language changed together", async () => {
    const { component } = await make();
    const project = await projectOf(component);
    await updateProject(admin, project.slug, { checkFlags: "ignore-end-stop" });
    await setWorkflow(admin, project, "cs", { ...AS_COMPONENT, checkFlags: "ignore-end-stop" });
    await updateProject(admin, project.slug, { checkFlags: "" });
    await follow(project.id);
    expect([await findings(component, "cs"), await findings(component, "de")]).toEqual([[], ["end_stop"]]);
  });

  it("hold for languages that come later", async () => {
    const { component, upstream } = await make();
    const project = await projectOf(component);
    await setWorkflow(admin, project, "fr", { ...AS_COMPONENT, checkFlags: "ignore-end-stop" });
    upstream.commit({ "po/fr.po": po({ "Pear.": "Poire", Plum: "" }) });
    await performOperation(component.repositoryId, "pull");
    expect(await flagsIn(component, "fr")).toBe("ignore-end-stop");
    expect(await findings(component, "fr")).toEqual([]);
  });

  it("are those of the project that a component comes into", async () => {
    const { component } = await make();
    const from = await projectOf(component);
    const to = await createProject(admin, { name: "Target", slug: "target", web: "https://example.org/" });
    await setWorkflow(admin, from, "cs", { ...AS_COMPONENT, checkFlags: "ignore-end-stop" });
    await follow(from.id);
    const category = await createCategory(admin, { project: from.slug, name: "Apps", slug: "apps", parentId: null });
    await updateComponent(admin, await findComponentById(admin, component.id), { categoryId: category.id });
    await changeCategory(admin, category.id, { project: to.slug });
    await follow(to.id);
    expect(await flagsIn(component, "cs")).toBe("");
    expect(await findings(component, "cs")).toEqual(["end_stop"]);
  });
});

describe("a workflow", () => {
  it("is refused with unknown flags or votes that cannot be, and changes nothing", async () => {
    const { component } = await make();
    const project = await projectOf(component);
    for (const wrong of [{ checkFlags: "no-such-flag" }, { suggestionAutoaccept: 1 }, { suggestionAutoaccept: -1 }])
      await expect(setWorkflow(admin, project, "cs", { ...AS_COMPONENT, ...wrong })).rejects.toThrow(Invalid);
    await expect(setWorkflow(admin, project, "xx_none", AS_COMPONENT)).rejects.toThrow(NotFound);
    expect(await listWorkflows(project)).toEqual([]);
    await expect(findWorkflow(project, "cs")).rejects.toThrow(NotFound);
  });

  it("is set by those who edit the project, and for all projects by those who edit languages", async () => {
    const { component } = await make();
    const project = await projectOf(component);
    await expect(setWorkflow(petra, project, "cs", AS_COMPONENT)).rejects.toThrow(Forbidden);
    await expect(setWorkflow(petra, null, "cs", AS_COMPONENT)).rejects.toThrow(Forbidden);
    await setWorkflow(admin, project, "cs", AS_COMPONENT);
    await expect(removeWorkflow(petra, project, "cs")).rejects.toThrow(Forbidden);
    expect((await listWorkflows(project)).map(({ language }) => language)).toEqual(["cs"]);
  });

  it("stands in the history", async () => {
    const { component } = await make();
    const project = await projectOf(component);
    await setWorkflow(admin, project, "cs", { ...AS_COMPONENT, reviewsOff: true });
    const line = await textRow<{ target: string; details: { setting: string } }>(
      db,
      sql`select target, details from changes where project_id = ${project.id} and action = 95 order by id desc limit 1`,
    );
    expect([line?.target, line?.details.setting]).toEqual(["cs", "language_workflow"]);
  });
});
