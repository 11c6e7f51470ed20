import { beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { beginLanguage } from "@/lib/domain/creation/add-language";
import { writeLanguageFile } from "@/lib/domain/creation/language-files";
import { performOperation } from "@/lib/domain/integrate/operations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { db, sql } from "@/lib/platform/database";
import { fileDrift } from "../support/differences";
import { connect, counterDrift, unitId } from "../support/loop";
import { makePerson } from "../support/people";
import { textRow } from "../support/text-rows";

/** New languages where no template for new files is set: programs fall back to the source for what is not there. */

let petra: Actor;
beforeAll(async () => {
  petra = await makePerson("petra", { superuser: true });
});

const KINDS = [
  {
    format: "json",
    end: "json",
    base: '{\n  "a": "One",\n  "b": "Two"\n}\n',
    empty: "{}\n",
    one: '{\n  "b": "Kaksi"\n}\n',
    key: "b",
  },
  {
    format: "json-nested",
    end: "json",
    base: '{\n\t"x": {\n\t\t"a": "One",\n\t\t"b": "Two"\n\t}\n}\n',
    empty: "{}\n",
    one: '{\n\t"x": {\n\t\t"b": "Kaksi"\n\t}\n}\n',
    key: "x.b",
  },
  {
    format: "webextension",
    end: "json",
    base: '{\n  "a": { "message": "One" },\n  "b": { "message": "Two" }\n}\n',
    empty: "{}\n",
    one: expect.stringContaining('"message": "Kaksi"'),
    key: "b",
  },
  { format: "yaml", end: "yaml", base: "a: One\nb: Two\n", empty: "{}\n", one: "b: Kaksi\n", key: "b" },
  {
    format: "ruby-yaml",
    end: "yml",
    base: "en:\n  a: One\n  b: Two\n",
    empty: expect.stringContaining("{}"),
    one: "fi:\n  b: Kaksi\n",
    key: "b",
  },
  { format: "fluent", end: "ftl", base: "a = One\nb = Two\n", empty: "", one: "b = Kaksi\n", key: "b" },
  {
    format: "go-i18n-toml",
    end: "toml",
    base: '[a]\nother = "One"\n\n[b]\nother = "Two"\n',
    empty: "\n",
    one: expect.stringContaining('[b]\nother = "Kaksi"\n'),
    key: "b",
  },
];

it.each(KINDS)("starts a file of $format without blank texts", async ({ format, end, base, empty, one, key }) => {
  const { component, upstream } = await connect(
    petra,
    { [`l/en.${end}`]: base },
    { filemask: `l/*.${end}`, template: `l/en.${end}`, fileFormat: format, pushOnCommit: false },
  );
  await beginLanguage(petra, component, "fi");
  const row = await textRow<{ id: number }>(
    db,
    sql`select id from translations where component_id = ${component.id} and not is_source`,
  );
  await writeLanguageFile(component.repositoryId, row?.id ?? 0);
  expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
  expect(upstream.read(`l/fi.${end}`)).toEqual(empty);
  await editUnit(petra, await unitId(component, "fi", key), { targets: ["Kaksi"], state: 20 });
  expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
  const file = upstream.read(`l/fi.${end}`);
  expect(file).toEqual(one);
  expect(file).not.toContain("One");
  expect(file).not.toMatch(/\ba\b/);
  expect(await counterDrift()).toEqual([]);
  expect(await fileDrift(component)).toEqual([]);
});
