import { expect, it } from "vitest";
import { findComponentById } from "@/lib/domain/components/components";
import { createComponent } from "@/lib/domain/creation/create-component";
import { discoverComponents } from "@/lib/domain/creation/discover";
import { importComponent } from "@/lib/domain/creation/import-component";
import { createProject } from "@/lib/domain/projects/projects";
import { db, sql } from "@/lib/platform/database";
import { makeUpstream } from "../support/git";
import { counterDrift } from "../support/loop";
import { makePerson } from "../support/people";
import { textRows } from "../support/text-rows";

it("files without the source language make a component with the language of their base", async () => {
  const admin = await makePerson("admin", { superuser: true });
  const php = (one: string, two: string) => `<?php\n$lang['one'] = '${one}';\n$lang['two'] = '${two}';\n`;
  const upstream = makeUpstream({
    "language/french/date_lang.php": php("un", "deux"),
    "language/czech/date_lang.php": php("jedna", "dvě"),
  });
  await createProject(admin, { name: "Dates", slug: "dates", web: "https://example.org/" });
  const { proposals, sourceLanguage } = await discoverComponents(admin, "dates", { repo: upstream.url });
  expect(sourceLanguage).toBe("en");
  expect(proposals).toMatchObject([
    {
      filemask: "language/*/date_lang.php",
      template: "language/czech/date_lang.php",
      sourceLanguage: "cs",
      sample: [
        { source: "jedna", target: "un" },
        { source: "dvě", target: "deux" },
      ],
    },
  ]);
  const { name, slug, filemask, fileFormat, template, newBase, sourceLanguage: own } = proposals[0]!;
  const made = await createComponent(admin, "dates", {
    ...{ name, slug, filemask, fileFormat, template, newBase, sourceLanguage: own },
    repo: upstream.url,
  });
  await importComponent(made.id, () => {});
  expect((await findComponentById(admin, made.id)).sourceLanguage.code).toBe("cs");
  const rows = await textRows(
    db,
    sql`
    select l.code, t.is_source as source, s.sources[1] as text, u.targets[1] as target from units u
      join source_units s on s.id = u.source_id join translations t on t.id = u.translation_id
      join languages l on l.id = t.language_id where t.component_id = ${made.id} order by l.code, u.position`,
  );
  expect(rows).toEqual([
    { code: "cs", source: true, text: "jedna", target: "jedna" },
    { code: "cs", source: true, text: "dvě", target: "dvě" },
    { code: "fr", source: false, text: "jedna", target: "un" },
    { code: "fr", source: false, text: "dvě", target: "deux" },
  ]);
  expect(await counterDrift()).toEqual([]);
});

it("the languages that are announced are those that get imported, words like “id” and “my” among them", async () => {
  const admin = await makePerson("counter", { superuser: true });
  const po = (text: string) =>
    `msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "One"\nmsgstr "${text}"\n`;
  const codes = ["cs", "de", "fa", "gl", "id", "is", "lt", "my", "no", "tr"];
  const upstream = makeUpstream({
    "po/app.pot": po(""),
    ...Object.fromEntries(codes.map((code) => [`po/${code}.po`, po(`one ${code}`)])),
  });
  await createProject(admin, { name: "Counted", slug: "counted", web: "https://example.org/" });
  const { proposals } = await discoverComponents(admin, "counted", { repo: upstream.url });
  expect(proposals).toHaveLength(1);
  const { name, slug, filemask, fileFormat, template, newBase, languages } = proposals[0]!;
  expect(languages.map(({ code }) => code)).toEqual(codes);
  const made = await createComponent(admin, "counted", {
    ...{ name, slug, filemask, fileFormat, template, newBase },
    repo: upstream.url,
  });
  await importComponent(made.id, () => {});
  const imported = await textRows<{ code: string }>(
    db,
    sql`select language_code as code from translations where component_id = ${made.id} and not is_source order by 1`,
  );
  expect(imported.map(({ code }) => code)).toEqual(codes);
});
