import { beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { findComponentById } from "@/lib/domain/components/components";
import { updateComponent } from "@/lib/domain/creation/update-component";
import { updateProject } from "@/lib/domain/projects/projects";
import { findTranslation } from "@/lib/domain/translations/translations";
import { demandUpload, uploadMethodsFor } from "@/lib/domain/uploads/upload";
import { planUpload, uploadFile } from "@/lib/domain/uploads/upload-file";
import { connect } from "../../support/loop";
import { makePerson } from "../../support/people";

/** Which methods an upload can have. */

let admin: Actor;
let petra: Actor;
let id: number;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
  const { component } = await connect(
    admin,
    { "po/cs.po": 'msgid "Apple"\nmsgstr ""\n', "po/app.pot": 'msgid "Apple"\nmsgstr ""\n' },
    { filemask: "po/*.po", newBase: "po/app.pot", fileFormat: "po" },
  );
  id = component.id;
});

async function methods(actor: Actor, language: string): Promise<string[]> {
  const component = await findComponentById(actor, id);
  return uploadMethodsFor(actor, await findTranslation(actor, component, language)).toSorted();
}

it("are those for which the actor has the right", async () => {
  expect(await methods(admin, "cs")).toEqual(["fuzzy", "replace", "suggest", "translate"]);
  expect(await methods(petra, "cs")).toEqual(["fuzzy", "suggest", "translate"]);
});

it("are those of sources where the code says what the strings are", async () => {
  expect(await methods(admin, "en")).toEqual(["source"]);
});

it("have approving with reviews alone, and only where the approver may be the translator", async () => {
  const { slug } = (await findComponentById(admin, id)).project;
  await updateProject(admin, slug, { translationReview: true });
  expect(await methods(admin, "cs")).toContain("approve");
  await updateProject(admin, slug, { fourEyes: true });
  expect(await methods(admin, "cs")).not.toContain("approve");
});

it("have adding where strings are managed here", async () => {
  await updateComponent(admin, await findComponentById(admin, id), { manageUnits: true });
  expect(await methods(admin, "cs")).toContain("add");
  expect(await methods(petra, "cs")).not.toContain("add");
});

it("have suggesting only where suggestions are taken", async () => {
  await updateComponent(admin, await findComponentById(admin, id), { enableSuggestions: false });
  expect(await methods(admin, "cs")).not.toContain("suggest");
  const translation = await findTranslation(admin, await findComponentById(admin, id), "cs");
  const upload = { filename: "cs.po", bytes: new Uint8Array(), conflicts: "", fuzzy: "" } as const;
  await expect(demandUpload(petra, translation, { ...upload, method: "suggest" })).rejects.toMatchObject({
    fields: [{ path: "method", message: `${translation.component.name} does not accept suggestions.` }],
  });
});

it("tell which strings would fail a check, and leave out those that were left out by hand", async () => {
  const base = 'msgid "Save %s"\nmsgstr ""\n\nmsgid "Open"\nmsgstr ""\n';
  const { component } = await connect(
    admin,
    { "po/cs.po": base, "po/app.pot": base },
    { filemask: "po/*.po", newBase: "po/app.pot", fileFormat: "po", checkFlags: "c-format" },
  );
  const texts = 'msgid "Save %s"\nmsgstr "Uložit"\n\nmsgid "Open"\nmsgstr "Otevřít"\n';
  const upload = {
    filename: "cs.po",
    bytes: Buffer.from(texts),
    conflicts: "",
    fuzzy: "",
    method: "translate",
  } as const;
  const translation = async () => findTranslation(admin, await findComponentById(admin, component.id), "cs");
  const plan = await planUpload(admin, await translation(), upload);
  const saved = plan.strings.find(({ source }) => source === "Save %s");
  expect(plan.strings).toHaveLength(2);
  expect(plan.failing.strings).toBe(1);
  expect(plan.failing.byUnit).toEqual({ [saved?.unit ?? 0]: ["c_format"] });
  expect((await translation()).counters.translated).toBe(0);
  const leave = new Set([saved?.unit ?? 0]);
  expect(await uploadFile(admin, await translation(), { ...upload, leave })).toMatchObject({ accepted: 1, skipped: 1 });
  expect((await translation()).counters).toMatchObject({ translated: 1, failing: 0 });
});
