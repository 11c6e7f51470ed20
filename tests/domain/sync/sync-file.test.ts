import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { ACTION } from "@/lib/domain/change-actions";
import type { ComponentRow } from "@/lib/domain/components/components";
import { updateRepository } from "@/lib/domain/integrate/update";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { withWorkingCopy } from "@/lib/domain/working-copy/working-copy";
import { db, sql } from "@/lib/platform/database";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRow, textRows } from "../../support/text-rows";

/** How one file of upstream becomes rows: strings that come, change and go, and what the ledger says of it. */

let admin: Actor;
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
});

const settings = { filemask: "po/*.po", fileFormat: "po" } as const;
const po = (strings: Record<string, string>, plural = "") =>
  [
    `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n${plural && `"Plural-Forms: ${plural}\\n"\n`}`,
    ...Object.entries(strings).map(([source, target]) => `msgid "${source}"\nmsgstr "${target}"\n`),
  ].join("\n");
const pull = ({ repositoryId }: ComponentRow, again = false) =>
  withWorkingCopy(repositoryId, (checkout) => updateRepository(checkout, { force: again }));
const texts = async ({ id }: ComponentRow, language: string) =>
  Object.fromEntries(
    (
      await textRows<{ source: string; target: string }>(
        db,
        sql`
        select s.sources[1] as source, u.targets[1] as target from units u join source_units s on s.id = u.source_id
          join translations t on t.id = u.translation_id join languages l on l.id = t.language_id
        where t.component_id = ${id} and l.code = ${language} order by u.position`,
      )
    ).map(({ source, target }) => [source, target]),
  );
const told = async ({ id }: ComponentRow) =>
  (
    await textRows<{ action: number; code: string | null; target: string }>(
      db,
      sql`
      select ch.action, l.code, ch.target from changes ch left join languages l on l.id = ch.language_id
      where ch.component_id = ${id} order by ch.id`,
    )
  ).map(({ action, code, target }) => [action, code, target]);

describe("a string of upstream", () => {
  it("that is new in one file comes into its language alone", async () => {
    const before = { "po/cs.po": po({ Apple: "Jablko" }), "po/de.po": po({ Apple: "Apfel" }) };
    const { component, upstream } = await connect(admin, before, settings);
    upstream.commit({ "po/cs.po": po({ Apple: "Jablko", Pear: "Hruška" }) });
    await pull(component);
    expect(await texts(component, "cs")).toEqual({ Apple: "Jablko", Pear: "Hruška" });
    expect(await texts(component, "de")).toEqual({ Apple: "Apfel" });
    expect(await counterDrift()).toEqual([]);
  });

  it("stays as long as one language has it, and goes with the last", async () => {
    const both = { Apple: "x", Pear: "y" };
    const { component, upstream } = await connect(admin, { "po/cs.po": po(both), "po/de.po": po(both) }, settings);
    upstream.commit({ "po/cs.po": po({ Apple: "x" }) });
    await pull(component);
    expect(await texts(component, "en")).toEqual({ Apple: "Apple", Pear: "Pear" });
    expect(await texts(component, "cs")).toEqual({ Apple: "x" });
    upstream.commit({ "po/de.po": po({ Apple: "x" }) });
    await pull(component);
    expect(await texts(component, "en")).toEqual({ Apple: "Apple" });
    expect(await counterDrift()).toEqual([]);
  });

  it("that no language has any more stays while the template for new languages has it", async () => {
    const both = { Apple: "x", Pear: "y" };
    const { component, upstream } = await connect(
      admin,
      { "po/app.pot": po({ Apple: "", Pear: "" }), "po/cs.po": po(both) },
      { ...settings, newBase: "po/app.pot" },
    );
    upstream.commit({ "po/cs.po": po({ Apple: "x" }) });
    await pull(component);
    expect(await texts(component, "en")).toEqual({ Apple: "Apple", Pear: "Pear" });
    upstream.commit({ "po/app.pot": po({ Apple: "" }), "po/cs.po": po({ Apple: "z" }) });
    await pull(component);
    expect(await texts(component, "en")).toEqual({ Apple: "Apple" });
  });

  it("that changed is told once, and a second run finds nothing to do", async () => {
    const { component, upstream } = await connect(admin, { "po/cs.po": po({ Apple: "Jablko", Pear: "" }) }, settings);
    const before = (await told(component)).length;
    upstream.commit({ "po/cs.po": po({ Apple: "Jabloň", Pear: "" }) });
    await pull(component);
    const lines = (await told(component)).slice(before);
    expect(lines.filter(([, code]) => code === "cs")).toEqual([[expect.any(Number), "cs", "Jabloň"]]);
    const after = await told(component);
    await pull(component);
    await pull(component, true);
    expect((await told(component)).filter(([, code]) => code === "cs")).toEqual(
      after.filter(([, code]) => code === "cs"),
    );
    expect(await texts(component, "cs")).toEqual({ Apple: "Jabloň", Pear: "" });
  });
});

describe("a new file", () => {
  it("is one line of the ledger, however many strings it has", async () => {
    const { component, upstream } = await connect(admin, { "po/cs.po": po({ Apple: "", Pear: "" }) }, settings);
    upstream.commit({ "po/de.po": po({ Apple: "Apfel", Pear: "Birne" }) });
    await pull(component);
    expect(
      (await told(component)).filter(([action, code]) => code === "de" && action === ACTION.RESOURCE_UPDATED),
    ).toHaveLength(1);
    expect((await told(component)).filter(([, , target]) => target === "Apfel")).toEqual([]);
    expect(await texts(component, "de")).toEqual({ Apple: "Apfel", Pear: "Birne" });
    expect(await counterDrift()).toEqual([]);
  });

  it("brings a plural rule of its own, which wins over that of the language", async () => {
    const own = "nplurals=2; plural=(n != 1);";
    const { component } = await connect(
      admin,
      { "po/cs.po": po({ Apple: "" }, own), "po/pl.po": po({ Apple: "" }) },
      settings,
    );
    const forms = await textRows<{ code: string; number: number }>(
      db,
      sql`
      select l.code, q.number from translations t join languages l on l.id = t.language_id join plurals q on q.id = t.plural_id
      where t.component_id = ${component.id} and l.code in ('cs', 'pl') order by 1`,
    );
    expect(forms).toEqual([
      { code: "cs", number: 2 },
      { code: "pl", number: 3 },
    ]);
  });
});

describe("reading all files again", () => {
  it("brings texts back that the rows have otherwise, but leaves edits that wait", async () => {
    const { component } = await connect(admin, { "po/cs.po": po({ Apple: "Jablko", Pear: "Hruška" }) }, settings);
    await editUnit(admin, await unitId(component, "cs", "Pear"), { targets: ["Moje"], state: 20 });
    await db.run(sql`update units set targets = '{Jinak}' where id = ${await unitId(component, "cs", "Apple")}`);
    await pull(component);
    expect(await texts(component, "cs")).toEqual({ Apple: "Jinak", Pear: "Moje" });
    await pull(component, true);
    expect(await texts(component, "cs")).toEqual({ Apple: "Jablko", Pear: "Moje" });
    const waiting = await textRow<{ count: number }>(db, sql`select count(*)::int as count from pending_changes`);
    expect(waiting?.count).toBe(1);
  });
});
