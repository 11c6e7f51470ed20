import { NextRequest } from "next/server";
import { beforeAll, describe, expect, it } from "vitest";
import { GET as history } from "@/app/changes/csv/[[...path]]/route";
import { GET as rss } from "@/app/exports/rss/[[...path]]/route";
import { GET as stats } from "@/app/exports/stats/[...path]/route";
import { GET as hook } from "@/app/hooks/update/[...path]/route";
import { createCategory, removeCategory } from "@/lib/domain/categories/categories";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { createComponent } from "@/lib/domain/creation/create-component";
import { importComponent } from "@/lib/domain/creation/import-component";
import { changeCategory } from "@/lib/domain/creation/move-category";
import { removeComponent, updateComponent } from "@/lib/domain/creation/update-component";
import { createProject, updateProject } from "@/lib/domain/projects/projects";
import { presentPath } from "@/lib/domain/translations/former-address";
import { db, sql } from "@/lib/platform/database";
import { makeUpstream } from "../support/git";
import { connect } from "../support/loop";
import { textRow } from "../support/text-rows";
import { json, type Person, person, send as raw } from "./support";

/** Addresses from before things were renamed and moved: each way of it, one after another on one component. */

let admin: Person;
let stranger: Person;
let component: ComponentRow;
/** Addresses of the component, the newest last. */
const addresses: string[][] = [];

const FILES = { "l/en.json": '{"a": "Apple"}', "l/cs.json": '{"a": "Jablko"}' };
const MASK = { filemask: "l/*.json", template: "l/en.json", fileFormat: "json" };

const get = (handler: typeof rss, below: string, path: readonly string[], query = "", key = "") =>
  handler(
    new NextRequest(`http://loquat.test/${below}/${path.join("/")}/${query}`, {
      headers: key ? { authorization: `Token ${key}` } : {},
    }),
    { params: Promise.resolve({ path: [...path] }) },
  );
const leadsTo = async (answer: Promise<Response>) => {
  const { status, headers } = await answer;
  return [status, headers.get("location")];
};
const fresh = async () => {
  component = await findComponentById(admin.actor, component.id);
  addresses.push([component.project.slug, ...component.categoryPath.split("/"), component.slug].filter(Boolean));
};
const project = async (slug: string) => createProject(admin.actor, { name: slug, slug, web: "https://example.org/" });

beforeAll(async () => {
  admin = await person("admin", { superuser: true });
  stranger = await person("stranger");
  ({ component } = await connect(admin.actor, FILES, MASK));
  await fresh();
  await updateComponent(admin.actor, component, { slug: "renamed" });
  await fresh();
  await updateProject(admin.actor, component.project.slug, { slug: "garden" });
  await fresh();
  const outer = await createCategory(admin.actor, { name: "Outer", slug: "outer", project: "garden", parentId: null });
  const inner = await createCategory(admin.actor, {
    ...{ name: "Inner", slug: "inner", project: "garden", parentId: outer.id },
  });
  await updateComponent(admin.actor, component, { categoryId: inner.id });
  await fresh();
  await changeCategory(admin.actor, outer.id, { slug: "outside" });
  await fresh();
  await changeCategory(admin.actor, inner.id, { parentId: null });
  await fresh();
  await project("field");
  await changeCategory(admin.actor, inner.id, { project: "field" });
  await fresh();
  await updateProject(admin.actor, "field", { slug: "meadow" });
  await fresh();
});

describe("an old address", () => {
  it("leads to where the thing is now, from every place where it has ever been", async () => {
    const now = addresses.at(-1) as string[];
    expect(now).toEqual(["meadow", "inner", "renamed"]);
    expect(new Set(addresses.map((path) => path.join("/"))).size).toBe(8);
    for (const path of addresses.slice(0, -1)) {
      expect(await presentPath(admin.actor, path), path.join("/")).toEqual(now);
      expect(await presentPath(admin.actor, [...path, "cs"]), path.join("/")).toEqual([...now, "cs"]);
    }
    expect(await presentPath(admin.actor, now)).toBeUndefined();
    expect(await presentPath(admin.actor, [...now, "nope"])).toBeUndefined();
    expect(await presentPath(admin.actor, [...(addresses[0] as string[]), "nope"])).toBeUndefined();
  });

  it("of a project and of a language in all of it is followed, too", async () => {
    const [[first = ""] = []] = addresses;
    expect(await presentPath(admin.actor, [first])).toEqual(["garden"]);
    expect(await presentPath(admin.actor, ["field", "-", "cs"])).toEqual(["meadow", "-", "cs"]);
    expect(await presentPath(admin.actor, ["garden", "outer"])).toEqual(["garden", "outside"]);
    expect(await presentPath(admin.actor, ["garden", "inner"])).toEqual(["meadow", "inner"]);
    expect(await presentPath(admin.actor, ["never", "-", "cs"])).toBeUndefined();
  });
});

describe("feeds, statistics and histories", () => {
  const old = () => addresses[0] as string[];
  it("lead there with what was asked", async () => {
    expect(await leadsTo(get(rss, "exports/rss", [...old(), "cs"]))).toEqual([
      301,
      "/exports/rss/meadow/inner/renamed/cs/",
    ]);
    expect(await leadsTo(get(stats as typeof rss, "exports/stats", old(), "?format=csv"))).toEqual([
      301,
      "/exports/stats/meadow/inner/renamed/?format=csv",
    ]);
    expect(await leadsTo(get(history, "changes/csv", old(), "?action=5&action=2", admin.key))).toEqual([
      301,
      "/changes/csv/meadow/inner/renamed/?action=5&action=2",
    ]);
    const answer = await get(rss, "exports/rss", ["field"]);
    expect([answer.headers.get("location"), answer.headers.get("cache-control")]).toEqual([
      "/exports/rss/meadow/",
      "no-cache",
    ]);
    expect((await get(rss, "exports/rss", ["meadow", "inner", "renamed", "cs"])).status).toBe(200);
  });

  it("say of private projects what they say of none", async () => {
    const ask = async (path: string[], key = "") => {
      const answer = await get(rss, "exports/rss", path, "", key);
      return [answer.status, answer.headers.get("location"), await answer.text()];
    };
    const level = (value: number) => db.run(sql`update projects set access_control = ${value} where slug = 'meadow'`);
    await level(100);
    const [status, location, body] = await ask(old(), stranger.key);
    expect([status, location]).toEqual([404, null]);
    expect(body).not.toMatch(/meadow|inner|renamed/);
    expect((await ask(["field"], stranger.key))[2]).toBe(
      ((await ask(["nosuch"], stranger.key))[2] as string).replaceAll("nosuch", "field"),
    );
    expect((await ask(old(), admin.key))[0]).toBe(301);
    await level(0);
    expect((await ask(old(), stranger.key))[0]).toBe(301);
  });
});

describe("files", () => {
  it("are given at old addresses by the API, which redirects nobody", async () => {
    const [slug, name] = addresses[0] as [string, string];
    const file = await raw("GET", `/api/translations/${slug}/${name}/cs/file/`);
    expect([file.status, await file.text()]).toEqual([200, FILES["l/cs.json"]]);
    const inside = await raw("GET", "/api/translations/garden/outer%252Finner%252Frenamed/cs/file/?format=csv");
    expect([inside.status, await inside.text()]).toEqual([200, expect.stringContaining("Jablko")]);
    expect((await raw("GET", `/api/components/${slug}/${name}/file/`)).status).toBe(200);
    expect((await raw("GET", "/api/projects/field/file/")).status).toBe(200);
    expect((await raw("GET", `/api/components/${slug}/${name}/`)).status).toBe(404);
  });
});

describe("hooks", () => {
  const ask = async (...path: string[]) => {
    const answer = await get(hook as typeof rss, "hooks/update", path);
    return [answer.status, await answer.text()] as const;
  };
  it("are answered at old addresses", async () => {
    const [status, text] = await ask(...(addresses[0] as string[]));
    expect([status, text]).toEqual([200, expect.stringContaining("meadow/inner/renamed")]);
    expect((await ask("field"))[0]).toBe(200);
    expect((await ask("garden", "renamed", "cs"))[0]).toBe(404);
  });

  it("take notice of private projects and say nothing of them", async () => {
    const wants = () => textRow<{ n: number }>(db, sql`select count(*)::int as n from hook_notices`);
    await db.run(sql`update projects set access_control = 100 where slug = 'meadow'`);
    await db.run(sql`delete from hook_notices`);
    const [status, text] = await ask("field", "inner", "renamed");
    expect(status).toBe(404);
    expect(text).toContain("Project field does not exist");
    expect(text).not.toMatch(/meadow/);
    expect(await wants()).toMatchObject({ n: 1 });
    await db.run(sql`update projects set access_control = 0 where slug = 'meadow'`);
  });
});

describe("what stands at an address now", () => {
  it("comes first, and an address leads to who was there last", async () => {
    await project("plot");
    const at = (slug: string, name: string) =>
      createComponent(admin.actor, "plot", { name, slug, repo: makeUpstream(FILES).url, ...MASK });
    const one = await at("one", "One");
    await importComponent(one.id, () => {});
    await updateComponent(admin.actor, one, { slug: "first" });
    const two = await at("one", "Two");
    expect(await presentPath(admin.actor, ["plot", "one"])).toBeUndefined();
    expect(await presentPath(admin.actor, ["plot", "one", "cs"])).toBeUndefined();
    await updateComponent(admin.actor, two, { slug: "second" });
    expect(await presentPath(admin.actor, ["plot", "one"])).toEqual(["plot", "second"]);
    await removeComponent(admin.actor, await findComponentById(admin.actor, two.id));
    expect(await presentPath(admin.actor, ["plot", "one"])).toBeUndefined();
    const group = await createCategory(admin.actor, { name: "G", slug: "g", project: "plot", parentId: null });
    await changeCategory(admin.actor, group.id, { slug: "h" });
    expect(await presentPath(admin.actor, ["plot", "g"])).toEqual(["plot", "h"]);
    await removeCategory(admin.actor, group.id);
    expect(await presentPath(admin.actor, ["plot", "g"])).toBeUndefined();
    const settings = await json("GET", "/api/components/plot/first/", { key: admin.key });
    expect(settings.status).toBe(200);
  });
});
