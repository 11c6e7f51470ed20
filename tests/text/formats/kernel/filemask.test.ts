import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  maskToPath,
  matchFilemask,
  validateMaskPath,
  validateRepositoryPath,
} from "@/lib/text/formats/kernel/filemask";
import { said } from "../../../support/said";

describe("from path to language", () => {
  it.each([
    ["locale/*/LC_MESSAGES/django.po", "locale/cs_CZ/LC_MESSAGES/django.po", "cs_CZ"],
    ["res/values-*/strings.xml", "res/values-b+sr+Latn/strings.xml", "b+sr+Latn"],
    ["*.po", "cs.po", "cs"],
    ["*/messages.*.po", "de/messages.de.po", "de"],
    ["*/messages.*.po", "d/messages.de.po", "de"],
    ["po/*.po", "po/cs.UTF-8.po", "cs"],
    ["po/*.po", "po/cs.ISO8859-2.po", "cs"],
    ["po/app-*.po", "po/app-en-GB.po", "en-GB"],
    ["a*b*c", "axbybzc", "xby"],
    ["i18n/*", "i18n/zh-Hant", "zh-Hant"],
    ["lang.*.json", "lang.(.json", "("],
  ])("%s in %s is %s", (mask, path, code) => {
    expect(matchFilemask(mask, path)).toBe(code);
  });

  it.each([
    ["po/*.po", "po/sub/cs.po"],
    ["po/*.po", "po/.po"],
    ["po/*.po", "po/cs.pot"],
    ["po/a*a.po", "po/a.po"],
    ["po/*.po", "Po/cs.po"],
    ["p.*", "px*"],
    ["*/x", "cs/y"],
  ])("%s does not match %s", (mask, path) => {
    expect(matchFilemask(mask, path)).toBeUndefined();
  });

  it("finds every code that it can write", () => {
    const part = fc.stringMatching(/^[a-z._-]{0,6}$/);
    const code = fc.stringMatching(/^[a-z]{2,3}([_-][A-Z]{2})?$/);
    fc.assert(
      fc.property(part, part, part, code, (a, b, c, language) => {
        const mask = `x${a}/${b}*${c}`;
        expect(matchFilemask(mask, maskToPath(mask, language))).toBe(language);
      }),
    );
  });

  it("agrees with a backtracking matcher on small cases", () => {
    const letters = fc.stringMatching(/^[ab*]{1,7}$/);
    fc.assert(
      fc.property(letters, fc.stringMatching(/^[ab]{0,9}$/), (mask, path) => {
        const pattern = new RegExp(`^${mask.replaceAll("*", "([^/]*)")}$`);
        const groups = pattern.exec(path)?.slice(1);
        const longest = groups?.reduce((a, b) => (b.length > a.length ? b : a), "");
        expect(matchFilemask(mask, path)).toBe(longest === "" ? undefined : longest);
      }),
      { numRuns: 2000 },
    );
  });

  it("stays quick for a mask of stars", () => {
    const started = performance.now();
    expect(matchFilemask("*a".repeat(200), `${"a".repeat(5000)}b`)).toBeUndefined();
    expect(matchFilemask("*a".repeat(200), "a".repeat(5000))).toBe("a".repeat(4800));
    expect(performance.now() - started).toBeLessThan(200);
  });
});

describe("paths that are refused", () => {
  it.each([
    "../x/*.po",
    "a/../*.po",
    "/etc/*.po",
    "C:/x/*.po",
    "a//*.po",
    "./a/*.po",
    "a/*.po/",
    "a\\*.po",
    "a\0*.po",
    "a\n*.po",
    "",
    "po/cs.po",
    `${"a".repeat(400)}*`,
    ".git/*",
  ])("mask %j", (mask) => expect(said(validateMaskPath(mask))).toMatch(/^The file mask.*\.$/));
  it("accepts the rest", () => {
    expect(said(validateMaskPath("locale/*/LC_MESSAGES/app.po"))).toBeUndefined();
    expect(said(validateRepositoryPath("locale/app.pot"))).toBeUndefined();
    expect(said(validateRepositoryPath("..a/b..c"))).toBeUndefined();
    expect(said(validateRepositoryPath("a/./b"))).toContain("“a/b”");
  });
  it("does not let a code walk away", () => {
    for (const code of ["..", "a/b", "", "*", "a\\b"]) expect(() => maskToPath("po/*.po", code)).toThrow(RangeError);
    expect(maskToPath("*/a.*.po", "$&")).toBe("$&/a.$&.po");
  });
});
