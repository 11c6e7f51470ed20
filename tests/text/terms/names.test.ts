import { expect, it } from "vitest";
import { runChecks } from "@/lib/text/checks/run";
import { parseFlags } from "@/lib/text/flags/flags";
import { type TermRule, termJudge } from "@/lib/text/terms/judge";

const term = (source: string, untranslatable: boolean): TermRule => ({
  ...{ source, target: "", forms: [], caseSensitive: false, forbidden: false, untranslatable },
});

/** Whether a text that stays as it is is found unchanged. */
function found(text: string, terms: readonly TermRule[], more = ""): boolean {
  const judge = termJudge(terms, "en", "de");
  const flags = parseFlags(`check-glossary${more}`);
  const results = runChecks({ sources: [text], targets: [text], flags, languageCode: "de", judge });
  return results.some(({ check }) => check === "same");
}

it("terms that stay as they are ask for no translation of a text", () => {
  expect(found("Send", [])).toBe(true);
  expect(found("Send", [term("Send", true)])).toBe(false);
  expect(found("Send", [term("Send", false)])).toBe(true);
  expect(found("Send Inc.", [term("Send", true)])).toBe(false);
  // Only what is beside them counts, and strings that are to be looked at closely are.
  expect(found("Open Send now", [term("Send", true)])).toBe(true);
  expect(found("Send", [term("Send", true)], ", strict-same")).toBe(true);
});
