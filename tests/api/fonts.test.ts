import { beforeAll, expect, it } from "vitest";
import type { ComponentRow } from "@/lib/domain/components/components";
import { evenWidths, makeFont, type TestFont } from "../support/fonts";
import { connect, unitId } from "../support/loop";
import { json, type Person, PO, pathOf, person, send } from "./support";

let admin: Person;
let petra: Person;
let component: ComponentRow;
let root = "";

beforeAll(async () => {
  admin = await person("admin", { superuser: true });
  petra = await person("petra");
  ({ component } = await connect(admin.actor, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po" }));
  root = `/api/projects/${component.project.slug}`;
});

function upload(bytes: Uint8Array): FormData {
  const form = new FormData();
  form.set("font", new File([new Uint8Array(bytes)], "menu.ttf", { type: "font/ttf" }));
  return form;
}
const font = (width: number, more: Partial<TestFont> = {}) => makeFont({ widths: evenWidths(width), ...more });

it("fonts and groups of a project, by scripts", async () => {
  const made = await json("POST", `${root}/fonts/`, { key: admin.key, body: upload(font(500)) });
  expect(made).toMatchObject({
    status: 201,
    body: { family: "Test Sans", style: "Regular", weight: 400, filename: "menu.ttf", characters: 63, groups: [] },
  });
  expect((await json("GET", `${root}/fonts/`, { key: petra.key })).body).toMatchObject({
    count: 1,
    results: [made.body],
  });
  expect((await json("GET", pathOf(made.body.url), { key: petra.key })).body).toEqual(made.body);
  const file = pathOf(made.body.file_url);
  expect((await send("GET", file, { key: petra.key })).status).toBe(403);
  const sent = await send("GET", file, { key: admin.key });
  expect(Buffer.from(await sent.arrayBuffer())).toEqual(font(500));
  expect(sent.headers.get("content-disposition")).toContain("Test_Sans_Regular.ttf");
  expect(await json("POST", `${root}/fonts/`, { key: admin.key, body: upload(font(500)) })).toMatchObject({
    status: 400,
    body: { errors: [{ attr: "font", code: "unique" }] },
  });
  expect(await json("POST", `${root}/fonts/`, { key: admin.key, body: upload(Buffer.from("GIF89a")) })).toMatchObject({
    status: 400,
    body: { errors: [{ attr: "font", code: "invalid_font", detail: "The file is not a TrueType or OpenType font." }] },
  });

  const wide = await json<{ id: number }>("POST", `${root}/fonts/`, {
    key: admin.key,
    body: upload(font(900, { family: "Wide" })),
  });
  const group = await json("POST", `${root}/font-groups/`, {
    key: admin.key,
    body: { name: "menu", font: made.body.id, languages: [{ language: "cs", font: wide.body.id }] },
  });
  expect(group).toMatchObject({
    status: 201,
    body: { name: "menu", font: made.body.id, languages: [{ language: "cs", font: wide.body.id }] },
  });
  const one = pathOf(group.body.url);
  expect((await json("GET", `${root}/font-groups/`)).body).toMatchObject({ count: 1, results: [group.body] });
  expect((await json("GET", one, { key: petra.key })).body).toEqual(group.body);
  expect(await json("PATCH", one, { key: admin.key, body: { languages: [] } })).toMatchObject({
    status: 200,
    body: { name: "menu", languages: [] },
  });
  expect(await json("DELETE", pathOf(made.body.url), { key: admin.key })).toMatchObject({
    status: 400,
    body: { errors: [{ code: "in_use" }] },
  });

  // A string's own flags may name the group, and no other.
  const unit = `/api/units/${await unitId(component, "en", "Quit")}/`;
  const flags = (extra_flags: string) => json("PATCH", unit, { key: admin.key, body: { extra_flags } });
  expect((await flags("max-size:100, font-family:menu")).status).toBe(200);
  expect(await flags("max-size:100, font-family:menus")).toMatchObject({
    status: 400,
    body: {
      errors: [
        {
          attr: "extra_flags",
          code: "does_not_exist",
          detail: "The project has no font group “menus”. Name one of its groups, or one of inter, jetbrains-mono.",
        },
      ],
    },
  });

  const replaced = await json("POST", file, { key: admin.key, body: upload(font(300, { weight: 500 })) });
  expect(replaced).toMatchObject({ status: 200, body: { id: made.body.id, weight: 500, groups: ["menu"] } });
  expect((await send("DELETE", one, { key: admin.key })).status).toBe(204);
  expect((await send("DELETE", pathOf(made.body.url), { key: admin.key })).status).toBe(204);
  expect((await json("GET", `${root}/fonts/`, { key: petra.key })).body).toMatchObject({ count: 1 });
});
