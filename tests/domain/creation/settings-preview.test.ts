import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import type { NewComponent } from "@/lib/domain/components/component-input";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { previewProject } from "@/lib/domain/creation/project-preview";
import { previewComponent } from "@/lib/domain/creation/settings-preview";
import { settingMarks, updateComponent } from "@/lib/domain/creation/update-component";
import { Forbidden, Locked } from "@/lib/domain/errors";
import { sampleMessages } from "@/lib/domain/integrate/sample-messages";
import { updateRepository } from "@/lib/domain/integrate/update";
import { findProject, updateProject } from "@/lib/domain/projects/projects";
import { marksOf } from "@/lib/domain/stale";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { withWorkingCopy } from "@/lib/domain/working-copy/working-copy";
import { db, sql } from "@/lib/platform/database";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

const po = (language: string, texts: Record<string, string>) =>
  `msgid ""\nmsgstr "Language: ${language}\\n"\n${Object.entries(texts)
    .map(([source, target]) => `\nmsgid "${source}"\nmsgstr "${target}"\n`)
    .join("")}`;

let admin: Actor;
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
});

const preview = (component: ComponentRow, wanted: Partial<NewComponent>, actor = admin) =>
  previewComponent(actor, component, wanted, settingMarks(component, Object.keys(wanted)));

/** All that a preview could have touched. */
const state = (component: ComponentRow) =>
  textRows<{ filename: string }>(
    db,
    sql`
    select t.id, t.filename, t.language_code, (select count(*) from units u where u.translation_id = t.id) as units,
      (select filemask from components c where c.id = t.component_id) as filemask,
      (select count(*) from changes) as lines, (select count(*) from tasks) as tasks
    from translations t where t.component_id = ${component.id} order by t.id`,
  );

describe("what a file mask would change", () => {
  it("languages that come and go are told with their strings, and nothing is done", async () => {
    const { component } = await connect(
      admin,
      {
        "po/cs.po": po("cs", { Quit: "Konec", Save: "" }),
        "po/de.po": po("de", { Quit: "Ende", Save: "Speichern" }),
        "web/cs.po": po("cs", { Quit: "Konec", Save: "" }),
        "web/fr.po": po("fr", { Quit: "Quitter", Save: "" }),
      },
      { filemask: "po/*.po", fileFormat: "po" },
    );
    const before = await state(component);
    const { problems, consequences, sure } = await preview(component, { filemask: "web/*.po" });
    expect(problems).toEqual([]);
    expect(consequences).toEqual([
      {
        kind: "files",
        files: 2,
        comes: [{ code: "fr", name: "French" }],
        goes: [{ code: "de", name: "German", strings: 2 }],
        lost: 0,
        added: 0,
      },
    ]);
    expect(sure).not.toBe("");
    expect(await state(component)).toEqual(before);
    expect(await counterDrift()).toEqual([]);
    // What is told is what comes of it.
    await updateComponent(admin, component, { filemask: "web/*.po" });
    await withWorkingCopy(component.repositoryId, (checkout) => updateRepository(checkout, { force: true }));
    const files = (await state(component)).map(({ filename }) => filename);
    expect(files).toEqual(expect.arrayContaining(["web/cs.po", "web/fr.po"]));
    expect(files).not.toContain("po/de.po");
  });

  it("a filter that takes only empty languages asks for nothing, and what goes otherwise asks anew", async () => {
    const { component } = await connect(
      admin,
      {
        "po/cs.po": po("cs", { Quit: "Konec" }),
        "po/de.po": po("de", { Quit: "" }),
        "po/fr.po": po("fr", { Quit: "Quitter" }),
      },
      { filemask: "po/*.po", fileFormat: "po" },
    );
    const empty = await preview(component, { languageRegex: "^(cs|fr)$" });
    expect(empty.consequences).toMatchObject([{ kind: "files", goes: [{ code: "de", strings: 0 }] }]);
    expect(empty.sure).toBe("");
    const some = await preview(component, { languageRegex: "^(cs|de)$" });
    const more = await preview(component, { languageRegex: "^de$" });
    expect(more.consequences).toMatchObject([{ goes: [{ code: "cs" }, { code: "fr" }] }]);
    expect(new Set([empty.sure, some.sure, more.sure]).size).toBe(3);
  });

  it("texts that languages lose with another base file are counted", async () => {
    const { component } = await connect(
      admin,
      {
        "l/en.json": '{"quit": "Quit", "save": "Save"}',
        "l/cs.json": '{"quit": "Konec", "save": "Uložit"}',
        "base/short.json": '{"quit": "Quit", "open": "Open"}',
      },
      { filemask: "l/*.json", fileFormat: "json", template: "l/en.json" },
    );
    const before = await state(component);
    const { consequences, sure } = await preview(component, { template: "base/short.json" });
    expect(consequences).toMatchObject([{ kind: "files", lost: 1, added: 1, goes: [] }]);
    expect(sure).not.toBe("");
    expect(await state(component)).toEqual(before);
  });

  it("what the repository says against it stands by its field, and who may not change it is told nothing", async () => {
    const { component } = await connect(
      admin,
      { "po/cs.po": po("cs", { Quit: "Konec" }) },
      { filemask: "po/*.po", fileFormat: "po" },
    );
    expect(await preview(component, { filemask: "gone/*.po" })).toMatchObject({
      problems: [{ path: "filemask" }],
      consequences: [],
      sure: "",
    });
    // With a template for new languages there may be none, but not where there are some.
    const begun = await preview(component, { filemask: "gone/*.po", newBase: "po/cs.po" });
    expect(begun).toMatchObject({ problems: [{ path: "filemask" }], sure: "" });
    expect((await preview(component, { filemask: "po/no-star.po" })).problems).toMatchObject([{ path: "filemask" }]);
    await expect(preview(component, { filemask: "x/*.po" }, await makePerson("reader"))).rejects.toThrow(Forbidden);
  });

  it("whoever types does not wait for somebody who works on the repository, and whoever saves is refused", async () => {
    const { component } = await connect(
      admin,
      { "po/cs.po": po("cs", { Quit: "Konec" }) },
      { filemask: "po/*.po", fileFormat: "po" },
    );
    await withWorkingCopy(component.repositoryId, async () => {
      const wanted = { languageRegex: "^cs$" };
      expect((await preview(component, wanted)).consequences).toEqual([{ kind: "busy" }]);
      const saving = previewComponent(admin, component, wanted, settingMarks(component, ["languageRegex"]), "saving");
      await expect(saving).rejects.toThrow(Locked);
    });
  });
});

it("tells what is switched off, opened, checked and asked anew", async () => {
  const { component } = await connect(
    admin,
    { "po/cs.po": po("cs", { Quit: "Konec", Save: "" }) },
    { filemask: "po/*.po", fileFormat: "po", agreement: "Be kind." },
  );
  await db.run(sql`insert into agreements (user_id, component_id) values (${admin.userId}, ${component.id})`);
  const wanted = {
    slug: "other",
    restricted: true,
    enableSuggestions: false,
    checkFlags: "max-length:9",
    agreement: "",
  };
  expect((await preview(component, wanted)).consequences).toEqual([
    { kind: "moves" },
    { kind: "restricts" },
    { kind: "noSuggestions", waiting: 0 },
    { kind: "rechecks", strings: 4 },
    { kind: "asksAgain", people: 1 },
  ]);
  // What is as it was leads to nothing.
  expect((await preview(component, { slug: component.slug, restricted: false })).consequences).toEqual([]);
});

it("tells how many translated strings fail checks that are newly enforced, which stay as they are until they are saved", async () => {
  const { component } = await connect(
    admin,
    {
      "po/cs.po": po("cs", { "Quit.": "Konec", "Save.": "Ulož", "Open.": "Otevři.", "Close.": "" }),
      "po/de.po": po("de", { "Quit.": "Ende" }),
    },
    { filemask: "po/*.po", fileFormat: "po", enforcedChecks: ["end_colon"] },
  );
  const told = async (enforcedChecks: string[]) => (await preview(component, { enforcedChecks })).consequences;
  expect(await told(["end_colon", "end_stop"])).toEqual([{ kind: "enforces", failing: 3 }]);
  expect(await told(["end_stop", "end_question"])).toEqual([{ kind: "enforces", failing: 3 }]);
  expect(await told(["end_colon", "end_question"])).toEqual([{ kind: "enforces", failing: 0 }]);
  expect(await told([])).toEqual([]);
  const states = () =>
    textRows(
      db,
      sql`select u.state from units u join translations t on t.id = u.translation_id where t.component_id = ${component.id} order by u.id`,
    );
  const before = await states();
  const saved = await updateComponent(admin, component, { enforcedChecks: ["end_stop"] });
  expect(await states()).toEqual(before);
  const id = await unitId(saved, "cs", "Quit.");
  await editUnit(admin, id, { targets: ["Konec "], state: 20 });
  expect(await textRows(db, sql`select state from units where id = ${id}`)).toEqual([{ state: 10 }]);
});

it("messages are shown as they would be, and what is wrong with one with its place", async () => {
  const { component } = await connect(
    admin,
    { "po/cs.po": po("cs", { Quit: "Konec", Save: "" }) },
    { filemask: "po/*.po", fileFormat: "po" },
  );
  const told = await sampleMessages(admin, component, {
    commitMessage: "{{ language_name }} {{ stats.translated }}/{{ stats.all }} in {{ filename }}\n\nBy {{ author }}",
    mergeMessage: "Merge\n\n{{ language_name }}",
    addonMessage: "{{ addon_name }} in {{ component_name }}",
  });
  expect(told.commitMessage).toEqual({
    text: `Czech 1/2 in po/cs.po\n\nBy ${admin.fullName} <${admin.email}>`,
  });
  expect(told.mergeMessage).toMatchObject({ problem: { said: { key: expect.anything() } }, line: 3 });
  expect(told.addonMessage).toEqual({ text: "Update PO files in App" });
  await expect(sampleMessages(await makePerson("nobody"), component, { addMessage: "x" })).rejects.toThrow(Forbidden);
});

it("a project tells whom it hides from, what is reviewed no more, and which codes mean another language", async () => {
  const { component } = await connect(
    admin,
    { "po/cs.po": po("cs", { Quit: "Konec" }), "po/xx.po": po("xx", { Quit: "Zz" }) },
    { filemask: "po/*.po", fileFormat: "po" },
  );
  const { slug } = component.project;
  await updateProject(admin, slug, { translationReview: true });
  const project = await findProject(admin, slug);
  const wanted = { accessControl: 100, translationReview: false, enableHooks: false, languageAliases: "xx:de, yy:fr" };
  const seen = marksOf(Object.fromEntries(Object.keys(wanted).map((name) => [name, project[name as "slug"]])));
  expect(await previewProject(admin, project, wanted, seen)).toEqual({
    problems: [],
    consequences: [
      { kind: "hides" },
      { kind: "reviewsEnd", approved: 0 },
      ...(project.enableHooks ? [{ kind: "hooksEnd" }] : []),
      { kind: "means", codes: [{ code: "xx", to: "de", components: 1 }] },
    ],
  });
  const wrong = await previewProject(admin, project, { languageAliases: "xx" }, seen);
  expect(wrong).toMatchObject({ problems: [{ path: "languageAliases" }], consequences: [] });
  await expect(previewProject(await makePerson("guest"), project, wanted, seen)).rejects.toThrow(Forbidden);
  expect(await findComponentById(admin, component.id)).toMatchObject({ id: component.id });
});
