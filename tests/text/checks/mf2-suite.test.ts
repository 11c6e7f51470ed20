import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runChecks } from "@/lib/text/checks/run";
import { englishFinding } from "@/lib/text/checks/say-english";
import { parseFlags } from "@/lib/text/flags/flags";

type Suite = Record<string, [message: string, error?: string][]>;

const SUITE: Suite = JSON.parse(readFileSync(join(import.meta.dirname, "message-format-2/suite.json"), "utf8"));
const ALL = Object.values(SUITE).flat();
const FLAGS = parseFlags("mf2-format");

/** What the check says of a message that stands as source and as translation. */
const said = (message: string): string | undefined =>
  runChecks({ sources: [message], targets: [message], flags: FLAGS, languageCode: "en" })
    .find(({ check }) => check === "mf2_format")
    ?.findings.map(englishFinding)
    .join("\n");

/** Errors of the data model by what is said of them. */
const SAID: Readonly<Record<string, string>> = {
  "duplicate-declaration": "a variable is declared twice, or used before",
  "duplicate-option-name": "an option is there twice",
  "duplicate-variant": "a variant is there twice",
  "missing-fallback-variant": "the variant * is missing",
  "missing-selector-annotation": "what .match selects on has no function",
  "variant-key-mismatch": "a variant has more or fewer keys than there are selectors",
};

describe("the check of MessageFormat 2 with the tests of the Unicode working group", () => {
  it("has all of them", () => expect(ALL).toHaveLength(461));

  it.each(Object.keys(SUITE))("accepts every valid message of %s, and no other", (file) => {
    const accepted = (SUITE[file] ?? []).filter(([message]) => said(message) === undefined);
    expect(accepted.map(([message]) => message)).toEqual(
      (SUITE[file] ?? []).filter(([, error]) => error === undefined).map(([message]) => message),
    );
  });

  it.each(Object.entries(SAID))("says of %s that %s", (error, words) => {
    const messages = ALL.filter(([, has]) => has === error);
    expect(messages.length).toBeGreaterThan(0);
    for (const [message] of messages) expect(said(message)).toContain(words);
  });

  it("says at which character a message cannot be read", () => {
    const messages = ALL.filter(([, has]) => has === "syntax-error");
    expect(messages.length).toBeGreaterThan(0);
    for (const [message] of messages) expect(said(message)).toMatch(/at character \d+: ./);
  });

  // JSON cannot hold half a surrogate pair, so the suite asks for this one in its README.
  it("refuses half a surrogate pair as a value", () => expect(said("{\ud800}")).toContain("at character 2"));
});
