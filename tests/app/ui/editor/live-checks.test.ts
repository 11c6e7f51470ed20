import { describe, expect, it } from "vitest";
import { checkTexts, findingMarks, formFor, readyFor, spansFor } from "@/app/ui/editor/live-checks";
import type { EditorHead } from "@/lib/domain/editor/head";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import { textsOf } from "@/lib/text/messages/catalogue";

const head = {
  language: { code: "cs" },
  sourceLanguage: { code: "en" },
  isSource: false,
  isTemplate: false,
  severalValues: false,
  plural: { number: 3, formula: "(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2", forms: [] },
  sourcePlural: { number: 2, formula: "n != 1" },
} as unknown as EditorHead;

const unit = (source: string, flags = "") =>
  ({ sources: [source], flags, dismissed: [], findings: [] }) as unknown as EditorUnit;

/** What is underlined in a translation, by check. */
async function underlined(source: string, target: string, flags = "") {
  const one = unit(source, flags);
  await readyFor(one);
  const findings = checkTexts(head, one, [target]);
  return findings.map((finding) => [
    finding.check,
    findingMarks(head, one, [target], [finding], textsOf("en")).map(({ start, end }) => target.slice(start, end)),
  ]);
}

describe("a failing check", () => {
  it("is underlined where a placeholder stands that should not", async () => {
    expect(await underlined("Open %s", "Otevřít %d", "c-format")).toEqual([["c_format", ["%d"]]]);
    expect(await underlined("Open", "Otevřít %x% a %x%", 'placeholders:"%x%"')).toEqual([
      ["placeholders", ["%x%", "%x%"]],
    ]);
    expect(await underlined("a1", "b22", 'placeholders:r"\\d+"')).toEqual([["placeholders", ["22"]]]);
  });

  it("is underlined where its correction would change something", async () => {
    expect(await underlined("One two", "Jedna  dvě")).toEqual([["double_space", ["  "]]]);
    expect(await underlined("One", "Jedna ")).toEqual([["end_space", [" "]]]);
  });

  it("is not underlined where nobody can say where it is", async () => {
    expect(await underlined("Open %s", "Otevřít", "c-format")).toEqual([["c_format", []]]);
  });
});

it("placeholders and tags of a translation are those that its flags name", async () => {
  const spans = (text: string, flags: string) =>
    spansFor(unit("", flags))(text).map(([start, end]) => text.slice(start, end));
  expect(spans("%d z %(x)s <b>", "c-format")).toEqual(["%d", "<b>"]);
  expect(spans("%d z {x}", "python-brace-format")).toEqual(["{x}"]);
  await readyFor(unit("", "regex:a"));
  expect(spans("a $A$ b", 'placeholders:"$A$"')).toEqual(["$A$"]);
});

describe("a number that is tried", () => {
  it("takes the form of the rule of the language", () => {
    expect(["1", "3", "21", "0"].map((count) => formFor(head.plural, count))).toEqual([0, 1, 2, 2]);
  });

  it("takes none where it is no number, or the rule is broken or points beyond the forms", () => {
    expect(formFor(head.plural, "")).toBeUndefined();
    expect(formFor(head.plural, "-1")).toBeUndefined();
    expect(formFor({ ...head.plural, formula: "n ?" }, "1")).toBeUndefined();
    expect(formFor({ ...head.plural, number: 2 }, "9")).toBeUndefined();
  });
});
