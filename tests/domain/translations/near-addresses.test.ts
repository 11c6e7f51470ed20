import { beforeAll, describe, expect, it } from "vitest";
import { type Actor, anonymousActor } from "@/lib/domain/access/actor";
import { createCategory } from "@/lib/domain/categories/categories";
import { findComponentById } from "@/lib/domain/components/components";
import { updateComponent } from "@/lib/domain/creation/update-component";
import { createProject } from "@/lib/domain/projects/projects";
import { nearAddresses } from "@/lib/domain/translations/near-addresses";
import { db, sql } from "@/lib/platform/database";
import { connect } from "../../support/loop";
import { makePerson } from "../../support/people";

/** What an address that leads nowhere may have meant. */

let admin: Actor;
let visitor: Actor;
let project: string;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  visitor = await anonymousActor();
  const { component } = await connect(
    admin,
    { "po/cs.po": 'msgid "Apple"\nmsgstr ""\n' },
    { filemask: "po/*.po", fileFormat: "po", name: "Client", slug: "client" },
  );
  project = component.project.slug;
  const category = await createCategory(admin, { project, name: "Apps", slug: "apps", parentId: null });
  await updateComponent(admin, await findComponentById(admin, component.id), { categoryId: category.id });
  for (const [slug, accessControl] of [
    ["bleachbit", 0],
    ["bleachbox", 200],
  ] as const)
    await createProject(admin, { name: slug, slug, web: "https://example.org/", accessControl });
});

const near = async (actor: Actor, ...slugs: string[]) =>
  (await nearAddresses(actor, slugs)).map((one) => one.slugs.join("/"));

describe("near addresses", () => {
  it("are projects of nearly that name, with the rest of the address", async () => {
    expect(await near(visitor, "bleachbitt", "app", "cs")).toEqual(["bleachbit/app/cs"]);
    expect(await near(visitor, "nothing-like-it")).toEqual([]);
  });

  it("name no project that the reader may not see", async () => {
    expect(await near(visitor, "bleachbo")).toEqual(["bleachbit"]);
    expect(await near(admin, "bleachbo")).toEqual(["bleachbox", "bleachbit"]);
  });

  it("are components of the project, with their categories and the language behind", async () => {
    expect(await near(visitor, project, "clinet", "cs")).toEqual([`${project}/apps/client/cs`]);
    expect(await near(visitor, project, "app", "clients")).toEqual([`${project}/apps/client`]);
    expect(await near(visitor, project)).toEqual([]);
  });

  it("name no component that the reader may not see", async () => {
    await db.run(sql`update components set restricted = true where slug = 'client'`);
    expect(await near(visitor, project, "clinet")).toEqual([]);
    expect(await near(admin, project, "clinet")).toEqual([`${project}/apps/client`]);
  });

  it("are none for what no address is", async () => {
    expect(await near(visitor, "")).toEqual([]);
    expect(await near(visitor, "a\0b")).toEqual([]);
    expect(await near(visitor, ...Array.from({ length: 50 }, () => "x"))).toEqual([]);
  });
});
