import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { flagNumber, formatFlags, mergeFlags, parseFlags } from "@/lib/text/flags/flags";
import { compilePattern, findPattern } from "@/lib/text/flags/pattern";
import { canonicalFlags, validateFlags } from "@/lib/text/flags/validate";
import { builtinEnglish } from "@/lib/text/messages/catalogue";
import { type Refusal, sayRefusal } from "@/lib/text/messages/refusal";

const canonical = (text: string): string => formatFlags(parseFlags(text));

describe("flag syntax", () => {
  it.each([
    ["", ""],
    [" , ,", ""],
    ["python-format,c-format", "c-format, python-format"],
    ["fuzzy, c-format, #", "c-format"],
    ["max-length:40", "max-length:40"],
    ["max-length : 40", "max-length:40"],
    ["max-size:120:2", "max-size:120:2"],
    ["regex:", "regex:"],
    ["regex:^[0-9]+$", "regex:^[0-9]+$"],
    ["regex:'a:b, c'", 'regex:"a:b, c"'],
    ['placeholders:$NAME$:"two words":r"%\\w+%"', 'placeholders:$NAME$:"two words":r"%\\w+%"'],
    ['placeholders:r"a\\"b"', 'placeholders:r"a\\"b"'],
    ['variants:"say \\"hi\\""', 'variants:"say \\"hi\\""'],
    ['variants:"a\\nb"', 'variants:"a\\nb"'],
    ["markdown-text, csharp-format", "c-sharp-format, md-text"],
    ["max-length:1, max-length:2", "max-length:2"],
    ["discard:a, discard:b", "discard:a:b"],
    ["no-wrap, range:0..10", "no-wrap, range:0..10"],
  ])("%j is %j", (text, expected) => expect(canonical(text)).toBe(expected));

  it("gives values as they are meant", () => {
    const flags = parseFlags('placeholders:"a,b":r"\\d+\\"", regex:"\\d\\\\"');
    expect(flags.get("placeholders")).toEqual([
      { text: "a,b", pattern: false },
      { text: '\\d+"', pattern: true },
    ]);
    expect(flags.get("regex")).toEqual([{ text: "\\d\\", pattern: false }]);
    expect(flagNumber(parseFlags("max-length:40"), "max-length")).toBe(40);
    expect(flagNumber(parseFlags("max-length:x"), "max-length")).toBeUndefined();
    expect(flagNumber(parseFlags(""), "max-length")).toBeUndefined();
    expect(parseFlags("__proto__, constructor").has("toString")).toBe(false);
  });

  it("prints what it reads back the same", () => {
    const value = fc.record({ text: fc.string({ unit: "binary", maxLength: 12 }), pattern: fc.constant(false) });
    const name = fc.constantFrom("max-length", "regex", "placeholders", "variants", "a", "x-y");
    fc.assert(
      fc.property(fc.dictionary(name, fc.array(value, { maxLength: 3 })), (entries) => {
        const flags = new Map(Object.entries(entries));
        const again = parseFlags(formatFlags(flags));
        expect(again.size).toBe(flags.size);
        for (const [key, values] of flags) expect(JSON.stringify(again.get(key))).toBe(JSON.stringify(values));
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", ",", ":", '"', "'", "r", "\\", " ") }), (text) => {
        expect(canonical(canonical(text))).toBe(canonical(text));
        validateFlags(text);
      }),
    );
  });
});

describe("levels of flags", () => {
  it("lets later levels win and discard", () => {
    const merged = mergeFlags(
      parseFlags("c-format, max-length:10, ignore-same"),
      parseFlags("max-length:20, url"),
      parseFlags("discard:c-format, discard:markdown-text, md-text"),
    );
    expect(formatFlags(merged)).toBe("ignore-same, max-length:20, md-text, url");
    expect(mergeFlags().size).toBe(0);
    const looksLikeOne = mergeFlags(parseFlags("c-format, csharp-format"), parseFlags("no-c-format, no-csharp-format"));
    expect([looksLikeOne.has("c-format"), looksLikeOne.has("c-sharp-format")]).toEqual([false, false]);
    expect(formatFlags(mergeFlags(parseFlags("discard:x")))).toBe("");
  });
});

describe("validation", () => {
  it.each([
    "",
    "c-format, ignore-end-space, ignore-max-length",
    "max-length:5",
    "max-size:120:2",
    "regex:",
    'regex:"^\\d+$"',
    'placeholders:$A$:r"%[a-z]+%"',
    "replacements:a:b",
    "read-only, priority:-5, discard:url",
    "fuzzy, #",
    "ignore-zero-width-space",
    "no-wrap, wrap, range:0..10, no-c-format, possible-python-format, impossible-sh-format",
    'icu-flags:xml:-highlight:-require_other, icu-tag-prefix:"x:"',
    "accelerator:&, variants:Save, discard:c-format:csharp-format",
    "max-size:100:2, font-family:inter, font-weight:semi-bold, font-size:12, font-spacing:-1",
    "font-family:jetbrains-mono, font-weight:650",
    "mf2-format, asciidoc-text, prohibited-initial-character, fluent-type:Term, source-max-length:40",
  ])("%j is right", (text) => expect(validateFlags(text)).toEqual([]));

  it.each([
    ["nonsense", "Unknown flag"],
    ["read-only:1", "takes no parameter"],
    ["max-length", "needs a parameter"],
    ["max-length:x", "whole number"],
    ["max-length:0", "whole number"],
    ["max-length:1:2", "takes 1 parameter"],
    ["regex:a:b", "a value that contains a colon in quotes"],
    ['regex:"(a"', "cannot be used"],
    ['regex:"(?=a)"', "cannot be used"],
    ['placeholders:r"["', "cannot be used"],
    ["replacements:a:b:c", "pairs"],
    ['variants:"open', "A closing quote is missing"],
    ['variants:"a" b', "A comma is missing"],
    ["no good", "not a flag name"],
    ["ignore-ai-style", "Unknown flag"],
    ["discard:foo", 'takes names of flags, and "foo" is none'],
    ["discard", "needs a parameter"],
    ["icu-flags:bogus", "takes one of xml, strict-xml, -highlight"],
    ["accelerator:ab", 'needs one mark such as & or _, not "ab"'],
    ["accelerator:a", "needs one mark"],
    ["accelerator:é", "needs one mark"],
    ["variants:", "needs a text behind the colon"],
    ['icu-tag-prefix:" "', "needs a text behind the colon"],
    ["range:5", "needs two whole numbers"],
    ['font-family:"Open Sans"', 'needs the name of a font group, or one of inter, jetbrains-mono, not "Open Sans"'],
    ["font-weight:heavy", "needs a number from 100 to 999, or one of thin"],
    ["fluent-type:Thing", "takes one of Message, Term"],
    ["no-such-format", "Unknown flag"],
  ])("%j is wrong: %s", (text, part) => {
    const problems = validateFlags(text);
    expect(problems).toHaveLength(1);
    expect(sayRefusal(builtinEnglish(), problems[0] as Refusal)).toContain(part);
  });
});

describe("flags as they are stored", () => {
  it("are sorted, and left alone where they are to be refused", () => {
    expect(canonicalFlags(" python-format,markdown-text ,c-format")).toBe("c-format, md-text, python-format");
    expect(canonicalFlags("b c,a")).toBe("b c,a");
    expect(canonicalFlags('variants:"open')).toBe('variants:"open');
    expect(canonicalFlags("url, nonsense")).toBe("nonsense, url");
  });
});

describe("patterns", () => {
  it("runs in linear time", () => {
    const pattern = findPattern("(a+)+$");
    const start = performance.now();
    expect(pattern?.found(`${"a".repeat(50_000)}b`)).toBe(false);
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it("finds all pieces, without empty ones", () => {
    expect(findPattern("%\\w*")?.all("a %b %c")).toEqual([
      { text: "%b", start: 2 },
      { text: "%c", start: 5 },
    ]);
    expect(findPattern("x*")?.all("axb")).toEqual([{ text: "x", start: 1 }]);
    expect(findPattern("\\p{Lu}", true)?.found("é")).toBe(true);
    expect(compilePattern("a".repeat(3000))).toHaveProperty("problem");
  });
});
