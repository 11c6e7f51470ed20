import { describe, expect, it } from "vitest";
import { findCatalogueLanguage } from "@/lib/text/languages/catalogue";
import { isoLanguageName, languageNameOf } from "@/lib/text/languages/iso";
import { resolveLanguageCode } from "@/lib/text/languages/resolve";

describe("codes of ISO 639", () => {
  it("have names in all three parts, and nothing else has", () => {
    expect(["aeu", "ces", "cze", "cs"].map(isoLanguageName)).toEqual(["Akeu", "Czech", "Czech", "Czech"]);
    for (const wrong of ["", "zzzz", "CS", "q", "__proto__", "constructor"])
      expect(isoLanguageName(wrong)).toBeUndefined();
  });

  it("are named with country, script and variant", () => {
    expect(languageNameOf("aeu_Latn_CN")).toBe("Akeu (Latin, China)");
    expect(languageNameOf("aeu@old")).toBe("Akeu (old)");
    expect(languageNameOf("bn_BD", "Bangla")).toBe("Bangla (Bangladesh)");
    expect(languageNameOf("nonsense_BD")).toBeUndefined();
  });
});

describe("usual variants of the catalogue", () => {
  it.each([
    ["de@formal", "German (formal)", "ltr", "n != 1"],
    ["pt_BR@informal", "Portuguese (Brazil, informal)", "ltr", "n > 1"],
    ["ar_XB", "Arabic (pseudo-locale, right to left)", "rtl", undefined],
    ["en_XA", "English (pseudo-locale, accented)", "ltr", "n != 1"],
    ["sco-ulster", "Scots (Ulster)", "ltr", undefined],
    ["nan_Hant", "Min Nan Chinese (Traditional)", "ltr", undefined],
    ["kmr_Latn", "Kurdish (Northern, Latin)", "ltr", undefined],
  ])("%s", (code, name, direction, formula) => {
    const language = findCatalogueLanguage(code);
    expect(language).toMatchObject({ name, direction });
    if (formula) expect(language?.plural.formula).toBe(formula);
    const base = findCatalogueLanguage(code.split(/[_@-]/)[0] ?? "");
    if (!formula) expect(language?.plural.formula).toBe((base ?? findCatalogueLanguage("kmr"))?.plural.formula);
  });

  it("have the plural rule of their language", () => {
    for (const code of ["sr@ijekavian", "sr_Latn@ijekavian"])
      expect(findCatalogueLanguage(code)?.plural.formula).toBe(findCatalogueLanguage("sr")?.plural.formula);
  });

  it("are found in other spellings", () => {
    const known = { has: (code: string) => findCatalogueLanguage(code) !== undefined };
    expect(resolveLanguageCode("sco_ulster", known).code).toBe("sco-ulster");
    expect(resolveLanguageCode("de@FORMAL", known).code).toBe("de@formal");
    expect(["nb", "no", "nb-NO"].map((code) => resolveLanguageCode(code, known).code)).toEqual(Array(3).fill("nb_NO"));
  });
});
