import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyFixups } from "@/lib/text/fixups/apply";
import { FIXUPS } from "@/lib/text/fixups/registry";
import { parseFlags } from "@/lib/text/flags/flags";

const fix = (source: string, target: string, languageCode = "cs", flags = "") => {
  const { targets, fixups } = applyFixups({
    sources: [source],
    targets: [target],
    languageCode,
    flags: parseFlags(flags),
  });
  return [targets[0], ...fixups];
};

describe("fixups", () => {
  it.each([
    ["Name: ", "Jméno:", "cs", "", "Jméno: ", "surrounding-whitespace"],
    ["\n a\n", "  b ", "cs", "", "\n b\n", "surrounding-whitespace"],
    ["a", " b ", "cs", "ignore-begin-space", " b", "surrounding-whitespace"],
    ["a ", "b", "cs", "ignore-end-newline", "b"],
    ["a ", "  ", "cs", "", "  "],
    ["Wait…", "Čekejte...", "cs", "", "Čekejte…", "trailing-ellipsis"],
    ["Wait...", "Čekejte...", "cs", "", "Čekejte..."],
    ["file", "sou\u200bbor", "cs", "", "soubor", "zero-width-space"],
    ["file", "ឯក\u200bសារ", "km", "", "ឯក\u200bសារ"],
    ["a\u200b", "b\u200b", "cs", "", "b\u200b"],
    ["Open file", "เปิด\u200bไฟล์", "th", "", "เปิด\u200bไฟล์"],
    ["Open file", "\u200bเปิด\u200b\u200bไฟล\u200b์\u200b", "th", "", "เปิด\u200bไฟล์", "zero-width-space"],
    ["file", "sou\u0007bor\tx", "cs", "", "soubor\tx", "control-characters"],
    ["\u001b[1m", "\u001b[2m", "cs", "", "\u001b[2m"],
    ["Saved.", "सहेजा.", "hi", "", "सहेजा।", "devanagari-danda"],
    ["Saved.", "সংরক্ষিত|", "bn", "", "সংরক্ষিত।", "devanagari-danda"],
    ["Saved.", "saheja.", "hi_Latn", "", "saheja."],
    ["Saved...", "सहेजा...", "hi", "", "सहेजा..."],
    ["Ready?", "Prêt ?", "fr", "", "Prêt\u202f?", "punctuation-spacing"],
    ["Name:", "Nom :", "fr", "", "Nom\u00a0:", "punctuation-spacing"],
    ["Ready?", "Prêt?", "fr", "", "Prêt?"],
    ["Ready?", "Prêt ?", "fr_CA", "", "Prêt ?"],
    ["Ready?", "Prêt ?", "fr", "ignore-punctuation-spacing", "Prêt ?"],
    ["a\r\nb", "a\nb\r\nc\rd", "cs", "dos-eol", "a\r\nb\r\nc\r\nd", "line-ends"],
    ["a\nb", "a\r\nb", "cs", "", "a\r\nb"],
    ["plain", "a <b onclick=x()>b</b>", "cs", "safe-html", "a b", "html-sanitiser"],
    ["<b>x</b>", "<b onclick=x()>b</b>", "cs", "safe-html", "<b>b</b>", "html-sanitiser"],
    ["plain", "<b>b</b>", "cs", "", "<b>b</b>"],
  ])("%j → %j in %s (%s) gives %j", (source, target, language, flags, ...expected) => {
    expect(fix(source, target, language, flags)).toEqual(expected);
  });

  it("fixes each plural form by its source form, and leaves empty ones", () => {
    const result = applyFixups({
      sources: ["One file.", "%d files…"],
      targets: ["Jeden soubor. ", "", "%d souborů..."],
      flags: parseFlags(""),
      languageCode: "cs",
      plural: { number: 3, formula: "n==1 ? 0 : n>=2 && n<=4 ? 1 : 2" },
      sourcePlural: { number: 2, formula: "n != 1" },
    });
    expect(result).toEqual({
      targets: ["Jeden soubor.", "", "%d souborů…"],
      fixups: ["surrounding-whitespace", "trailing-ellipsis"],
    });
  });

  it("can be limited", () => {
    const input = { sources: ["a…"], targets: [" b..."], flags: parseFlags(""), languageCode: "cs" };
    expect(applyFixups(input, new Set(["trailing-ellipsis"])).targets).toEqual([" b…"]);
    expect(applyFixups(input, new Set()).targets).toEqual([" b..."]);
  });

  it("leaves no markup that comes out of what stood around removed markup", () => {
    const nested = `${"<".repeat(40)}a>${"script>".repeat(40)}`;
    for (const target of ["<<a>!", "<<b>script>alert(1)</<b>script>", nested]) {
      const once = fix("", target, "cs", "safe-html")[0] ?? "";
      expect(once).not.toMatch(/<[a-z!/]/i);
      expect(fix("", once, "cs", "safe-html")[0]).toBe(once);
    }
  });

  it("changes nothing when run again", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 20 }),
      fc.stringMatching(/^[ a<b>/.:?!…\n"'=-]{0,20}$/),
    );
    fc.assert(
      fc.property(text, text, fc.constantFrom("cs", "fr", "hi"), (source, target, language) => {
        const once = fix(source, target, language, "safe-html")[0] ?? "";
        expect(fix(source, once, language, "safe-html")[0]).toBe(once);
      }),
      { numRuns: 3000 },
    );
    expect(new Set(FIXUPS.map((fixup) => fixup.id)).size).toBe(FIXUPS.length);
  });
});
