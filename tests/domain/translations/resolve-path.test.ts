import { beforeAll, describe, expect, it } from "vitest";
import { type Actor, anonymousActor } from "@/lib/domain/access/actor";
import { createCategory } from "@/lib/domain/categories/categories";
import { findComponentById } from "@/lib/domain/components/components";
import { createComponent } from "@/lib/domain/creation/create-component";
import { importComponent } from "@/lib/domain/creation/import-component";
import { updateComponent } from "@/lib/domain/creation/update-component";
import { type PathObject, resolvePath } from "@/lib/domain/translations/resolve-path";
import { db, sql } from "@/lib/platform/database";
import { connect } from "../../support/loop";
import { makePerson } from "../../support/people";

/** What the path of a page names. */

let admin: Actor;
let visitor: Actor;
let project: string;

/** The component `cs`, below the category `apps` the component `client`, and one category deeper `inner`. */
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  visitor = await anonymousActor();
  const settings = { filemask: "po/*.po", fileFormat: "po" } as const;
  const { component, upstream } = await connect(
    admin,
    { "po/cs.po": 'msgid "Apple"\nmsgstr ""\n' },
    { ...settings, name: "Client", slug: "client" },
  );
  project = component.project.slug;
  const apps = await createCategory(admin, { project, name: "Apps", slug: "apps", parentId: null });
  const clients = await createCategory(admin, { project, name: "Clients", slug: "clients", parentId: apps.id });
  await updateComponent(admin, await findComponentById(admin, component.id), { categoryId: apps.id });
  for (const [name, slug, categoryId] of [
    ["Inner", "inner", clients.id],
    ["Like a language", "cs", undefined],
  ] as const) {
    const made = await createComponent(admin, project, { ...settings, name, slug, categoryId, repo: upstream.url });
    await importComponent(made.id, () => {});
  }
});

function told(found: PathObject): string {
  switch (found.kind) {
    case "project":
      return "project";
    case "project-language":
      return `language ${found.language.code}`;
    case "category":
      return `category ${found.category.path}`;
    case "component":
      return `component ${found.component.categoryPath}/${found.component.slug} of ${found.component.project.slug}`;
    case "translation":
      return `translation ${found.translation.component.slug} ${found.translation.language.code} ${found.component.slug}`;
  }
}

const named = async (actor: Actor, ...slugs: string[]) => told(await resolvePath(actor, slugs));

describe("a path", () => {
  it("names a project, a language of it, a category, a component or a translation", async () => {
    expect(await named(visitor, project)).toBe("project");
    expect(await named(visitor, project, "-", "cs")).toBe("language cs");
    expect(await named(visitor, project, "apps")).toBe("category apps");
    expect(await named(visitor, project, "apps", "clients")).toBe("category apps/clients");
    expect(await named(visitor, project, "apps", "client")).toBe(`component apps/client of ${project}`);
    expect(await named(visitor, project, "apps", "client", "cs")).toBe("translation client cs client");
    expect(await named(visitor, project, "apps", "clients", "inner")).toBe(
      `component apps/clients/inner of ${project}`,
    );
    expect(await named(visitor, project, "apps", "clients", "inner", "cs")).toBe("translation inner cs inner");
  });

  it("names a component before a translation, and a translation before a category", async () => {
    expect(await named(visitor, project, "cs")).toBe(`component /cs of ${project}`);
    expect(await named(visitor, project, "cs", "cs")).toBe("translation cs cs cs");
  });

  it("reads what is encoded, a category's slash twice", async () => {
    expect(await named(visitor, project, "apps%252Fclient")).toBe(`component apps/client of ${project}`);
  });

  it("names nothing where a part is missing, and says which", async () => {
    const missing = (...slugs: string[]) => expect(resolvePath(visitor, slugs)).rejects;
    await missing("no-project", "client").toThrow(/no-project/);
    await missing(project, "apps", "client", "tlh").toThrow(/tlh/);
    await missing(project, "client").toThrow(/client/);
    await missing(project, "-").toThrow();
    await missing(project, "a", "b", "c", "d", "e", "f").toThrow();
  });

  it("names nothing that the reader may not see", async () => {
    await db.run(sql`update components set restricted = true where slug = 'inner'`);
    for (const rest of [["inner"], ["inner", "cs"]])
      await expect(resolvePath(visitor, [project, "apps", "clients", ...rest])).rejects.toThrow();
    expect(await named(admin, project, "apps", "clients", "inner", "cs")).toBe("translation inner cs inner");
    await db.run(sql`update projects set access_control = 200 where slug = ${project}`);
    await expect(resolvePath(visitor, [project, "cs", "cs"])).rejects.toThrow(project);
  });
});
