import { beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { findComponentById } from "@/lib/domain/components/components";
import { updateComponent } from "@/lib/domain/creation/update-component";
import { updateProject } from "@/lib/domain/projects/projects";
import { findTranslation } from "@/lib/domain/translations/translations";
import { uploadMethodsFor } from "@/lib/domain/uploads/upload";
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
