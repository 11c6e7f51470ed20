import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runChecks } from "@/lib/text/checks/run";
import { englishFinding } from "@/lib/text/checks/say-english";
import { parseFlags } from "@/lib/text/flags/flags";
import { protectedSpans } from "@/lib/text/protected-spans";

const FLAGS = parseFlags("mf2-format");

const said = (source: string, target: string): string | undefined =>
  runChecks({ sources: [source], targets: [target], flags: FLAGS, languageCode: "cs" })
    .find(({ check }) => check === "mf2_format")
    ?.findings.map(englishFinding)
    .join("\n");

const N = ".input {$n :number} .match $n";

describe("what the check of MessageFormat 2 says", () => {
  it.each([
    ["{$a}", "{$b}", "The translation is missing {$a} and has extra {$b}."],
    ["{$a :number}", "{$a :date}", "is missing :number and has extra :date."],
    ["{#b}x{/b}", "x", "is missing {#b}, {/b}."],
    ["a", "b {$c", "at character 6: a space or a closing brace is missing"],
    ["a", "{{b}", "at character 4: }} is missing"],
    ["a", "b }", "at character 3: this is not expected"],
    ["a", "\\b", "at character 1: a backslash stands before a character that needs none"],
    [`${N} * {{a}}`, `${N} one {{a}}`, "the variant * is missing"],
    [`${N} * {{a}}`, `${N} one {{a}} one {{b}} * {{c}}`, "a variant is there twice"],
    [`${N} * {{a}}`, `${N} one two {{a}} * {{c}}`, "a variant has more or fewer keys than there are selectors"],
    [`${N} * {{a}}`, ".match $n * {{a}}", "what .match selects on has no function, such as :number"],
    [`${N} * {{a}}`, `${N} mnoho {{a}} * {{c}}`, "No variant of $n has the key mnoho."],
  ])("of %j and %j is %j", (source, target, message) => expect(said(source, target)).toContain(message));

  it("is nothing of what the source alone has wrong, and of the language's own variants", () => {
    expect(said("{$a", "b")).toBeUndefined();
    expect(said(`${N} one {{a}} * {{b}}`, `${N} 0 {{a}} few {{b}} 1.5 {{c}} * {{d}}`)).toBeUndefined();
  });

  it("leaves escaped braces alone where it marks pieces", () => {
    const text = "\\{a\\} {$b :date style=|{x}|} {#c}d{/c}";
    const pieces = protectedSpans(text, FLAGS).map(([start, end]) => text.slice(start, end));
    expect(pieces).toEqual(["{$b :date style=|{x}|}", "{#c}", "{/c}"]);
  });

  it("comes to an end with messages that are meant to do harm", () => {
    const text = fc.string({
      unit: fc.constantFrom(
        "{",
        "}",
        "{{",
        "}}",
        "$a",
        ":number",
        ".input ",
        ".local ",
        ".match ",
        "*",
        " ",
        "|",
        "=",
        "#b",
        "/",
        "\\",
      ),
    });
    fc.assert(
      fc.property(text, text, (source, target) => {
        said(source, target);
        protectedSpans(source, FLAGS);
      }),
      { numRuns: 2000 },
    );
    expect(said("x", "{".repeat(60_000))).toContain("longer than");
  });
});
