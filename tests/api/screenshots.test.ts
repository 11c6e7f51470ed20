import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { ComponentRow } from "@/lib/domain/components/components";
import { createProject, findProject } from "@/lib/domain/projects/projects";
import { removeOrphanImages } from "@/lib/domain/screenshots/screenshots";
import { db, sql } from "@/lib/platform/database";
import { dataFolder } from "@/lib/platform/environment";
import { connect, unitId } from "../support/loop";
import { jpeg, png } from "../support/pictures";
import { textRow } from "../support/text-rows";
import { PICTURES } from "../support/whole-pictures";
import { costOf, json, type Person, PO, pathOf, person, projectKey, send, statusesOf } from "./support";

let admin: Person;
let petra: Person;
let foreign: string;
let component: ComponentRow;
let slug = "";
let shot = "";

interface Page {
  count: number;
  results: Record<string, unknown>[];
}

beforeAll(async () => {
  admin = await person("admin", { superuser: true });
  petra = await person("petra");
  ({ component } = await connect(admin.actor, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" }));
  slug = component.project.slug;
  await createProject(admin.actor, { name: "Other", slug: "other", web: "https://example.org/" });
  foreign = await projectKey(admin.actor, (await findProject(admin.actor, "other")).id);
});

function form(fields: Record<string, string | Buffer>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields))
    data.set(
      name,
      typeof value === "string" ? value : new File([new Uint8Array(value)], "shot.png", { type: "image/png" }),
    );
  return data;
}

const upload = (more: Record<string, string | Buffer> = {}) =>
  form({
    image: png(640, 480),
    name: "Main window",
    project_slug: slug,
    component_slug: "app",
    language_code: "en",
    ...more,
  });

const fileOf = async (id: unknown) => {
  const row = await textRow<{ key: string }>(db, sql`select file_key as key from screenshots where id = ${id}`);
  return join(dataFolder("files"), row?.key ?? "none");
};

describe("screenshots", () => {
  it("are uploaded by those who may", async () => {
    for (const [key, status] of [
      [undefined, 401],
      [petra.key, 403],
      [foreign, 403],
    ] as const)
      expect((await send("POST", "/api/screenshots/", { key, body: upload() })).status).toBe(status);
    const made = await json("POST", "/api/screenshots/", { key: admin.key, body: upload() });
    const url = `http://loquat.test/api/screenshots/${made.body.id}/`;
    expect(made).toMatchObject({
      status: 201,
      body: {
        name: "Main window",
        repository_filename: "",
        translation: `http://loquat.test/api/translations/${slug}/app/en/`,
        component: `http://loquat.test/api/components/${slug}/app/`,
        file_url: `${url}file/`,
        image: `${url}file/`,
        units: [],
        url,
      },
    });
    expect(made.headers.get("location")).toBe(url);
    shot = pathOf(url);
    expect(existsSync(await fileOf(made.body.id))).toBe(true);
    const told = await json<Page>("GET", "/api/changes/?action=57", { key: admin.key });
    expect(told.body.results[0]).toMatchObject({ target: "Main window" });
  });

  it("are pictures of a bearable size, of a translation that is there", async () => {
    const files = Number((await textRow<{ n: number }>(db, sql`select count(*)::int as n from screenshots`))?.n);
    for (const [field, more] of [
      ["image", { image: Buffer.from("<svg/>") }],
      ["image", { image: png(2001, 10) }],
      ["image", { image: "text" }],
      ["name", { name: "" }],
      ["component_slug", { component_slug: "none" }],
      ["language_code", { language_code: "fr" }],
    ] as const) {
      const wrong = await json("POST", "/api/screenshots/", { key: admin.key, body: upload(more) });
      expect(wrong.status, field).toBe(400);
      expect(wrong.body, field).toHaveProperty(field);
    }
    const unreadable = await json("POST", "/api/screenshots/", {
      key: admin.key,
      body: upload({ image: Buffer.from("x") }),
    });
    expect(unreadable.body.errors).toMatchObject([{ code: "invalid_image", attr: "image" }]);
    for (const [kind, whole] of PICTURES) {
      const image = whole.subarray(0, whole.length - 1);
      const cut = await json("POST", "/api/screenshots/", { key: admin.key, body: upload({ image }) });
      expect([cut.status, cut.body.errors], kind).toMatchObject([400, [{ code: "invalid_image", attr: "image" }]]);
      expect(JSON.stringify(cut.body), kind).toContain("cut off");
    }
    const unknown = await json("POST", "/api/screenshots/", { key: admin.key, body: upload({ project_slug: "none" }) });
    expect(Object.keys(unknown.body)).toEqual(
      expect.arrayContaining(["project_slug", "component_slug", "language_code"]),
    );
    const empty = await json("POST", "/api/screenshots/", { key: admin.key, body: {} });
    expect(Object.keys(empty.body)).toEqual(
      expect.arrayContaining(["image", "name", "project_slug", "component_slug", "language_code"]),
    );
    expect((await json<Page>("GET", "/api/screenshots/")).body.count).toBe(files);
  });

  it("are given as attachments, replaced and renamed", async () => {
    const file = `${shot}file/`;
    const answer = await send("GET", file);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/binary");
    expect(answer.headers.get("content-disposition")).toBe("attachment; filename=Main_window.png");
    expect(Buffer.from(await answer.arrayBuffer()).equals(png(640, 480))).toBe(true);
    const id = shot.split("/")[3];
    const old = await fileOf(id);
    const body = () => form({ image: jpeg(300, 200) });
    for (const [key, status] of [
      [undefined, 401],
      [petra.key, 403],
      [foreign, 403],
    ] as const)
      expect((await send("POST", file, { key, body: body() })).status).toBe(status);
    expect((await json("POST", file, { key: admin.key, body: body() })).body).toEqual({ result: true });
    expect((await json("PUT", file, { key: admin.key, body: body() })).body).toEqual({ result: true });
    expect((await json("PUT", file, { key: admin.key, body: form({ image: Buffer.from("x") }) })).body).toHaveProperty(
      "image",
    );
    const [, half] = PICTURES[0]!;
    const cut = await json("POST", file, { key: admin.key, body: form({ image: half.subarray(0, half.length / 2) }) });
    expect([cut.status, JSON.stringify(cut.body)]).toEqual([400, expect.stringContaining("cut off")]);
    expect(Buffer.from(await (await send("GET", file)).arrayBuffer()).equals(jpeg(300, 200))).toBe(true);
    expect([existsSync(old), existsSync(await fileOf(id))]).toEqual([false, true]);
    expect(await statusesOf("PATCH", shot, [undefined, petra.key, foreign], { name: "x" })).toEqual([401, 403, 403]);
    expect((await json("PATCH", shot, { key: admin.key, body: { name: "Window" } })).body).toMatchObject({
      name: "Window",
    });
    for (const outside of ["../w.png", "/etc/w.png", "doc//w.png"])
      expect(
        await json("PATCH", shot, { key: admin.key, body: { repository_filename: outside } }),
        outside,
      ).toMatchObject({ status: 400, body: { errors: [{ attr: "repository_filename" }] } });
    expect(
      (await json("PUT", shot, { key: admin.key, body: { name: "Window", repository_filename: "doc/w.png" } })).body,
    ).toMatchObject({
      repository_filename: "doc/w.png",
    });
    expect((await json("PUT", shot, { key: admin.key, body: {} })).body).toHaveProperty("name");
    for (const [given, kept] of [
      [" Quit\n\u202eOpen ", "Quit\nOpen"],
      ["", ""],
    ])
      expect((await json("PATCH", shot, { key: admin.key, body: { found_text: given } })).body).toMatchObject({
        name: "Window",
        found_text: kept,
      });
    const long = await json("PATCH", shot, { key: admin.key, body: { found_text: "x".repeat(5001) } });
    expect(long.status).toBe(400);
  });

  it("show strings of their translation", async () => {
    const source = await unitId(component, "en", "Quit");
    const path = `${shot}units/`;
    expect(await statusesOf("POST", path, [undefined, petra.key, foreign], { unit_id: source })).toEqual([
      401, 403, 403,
    ]);
    const shown = await json("POST", path, { key: admin.key, body: new URLSearchParams({ unit_id: String(source) }) });
    expect(shown).toMatchObject({ status: 200, body: { units: [`http://loquat.test/api/units/${source}/`] } });
    for (const wrong of [{}, { unit_id: "x" }, { unit_id: await unitId(component, "cs", "Quit") }])
      expect((await json("POST", path, { key: admin.key, body: wrong })).body).toHaveProperty("unit_id");
    const found = await json<Page>("GET", "/api/units/?q=has:screenshot AND language:en", { key: admin.key });
    expect(found.body.results.map((one) => one.id)).toEqual([source]);
    expect(
      await statusesOf("DELETE", `${path}${source}/`, [undefined, petra.key, foreign, admin.key, admin.key]),
    ).toEqual([401, 403, 403, 204, 404]);
  });

  it("are listed, all and of a component, as far as one may see", async () => {
    await json("POST", "/api/screenshots/", { key: admin.key, body: upload({ name: "Second", language_code: "cs" }) });
    const list = `/api/components/${slug}/app/screenshots/`;
    expect((await json<Page>("GET", list)).body.results.map((one) => one.name)).toEqual(["Window", "Second"]);
    const [one, many] = [
      await costOf("/api/screenshots/", 1, admin.key),
      await costOf("/api/screenshots/", 100, admin.key),
    ];
    expect(many.rows).toBe(2);
    expect(many.statements).toBeLessThanOrEqual(one.statements);
    await db.run(sql`update projects set access_control = 100 where slug = ${slug}`);
    expect((await json<Page>("GET", "/api/screenshots/")).body.count).toBe(0);
    expect(await statusesOf("GET", `${shot}file/`, [undefined, petra.key, admin.key])).toEqual([404, 404, 200]);
    await db.run(sql`update projects set access_control = 0 where slug = ${slug}`);
  });

  it("go with their files, also when their translation goes", async () => {
    const file = await fileOf(shot.split("/")[3]);
    expect(await statusesOf("DELETE", shot, [undefined, petra.key, foreign, admin.key, admin.key])).toEqual([
      401, 403, 403, 204, 404,
    ]);
    expect(existsSync(file)).toBe(false);
    const left = (await json<Page>("GET", "/api/screenshots/")).body.results[0];
    const other = await fileOf(left?.id);
    await db.run(sql`delete from screenshots where id = ${left?.id}`);
    expect(await removeOrphanImages()).toBe(0);
    expect(await removeOrphanImages(0)).toBe(1);
    expect(existsSync(other)).toBe(false);
  });
});
