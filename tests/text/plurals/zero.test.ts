import { describe, expect, it } from "vitest";
import { runChecks } from "@/lib/text/checks/run";
import { parseFlags } from "@/lib/text/flags/flags";
import { findCatalogueLanguage } from "@/lib/text/languages/catalogue";
import { parsePluralFormula, validatePlural } from "@/lib/text/plurals/formula";
import { offersZero, withZero } from "@/lib/text/plurals/zero";

const pluralOf = (code: string) => findCatalogueLanguage(code)!.plural;

describe("a form for zero in front of the others", () => {
  it.each(["cs", "en", "ja", "pl", "ru", "sl", "he", "fr"])(
    "%s: serves zero alone, and all others as before",
    (code) => {
      const own = pluralOf(code);
      const wider = withZero(own);
      expect(wider).toMatchObject({ number: own.number + 1, categories: ["zero", ...own.categories] });
      expect(validatePlural(wider.number, wider.formula)).toBeUndefined();
      const [before, after] = [parsePluralFormula(own.formula), parsePluralFormula(wider.formula)];
      for (const n of [0, 1, 2, 3, 5, 11, 21, 100, 101, 1000]) expect(after(n)).toBe(n === 0 ? 0 : before(n) + 1);
      expect(offersZero(wider)).toBe(true);
      expect(offersZero(own)).toBe(false);
    },
  );

  it("is not put in front of one that is there", () => {
    for (const code of ["ar", "lv", "cy"]) {
      const { number, formula, categories } = pluralOf(code);
      expect(withZero(pluralOf(code))).toMatchObject({ number, formula, categories });
    }
  });

  it("may stay empty", () => {
    const check = (targets: string[], plural = withZero(pluralOf("cs"))) =>
      runChecks({
        sources: ["%d quince", "%d quinces"],
        targets,
        flags: parseFlags("objc-format"),
        languageCode: "cs",
        plural,
      }).map((result) => result.check);
    expect(check(["", "%d kdoule", "%d kdoule", "%d kdoulí"])).toEqual([]);
    expect(check(["žádná", "%d kdoule", "%d kdoule", "%d kdoulí"])).toEqual([]);
    expect(check(["", "%d kdoule", "", "%d kdoulí"])).toEqual(["plurals"]);
    expect(check(["", "%d kdoule", "%d kdoulí"], { ...pluralOf("cs") })).toContain("plurals");
  });
});
