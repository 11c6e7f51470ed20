import { beforeAll, describe, expect, it } from "vitest";
import type { ComponentRow } from "@/lib/domain/components/components";
import { db, sql } from "@/lib/platform/database";
import { connect } from "../support/loop";
import { pixelsOf } from "../support/png-pixels";
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

  it("tell the share that the statistics tell, with the source language", async () => {
    const { slug } = component.project;
    for (const [path, statistics] of [
      [slug, `projects/${slug}`],
      [`${slug}/app/cs`, `translations/${slug}/app/cs`],
    ]) {
      const told = await (await send("GET", `/api/${statistics}/statistics/`, { key })).json();
      const share = Math.floor((told as { translated_percent: number }).translated_percent);
      expect(share, path).toBeGreaterThan(0);
      const badge = await (await send("GET", `/widget/${path}/status-badge.svg`)).text();
      expect(badge, path).toContain(`>${share} %<`);
    }
  });

  it("are PNGs, too, of the same size", async () => {
    for (const path of paths())
      for (const image of ["status-badge", "languages"]) {
        const answer = await send("GET", `/widget/${path}/${image}.png`);
        expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);
        expect(answer.headers.get("cache-control")).toContain("public, max-age=300");
        expect(answer.headers.get("access-control-allow-origin")).toBe("*");
        const png = pixelsOf(new Uint8Array(await answer.arrayBuffer()));
        const svg = await (await send("GET", `/widget/${path}/${image}.svg`)).text();
        expect(png.height).toBe(Number(/ height="(\d+)"/.exec(svg)?.[1]));
        // Widths of texts are guesses in an SVG.
        expect(Math.abs(png.width - Number(/ width="(\d+)"/.exec(svg)?.[1]))).toBeLessThan(20);
        const tag = answer.headers.get("etag") ?? "";
        const again = await send("GET", `/widget/${path}/${image}.png`, { headers: { "if-none-match": tag } });
        expect([again.status, await again.text()]).toEqual([304, ""]);
      }
  });

  it("write labels of all scripts as PNG, and the usual one where there are no letters", async () => {
    const badge = async (label: string) =>
      Buffer.from(
        await (
          await send("GET", `/widget/${component.project.slug}/status-badge.png?label=${encodeURIComponent(label)}`)
        ).arrayBuffer(),
      );
    const labels = ["翻訳", "飜譯", "مترجم", "מתורגם", "přeloženo", "<b>&", "translated"];
    const drawn = await Promise.all(labels.map(badge));
    expect(new Set(drawn.map((png) => png.toString("base64"))).size).toBe(labels.length);
    expect((await badge("🍊")).equals(drawn.at(-1)!)).toBe(true);
    for (const wide of ["W", "\ufdfd"]) expect(pixelsOf(await badge(wide.repeat(60))).width).toBeLessThan(570);
    expect(
      (await send("GET", `/widget/${component.project.slug}/status-badge.png?label=${"W".repeat(61)}`)).status,
    ).toBe(400);
  });

  it("have the colours that are asked for", async () => {
    const { slug } = component.project;
    const corner = async (query: string) => {
      const answer = await send("GET", `/widget/${slug}/languages.png${query}`);
      const { bytes, width } = pixelsOf(new Uint8Array(await answer.arrayBuffer()));
      return [...bytes.subarray((2 * width + 20) * 4, (2 * width + 20) * 4 + 4)];
    };
    expect(await corner("")).toEqual([255, 255, 255, 255]);
    expect(await corner("?theme=dark")).toEqual([22, 29, 26, 255]);
    const svg = async (query: string) => (await send("GET", `/widget/${slug}/languages.svg${query}`)).text();
    expect(await svg("")).toContain("@media(prefers-color-scheme:dark)");
    expect(await svg("?theme=dark")).not.toContain("@media");
    expect((await send("GET", `/widget/${slug}/languages.svg?theme=pink`)).status).toBe(400);
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
      for (const image of ["status-badge.svg", "languages.svg", "status-badge.png", "languages.png"]) {
        const answer = await send("GET", `/widget/${path}/${image}`, { key });
        const nothing = await send("GET", `/widget/nothing/${image}`);
        expect([answer.status, nothing.status, answer.headers.get("etag")]).toEqual([404, 404, null]);
        // The same badge for what is hidden and what is not there.
        expect(await answer.text()).toEqual(await nothing.text());
      }
    expect(await (await send("GET", `/widget/${slug}/languages.svg`)).text()).toContain(">unknown</text>");
    await db.run(sql`update projects set access_control = 0 where id = ${component.projectId}`);
  });

  it("are refused by other names", async () => {
    const { slug } = component.project;
    for (const path of ["status-badge.svg", `${slug}/status-badge.gif`, `nothing/${slug}/languages.svg`, slug])
      expect((await send("GET", `/widget/${path}`)).status).toBe(404);
  });
});
