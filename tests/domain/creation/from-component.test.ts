import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { loadActor } from "@/lib/domain/access/actor";
import { addonsAt, installAddon } from "@/lib/domain/addons/addons";
import { selectAddons } from "@/lib/domain/addons/installed";
import { openConfiguration } from "@/lib/domain/addons/settings-secrets";
import { type ComponentRow, findComponent } from "@/lib/domain/components/components";
import { createComponent } from "@/lib/domain/creation/create-component";
import {
  addonsToCopy,
  type CopyWish,
  copyableComponents,
  createFromComponent,
} from "@/lib/domain/creation/from-component";
import { importComponent } from "@/lib/domain/creation/import-component";
import { createProject, findProject } from "@/lib/domain/projects/projects";
import { wholeAddresses } from "@/lib/domain/working-copy/stored-address";
import { addons, repositories } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { makeUpstream, type Upstream } from "../../support/git";
import { makePerson } from "../../support/people";
import { bareMember, bareTeam, roleOf } from "../../support/teams";
import { everyTranslation } from "./support";

let admin: Actor;
let upstream: Upstream;
let original: ComponentRow;

const wish: CopyWish = {
  ...{ name: "Site", slug: "site", repository: "shared", branch: "", addons: [] },
  ...{ filemask: "site/*.json", template: "site/en.json", newBase: "", fileFormat: "json" },
};

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  await createProject(admin, { name: "Orchard", slug: "orchard", web: "https://example.org/" });
  await createProject(admin, { name: "Meadow", slug: "meadow", web: "https://example.org/" });
  upstream = makeUpstream({
    "app/en.json": '{\n  "a": "Apple"\n}\n',
    "app/cs.json": '{\n  "a": "Jablko"\n}\n',
    "site/en.json": '{\n  "b": "Pear"\n}\n',
    "site/de.json": '{\n  "b": "Birne"\n}\n',
  });
  upstream.git("branch", "next");
  await createComponent(admin, "orchard", {
    ...{ name: "App", slug: "app", repo: upstream.url, filemask: "app/*.json", template: "app/en.json" },
    ...{ fileFormat: "json", checkFlags: "max-length:50", license: "MIT", pushOnCommit: false, commitPendingAge: 7 },
    push: upstream.url,
  });
  original = await imported("orchard", "app");
  const secret = "whsec_MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkw";
  await installAddon(
    admin,
    { component: original },
    { name: "weblate.webhook.webhook", configuration: { webhook_url: "https://example.org/hook/abc", secret } },
  );
  await installAddon(
    admin,
    { component: original },
    { name: "weblate.git.squash", configuration: { squash: "author" } },
  );
});

const found = (projectSlug: string, componentSlug: string) =>
  findComponent(admin, { projectSlug, categoryPath: "", componentSlug });

async function imported(project: string, slug: string): Promise<ComponentRow> {
  await importComponent((await found(project, slug)).id, () => {});
  return found(project, slug);
}

describe("a component from another one", () => {
  it("shares its repository, with other files and the same settings", async () => {
    await createFromComponent(admin, "orchard", original.id, wish);
    const made = await imported("orchard", "site");
    expect(made).toMatchObject({ checkFlags: "max-length:50", license: "MIT", linkedComponentId: original.id });
    expect(await everyTranslation(admin, made)).toEqual(["de", "en"]);
    expect(await addonsAt(admin, { component: made })).toEqual([]);
  });

  it("reads another branch, with the addresses that are stored and the settings of the repository", async () => {
    await createFromComponent(admin, "meadow", original.id, {
      ...{ ...wish, name: "Next", slug: "next", repository: "branch", branch: "next" },
      ...{ filemask: "app/*.json", template: "app/en.json" },
    });
    const made = await imported("meadow", "next");
    expect(made).toMatchObject({
      linkedComponentId: null,
      repository: { branch: "next", pushOnCommit: false, commitPendingAge: 7 },
    });
    expect(await wholeAddresses(made.repositoryId)).toEqual(await wholeAddresses(original.repositoryId));
    expect(await everyTranslation(admin, made)).toEqual(["cs", "en"]);
  });

  it("has the files in a repository of its own, where that is wanted", async () => {
    await createFromComponent(admin, "meadow", original.id, { ...wish, name: "Own", slug: "own", repository: "own" });
    const made = await imported("meadow", "own");
    expect(made).toMatchObject({ filemask: "app/*.json", repository: { vcs: "local" } });
    expect(await everyTranslation(admin, made)).toEqual(["cs", "en"]);
  });

  it("gets the add-ons that were ticked with their secrets, but for what a shared repository has already", async () => {
    const offered = await addonsToCopy(admin, original);
    const ids = offered.map(({ id }) => id);
    expect(offered.map(({ addon }) => [addon.id, addon.wholeRepository])).toEqual([
      ["weblate.webhook.webhook", false],
      ["weblate.git.squash", true],
    ]);
    await createFromComponent(admin, "orchard", original.id, { ...wish, name: "Hooked", slug: "hooked", addons: ids });
    const shared = await imported("orchard", "hooked");
    const [hook, ...more] = await selectAddons(sql`${addons.as("a").componentId} = ${shared.id}`);
    expect(more).toEqual([]);
    const [before] = await selectAddons(sql`${addons.as("a").id} = ${ids[0]}`);
    expect(hook && openConfiguration(hook)).toEqual(before && openConfiguration(before));
    await createFromComponent(admin, "orchard", original.id, {
      ...{ ...wish, name: "Apart", slug: "apart", repository: "branch", branch: "next", addons: ids.slice(1) },
    });
    const apart = await addonsAt(admin, { component: await imported("orchard", "apart") });
    expect(apart.map(({ name, configuration }) => [name, configuration.squash])).toEqual([
      ["weblate.git.squash", "author"],
    ]);
  });

  it("says what cannot be, by its field, and makes nothing", async () => {
    const ask = (other: Partial<CopyWish>) =>
      createFromComponent(admin, "orchard", original.id, { ...wish, name: "No", slug: "no", ...other });
    await expect(ask({ filemask: "app/*.json" })).rejects.toMatchObject({ fields: [{ path: "filemask" }] });
    await expect(ask({ repository: "branch", branch: "main" })).rejects.toMatchObject({ fields: [{ path: "branch" }] });
    await expect(ask({ repository: "branch", branch: "none" })).rejects.toMatchObject({ fields: [{ path: "branch" }] });
    await expect(ask({ filemask: "none/*.json", template: "" })).rejects.toMatchObject({
      fields: [{ path: "filemask" }],
    });
    await expect(found("orchard", "no")).rejects.toThrow(/no/);
  });

  it("copies nothing from or to where the actor does not administer", async () => {
    const stranger = await makePerson("stranger");
    const team = await bareTeam({ projectId: (await findProject(admin, "meadow")).id });
    await db.run(sql`insert into team_roles (team_id, role_id) values (${team}, ${await roleOf("Administration")})`);
    await bareMember(team, stranger.userId);
    const keeper = (await loadActor(stranger.userId)) ?? stranger;
    const all = () => db.rows(sql`select ${pick(repositories, "id")} from ${repositories} order by 1`);
    const before = await all();
    const copy = { ...wish, name: "Taken", slug: "taken", repository: "branch" as const, branch: "main" };
    await expect(createFromComponent(keeper, "meadow", original.id, { ...copy, branch: "next" })).rejects.toThrow(
      /permission/,
    );
    const own = await found("meadow", "next");
    await expect(createFromComponent(keeper, "orchard", own.id, copy)).rejects.toThrow(/permission/);
    expect(await all()).toEqual(before);
    const offered = (await copyableComponents(keeper, "")).map(({ project, name }) => `${project}/${name}`);
    expect(offered).toContain("Meadow/Next");
    expect(offered).not.toContain("Orchard/App");
    expect((await copyableComponents(admin, "APP")).map(({ name }) => name)).toEqual(["App"]);
    expect(await copyableComponents(admin, "%")).toEqual([]);
  });
});
