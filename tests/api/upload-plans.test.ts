import { beforeAll, describe, expect, it } from "vitest";
import type { ComponentRow } from "@/lib/domain/components/components";
import { askComponents, askTouched } from "@/lib/domain/units/related-checks";
import { db, sql } from "@/lib/platform/database";
import { connect, counterDrift, unitId } from "../support/loop";
import { textRows } from "../support/text-rows";
import { FORMATS, type TwoFormat } from "../support/two-formats";
import { json, type Person, person } from "./support";

/** What an upload would do is told before it is done, and what it emptied afterwards. */

let admin: Person;
let petra: Person;
beforeAll(async () => {
  admin = await person("admin", { superuser: true });
  petra = await person("petra");
});

const TEXTS = { Quit: "Konec", Open: "Otevřít", Save: "", Close: "Zavřít" };

const state = (component: ComponentRow) =>
  Promise.all([
    textRows(
      db,
      sql`select * from units u join translations t on t.id = u.translation_id where t.component_id = ${component.id} order by u.id`,
    ),
    textRows(db, sql`select * from source_units where component_id = ${component.id} order by id`),
    textRows(db, sql`select max(id) as newest, count(*) as count from changes`),
    textRows(db, sql`select * from whole_files`),
    textRows(db, sql`select * from operations`),
    textRows(db, sql`select * from counters order by scope, object_id, language_id`),
    textRows(db, sql`select id, username from users order by id`),
  ]);

interface Told {
  not_found: number;
  skipped: number;
  accepted: number;
  emptied: number;
  unchanged?: number;
  propagated?: number;
  dry_run?: boolean;
  languages?: Record<string, unknown>[];
  strings?: { unit: number; source: string; context: string; before: string[] | null; after: string[] | null }[];
}

describe.each(FORMATS)("in $name", (format: TwoFormat) => {
  let component: ComponentRow;
  beforeAll(async () => {
    ({ component } = await connect(admin.actor, format.files({ cs: TEXTS }), format.settings));
    // What checks of other strings say comes after the import: it has to be there before anything is compared.
    await askTouched();
    await askComponents();
  });
  const send = (texts: Record<string, string>, fields: Record<string, string>, query = "", key = admin.key) => {
    const body = new FormData();
    body.append("file", new File([format.file("cs", texts)], format.path("cs").split("/").at(-1) ?? ""));
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    return json<Told>("POST", `/api/translations/${component.project.slug}/app/cs/file/${query}`, { key, body });
  };

  it("a merge tells what gets a text, what is left and what is not here", async () => {
    const before = await state(component);
    const file = { Quit: "Ukončit", Save: "Uložit", Elsewhere: "Jinde" };
    const fields = { author_email: "nobody@example.org", author_name: "Nobody" };
    const told = await send(file, fields, "?dry_run=true");
    expect(told).toMatchObject({
      status: 200,
      body: {
        dry_run: true,
        not_found: 1,
        skipped: 1,
        accepted: 1,
        emptied: 0,
        unchanged: 3,
        propagated: 0,
        likely_language: null,
      },
    });
    const [language, ...others] = told.body.languages ?? [];
    expect(others).toEqual([]);
    expect(language).toMatchObject({ component: "app", language: "cs", filled: 1, changed: 0, lost: 0 });
    expect(told.body.strings).toEqual([
      expect.objectContaining({ unit: await unitId(component, "cs", "Save"), before: [""], after: ["Uložit"] }),
    ]);
    expect(await state(component)).toEqual(before);
  });

  it("a file put in place of another tells what it would empty; then it empties so much, and says so", async () => {
    const before = await state(component);
    const file = { Quit: "Beenden" };
    const told = await send(file, { method: "replace" }, "?dry_run=true");
    expect(told).toMatchObject({ status: 200, body: { dry_run: true, emptied: 2, unchanged: 1 } });
    expect(told.body.languages).toMatchObject([{ language: "cs", changed: 1, emptied: 2, lost: 2, lowered: 2 }]);
    expect(await state(component)).toEqual(before);
    const done = await send(file, { method: "replace" });
    const { not_found, skipped, accepted, emptied } = told.body;
    expect(done).toMatchObject({ status: 200, body: { not_found, skipped, accepted, emptied } });
    expect(done.body).not.toHaveProperty("dry_run");
    const after = await textRows<{ id: number; targets: string[] }>(
      db,
      sql`select u.id, u.targets from units u join translations t on t.id = u.translation_id where t.component_id = ${component.id} and not t.is_source`,
    );
    const now = new Map(after.map(({ id, targets }) => [Number(id), targets]));
    for (const { unit, after: targets } of told.body.strings ?? []) expect(now.get(unit)).toEqual(targets);
    expect(await counterDrift()).toEqual([]);
  });

  it("what is refused is refused alike", async () => {
    for (const query of ["", "?dry_run=true"]) {
      expect((await send(TEXTS, { method: "explode" }, query)).status).toBe(400);
      expect((await send(TEXTS, { method: "replace" }, query, petra.key)).status).toBe(
        (await send(TEXTS, { method: "replace" }, "", petra.key)).status,
      );
    }
  });
});

it("a plan tells of the language that the texts seem to be in", async () => {
  const [po] = FORMATS as [TwoFormat];
  const keys = Array.from({ length: 9 }, (_, at) => `Source ${at}`);
  const texts = (word: string) => Object.fromEntries(keys.map((key) => [key, `${word} ${key}`]));
  const files = po.files({ cs: texts("Česky"), de: texts("Deutsch") });
  const { component } = await connect(admin.actor, files, po.settings);
  const body = new FormData();
  body.append("file", new File([po.file("cs", texts("Deutsch"))], "cs.po"));
  const address = `/api/translations/${component.project.slug}/app/cs/file/`;
  const told = await json<Told>("POST", `${address}?dry_run=true`, { key: admin.key, body });
  expect(told).toMatchObject({
    status: 200,
    body: { dry_run: true, likely_language: { language_code: "de", same: 9, compared: 9 } },
  });
  const done = await json<Told>("POST", address, { key: admin.key, body });
  expect(done.status).toBe(200);
  expect(done.body).not.toHaveProperty("likely_language");
});

it("new source strings are told for every language", async () => {
  const [po] = FORMATS as [TwoFormat];
  const { component } = await connect(admin.actor, po.files({ cs: TEXTS, de: TEXTS }), po.settings);
  const before = await state(component);
  const body = new FormData();
  body.append("file", new File([po.file("", { Quit: "", Open: "", Save: "", Fresh: "" })], "app.pot"));
  body.append("method", "source");
  const path = `/api/translations/${component.project.slug}/app/en/file/?dry_run=true`;
  const told = await json<Told>("POST", path, { key: admin.key, body });
  expect(told).toMatchObject({ status: 200, body: { dry_run: true } });
  for (const language of ["cs", "de"])
    expect(told.body.languages).toContainEqual(expect.objectContaining({ language, added: 1, removed: 1, lost: 1 }));
  expect(await state(component)).toEqual(before);
});
