import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ruleSets } from "@/lib/text/checks/rules/all";
import { fetchRuleSets, ruleSets as inBrowser, ruleSetsFetched } from "@/lib/text/checks/rules/browser";
import { ruleSetsFor, runChecks } from "@/lib/text/checks/run";
import { englishFinding } from "@/lib/text/checks/say-english";
import { parseFlags } from "@/lib/text/flags/flags";
import { protectedSpans } from "@/lib/text/protected-spans";

const ICU = "icu-message-format";

function said(source: string, target: string, flags = ICU): { message?: string; missing?: string[]; extra?: string[] } {
  const results = runChecks({
    sources: [source],
    targets: [target],
    flags: parseFlags(flags),
    languageCode: "cs",
    isSource: target === "",
  });
  const finding = results.find(({ check }) => check.startsWith("icu_"))?.findings[0];
  return finding ? { ...finding, message: englishFinding(finding) } : {};
}

const pieces = (text: string, flags: string): string[] =>
  protectedSpans(text, parseFlags(flags)).map(([start, end]) => text.slice(start, end));

describe("what the check of ICU messages says", () => {
  it.each([
    ["Hi {name}", "Ahoj {nam}", "The translation is missing {name} and has extra {nam}."],
    [
      "Hi {name}",
      "Ahoj {name",
      "The translation cannot be read as an ICU message, at character 6: a closing brace is missing.",
    ],
    ["{n, plural, other {#}}", "{n, plural, few {#}}", "The branch other of {n} is missing."],
    ["{n, number}", "{n, date}", "The translation uses {n} as date, the source as number."],
    ["{g, select, a {x} other {y}}", "{g, select, b {x} other {y}}", "In the source {g} has no branch b."],
    ["{n, plural, other {#}}", "{n, plural, viele {#} other {#}}", "No plural branch has the name viele."],
    ["The {name}", "L'{name}", "An apostrophe before a brace makes it plain text; write '' for an apostrophe."],
    ["{n, foo}", "", "The source cannot be read as an ICU message, at character 5: the type is not known"],
  ])("of %j and %j is %j", (source, target, message) => expect(said(source, target).message).toContain(message));

  it("tells the pieces apart, those of the translation as they are written there", () => {
    expect(said("Hi {name}", "Ahoj { nam, number }")).toMatchObject({
      missing: ["{name}"],
      extra: ["{ nam, number }"],
    });
    expect(said("Hi", "{n, plural, other {#}}").extra).toEqual(["{n"]);
  });
});

describe("pieces of ICU messages that are carried over", () => {
  it("are arguments, and tags where they count", () => {
    const text = "{n, plural, one {<a>{who}</a>} other {{who}}} {d, date}";
    expect(pieces(text, `${ICU}, icu-flags:xml`)).toEqual(["<a>", "{who}", "</a>", "{who}", "{d, date}"]);
    expect(pieces("{a} {b", ICU)).toEqual([]);
    expect(pieces("{a}", `${ICU}, icu-flags:-highlight`)).toEqual([]);
    expect(pieces("{a}", "")).toEqual([]);
  });
});

describe("messages that are meant to do harm", () => {
  it("are read to an end", () => {
    const text = fc.string({
      unit: fc.constantFrom("{", "}", "a", ",", " plural", " select", "other", "#", "'", "<b>", "</b>", "=1", "<"),
    });
    fc.assert(
      fc.property(
        text,
        text,
        fc.constantFrom("", ", icu-flags:xml", ", icu-flags:strict-xml"),
        (source, target, more) => {
          said(source, target, ICU + more);
          pieces(source, ICU + more);
        },
      ),
      { numRuns: 3000 },
    );
    expect(said("x", "{a,plural,other{".repeat(2000)).message).toContain("nested too deeply");
    expect(said("x", "<a>".repeat(2000), `${ICU}, icu-flags:xml`).message).toContain("nested too deeply");
    expect(said("x", "a".repeat(60_000)).message).toContain("longer than");
  });
});

describe("sets of rules in a browser", () => {
  it("are fetched for the flags that ask for them, and all of them can be", async () => {
    expect([...ruleSetsFor(parseFlags(ICU))]).toEqual(["icu"]);
    expect([...ruleSetsFor(parseFlags("c-format"))]).toEqual([]);
    expect([...ruleSetsFor(parseFlags(`${ICU}, ignore-icu-message-format, ignore-icu-message-format-syntax`))]).toEqual(
      [],
    );
    const names = Object.keys(ruleSets) as (keyof typeof ruleSets)[];
    expect(ruleSetsFetched(names)).toBe(false);
    await fetchRuleSets(names);
    expect(ruleSetsFetched(names)).toBe(true);
    expect(inBrowser).toEqual(ruleSets);
  });
});
