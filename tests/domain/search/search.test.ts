import { beforeAll, describe, expect, it } from "vitest";
import { type Actor, anonymousActor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { searchUnits, withinTime } from "@/lib/domain/search/search-units";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { groupVariants } from "@/lib/domain/units/variants";
import { db, rawSql, sql } from "@/lib/platform/database";
import { connect, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRow, textRows } from "../../support/text-rows";

let petra: Actor;
let component: ComponentRow;

const PO = `msgid ""
msgstr ""
"Language: cs\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"

#. Closes the window
#: src/main.c:10
msgid "Quit now"
msgstr "Konec"

#: src/menu.c:2
msgctxt "menu"
msgid "Open_100%"
msgstr ""

#, fuzzy
msgid "Openx100y"
msgstr "Skoro"

#, c-format
msgid "%d file"
msgid_plural "%d files"
msgstr[0] "%d soubor"
msgstr[1] "%d soubory"
msgstr[2] "%d souborů"
`;

beforeAll(async () => {
  const admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
  ({ component } = await connect(
    admin,
    {
      "po/cs.po": PO,
      "po/de.po": PO.replace("Language: cs", "Language: de")
        .replace("nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2", "nplurals=2; plural=n != 1")
        .replace('msgstr[2] "%d souborů"\n', ""),
    },
    { filemask: "po/*.po", fileFormat: "po" },
  ));
  await editUnit(petra, await unitId(component, "cs", "Open_100%"), { targets: ["Otevřít"], state: 20 });
  const quit = await unitId(component, "cs", "Quit now");
  const source = await unitId(component, "en", "Quit now");
  await db.run(sql`insert into comments (source_id, translation_id, user_id, text)
    select ${source}, translation_id, ${petra.userId}, 'Is this right?' from units where id = ${quit}`);
  await db.run(sql`update units set commented = true where id = ${quit}`);
  await db.run(
    sql`insert into comments (source_id, user_id, text, resolved) values (${source}, ${petra.userId}, 'Typo in source', true)`,
  );
  await db.run(sql`insert into suggestions (unit_id, user_id, targets) values (${quit}, ${petra.userId}, '{Ukončit}')`);
  await db.run(sql`update units set suggested = true where id = ${quit}`);
  await db.run(
    sql`insert into findings (unit_id, "check", dismissed) values (${quit}, 'end_stop', true) on conflict do nothing`,
  );
  await db.run(sql`insert into labels (project_id, name, color) values (${component.projectId}, 'Important', 'red')`);
  await db.run(sql`insert into source_unit_labels (source_id, label_id) select ${source}, id from labels`);
  await db.run(sql`
    update counters k set suggestions = 1, comments = 1 from units u where u.id = ${quit} and k.scope = 'translation' and k.object_id = u.translation_id`);
  await db.run(
    sql`update source_units set explanation = 'Shown in the tray', extra_flags = 'max-length:9' where id = ${source}`,
  );
});

/** First source forms of the Czech strings that fit. */
async function found(query: string, language = "cs"): Promise<string[]> {
  const { rows, count } = await searchUnits(petra, query ? `language:${language} AND (${query})` : "", {
    limit: 100,
    offset: 0,
  });
  expect(count).toBe(rows.length);
  return rows.map((row) => row.sources[0] ?? "").sort();
}

const QUIT = "Quit now";
const OPEN = "Open_100%";
const FUZZY = "Openx100y";
const FILES = "%d file";

describe("a search", () => {
  const cases: [string, string[]][] = [
    ["quit", [QUIT]],
    ["KONEC", [QUIT]],
    ['"quit now"', [QUIT]],
    ["open 100", [FUZZY, OPEN]],
    ['"n_1"', [OPEN]],
    ["100%", [OPEN]],
    ["menu", [OPEN]],
    ["source:open", [FUZZY, OPEN]],
    ['source:="open_100%"', [OPEN]],
    ['source:="%d FILES"', [FILES]],
    ['source:r"^Open.1"', [FUZZY, OPEN]],
    ['source:r"^open"', []],
    ['source:r"(?i)^OPEN"', [FUZZY, OPEN]],
    ['source:r"\\bfile\\b"', [FILES]],
    ['source:r"\\bfil\\b"', []],
    ['source:r"^%d files$"', [FILES]],
    ['target:r"^Ko(?i:NEC)$"', [QUIT]],
    ["target:soubory", [FILES]],
    ["context:menu", [OPEN]],
    ["key:men", [OPEN]],
    ["note:window", [QUIT]],
    ["location:menu.c", [OPEN]],
    ["explanation:tray", [QUIT]],
    ["state:translated", [FILES, OPEN, QUIT]],
    ["state:fuzzy", [FUZZY]],
    ["state:<translated", [FUZZY]],
    ["state:>needs-editing", [FILES, OPEN, QUIT]],
    ["state:[0 to 10]", [FUZZY]],
    ["source_state:read-only OR source_state:translated", [FILES, OPEN, QUIT, FUZZY]],
    ["pending:yes", [OPEN]],
    ["is:pending", [OPEN]],
    ["is:translated", [FILES, OPEN, QUIT]],
    ["is:untranslated", [FUZZY]],
    ["has:plural", [FILES]],
    ["has:context", [OPEN]],
    ["has:note", [QUIT]],
    ["has:location", [OPEN, QUIT]],
    ["has:flags", [QUIT]],
    ["has:explanation", [QUIT]],
    ["has:suggestion", [QUIT]],
    ["has:comment", [QUIT]],
    ["has:resolved-comment", [QUIT]],
    ["has:source-comment", []],
    ["has:dismissed-check", [QUIT]],
    ["has:label", [QUIT]],
    ["has:translation", [FILES, OPEN, QUIT]],
    ["NOT has:translation", [FUZZY]],
    ["has:screenshot", []],
    ["has:variant", []],
    ["has:glossary", []],
    ["dismissed_check:end_stop", [QUIT]],
    ["check:end_stop", []],
    ["comment:right", [QUIT]],
    ["resolved_comment:typo", [QUIT]],
    ["comment_author:PETRA", [QUIT]],
    ["suggestion:ukončit", [QUIT]],
    ["suggestion_author:petra", [QUIT]],
    ["label:important", [QUIT]],
    ["labels_count:1", [QUIT]],
    ["priority:100", [FILES, OPEN, QUIT, FUZZY]],
    ["position:[1 to 2]", [OPEN, QUIT]],
    ["changed_by:petra", [OPEN]],
    ["changed_by:petra AND change_action:suggestion-accepted", []],
    ["changed_by:petra AND change_action:translation-added", [OPEN]],
    ["change_action:translation-added AND changed:<2001", []],
    ["changed:>2000", [OPEN]],
    ["change_time:>2000 AND change_action:translation-added", [OPEN]],
    ['change_action:"Translation added"', [OPEN]],
    ["last_changed:>=2000-01-01", [OPEN]],
    ["source_changed:<2000", []],
    ["added:>2000 AND added:<3000", [FILES, OPEN, QUIT, FUZZY]],
    ["added:2001", []],
    ["component:app", [FILES, OPEN, QUIT, FUZZY]],
    ["component:pp", [FILES, OPEN, QUIT, FUZZY]],
    ["component:other", []],
    ["NOT state:translated", [FUZZY]],
    ["NOT source_changed:<2000", [FILES, OPEN, QUIT, FUZZY]],
    ["quit OR file", [FILES, QUIT]],
    ["quit OR open AND state:fuzzy", [FUZZY, QUIT]],
    ["(quit OR open) AND state:fuzzy", [FUZZY]],
    [`"'; drop table units; --"`, []],
  ];
  for (const [query, expected] of cases)
    it(`for ${query}`, async () => {
      expect(await found(query)).toEqual([...expected].sort());
    });

  it("finds by place and id", async () => {
    const id = await unitId(component, "de", QUIT);
    expect(await found(`id:${id},1`, "de")).toEqual([QUIT]);
    expect(await found(`project:${component.project.slug}`, "de")).toHaveLength(4);
    expect(await found(`path:${component.project.slug}/app/de`, "de")).toHaveLength(4);
    expect(await found(`path:${component.project.slug}/app`, "de")).toHaveLength(4);
    expect(await found(`path:${component.project.slug}/ap`, "de")).toHaveLength(0);
  });

  it.each(["de", "DE", "german", "Deutsch", "deu"])("takes a language by %s", async (word) => {
    expect(await found("quit", word)).toEqual([QUIT]);
  });

  it("takes a language by its code before any name, and those whose names begin alike when none is called so", async () => {
    await db.run(sql`insert into languages (code, name) values ('xx', 'Grmn'), ('grmn', 'Other')`);
    expect(await found("quit", "grmn")).toEqual([]);
    await db.run(sql`update languages set name = 'Quenya (Tengwar)' where code = 'de'`);
    expect(await found("quit", "quenya")).toEqual([QUIT]);
    expect(await found("quit", "quen")).toEqual([]);
    await db.run(sql`update languages set name = 'German' where code = 'de'`);
    await db.run(sql`delete from languages where code in ('xx', 'grmn')`);
  });

  it("takes the path of one language of a project or a component", async () => {
    const { slug } = component.project;
    for (const path of [`${slug}/-/de`, `${slug}/app/-/de`, "-/de"])
      expect(await found(`path:${path}`, "de"), path).toHaveLength(4);
    expect(await found(`path:${slug}/-/cs`, "de")).toHaveLength(0);
    expect(await found("path:other/-/de", "de")).toHaveLength(0);
  });

  it("knows the dotted capital from an i", async () => {
    const id = await unitId(component, "de", QUIT);
    const before = await textRow<{ targets: string[] }>(db, sql`select targets from units where id = ${id}`);
    for (const [target, queries] of [
      ["İstanbul", ["İ", "i\u0307", "i\u0307STANBUL", "İSTAN", "stanbul"]],
      ["i\u0307stanbul", ["İ", "İstanbul"]],
    ] as const) {
      await db.run(sql`update units set targets = array[${target}] where id = ${id}`);
      for (const query of queries)
        expect(await found(`target:"${query}"`, "de"), `${target} by ${query}`).toEqual([QUIT]);
    }
    expect(await found('target:="İstanbul"', "de")).toEqual([QUIT]);
    await db.run(sql`update units set targets = array['Islington in Iowa'] where id = ${id}`);
    for (const query of ["İ", "İs", "İslington"]) expect(await found(`target:${query}`, "de"), query).toEqual([]);
    await db.run(sql`update units set targets = ${before?.targets} where id = ${id}`);
  });

  it("finds what an import changed, and what nobody is known to have changed", async () => {
    const id = await unitId(component, "de", FUZZY);
    await db.run(sql`insert into changes (action, cause, unit_id, at) values (59, 'repository', ${id}, '2011-05-05')`);
    expect(await found("changed:2011", "de")).toEqual([FUZZY]);
    expect(await found("last_changed:2011", "de")).toEqual([FUZZY]);
    expect(await found('changed:2011 AND changed_by:""', "de")).toEqual([FUZZY]);
    expect(await found("changed:2011 AND changed_by:petra", "de")).toEqual([]);
    expect(await found('changed_by:""', "de")).toEqual([FUZZY]);
  });

  it("takes strings for variants when a flag of one names the other", async () => {
    const [open, fuzzy] = [await unitId(component, "en", "Open_100%"), await unitId(component, "en", FUZZY)];
    for (const flags of [`variants:${OPEN}`, `max-length:9, variants:"${OPEN}"`, `variants: '${OPEN}', read-only`]) {
      await db.run(sql`update source_units set extra_flags = ${flags} where id = ${fuzzy}`);
      await groupVariants();
      expect(await found("has:variant"), flags).toEqual([FUZZY, OPEN].sort());
    }
    await db.run(sql`update source_units set sources = array['A "quoted" text, long'] where id = ${open}`);
    await db.run(
      sql`update source_units set extra_flags = ${'variants:"A \\"quoted\\" text, long"'} where id = ${fuzzy}`,
    );
    await groupVariants();
    expect(await found("has:variant")).toHaveLength(2);
    await db.run(sql`update source_units set sources = array['Open_100%'] where id = ${open}`);
    expect(await found("has:variant")).toEqual([]);
    await db.run(sql`update source_units set extra_flags = '' where id = ${fuzzy}`);
  });

  it("finds everything when it is empty, and only what the caller may see", async () => {
    expect(await found("")).toHaveLength(12);
    await db.run(sql`update projects set access_control = 100`);
    expect((await searchUnits(await anonymousActor(), "quit", { limit: 10, offset: 0 })).rows).toEqual([]);
    await db.run(sql`update projects set access_control = 0`);
  });

  it("that the database cannot do is told on q", async () => {
    const fail = (query: string) => expect(searchUnits(petra, query, { limit: 10, offset: 0 })).rejects;
    await fail('source:r"a{99999}"').toMatchObject({
      fields: [{ path: "q", message: expect.stringContaining("counts beyond 255") }],
    });
    await fail('source:r"(a)\\1"').toMatchObject({
      fields: [{ path: "q", message: expect.stringContaining("back-references") }],
    });
    await fail("change_action:nonsense").toMatchObject({ fields: [{ path: "q" }] });
    await fail("nofield:x").toMatchObject({ fields: [{ path: "q" }] });
  });

  it("ends in time, and leaves other statements their own time", async () => {
    const started = performance.now();
    const slow = withinTime(async (tx) => {
      expect(await textRow(tx, sql`show statement_timeout`)).toEqual({ statementTimeout: "10s" });
      await tx.run(rawSql("set local statement_timeout = 100"));
      return textRows(tx, sql`select pg_sleep(5)`);
    });
    await expect(slow).rejects.toMatchObject({ fields: [{ path: "q", message: expect.stringContaining("too long") }] });
    expect(performance.now() - started).toBeLessThan(3000);
    expect(await textRow(db, sql`show statement_timeout`)).toEqual({ statementTimeout: "0" });
  });
});
