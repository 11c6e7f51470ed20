import plurals from "cldr-core/supplemental/plurals.json";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { refusal } from "@/lib/text/messages/refusal";
import { worded } from "@/lib/text/messages/worded";
import { pluralCategories, pluralType } from "@/lib/text/plurals/categories";
import { cldrCategory, cldrToGettext } from "@/lib/text/plurals/cldr-to-gettext";
import { describePlural, pluralExamples } from "@/lib/text/plurals/examples";
import {
  PluralFormulaError,
  parsePluralFormula,
  parsePluralHeader,
  SAMPLE_COUNTS,
  samePlurals,
  validatePlural,
} from "@/lib/text/plurals/formula";

const CZECH = "(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2";
const RUSSIAN = "n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2";

describe("gettext formulas", () => {
  it.each([
    ["0", [0, 0, 0]],
    ["n != 1", [1, 0, 1]],
    ["n>1;", [0, 0, 1]],
    ["!(n==1)", [1, 0, 1]],
    ["!n", [1, 0, 0]],
    ["n + 2 * 3 - 1", [5, 6, 7]],
    ["(n + 1) % 2", [1, 0, 1]],
    ["7 / (n + 1)", [7, 3, 2]],
    ["1 / n", [0, 1, 0]],
    ["n ? n == 1 ? 5 : 6 : 7", [7, 5, 6]],
    ["n == 0 || n == 1 && n > 5", [1, 0, 0]],
    ["10 - 3 - n", [7, 6, 5]],
  ])("%s gives %j for 0, 1, 2", (formula, expected) => {
    expect([0, 1, 2].map(parsePluralFormula(formula))).toEqual(expected);
  });

  it.each([
    ["", 0],
    ["n =", 2],
    ["n == ", 5],
    ["(n", 2],
    ["n ? 1", 5],
    ["n; alert(1)", 3],
    ["m", 0],
    ["nn", 0],
    ["n & 1", 2],
    ["process.exit()", 0],
    ["1e9", 1],
  ])("%j is refused at character %i", (formula, position) => {
    let error: unknown;
    try {
      parsePluralFormula(formula);
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(PluralFormulaError);
    expect((error as PluralFormulaError).position).toBe(position);
  });

  it.each(["(".repeat(1900), "!".repeat(1900), "n?".repeat(900), "n".repeat(100_000), `0${"+1".repeat(5000)}`])(
    "ends soon on hostile text",
    (formula) => expect(() => parsePluralFormula(formula)).toThrow(PluralFormulaError),
  );

  it("throws nothing but its own error", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("n", "1", "10", "?", ":", "%", "==", "(", ")", "!", "&&", "||", "-", "/")),
        (parts) => {
          try {
            expect(Number.isFinite(parsePluralFormula(parts.join(" "))(5))).toBe(true);
          } catch (error) {
            expect(error).toBeInstanceOf(PluralFormulaError);
          }
        },
      ),
    );
  });

  it("compares rules by what they choose", () => {
    expect(samePlurals(CZECH, "n == 1 ? 0 : n > 1 && n < 5 ? 1 : 2")).toBe(true);
    expect(samePlurals("n > 1", "n != 1")).toBe(false);
    expect(samePlurals(RUSSIAN, CZECH)).toBe(false);
  });

  it("reads a header value", () => {
    expect(parsePluralHeader("nplurals=2; plural=(n != 1);")).toEqual({ number: 2, formula: "(n != 1)" });
    expect(parsePluralHeader("nplurals = 1 ; plural = 0")).toEqual({ number: 1, formula: "0" });
    expect(parsePluralHeader("nplurals=INTEGER; plural=EXPRESSION;")).toBeUndefined();
    expect(parsePluralHeader("nplurals=0; plural=0;")).toBeUndefined();
    expect(parsePluralHeader("nplurals=2; plural=n !;")).toBeUndefined();
  });

  it("says what is wrong with a plural", () => {
    expect(validatePlural(3, CZECH)).toBeUndefined();
    expect(validatePlural(2, CZECH)).toEqual(refusal("pluralForm", { form: 2, count: 0, number: 2 }));
    expect(worded(validatePlural(2, "n !") ?? "").message).toBe('Plural formula: unexpected "!" at character 3.');
    expect(validatePlural(0, "0")).toEqual(refusal("pluralCount"));
  });
});

describe("examples", () => {
  it("lists the counts each form is used for", () => {
    expect(pluralExamples(CZECH, 3).map((counts) => counts.slice(0, 4))).toEqual([[1], [2, 3, 4], [0, 5, 6, 7]]);
    expect(pluralExamples("0", 1)).toEqual([[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]]);
    expect(describePlural(CZECH, 3).map((form) => form.single)).toEqual([true, false, false]);
    expect(describePlural("n > 1", 2).map((form) => form.single)).toEqual([true, false]);
    expect(describePlural(RUSSIAN, 3).map((form) => form.single)).toEqual([false, false, false]);
  });
});

describe("categories", () => {
  it.each([
    ["ru", RUSSIAN, 3, "one few many", 22],
    ["sr_Latn", RUSSIAN, 3, "one few other", 2],
    [undefined, RUSSIAN, 3, "one few other", 2],
    ["cs", CZECH, 3, "one few other", 2],
    ["pl", "n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2", 3, "one few many", 22],
    ["lv", "n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2", 3, "one other zero", 7],
    ["fr", "n > 1", 2, "one other", 1],
    ["pt_BR", "n > 1", 2, "one other", 1],
    ["de", "n != 1", 2, "one other", 1],
    [undefined, "n != 1", 2, "one other", 1],
    ["ja", "0", 1, "other", 0],
    ["sl", "n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3", 4, "one two few other", 6],
    ["he", "n==1 ? 0 : n==2 ? 1 : 2", 3, "one two other", 4],
    ["he", "n != 1", 2, "one other", 1],
    [undefined, "n==0 ? 0 : n==1 ? 1 : 2", 3, "zero one other", 11],
    [undefined, "n==2 ? 2 : n != 1", 3, "one other two", 14],
  ])("%s %s", (language, formula, number, categories, type) => {
    const found = pluralCategories(formula, number, language);
    expect(found.join(" ")).toBe(categories);
    expect(pluralType(found)).toBe(type);
  });

  it("gives the Arabic rule its own number", () => {
    const formula = "n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5";
    const categories = pluralCategories(formula, 6, "ar");
    expect(categories).toEqual(["zero", "one", "two", "few", "many", "other"]);
    expect(pluralType(categories, formula)).toBe(3);
    expect(pluralType(categories)).toBe(12);
    expect(pluralType(["one", "weird"])).toBe(666);
  });

  it("gives as many categories as forms for any formula", () => {
    for (let number = 1; number <= 8; number++) {
      expect(pluralCategories(`n % ${number}`, number)).toHaveLength(number);
      expect(pluralCategories("n != 1", number)).toHaveLength(number);
    }
  });
});

describe("CLDR rules as gettext formulas", () => {
  const cardinals = Object.entries(plurals.supplemental["plurals-type-cardinal"]);
  const rulesOf = (rules: Record<string, string>) =>
    new Map(Object.entries(rules).map(([key, text]) => [key.replace("pluralRule-count-", ""), text]));

  it.each(cardinals)("%s chooses as CLDR does", (_, texts) => {
    const rules = rulesOf(texts);
    const plural = cldrToGettext(rules);
    const choose = parsePluralFormula(plural.formula);
    for (const n of SAMPLE_COUNTS) expect(plural.categories[choose(n)], String(n)).toBe(cldrCategory(rules, n));
  });

  it("agrees with an engine that is not ours", () => {
    // ICU of the running Node may be older than the CLDR we ship: rules that changed lately are left out.
    const codes = [
      "ar",
      "cs",
      "cy",
      "br",
      "ga",
      "gd",
      "lt",
      "lv",
      "pl",
      "ru",
      "sl",
      "fr",
      "es",
      "ja",
      "en",
      "hi",
      "kw",
      "is",
      "ro",
    ];
    for (const code of codes) {
      const texts = cardinals.find(([candidate]) => candidate === code)?.[1];
      const plural = cldrToGettext(rulesOf(texts ?? {}));
      const choose = parsePluralFormula(plural.formula);
      const engine = new Intl.PluralRules(code);
      for (const n of SAMPLE_COUNTS) expect(plural.categories[choose(n)], `${code} ${n}`).toBe(engine.select(n));
    }
  });
});
