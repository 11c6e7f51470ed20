import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { beginLanguage } from "@/lib/domain/creation/add-language";
import { performOperation } from "@/lib/domain/integrate/operations";
import { listLanguages } from "@/lib/domain/languages/languages";
import { db, sql } from "@/lib/platform/database";
import { connect } from "../support/loop";
import { makePerson } from "../support/people";
import { textRow, textRows } from "../support/text-rows";

let admin: Actor;
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
});

const strings = (text: string) => `<resources>\n<string name="a">${text}</string>\n</resources>\n`;
const files = async (componentId: number) =>
  Object.fromEntries(
    (
      await textRows<{ code: string; filename: string }>(
        db,
        sql`
        select l.code, t.filename from translations t join languages l on l.id = t.language_id
        where t.component_id = ${componentId} and not t.is_source order by l.code`,
      )
    ).map(({ code, filename }) => [code, filename]),
  );
const settings = { filemask: "r/values-*/s.xml", template: "r/values/s.xml", fileFormat: "aresource" };

describe("two files that an alias would make one language", () => {
  it("are two translations, named, with the plural rule of their language", async () => {
    const { component } = await connect(
      admin,
      {
        "r/values/s.xml": strings("Apple"),
        "r/values-bn/s.xml": strings("আপেল"),
        "r/values-bn-rBD/s.xml": strings("সেব"),
        "r/values-uz/s.xml": strings("Olma"),
        "r/values-b+uz+Latn/s.xml": strings("Olma!"),
      },
      settings,
    );
    expect(await files(component.id)).toEqual({
      bn: "r/values-bn/s.xml",
      bn_BD: "r/values-bn-rBD/s.xml",
      uz: "r/values-uz/s.xml",
      uz_Latn: "r/values-b+uz+Latn/s.xml",
    });
    const made = await textRow<{ name: string; formula: string }>(
      db,
      sql`
      select l.name, p.formula from languages l join plurals p on p.language_id = l.id where l.code = 'bn_BD'`,
    );
    const base = await textRow<{ formula: string }>(
      db,
      sql`
      select p.formula from languages l join plurals p on p.language_id = l.id where l.code = 'bn'`,
    );
    expect(made).toEqual({ name: "Bangla (Bangladesh)", formula: base?.formula });
  });

  it("leave a translation that is there its language when the second file comes", async () => {
    const { component, upstream } = await connect(
      admin,
      { "r/values/s.xml": strings("Apple"), "r/values-ta-rIN/s.xml": strings("ஆப்பிள்") },
      settings,
    );
    expect(await files(component.id)).toEqual({ ta: "r/values-ta-rIN/s.xml" });
    upstream.commit({ "r/values-b+ta+Taml/s.xml": strings("ஆப்பிள்!") });
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    expect(await files(component.id)).toEqual({ ta: "r/values-ta-rIN/s.xml", ta_Taml: "r/values-b+ta+Taml/s.xml" });
  });
});

describe("a language that only ISO 639 knows", () => {
  it("is named when a file or a person uses it, and not before", async () => {
    const { count } = await listLanguages({ limit: 1, offset: 0 });
    expect(count).toBeLessThan(1000);
    const { component } = await connect(
      admin,
      { "r/values/s.xml": strings("Apple"), "r/values-aeu/s.xml": strings("x") },
      { ...settings, newLang: "add" },
    );
    await beginLanguage(admin, component, "aez");
    const names = await textRows<{ code: string; name: string }>(
      db,
      sql`select code, name from languages where code in ('aeu', 'aez') order by code`,
    );
    expect(names).toEqual([
      { code: "aeu", name: "Akeu" },
      { code: "aez", name: "Aeka" },
    ]);
    expect((await listLanguages({ limit: 1, offset: 0 })).count).toBe(count + 2);
    await expect(beginLanguage(admin, component, "qqqq")).rejects.toThrow(/no language/);
  });
});
