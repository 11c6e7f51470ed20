import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { ComponentRow } from "@/lib/domain/components/components";
import { saveAppearance, USUAL } from "@/lib/domain/settings/appearance";
import { db, sql } from "@/lib/platform/database";
import { environment, setEnvironment } from "@/lib/platform/environment";
import { connect } from "../support/loop";
import { ink, pixelsOf } from "../support/png-pixels";
import { type Person, PO, person, send } from "./support";

let admin: Person;
let component: ComponentRow;
let slug: string;
const usual = environment();

beforeAll(async () => {
  admin = await person("admin", { superuser: true });
  ({ component } = await connect(admin.actor, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" }));
  slug = component.project.slug;
});
afterEach(async () => {
  setEnvironment(usual);
  await db.run(sql`update projects set access_control = 0, name = ${slug} where id = ${component.projectId}`);
  await db.run(sql`update components set restricted = false where id = ${component.id}`);
});

const tagOf = async (path: string): Promise<string> => (await send("HEAD", path)).headers.get("etag") ?? "";
const picture = async (path: string) => pixelsOf(new Uint8Array(await (await send("GET", path)).arrayBuffer()));
const named = (name: string) => db.run(sql`update projects set name = ${name} where id = ${component.projectId}`);
/** Where the title of a project stands. */
const TITLE: [number, number, number, number] = [72, 220, 1128, 420];

const pages = () => [
  ...[slug, `${slug}/-/cs`, `${slug}/app`, `${slug}/app/cs`, "-/cs"].map((path) => `/share/${path}/card.png`),
  ...[slug, `${slug}/-/cs`].map((path) => `/share/${path}/invitation.png`),
  "/share/card.png",
];

describe("pictures of shared links", () => {
  it("are PNGs of the size that services ask for, which may be kept for some minutes and asked for again", async () => {
    const tags = new Set<string>();
    for (const path of pages()) {
      const answer = await send("GET", path);
      expect([answer.status, answer.headers.get("content-type")], path).toEqual([200, "image/png"]);
      expect(answer.headers.get("cache-control")).toContain("public, max-age=300");
      expect(answer.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
      expect(pixelsOf(new Uint8Array(await answer.arrayBuffer()))).toMatchObject({ width: 1200, height: 630 });
      const tag = answer.headers.get("etag") ?? "";
      const again = await send("GET", path, { headers: { "if-none-match": `W/${tag}` } });
      expect([again.status, await again.text()], path).toEqual([304, ""]);
      tags.add(tag);
    }
    expect(tags.size).toBe(pages().length);
  });

  it("change with the numbers, the names and the look of the installation", async () => {
    const path = `/share/${slug}/card.png`;
    const first = await tagOf(path);
    await db.run(
      sql`update counters set total = total + 10 where scope = 'project' and object_id = ${component.projectId}`,
    );
    const counted = await tagOf(path);
    await named("Orchard");
    const renamed = await tagOf(path);
    const before = await picture(path);
    await saveAppearance(admin.actor, { ...USUAL, name: "果樹園", accentLight: "#7a1fa2" });
    const looked = await tagOf(path);
    expect(new Set([first, counted, renamed, looked]).size).toBe(4);
    expect((await picture(path)).bytes.subarray(0, 4)).not.toEqual(before.bytes.subarray(0, 4));
    await saveAppearance(admin.actor, USUAL);
    expect(await tagOf(path)).toBe(renamed);
  });

  it("show nothing that strangers may not see, whoever asks", async () => {
    const { key } = admin;
    const language = await tagOf("/share/-/cs/card.png");
    const hidden = async (paths: string[]) => {
      for (const path of paths)
        for (const given of [{}, { key }]) {
          const [answer, nothing] = await Promise.all([
            send("GET", path, given),
            send("GET", "/share/no/card.png", given),
          ]);
          expect(answer.status, path).toBe(404);
          expect(answer.headers.get("content-type")).toBe(nothing.headers.get("content-type"));
          expect(await answer.text()).not.toContain("PNG");
        }
    };
    await db.run(sql`update components set restricted = true where id = ${component.id}`);
    await hidden([`/share/${slug}/app/card.png`, `/share/${slug}/app/cs/card.png`]);
    await db.run(sql`update projects set access_control = 100 where id = ${component.projectId}`);
    await hidden(pages().filter((path) => path.includes(slug)));
    // What is hidden counts for no language either.
    expect(await tagOf("/share/-/cs/card.png")).not.toBe(language);
  });

  it("write names of all scripts, cut long ones, and say the slug where there are no letters", async () => {
    const path = `/share/${slug}/card.png`;
    await named(slug);
    const plain = await picture(path);
    const drawn: Buffer[] = [];
    for (const name of [
      "مشروع البستان",
      "果樹園プロジェクト",
      "果樹園ぷろじぇくと",
      "Přeložené ovoce",
      '</text><script>"&',
    ]) {
      await named(name);
      const pixels = await picture(path);
      expect(ink(pixels, TITLE), name).toBeGreaterThan(1500);
      drawn.push(pixels.bytes);
    }
    expect(new Set(drawn.map((bytes) => bytes.toString("base64"))).size).toBe(drawn.length);
    await named("𓀀𓁐");
    expect((await picture(path)).bytes.equals(plain.bytes)).toBe(true);
    await named("Long names ".repeat(20).slice(0, 100));
    const long = await picture(path);
    expect(ink(long, TITLE)).toBeGreaterThan(1500);
    expect([ink(long, [0, 220, 70, 420]), ink(long, [1132, 220, 1200, 420])]).toEqual([0, 0]);
  });

  it("speak the language of the page, and read from the right in Arabic", async () => {
    const path = `/share/${slug}/card.png`;
    const tags = await Promise.all(
      ["", "?lang=ar", "?lang=cs", "?lang=tlh", "?lang=en"].map((query) => tagOf(path + query)),
    );
    expect(new Set(tags).size).toBe(3);
    expect(tags[3]).toBe(tags[0]);
    const [english, arabic] = [await picture(path), await picture(`${path}?lang=ar`)];
    // The leaf of the mark.
    const start: [number, number, number, number] = [72, 66, 132, 126];
    const end: [number, number, number, number] = [1068, 66, 1128, 126];
    expect(ink(english, start)).toBeGreaterThan(0);
    expect(ink(arabic, start)).toBe(0);
    expect(ink(arabic, end)).toBeGreaterThan(0);
  });

  it("are refused by other names", async () => {
    for (const path of [
      ...["/share/invitation.png", "/share/-/cs/invitation.png", "/share/-/nothing/card.png", "/share/-/card.png"],
      ...[
        `/share/${slug}/app/invitation.png`,
        `/share/${slug}/card.svg`,
        `/share/${slug}`,
        `/share/${slug}/-/card.png`,
      ],
    ])
      expect((await send("GET", path)).status, path).toBe(404);
  });

  it("are counted, as drawing costs something", async () => {
    setEnvironment({ ...usual, rateAnonymous: "2/hour" });
    const headers = { "x-loquat-client": "203.0.113.77" };
    const statuses = [];
    for (let time = 0; time < 3; time++) statuses.push((await send("GET", "/share/card.png", { headers })).status);
    expect(statuses).toEqual([200, 200, 429]);
  });
});
