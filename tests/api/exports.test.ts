import { NextRequest } from "next/server";
import { SaxesParser } from "saxes";
import { beforeAll, describe, expect, it } from "vitest";
import { GET as history } from "@/app/changes/csv/[[...path]]/route";
import { GET as rss } from "@/app/exports/rss/[[...path]]/route";
import { GET as stats } from "@/app/exports/stats/[...path]/route";
import type { Actor } from "@/lib/domain/access/actor";
import { record } from "@/lib/domain/changes/record";
import type { ComponentRow } from "@/lib/domain/components/components";
import { findProject, updateProject } from "@/lib/domain/projects/projects";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { issueToken } from "@/lib/domain/users/tokens";
import { inTransaction } from "@/lib/platform/database";
import { connect, unitId } from "../support/loop";
import { makePerson } from "../support/people";

let admin: Actor;
let component: ComponentRow;
let key = "";

const get = (handler: typeof rss, path: string[], query = "", headers: Record<string, string> = {}) =>
  handler(new NextRequest(`http://loquat.test/exports/${path.join("/")}/${query}`, { headers }), {
    params: Promise.resolve({ path }),
  });

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  key = (await issueToken(admin.userId)).key;
  ({ component } = await connect(
    admin,
    { "l/en.json": '{"a": "Apple, \\"red\\"", "b": "B"}', "l/cs.json": '{"a": "Jablko"}' },
    { filemask: "l/*.json", template: "l/en.json", fileFormat: "json" },
  ));
  const petra = await makePerson("petra");
  await editUnit(petra, await unitId(component, "cs", "b"), { targets: ["<b>&]]>"], state: 20 });
});

describe("statistics export", () => {
  it("gives one item per language, as JSON and CSV", async () => {
    const answer = await get(stats as typeof rss, [component.project.slug, "app"]);
    const items = (await answer.json()) as Record<string, unknown>[];
    expect(items.map((item) => item.code)).toEqual(["cs", "en"]);
    expect(items[0]).toMatchObject({
      total: 2,
      translated: 2,
      translated_percent: 100,
      last_author: "Petra",
      url: `http://loquat.test/projects/${component.project.slug}/app/cs/`,
    });
    const csv = await get(stats as typeof rss, [component.project.slug, "app"], "?format=csv");
    expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(csv.headers.get("content-disposition")).toBe(`attachment; filename=stats-${component.project.slug}-app.csv`);
    const lines = (await csv.text()).split("\r\n");
    expect(lines[0]).toMatch(/^name,code,total,translated,translated_percent,translated_words_percent,total_words/);
    expect(lines[1]).toMatch(/^Czech,cs,2,2,100\.0,100\.0,3,3,/);
    expect(((await (await get(stats as typeof rss, [component.project.slug])).json()) as unknown[]).length).toBe(2);
  });
});

describe("history as a table", () => {
  const table = (path: string[], query = "", token = "") =>
    history(
      new NextRequest(`http://loquat.test/changes/csv/${path.join("/")}/${query}`, {
        headers: token ? { authorization: `Token ${token}` } : {},
      }),
      { params: Promise.resolve({ path }) },
    );
  const linesOf = async (answer: Response) => (await answer.text()).trimEnd().split("\r\n");

  it("lists the newest changes first, with how much was typed", async () => {
    const answer = await table([component.project.slug, "app", "cs"], "", key);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toBe("attachment; filename=changes.csv");
    const [head, newest = ""] = await linesOf(answer);
    expect(head).toBe("timestamp,action,user,url,target,edit_distance");
    expect(newest).toMatch(
      /^20\d\d-\d\d-\d\dT[\d:.]+Z,Translation added,petra,http:\/\/loquat\.test\/translate\/.*\/app\/cs\/\?checksum=[0-9a-f]{16},<b>&\]\]>,7$/,
    );
  });

  it("is filtered by action, person and days", async () => {
    const rows = async (query: string) => (await linesOf(await table([component.project.slug], query, key))).length - 1;
    expect(await rows("?action=5")).toBe(1);
    expect(await rows("?action=5&action=51")).toBe(2);
    expect(await rows("?user=petra&end_date=2019-12-31")).toBe(0);
    const today = new Date().toISOString().slice(0, 10);
    expect(await rows(`?user=petra&action=&start_date=${today}&end_date=${today}`)).toBe(1);
    for (const wrong of ["?action=x", "?start_date=yesterday", "?end_date=2020-02-30"])
      expect((await table([component.project.slug], wrong, key)).status).toBe(400);
  });

  it("takes the right to export it; the whole installation only its administrators", async () => {
    const karel = await makePerson("karel");
    const other = (await issueToken(karel.userId)).key;
    expect((await table([], "", key)).status).toBe(200);
    expect((await table([], "", other)).status).toBe(403);
    expect((await table(["-", "-", "cs"], "", other)).status).toBe(403);
    expect((await table([component.project.slug], "", other)).status).toBe(403);
    expect((await table([component.project.slug])).status).toBe(403);
    expect((await table(["nobody"], "", key)).status).toBe(404);
  });
});

/** What RSS 2.0 asks of a feed, read by a parser that refuses what is not well-formed. */
function readFeed(xml: string): {
  channel: Record<string, string>;
  items: Record<string, string>[];
  namespaces: Record<string, string>;
} {
  const parser = new SaxesParser({ xmlns: true });
  const channel: Record<string, string> = {};
  const items: Record<string, string>[] = [];
  let namespaces: Record<string, string> = {};
  let item: Record<string, string> | undefined;
  let text = "";
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", (tag) => {
    text = "";
    if (tag.name === "rss") namespaces = { ...tag.ns } as Record<string, string>;
    if (tag.name === "item") item = {};
    if (tag.name === "atom:link") channel["atom:link"] = (tag.attributes.href as { value: string }).value;
  });
  parser.on("text", (piece) => (text += piece));
  parser.on("cdata", (piece) => (text += piece));
  parser.on("closetag", (tag) => {
    if (tag.name === "item" && item) {
      items.push(item);
      item = undefined;
    } else if (item) item[tag.name] = text;
    else channel[tag.name] ??= text;
  });
  parser.write(xml).close();
  return { channel, items, namespaces };
}

describe("feeds", () => {
  it.each([
    ["the site", () => []],
    ["a project", () => [component.project.slug]],
    ["a component", () => [component.project.slug, "app"]],
    ["a translation", () => [component.project.slug, "app", "cs"]],
    ["a language", () => ["language", "cs"]],
    ["a language, the other way", () => ["-", "-", "cs"]],
    ["a language of a project", () => [component.project.slug, "-", "cs"]],
  ])("%s: valid RSS with the newest change first", async (_name, path) => {
    const answer = await get(rss, path());
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/rss+xml; charset=utf-8");
    expect(Date.parse(answer.headers.get("last-modified") ?? "")).toBeGreaterThan(0);
    const { channel, items, namespaces } = readFeed(await answer.text());
    for (const name of ["title", "link", "description", "language", "lastBuildDate", "atom:link"])
      expect(channel[name]).toBeTruthy();
    expect(namespaces.dc).toBe("http://purl.org/dc/elements/1.1/");
    expect(items.length).toBeGreaterThan(0);
    expect(items.length).toBeLessThanOrEqual(10);
    expect(items[0]?.description).toContain(" by Petra on ");
    expect(items[0]).toMatchObject({
      title: "Translation added",
      "dc:creator": "Petra",
      link: expect.stringContaining("/translate/"),
    });
    for (const item of items) {
      expect(item.guid).toMatch(/^http:\/\/loquat\.test\/changes\/render\/\d+\/$/);
      expect(Number.isNaN(Date.parse(item.pubDate ?? ""))).toBe(false);
      expect(item.description).toMatch(/ on \d{1,2} [A-Z][a-z]+ \d{4} at \d{2}:\d{2} UTC\.$/);
      expect(item.description).not.toMatch(/None|\dT\d|\.\d{3}Z/);
    }
  });

  it("are narrowed like the table", async () => {
    const titles = async (query: string) =>
      readFeed(await (await get(rss, [component.project.slug], query)).text()).items.map((item) => item.title);
    expect(await titles("?action=51")).toEqual(["Component created"]);
    expect(new Set(await titles("?user=petra"))).toEqual(new Set(["Translation added"]));
    expect(await titles("?end_date=2019-12-31")).toEqual([]);
    expect((await get(rss, [component.project.slug], "?start_date=soon")).status).toBe(400);
  });

  it("are in the language that is asked for, in the address before the header, and in English otherwise", async () => {
    const feed = async (query: string, headers = {}) => {
      const answer = await get(rss, [component.project.slug, "app", "cs"], query, headers);
      expect(answer.headers.get("vary")).toBe("Accept-Language");
      const { channel, items } = readFeed(await answer.text());
      expect(channel.language).toBe(answer.headers.get("content-language"));
      return [channel.language, channel.title, items[0]?.title, items[0]?.description];
    };
    const place = `${component.project.name}/App`;
    expect(await feed("?lang=de", { "accept-language": "ja" })).toEqual([
      "de",
      `Letzte Änderungen in ${place}, Tschechisch`,
      "Übersetzung hinzugefügt",
      expect.stringMatching(new RegExp(`^Übersetzung hinzugefügt in ${place}/Tschechisch von Petra am .* UTC\\.$`)),
    ]);
    expect((await feed("", { "accept-language": "cs,en;q=0.5" })).slice(0, 2)).toEqual([
      "cs",
      `Nedávné změny v ${place}, Čeština`,
    ]);
    expect((await feed("?lang=xx", { "accept-language": "*" })).slice(0, 3)).toEqual([
      "en",
      `Recent changes in ${place}, Czech`,
      "Translation added",
    ]);
  });

  it("and exports of private projects are for those who may see them", async () => {
    await updateProject(admin, component.project.slug, { accessControl: 100 });
    expect((await get(rss, [component.project.slug])).status).toBe(404);
    expect((await get(stats as typeof rss, [component.project.slug, "app"])).status).toBe(404);
    expect((await get(rss, [component.project.slug], "", { authorization: `Token ${key}` })).status).toBe(200);
    expect(
      readFeed(await (await get(rss, [])).text()).items.some((item) => item.link?.includes(component.project.slug)),
    ).toBe(false);
    expect((await get(rss, ["nope"])).status).toBe(404);
  });
});

describe("a long history as a table", () => {
  it("is sent whole where all of it is asked for, each line once", async () => {
    const project = await findProject(admin, component.project.slug);
    await inTransaction((tx) =>
      record(
        tx,
        admin,
        Array.from({ length: 2100 }, (_, index) => ({ action: 95, projectId: project.id, target: `line ${index}` })),
      ),
    );
    const rows = async (query: string) =>
      (await (await get(history as typeof rss, [project.slug], query, { authorization: `Token ${key}` })).text())
        .trimEnd()
        .split("\r\n")
        .slice(1);
    expect(await rows("")).toHaveLength(2000);
    const all = await rows("?action=95&all=1");
    const lines = all.filter((line) => line.includes(",line ")).map((line) => line.split(",")[4]);
    expect(lines).toHaveLength(2100);
    expect(new Set(lines).size).toBe(2100);
  });
});
