import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { allLanguages, findCatalogueLanguage } from "@/lib/text/languages/catalogue";
import names from "@/lib/text/languages/names.json";
import { catalogueRows, cldrRuleRows, subtags } from "@/lib/text/languages/rows";
import subtagData from "@/lib/text/languages/subtags.json";
import cldrData from "@/lib/text/plurals/cldr-data.json";
import { pluralExamples } from "@/lib/text/plurals/examples";
import { validatePlural } from "@/lib/text/plurals/formula";

describe("the language catalogue", () => {
  it("is what the generator gives", () => {
    const snapshot = new Map(
      Object.entries(names).map(([code, [english = code, own = english]]) => [code, [english, own] as const]),
    );
    expect(JSON.parse(JSON.stringify(catalogueRows(snapshot)))).toEqual(
      JSON.parse(readFileSync(new URL("../../../lib/text/languages/data.json", import.meta.url), "utf8")),
    );
    expect(cldrRuleRows()).toEqual(cldrData);
    expect(subtags()).toEqual(subtagData);
  });

  it("has several hundred languages with unique codes and aliases", () => {
    const languages = allLanguages();
    expect(languages.length).toBeGreaterThan(500);
    const spellings = languages.flatMap((language) => [language.code, ...language.aliases]);
    expect(new Set(spellings).size).toBe(spellings.length);
    expect(languages.every((language) => language.name !== "" && language.nativeName !== "")).toBe(true);
  });

  it("has a sound plural rule in every row", () => {
    for (const { code, plural } of allLanguages()) {
      expect(validatePlural(plural.number, plural.formula), code).toBeUndefined();
      expect(plural.categories, code).toHaveLength(plural.number);
      expect(new Set(plural.categories).size, code).toBe(plural.number);
      expect(plural.type, code).not.toBe(666);
      expect(
        pluralExamples(plural.formula, plural.number).every((examples) => examples.length > 0),
        code,
      ).toBe(true);
    }
  });

  it.each([
    ["cs", 3, 2, "čeština"],
    ["ru", 3, 22, "русский"],
    ["pl", 3, 22, "polski"],
    ["sk", 3, 2, "slovenčina"],
    ["ar", 6, 3, "العربية"],
    ["cy", 6, 12, "Cymraeg"],
    ["lt", 3, 2, "lietuvių"],
    ["lv", 3, 7, "latviešu"],
    ["sl", 4, 6, "slovenščina"],
    ["fr", 2, 1, "français"],
    ["ja", 1, 0, "日本語"],
    ["mt", 4, 8, "Malti"],
  ])("%s has %i forms of type %i and is called %s", (code, number, type, nativeName) => {
    const language = findCatalogueLanguage(code);
    expect(language).toMatchObject({ nativeName, plural: { number, type } });
  });

  it.each(["ur", "ar", "fa", "he", "yi", "ps", "sd", "ug", "dv", "ckb", "ks", "pa_PK", "az_Arab", "azb", "syr"])(
    "%s is written from right to left",
    (code) => expect(findCatalogueLanguage(code)?.direction).toBe("rtl"),
  );

  it.each(["cs", "ku", "sd_Deva", "ks_Deva", "pa", "uz", "zh_Hans"])("%s is written from left to right", (code) =>
    expect(findCatalogueLanguage(code)?.direction).toBe("ltr"),
  );

  it("counts speakers per country for regional variants", () => {
    const [all, brazil, portugal] = ["pt", "pt_BR", "pt_PT"].map(
      (code) => findCatalogueLanguage(code)?.population ?? 0,
    );
    expect(all).toBeGreaterThan((brazil ?? 0) + (portugal ?? 0));
    expect(brazil).toBeGreaterThan(150_000_000);
    expect(portugal).toBeGreaterThan(8_000_000);
  });
});
