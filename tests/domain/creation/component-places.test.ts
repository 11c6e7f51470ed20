import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { createCategory } from "@/lib/domain/categories/categories";
import { addressIn, findComponentPlace, listComponentPlaces } from "@/lib/domain/creation/component-places";
import { createFromScratch } from "@/lib/domain/creation/from-scratch";
import { Invalid } from "@/lib/domain/errors";
import { createProject } from "@/lib/domain/projects/projects";
import { makePerson } from "../../support/people";

let admin: Actor;
let stranger: Actor;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  stranger = await makePerson("stranger");
  await createProject(admin, { name: "Orchard", slug: "orchard", web: "https://example.org/" });
  await createProject(admin, { name: "Meadow", slug: "meadow", web: "https://example.org/" });
  const fruit = await createCategory(admin, { name: "Fruit", slug: "fruit", project: "orchard", parentId: null });
  await createCategory(admin, { name: "Apples", slug: "apples", project: "orchard", parentId: fruit.id });
  await createCategory(admin, { name: "Berries", slug: "berries", project: "orchard", parentId: null });
});

const refused = (place: Promise<unknown>) =>
  place.then(
    () => "allowed",
    (error: unknown) => (error instanceof Invalid ? error.fields.map(({ path }) => path).join() : String(error)),
  );

describe("Places for components", () => {
  it("are projects by name, each followed by its categories", async () => {
    const places = await listComponentPlaces(admin);
    expect(places.map(({ names, path }) => [names.join(" / "), path])).toEqual([
      ["Meadow", "meadow"],
      ["Orchard", "orchard"],
      ["Orchard / Berries", "orchard/berries"],
      ["Orchard / Fruit", "orchard/fruit"],
      ["Orchard / Fruit / Apples", "orchard/fruit/apples"],
    ]);
  });

  it("are none for people who manage no project", async () => {
    expect(await listComponentPlaces(stranger)).toEqual([]);
  });

  it("are found by their path", async () => {
    const place = await findComponentPlace(admin, "orchard/fruit/apples");
    expect(addressIn(place)).toEqual({ projectSlug: "orchard", categoryPath: "fruit/apples" });
    expect((await findComponentPlace(admin, "orchard")).categoryId).toBeNull();
  });

  it.each(["nothing", "orchard/nothing", "orchard/-/cs", "", "orchard/a\0b"])(
    "are refused by name when the path %j leads to none",
    async (path) => {
      expect(await refused(findComponentPlace(admin, path))).toBe("project");
    },
  );

  it("are refused to those who may see the project and not manage it", async () => {
    expect(await refused(findComponentPlace(stranger, "orchard"))).toBe("project");
  });

  it("take in components, also one that has the name of another one elsewhere", async () => {
    const wish = { name: "Shop", slug: "shop", fileFormat: "json", sourceLanguage: "en", languages: [], strings: "" };
    for (const path of ["orchard", "orchard/fruit/apples"]) {
      const { projectSlug, categoryId } = await findComponentPlace(admin, path);
      const made = await createFromScratch(admin, projectSlug, { ...wish, categoryId });
      expect(made.categoryPath).toBe(path.split("/").slice(1).join("/"));
    }
  });
});
