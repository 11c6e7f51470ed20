import { beforeAll, describe, expect, it } from "vitest";
import { type Actor, anonymousActor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { findPlaces, recentPlaces } from "@/lib/domain/statistics/find-places";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { components, projects } from "@/lib/generated/tables";
import { db, sql } from "@/lib/platform/database";
import { connect, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";

let admin: Actor;
let jana: Actor;
let component: ComponentRow;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  jana = await makePerson("jana");
  ({ component } = await connect(
    admin,
    { "l/en.json": '{"hello": "Hello"}\n', "l/cs.json": "{}\n" },
    { filemask: "l/*.json", template: "l/en.json", fileFormat: "json" },
  ));
  await db.run(sql`update ${projects} set name = 'Quince garden' where ${projects.id} = ${component.projectId}`);
  await db.run(sql`update ${components} set name = 'Medlar 100%' where ${components.id} = ${component.id}`);
});

const names = async (actor: Actor, typed: string) => {
  const { projects, components } = await findPlaces(actor, typed);
  return [...projects, ...components].map(({ name }) => name);
};

describe("finding places by name", () => {
  it("takes parts of names in any order, and signs as they are", async () => {
    expect(await names(jana, "quince")).toEqual(["Quince garden"]);
    expect(await names(jana, "GARD quin")).toEqual(["Quince garden"]);
    expect(await names(jana, "medlar quince")).toEqual(["Medlar 100%"]);
    expect(await names(jana, "100%")).toEqual(["Medlar 100%"]);
    expect(await names(jana, "1%0")).toEqual([]);
    for (const odd of ["", "  ", "\0", "'", "\\", "_", "%".repeat(300)])
      await expect(names(jana, odd)).resolves.toEqual(expect.any(Array));
    expect((await findPlaces(jana, "czech")).languages[0]).toEqual({ name: "Czech", code: "cs" });
    // What the reader's own language calls it is known to the page.
    expect((await findPlaces(jana, "Tschechisch")).languages).toEqual([]);
    expect((await findPlaces(jana, "Tschechisch", ["cs"])).languages).toEqual([{ name: "Czech", code: "cs" }]);
  });

  it("names people to those alone who are signed in", async () => {
    expect((await findPlaces(admin, "jana")).people).toMatchObject([{ username: "jana" }]);
    expect((await findPlaces(await anonymousActor(), "jana")).people).toEqual([]);
  });

  it("knows where somebody was last", async () => {
    expect(await recentPlaces(admin)).toEqual([]);
    await editUnit(admin, await unitId(component, "cs", "hello"), { targets: ["Ahoj"], state: 20 });
    expect(await recentPlaces(admin)).toMatchObject([{ componentName: "Medlar 100%", languageCode: "cs" }]);
    expect(await recentPlaces(jana)).toEqual([]);
  });

  it("tells nobody of what they may not see", async () => {
    await db.run(sql`update ${components} set restricted = true where ${components.id} = ${component.id}`);
    expect(await names(jana, "medlar")).toEqual([]);
    expect(await names(admin, "medlar")).toEqual(["Medlar 100%"]);
    await db.run(sql`update ${projects} set access_control = 100 where ${projects.id} = ${component.projectId}`);
    expect(await names(jana, "quince")).toEqual([]);
    expect(await names(admin, "quince")).toEqual(["Quince garden"]);
  });
});
