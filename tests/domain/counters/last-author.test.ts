import { expect, it } from "vitest";
import { updateComponent } from "@/lib/domain/creation/update-component";
import { updateRepository } from "@/lib/domain/integrate/update";
import { findTranslation } from "@/lib/domain/translations/translations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { removeUnit } from "@/lib/domain/units/remove-unit";
import { withWorkingCopy } from "@/lib/domain/working-copy/working-copy";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";

/** Who changed the content of a translation last, and when; the contract 8.3 says which actions count. */

it("the last author stays when strings are removed, by upstream or by a person", async () => {
  const admin = await makePerson("admin", { superuser: true });
  const petra = await makePerson("petra");
  const strings = (names: readonly string[]) =>
    JSON.stringify(Object.fromEntries(names.map((name) => [name, name.toUpperCase()])));
  const { component, upstream } = await connect(
    admin,
    { "l/en.json": strings(["one", "two", "three"]), "l/cs.json": strings(["one", "two", "three"]) },
    { filemask: "l/*.json", template: "l/en.json", fileFormat: "json" },
  );
  await updateComponent(admin, component, { manageUnits: true });
  await editUnit(petra, await unitId(component, "cs", "one"), { targets: ["Jedna"], state: 20 });
  const told = async () => {
    const { counters } = await findTranslation(admin, component, "cs");
    return { total: counters.total, by: counters.lastAuthorId, at: counters.lastChange };
  };
  const edited = await told();
  expect(edited).toMatchObject({ total: 3, by: petra.userId });

  upstream.commit({ "l/en.json": strings(["one", "two"]), "l/cs.json": strings(["one", "two"]) });
  await withWorkingCopy(component.repositoryId, (checkout) => updateRepository(checkout));
  expect(await told()).toEqual({ ...edited, total: 2 });

  await removeUnit(admin, await unitId(component, "en", "two"));
  expect(await told()).toEqual({ ...edited, total: 1 });
  expect(await counterDrift()).toEqual([]);
});
