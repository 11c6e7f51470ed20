import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runChecks } from "@/lib/text/checks/run";
import { englishFinding } from "@/lib/text/checks/say-english";
import { parseFlags } from "@/lib/text/flags/flags";
import { formatFlags } from "@/lib/text/formats/kernel/format-flags";

const FLAGS = parseFlags(formatFlags("fluent"));

function said(source: string, target: string, flags = FLAGS): Record<string, string> {
  const string = { sources: [source], targets: [target], flags, languageCode: "cs", isSource: target === "" };
  return Object.fromEntries(
    runChecks(string)
      .filter(({ check }) => check.startsWith("fluent"))
      .map(({ check, findings }) => [check, findings.map(englishFinding).join("\n")]),
  );
}

describe("what the checks of Fluent say", () => {
  it.each([
    ["a", "b { $c", "fluent-target-syntax", 'as Fluent, at character 7: expected token: "}"'],
    ["a", "b\n.title = { $c", "fluent-target-syntax", "as Fluent, in line 2 at character"],
    [".title = a", "x\n.label = b", "fluent-parts", "is missing .title and has extra the value, .label."],
    ["{ $a }\n.t = x", "{ $a }\n.t = { $b }", "fluent-references", "has extra { $b }. Look at .t."],
    ["{ $a }", "{ $n ->\n [one] { $a } { $a }\n *[other] { $a }\n}", "fluent-references", "has extra { $a }."],
    ["<b>a</b>", "a", "fluent-target-inner-html", "is missing <b>."],
    ["<b><u>a</u></b>", "<u><b>a</b></u>", "fluent-target-inner-html", "nested differently"],
    ["a", "a <b", "fluent-target-inner-html", "<b would be taken for a tag"],
    ["{ $a", "", "fluent-source-syntax", "The source cannot be read as Fluent"],
    ["x <b", "", "fluent-source-inner-html", "In the source <b would be taken for a tag"],
  ])("of %j and %j is in %s: %s", (source, target, check, message) => {
    const all = said(source, target);
    expect(all[check]).toContain(message);
    // What cannot be read is one mistake.
    if (check.endsWith("syntax")) expect(Object.keys(all)).toEqual([check]);
  });

  it("is nothing of the languages' own branches and of what only the source has wrong", () => {
    expect(
      said("{ $n ->\n *[other] { $n } files\n}", "{ $n ->\n [one] { $n } a\n [few] { $n } b\n *[other] c\n}"),
    ).toEqual({});
    expect(said("{ $n", "{ $m } <b")).toEqual({});
  });
});

describe("Fluent that is meant to do harm", () => {
  it("is read to an end", () => {
    const text = fc.string({
      unit: fc.constantFrom(
        "{",
        "}",
        "$a",
        "-b",
        " ",
        "\n",
        ".x = ",
        "[one]",
        "*[other]",
        "->",
        '"',
        "<b>",
        "</b>",
        "&",
        "(",
        ")",
        "A",
        "#",
      ),
    });
    fc.assert(
      fc.property(text, text, (source, target) => {
        said(source, target);
        said(source, "");
      }),
      { numRuns: 2000 },
    );
    const nested = said("x", "{ ".repeat(5000));
    expect(nested["fluent-target-syntax"]).toContain("nested too deeply");
    const many = "{ $n ->\n [a] { $x }\n *[b] { $y }\n} ".repeat(40);
    expect(said(many, many)).toEqual({});
    expect(said("x", "<b>".repeat(10_000))).toHaveProperty("fluent-target-inner-html");
  });
});
