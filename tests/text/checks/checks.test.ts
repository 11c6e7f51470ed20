import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ALL_CHECKS } from "@/lib/text/checks/describe";
import { CHECK_IDS } from "@/lib/text/checks/ids";
import { CHECKS, findCheck } from "@/lib/text/checks/registry";
import { type CheckedString, fixOf, runChecks } from "@/lib/text/checks/run";
import { englishFinding } from "@/lib/text/checks/say-english";
import { STRING_CHECK_IDS } from "@/lib/text/checks/string-checks";
import { parseFlags } from "@/lib/text/flags/flags";
import { CASES, type Case } from "./cases";
import { checkedString } from "./checked-string";

const failingIds = (input: CheckedString): string[] => runChecks(input).map((result) => result.check);

describe("every check", () => {
  it("is known by its id, has words and at least three passing and three failing pairs", () => {
    expect(readFileSync("README.md", "utf8")).toContain(`| ${ALL_CHECKS.length} of ${CHECK_IDS.length} identifiers |`);
    expect(new Set(ALL_CHECKS.map((check) => check.id)).size).toBe(ALL_CHECKS.length);
    expect(STRING_CHECK_IDS.filter((id) => !CHECK_IDS.includes(id))).toEqual([]);
    expect(new Set(CHECKS.map((check) => check.id)).size).toBe(CHECKS.length);
    for (const check of CHECKS) {
      expect(CHECK_IDS, check.id).toContain(check.id);
      expect(findCheck(check.id)).toBe(check);
      expect(check.name.length * check.about.length, check.id).toBeGreaterThan(0);
      expect(CASES[check.id]?.passes.length ?? 0, check.id).toBeGreaterThanOrEqual(3);
      expect(CASES[check.id]?.fails.length ?? 0, check.id).toBeGreaterThanOrEqual(3);
    }
    expect(Object.keys(CASES).filter((id) => !findCheck(id))).toEqual([]);
  });

  describe.each(Object.entries(CASES))("%s", (id, { passes, fails }) => {
    const isSource = findCheck(id)?.looksAt === "source";
    it.each(passes.map((pair) => [pair]))("passes %j", (pair) => {
      expect(failingIds(checkedString(pair, isSource))).not.toContain(id);
    });
    it.each(fails.map((pair) => [pair]))("fails %j", (pair) => {
      const input = checkedString(pair, isSource);
      const result = runChecks(input).find(({ check }) => check === id);
      expect(result).toBeDefined();
      expect(result?.findings.map(englishFinding).join("\n")).toMatch(/^[A-Z].*[.)]$/s);
      const ignored = new Map([...input.flags, [`ignore-${id.replaceAll("_", "-")}`, []]]);
      expect(failingIds({ ...input, flags: ignored })).not.toContain(id);
      expect(failingIds({ ...input, flags: parseFlags("ignore-all-checks") })).toEqual([]);
    });
  });

  it("leaves nothing to say after its own fix", () => {
    const unfixed: string[] = [];
    for (const check of CHECKS) {
      if (!check.fix) continue;
      for (const pair of CASES[check.id]?.fails ?? []) {
        const input = checkedString(pair);
        const fixed = input.targets.map(
          (target, index) =>
            check.fix?.(
              { source: input.sources.at(-1) ?? "", target, index, single: false },
              { ...input, language: input.languageCode, sourceLanguage: "en", sourceLanguageCode: "en" },
            ) ?? target,
        );
        // Where a check cannot say how the text should be, it leaves it as it is.
        if (fixed.join() === input.targets.join()) unfixed.push(check.id);
        else expect(failingIds({ ...input, targets: fixed }), check.id).not.toContain(check.id);
      }
    }
    expect(unfixed).toEqual(["md-link", "md-link"]);
  });

  it.each([
    ["cs", "Delete files.", "Smazat soubory", "Smazat soubory."],
    ["cs", "Delete files", "Smazat soubory.", "Smazat soubory"],
    ["cs", "Really delete?", "Opravdu smazat.", "Opravdu smazat?"],
    ["cs", "Loading…", "Načítá se.", "Načítá se…"],
    ["fr", "Name", "Nom\u00a0:", "Nom"],
    ["fr", "Name:", "Nom", "Nom\u00a0:"],
    ["zh_Hans", "Delete?", "删除", "删除？"],
    ["ja", "Delete.", "削除", "削除。"],
    ["ar", "Delete?", "حذف", "حذف؟"],
    ["el", "Delete?", "Διαγραφή.", "Διαγραφή;"],
    ["hi", "Delete it now.", "इसे मिटाएँ", "इसे मिटाएँ।"],
  ])("puts the marks at the end right as %s writes them: %s", (languageCode, source, target, right) => {
    const input = checkedString([source, target, languageCode]);
    const failing = failingIds(input).find((id) => id.startsWith("end_"));
    expect(failing).toBeDefined();
    expect(fixOf(input, failing ?? "", 0)).toBe(right);
  });
});

describe("running checks", () => {
  it("runs only opt-in checks whose flag is set, in the registry's order", () => {
    expect(failingIds(checkedString(["%s x ", "y"]))).toEqual(["end_space"]);
    expect(failingIds(checkedString(["%s x ", "y", "cs", "c-format, max-length:9, php-format"]))).toEqual([
      "c_format",
      "php_format",
      "end_space",
    ]);
  });

  it("skips what is empty or read-only", () => {
    expect(failingIds(checkedString(["a ", ""]))).toEqual([]);
    expect(failingIds(checkedString(["a ", "b", "cs", "read-only"]))).toEqual([]);
    expect(failingIds(checkedString(["Wait...", "", "cs", "read-only"], true))).toEqual(["ellipsis"]);
  });

  it("compares a form with the source form for the same count", () => {
    const forms: Case = [
      ["One file.", "%d files"],
      ["Jeden soubor.", "%d soubory", "%d souborů"],
    ];
    expect(failingIds(checkedString(forms))).toEqual([]);
    const swapped: Case = [
      ["One file.", "%d files"],
      ["Jeden soubor", "%d soubory.", "%d souborů"],
    ];
    expect(runChecks(checkedString(swapped))).toMatchObject([{ check: "end_stop", form: 0 }]);
    // Too few forms for the rule: everything answers to the last source form.
    expect(
      failingIds(
        checkedString([
          ["One file.", "files"],
          ["soubor", "souborů"],
        ]),
      ),
    ).toEqual([]);
  });

  it("survives broken plural rules and hostile texts", () => {
    const broken = { number: 2, formula: "n !" };
    expect(
      failingIds({
        ...checkedString([
          ["a", "b"],
          ["c ", "d"],
        ]),
        plural: broken,
        sourcePlural: broken,
      }),
    ).toEqual(["end_space"]);
    const every = parseFlags(
      `${CHECKS.flatMap((check) => (check.runs === "always" ? [] : check.runs.flags))
        .filter((flag) => !/^(regex|placeholders|max)/.test(flag))
        .join(",")}, xml-text, regex:"(a*)*b", placeholders:r"(x+)+y":%`,
    );
    const start = performance.now();
    for (const piece of [
      "<a ",
      "%",
      "{",
      "{{",
      "((",
      "a a ",
      "/",
      "<a b='",
      ":",
      "&",
      "~",
      "'",
      "\\n",
      "%(",
      "$" + "{",
      "@:",
      " ",
      "é.",
      "<a>",
      "<!--",
      "-.",
      "x@",
      "%0",
      "%'.",
    ]) {
      runChecks({ ...checkedString(["x", piece.repeat(5000), "fr"]), flags: every });
      runChecks({ ...checkedString([piece.repeat(5000), piece.repeat(5000), "fr"]), flags: every });
    }
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  it("never throws", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 20 }),
      fc.stringMatching(/^[%${}<>/a-c1!?.:;' \n]{0,15}$/),
    );
    const flags = fc.constantFrom(
      "",
      "c-format",
      "python-brace-format, xml-text",
      "java-format, laravel-format, vue-format",
    );
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 3 }),
        fc.array(text, { minLength: 1, maxLength: 3 }),
        flags,
        fc.constantFrom("cs", "fr", "el", "hy", "ja", "qq"),
        (sources, targets, flagText, language) => {
          runChecks(checkedString([sources, targets, language, flagText]));
          runChecks(checkedString([sources, targets, language, flagText], true));
        },
      ),
      { numRuns: 2000 },
    );
  });
});
