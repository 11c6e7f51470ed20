import { beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { findComponentById } from "@/lib/domain/components/components";
import { updateComponent } from "@/lib/domain/creation/update-component";
import { updateProject } from "@/lib/domain/projects/projects";
import { findTranslation } from "@/lib/domain/translations/translations";
import { demandUpload, uploadMethodsFor } from "@/lib/domain/uploads/upload";
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
