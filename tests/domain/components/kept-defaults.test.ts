import { beforeEach, expect, it } from "vitest";
import { createCategory } from "@/lib/domain/categories/categories";
import { componentsById } from "@/lib/domain/components/components";
import { applyDefaults, readDefaults } from "@/lib/domain/creation/change-defaults";
import { inheritanceOf } from "@/lib/domain/creation/inheritance";
import {
  applyKeptDefaults,
  findDefaultsPlan,
  keepDefaultsPlan,
  wholeDefaults,
} from "@/lib/domain/creation/kept-defaults";
import { updateComponent } from "@/lib/domain/creation/update-component";
import { Conflict, Forbidden, NotFound } from "@/lib/domain/errors";
import { findProject } from "@/lib/domain/projects/projects";
import { marksOf, StaleForm } from "@/lib/domain/stale";
import { db, sql } from "@/lib/platform/database";
import { type Person, PO, person } from "../../api/support";
import { connect } from "../../support/loop";

let admin: Person;
let stranger: Person;
let slug: string;
let id: number;

beforeEach(async () => {
  admin ??= await person("admin", { superuser: true });
  stranger ??= await person("stranger");
  await db.run(sql`delete from component_defaults`);
  const { component } = await connect(admin.actor, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" });
  slug = component.project.slug;
  id = component.id;
});

const owner = async () => ({ project: await findProject(admin.actor, slug) });
const component = async () => {
  const [found] = await componentsById(admin.actor, [id]);
  if (!found) throw new Error("no component");
  return found;
};
const follow = async (...inherited: string[]) => updateComponent(admin.actor, await component(), { inherited });
const marks = async () => marksOf(wholeDefaults((await readDefaults(admin.actor, await owner())).values));
const kept = async (values: object, seen?: Record<string, string>) => {
  const made = await keepDefaultsPlan(admin.actor, await owner(), slug, values, seen ?? (await marks()));
  if (made === null) throw new Error("nothing to change");
  return findDefaultsPlan(admin.actor, slug, made);
};

it("a preview that was kept is carried out once, and what it does not name is set no more", async () => {
  await applyDefaults(admin.actor, await owner(), { set: { priority: 80, license: "MIT" }, reset: [] });
  await follow("priority", "license");
  const plan = await kept({ priority: 60, pushOnCommit: false, mergeStyle: "merge" });
  expect(plan).toMatchObject({ operationId: null, changed: [], wish: { set: { priority: 60 }, reset: ["license"] } });
  expect((await component()).priority).toBe(80);
  const operation = await applyKeptDefaults(admin.actor, await owner(), plan);
  expect(operation).not.toBeNull();
  expect(await applyKeptDefaults(admin.actor, await owner(), plan)).toBe(operation);
  expect(await component()).toMatchObject({ priority: 60, license: "" });
  expect(await findDefaultsPlan(admin.actor, slug, plan.id)).toMatchObject({ operationId: operation, changed: [id] });
});

it("refuses what somebody else has changed since the form was shown, and leaves the rest to them", async () => {
  const seen = await marks();
  await applyDefaults(admin.actor, await owner(), { set: { priority: 80 }, reset: [] });
  await expect(kept({ priority: 60 }, seen)).rejects.toThrow(StaleForm);
  expect((await kept({ license: "MIT" }, seen)).wish).toEqual({ set: { license: "MIT" }, reset: [] });
  const plan = await kept({ priority: 120 });
  await applyDefaults(admin.actor, await owner(), { set: { priority: 60 }, reset: [] });
  await expect(applyKeptDefaults(admin.actor, await owner(), plan)).rejects.toThrow(Conflict);
  expect(await keepDefaultsPlan(admin.actor, await owner(), slug, { priority: 60 }, await marks())).toBeNull();
});

it("is for those who may change defaults, and a plan for whoever made it", async () => {
  const plan = await kept({ priority: 60 });
  await expect(findDefaultsPlan(stranger.actor, slug, plan.id)).rejects.toThrow(NotFound);
  await expect(findDefaultsPlan(admin.actor, "", plan.id)).rejects.toThrow(NotFound);
  for (const place of [await owner(), undefined]) {
    await expect(applyKeptDefaults(stranger.actor, place, plan)).rejects.toThrow(Forbidden);
    await expect(keepDefaultsPlan(stranger.actor, place, "", { priority: 60 }, {})).rejects.toThrow(Forbidden);
  }
  await expect(inheritanceOf(stranger.actor, await component())).rejects.toThrow(Forbidden);
});

it("tells of each setting whether it follows, and by name what it would follow", async () => {
  expect(await inheritanceOf(admin.actor, await component())).toEqual({});
  const { project } = await owner();
  const category = await createCategory(admin.actor, { project: slug, name: "Inner", slug: "inner", parentId: null });
  await db.run(sql`update components set category_id = ${category.id} where id = ${id}`);
  await applyDefaults(admin.actor, { project, category }, { set: { priority: 80 }, reset: [] });
  await applyDefaults(admin.actor, { project }, { set: { priority: 60, license: "MIT" }, reset: [] });
  await applyDefaults(admin.actor, undefined, { set: { repoweb: "https://example.org/" }, reset: [] });
  await follow("license", "newLang");
  expect(await inheritanceOf(admin.actor, await component())).toEqual({
    priority: { follows: false, value: 80, from: { kind: "category", name: "Inner", slugs: [slug, "inner"] } },
    license: { follows: true, value: "MIT", from: { kind: "project", name: project.name, slugs: [slug] } },
    repoweb: { follows: false, value: "https://example.org/", from: { kind: "site" } },
    newLang: { follows: true, value: "add", from: undefined },
  });
});
