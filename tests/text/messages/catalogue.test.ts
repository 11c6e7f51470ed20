import { describe, expect, it } from "vitest";
import { chooseLanguage, filled, languageFor, textsOf } from "@/lib/text/messages/catalogue";

describe("the language of a page", () => {
  const known = ["en", "de", "pt-BR", "zh-Hans"];

  it.each([
    ["de", "de"],
    ["de-AT,de;q=0.9,en;q=0.8", "de"],
    ["en;q=0.5, de;q=0.7", "de"],
    ["cs, de;q=0.5", "de"],
    ["zh-CN", "zh-Hans"],
    ["zh-TW", "en"],
    ["pt", "pt-BR"],
    ["DE", "de"],
  ])("asked for with %s is %s", (asked, language) => {
    expect(chooseLanguage(asked, known)).toBe(language);
  });

  it.each(["", "*", "cs", "de;q=0", ";;q=,", "../../etc/passwd", "__proto__", "x".repeat(10_000)])(
    "is English for %s",
    (asked) => {
      expect(chooseLanguage(asked, known)).toBe("en");
    },
  );
});

describe("the language of a page for a reader", () => {
  const known = ["en", "de", "pt-BR"];

  it.each([
    ["the one chosen, whatever the browser asks for", "pt-BR", "de", "pt-BR"],
    ["English, when that is chosen", "en", "de", "en"],
    ["the browser's, when none is chosen", undefined, "de", "de"],
    ["the browser's, when the catalogue chosen is gone", "cs", "de", "de"],
    ["English, when there is no catalogue of either", "cs", "fr", "en"],
  ])("is %s", (_, chosen, asked, language) => {
    expect(languageFor(chosen, asked, known)).toBe(language);
  });
});

describe("a catalogue", () => {
  it("says in English what it does not say itself, message by message", () => {
    const usual = { a: "A", b: { c: "C", d: "D" }, e: { f: "F" } };
    expect(filled({ b: { c: "Z", d: "" }, e: "wrong", g: "unknown" }, usual)).toEqual({
      a: "A",
      b: { c: "Z", d: "D" },
      e: { f: "F" },
    });
  });

  it("says messages with their arguments", () => {
    const t = textsOf("en");
    expect(t("form.problems", { count: 1 })).toBe("1 problem to fix");
    expect(t("form.problems", { count: 1200 })).toBe("1,200 problems to fix");
  });

  it.each(["en", "cs", "ar"])("says a number in %s alike, however many were said before", (language) => {
    const t = textsOf(language);
    const asked = [0, 1, 2, 5, 11, 1200, 1.5];
    const said = asked.map((count) => t("form.problems", { count }));
    for (let count = 0; count < 5000; count++) t("form.problems", { count });
    expect(asked.map((count) => t("form.problems", { count }))).toEqual(said);
    const written = new Intl.NumberFormat(language).format(1200);
    expect(said[5]).toContain(written);
    expect(new Set(said).size).toBe(asked.length);
  });
});
