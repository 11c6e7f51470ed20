import { describe, expect, it } from "vitest";
import { allLanguages } from "@/lib/text/languages/catalogue";
import { isLanguageCode } from "@/lib/text/languages/discovery";
import { resolveLanguageCode } from "@/lib/text/languages/resolve";
import { formatLanguageCode, LANGUAGE_CODE_STYLES } from "@/lib/text/languages/styles";

const known = new Set(allLanguages().map((language) => language.code));

describe("resolving language codes", () => {
  it.each([
    ["cs", "cs"],
    ["CS", "cs"],
    ["pt-rBR", "pt_BR"],
    ["pt-BR", "pt_BR"],
    ["pt_br", "pt_BR"],
    ["ptBR", "pt_BR"],
    ["enGB", "en_GB"],
    ["b+sr+Latn", "sr_Latn"],
    ["b+es+419", "es_419"],
    ["sr@latin", "sr_Latn"],
    ["sr_latin", "sr_Latn"],
    ["sr_RS@latin", "sr_Latn"],
    ["sr_RS", "sr"],
    ["iw", "he"],
    ["in", "id"],
    ["ji", "yi"],
    ["no", "nb_NO"],
    ["nb", "nb_NO"],
    ["nb-NO", "nb_NO"],
    ["zh-CN", "zh_Hans"],
    ["zh", "zh_Hans"],
    ["zh-Hans", "zh_Hans"],
    ["zh_TW", "zh_Hant"],
    ["zh-rTW", "zh_Hant"],
    ["zh-Hant-TW", "zh_Hant"],
    ["zh_HK", "zh_Hant_HK"],
    ["cs_CZ", "cs"],
    ["de-DE", "de"],
    ["de_AT", "de_AT"],
    ["ces", "cs"],
    ["ces_CZ", "cs"],
    ["eng-GB", "en_GB"],
    ["iw_IL", "he"],
    ["ca_ES@valencia", "ca@valencia"],
    ["be@latin", "be_Latn"],
    ["uz@cyrillic", "uz_Cyrl"],
    ["fil-rPH", "fil"],
    ["tl", "fil"],
    ["cs (2)", "cs"],
    [".cs.", "cs"],
    ["[fr]", "fr"],
    ["German", "de"],
    ["Čeština", "cs"],
  ])("%s means %s", (code, expected) => {
    expect(resolveLanguageCode(code, known)).toEqual({ code: expected, known: true });
  });

  it.each([
    ["de_XX", "de_XX", "de"],
    ["de-x-formal", "de_x_formal", "de"],
    ["DE_de_Formal", "de_DE_formal", "de"],
    ["sr-latn-me", "sr_Latn_ME", "sr_Latn"],
    ["zh_TW_slang", "zh_TW_slang", "zh_Hant"],
    ["qq", "qq", undefined],
    ["qq-ZZ", "qq_ZZ", undefined],
  ])("%s is new: %s from %s", (code, expected, base) => {
    const wanted = base === undefined ? { code: expected, known: false } : { code: expected, known: false, base };
    expect(resolveLanguageCode(code, known)).toEqual(wanted);
  });

  it("asks the project's aliases first", () => {
    const aliases = new Map([
      ["cs", "sk"],
      ["xx", "pt-BR"],
      ["en_US", "en"],
    ]);
    expect(resolveLanguageCode("cs", known, aliases).code).toBe("sk");
    expect(resolveLanguageCode("xx", known, aliases).code).toBe("pt_BR");
    expect(resolveLanguageCode("en-US", known, aliases).code).toBe("en");
  });

  it("finds every row in every style that keeps the language", () => {
    const lossy = /^(zh_Latn|yue_Hans|en)$/;
    for (const code of known) {
      if (lossy.test(code)) continue;
      for (const style of ["posix", "posix_lowercase", "bcp", "bcp_lower", "android", "linux"] as const) {
        expect(resolveLanguageCode(formatLanguageCode(code, style), known).code, `${style} ${code}`).toBe(code);
      }
    }
  });

  it("is quick and calm with hostile codes", () => {
    const hostile = [
      "__proto__",
      "constructor",
      "a".repeat(1e6),
      "_".repeat(1e5),
      "@".repeat(1e5),
      "x_".repeat(1e5),
      "",
      "(",
    ];
    const start = performance.now();
    for (const code of hostile) expect(resolveLanguageCode(code, known).known).toBe(false);
    for (let i = 0; i < 50_000; i++) resolveLanguageCode(i % 2 ? "zh-rTW" : "de_XX_foo", known);
    expect(performance.now() - start).toBeLessThan(2000);
  });
});

describe("spelling language codes", () => {
  it.each([
    ["posix", "cs", "pt_BR", "zh_Hans", "sr@latin"],
    ["posix_lowercase", "cs", "pt_br", "zh_hans", "sr@latin"],
    ["posix_long", "cs_CZ", "pt_BR", "zh_Hans", "sr@latin"],
    ["posix_long_lowercase", "cs_cz", "pt_br", "zh_hans", "sr@latin"],
    ["bcp", "cs", "pt-BR", "zh-Hans", "sr@latin"],
    ["bcp_long", "cs-CZ", "pt-BR", "zh-Hans", "sr@latin"],
    ["bcp_legacy", "cs", "pt-BR", "zh-CN", "sr@latin"],
    ["bcp_lower", "cs", "pt-br", "zh-hans", "sr@latin"],
    ["android", "cs", "pt-rBR", "zh-rCN", "sr@latin"],
    ["appstore", "cs", "pt-BR", "zh-Hans", "sr@latin"],
    ["googleplay", "cs-CZ", "pt-BR", "zh-CN", "sr@latin"],
    ["linux", "cs", "pt_BR", "zh_CN", "sr@latin"],
    ["linux_lowercase", "cs", "pt_br", "zh_cn", "sr@latin"],
  ] as const)("%s", (style, ...expected) => {
    expect(["cs", "pt_BR", "zh_Hans", "sr@latin"].map((code) => formatLanguageCode(code, style))).toEqual(expected);
    expect(LANGUAGE_CODE_STYLES).toContain(style);
  });

  it.each([
    ["android", "he", "iw"],
    ["android", "id", "in"],
    ["android", "yi", "ji"],
    ["android", "sr_Latn", "b+sr+Latn"],
    ["android", "es_419", "b+es+419"],
    ["android", "zh_Hant_HK", "zh-rHK"],
    ["android", "zh_Hant_MO", "b+zh+Hant+MO"],
    ["linux", "zh_Hans_SG", "zh_SG"],
    ["appstore", "ar", "ar-SA"],
    ["appstore", "nl", "nl-NL"],
    ["appstore", "nl_BE", "nl-BE"],
    ["googleplay", "en", "en-SG"],
    ["googleplay", "he", "iw-IL"],
    ["googleplay", "nb_NO", "no-NO"],
    ["googleplay", "es", "es-ES"],
    ["googleplay", "zh_Hant_HK", "zh-HK"],
    ["", "pt-BR", "pt-BR"],
  ] as const)("%s spells %s as %s", (style, code, expected) => expect(formatLanguageCode(code, style)).toBe(expected));
});

describe("language codes in paths", () => {
  it.each(["cs", "pt_BR", "pt-rBR", "b+sr+Latn", "zh-CN", "zh_Hant_TW", "sr@latin", "en_FJ", "de-Latn", "iw", "ces"])(
    "%s is one",
    (token) => expect(isLanguageCode(token)).toBe(true),
  );
  it.each([
    "po",
    "ts",
    "src",
    "base",
    "no",
    "id",
    "mo",
    "sh",
    "xx",
    "x",
    "readme",
    "config_prod",
    "en_ZZZ",
    "de.AT",
    "",
    "de_AT_foo_bar",
  ])("%s is none", (token) => expect(isLanguageCode(token)).toBe(false));
});
