import { beforeAll, describe, expect, it } from "vitest";
import type { ComponentRow } from "@/lib/domain/components/components";
import { db, sql } from "@/lib/platform/database";
import { connect } from "../support/loop";
import { PO, person, send } from "./support";

let component: ComponentRow;
let key: string;

beforeAll(async () => {
  const admin = await person("admin", { superuser: true });
  key = admin.key;
  ({ component } = await connect(admin.actor, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" }));
});

const paths = () => {
  const { slug } = component.project;
  return [slug, `${slug}/-/cs`, `${slug}/app`, `${slug}/app/cs`];
};

describe("widgets", () => {
  it("are images that may be kept for some minutes and asked for again", async () => {
    for (const path of paths())
      for (const image of ["status-badge.svg", "languages.svg"]) {
        const answer = await send("GET", `/widget/${path}/${image}`);
        expect(answer.status).toBe(200);
        expect(answer.headers.get("content-type")).toContain("image/svg+xml");
        expect(answer.headers.get("cache-control")).toContain("public, max-age=300");
        expect(answer.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
        expect(await answer.text()).toMatch(/^<svg .*\d+ %.*<\/svg>\n$/s);
        const tag = answer.headers.get("etag") ?? "";
        const again = await send("GET", `/widget/${path}/${image}`, { headers: { "if-none-match": `"x", W/${tag}` } });
        expect(again.status).toBe(304);
        expect(await again.text()).toBe("");
      }
  });

  it("hold names and labels as text", async () => {
    const { slug } = component.project;
    const label = encodeURIComponent(`</title><script>"&'\u0001`);
    const badge = await (await send("GET", `/widget/${slug}/status-badge.svg?label=${label}`)).text();
    expect(badge).toContain("<title>&lt;/title&gt;&lt;script&gt;&quot;&amp;&#39;: ");
    expect(badge).not.toContain("<script");
    expect(badge).not.toContain("\u0001");
    await db.run(sql`update projects set name = ${'"><script>'} where id = ${component.projectId}`);
    const bars = await (await send("GET", `/widget/${slug}/languages.svg`)).text();
    expect(bars).toContain("<title>&quot;&gt;&lt;script&gt;: Czech");
    expect(bars).not.toContain("<script");
  });

  it("show nothing that strangers may not see, whoever asks", async () => {
    const restricted = async (value: boolean) =>
      db.run(sql`update components set restricted = ${value} where id = ${component.id}`);
    const { slug } = component.project;
    await restricted(true);
    expect((await send("GET", `/widget/${slug}/app/status-badge.svg`, { key })).status).toBe(404);
    expect(await (await send("GET", `/widget/${slug}/languages.svg`, { key })).text()).not.toContain("Czech");
    await restricted(false);
    await db.run(sql`update projects set access_control = 100 where id = ${component.projectId}`);
    for (const path of paths())
      expect((await send("GET", `/widget/${path}/status-badge.svg`, { key })).status).toBe(404);
    await db.run(sql`update projects set access_control = 0 where id = ${component.projectId}`);
  });

  it("are refused by other names", async () => {
    const { slug } = component.project;
    for (const path of ["status-badge.svg", `${slug}/status-badge.png`, `nothing/${slug}/languages.svg`, slug])
      expect((await send("GET", `/widget/${path}`)).status).toBe(404);
  });
});
