import { beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { updateComponent } from "@/lib/domain/creation/update-component";
import { publicAddresses } from "@/lib/domain/exports/public-addresses";
import { findProject, updateProject } from "@/lib/domain/projects/projects";
import { ACCESS } from "@/lib/text/codes";
import { connect } from "../../support/loop";
import { makePerson } from "../../support/people";

/** What search engines are told of. */

const FILES = { "l/en.json": '{"a": "Apple"}\n', "l/cs.json": '{"a": "Jablko"}\n' };
const SETTINGS = { filemask: "l/*.json", template: "l/en.json", fileFormat: "json" };

let admin: Actor;
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
});

const pathsOf = async (slug: string, most?: number) =>
  (await publicAddresses(most))
    .map(({ url }) => new URL(url).pathname)
    .filter((path) => path.split("/").includes(slug));

it("tells of a public project, its invitation, its languages and components", async () => {
  const { component } = await connect(admin, FILES, SETTINGS);
  const slug = component.project.slug;
  expect(await pathsOf(slug)).toEqual([
    `/projects/${slug}/`,
    `/engage/${slug}/`,
    `/projects/${slug}/-/cs/`,
    `/projects/${slug}/-/en/`,
    `/projects/${slug}/app/`,
  ]);
  const all = await publicAddresses();
  expect(new URL(all[0]!.url).pathname).toBe("/");
  expect(all.find(({ url }) => url.endsWith(`/projects/${slug}/app/`))?.lastChange).toBeInstanceOf(Date);
});

it("tells nothing of a private project, nor of a restricted component and what would name it", async () => {
  const secret = (await connect(admin, FILES, SETTINGS)).component;
  await updateProject(admin, secret.project.slug, { accessControl: ACCESS.PRIVATE });
  expect(await pathsOf(secret.project.slug)).toEqual([]);
  const { component } = await connect(admin, FILES, SETTINGS);
  await updateComponent(admin, component, { restricted: true });
  const slug = component.project.slug;
  expect(await pathsOf(slug)).toEqual([`/projects/${slug}/`, `/engage/${slug}/`]);
  expect((await findProject(admin, slug)).accessControl).toBe(0);
});

it("leaves the least general out where there are too many", async () => {
  await connect(admin, FILES, SETTINGS);
  const all = await publicAddresses();
  for (const most of [3, 5, all.length - 1]) expect(await publicAddresses(most)).toHaveLength(most);
});
