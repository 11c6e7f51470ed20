import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { findComponentById } from "@/lib/domain/components/components";
import { ensureGlossary } from "@/lib/domain/creation/glossary";
import { importComponent } from "@/lib/domain/creation/import-component";
import { performOperation } from "@/lib/domain/integrate/operations";
import { findTranslation } from "@/lib/domain/translations/translations";
import { addUnit } from "@/lib/domain/units/add-unit";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit } from "@/lib/domain/units/units";
import { dropWorkingCopy } from "@/lib/domain/working-copy/working-copy";
import { environment, setEnvironment } from "@/lib/platform/environment";
import { connect, counterDrift, unitId } from "../support/loop";
import { makePerson } from "../support/people";

let admin: Actor;
const files = { "l/en.json": '{"a": "Apple"}\n', "l/cs.json": "{}\n", "l/de.json": "{}\n" };
const settings = { filemask: "l/*.json", template: "l/en.json", fileFormat: "json" };

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
});

describe("the glossary of a project", () => {
  it("comes with the first component, once, in its languages, and takes terms", async () => {
    setEnvironment({ ...environment(), glossaries: true });
    const { component } = await connect(admin, files, settings);
    const id = await ensureGlossary(component.id);
    if (id === undefined) throw new Error("No glossary was made.");
    expect(await ensureGlossary(component.id)).toBeUndefined();
    expect(await ensureGlossary(id)).toBeUndefined();
    await importComponent(id, () => {});
    const glossary = await findComponentById(admin, id);
    expect(glossary).toMatchObject({ slug: "glossary", isGlossary: true, fileFormat: "tbx" });
    for (const code of ["cs", "de"])
      expect((await findTranslation(admin, glossary, code)).filename).toBe(`${code}.tbx`);
    const source = await findTranslation(admin, glossary, "en");
    await addUnit(admin, source, { context: "", sources: ["pear"] });
    await editUnit(admin, await unitId(glossary, "cs", "pear"), { targets: ["hruška"], state: 20 });
    expect(await performOperation(glossary.repositoryId, "commit")).toEqual({ result: true });
    await dropWorkingCopy(glossary.repositoryId);
    expect(await performOperation(glossary.repositoryId, "pull")).toEqual({ result: true });
    expect(await findUnit(admin, await unitId(glossary, "cs", "pear"))).toMatchObject({ targets: ["hruška"] });
    expect(await counterDrift()).toEqual([]);
  });

  it("is not made where the installation makes none", async () => {
    setEnvironment({ ...environment(), glossaries: false });
    const { component } = await connect(admin, files, settings);
    expect(await ensureGlossary(component.id)).toBeUndefined();
  });
});
