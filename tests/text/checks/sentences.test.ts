import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { found } from "@/lib/text/checks/check";
import { sayFinding } from "@/lib/text/checks/say";
import { englishFinding } from "@/lib/text/checks/say-english";
import { type Phrase, phrase, quoted } from "@/lib/text/checks/sentences";
import { messagesOf, textsOf } from "@/lib/text/messages/catalogue";

/** What checks find, in the languages of the pages. */

const LANGUAGES = ["en", "de", "cs", "ja", "ar"];
const finding = (first: Phrase, ...more: Phrase[]) => ({ sentences: [first, ...more] as const });
const said = (language: string, first: Phrase, ...more: Phrase[]) =>
  sayFinding(textsOf(language), finding(first, ...more));

describe("a finding is said in the language of its reader", () => {
  it("by one sentence or several, with lists as the language has them", () => {
    const lost = phrase("missingAndExtra", { missing: ["{a}", "{b}"], extra: ["{c}"] });
    const hint = phrase("apostropheBrace", { two: "''" });
    expect(said("en", lost, hint)).toBe(
      "The translation is missing {a}, {b} and has extra {c}. An apostrophe before a brace makes it plain text; write '' for an apostrophe.",
    );
    expect(said("de", lost)).toBe("In der Übersetzung fehlt: {a}, {b}; zu viel ist: {c}.");
    expect(said("ja", lost, hint)).toMatch(/^訳文に \{a\}、\{b\} がなく、余分な \{c\} があります。中括弧の/);
  });

  it("with words in words: what is wrong, where, and terms in quotes", () => {
    const what = phrase("icuNoText");
    expect(said("cs", phrase("icuTarget", { problem: phrase("atCharacter", { at: 7, what }) }))).toBe(
      "Překlad není platná zpráva ICU (znak 7: větev nemá text v závorkách).",
    );
    const choice = phrase("or", { before: [quoted("Fehler"), quoted("Panne")], last: quoted("Bug") });
    expect(said("de", phrase("termWanted", { term: quoted("bug"), choice }))).toBe(
      "„bug“ wird mit „Fehler“, „Panne“ oder „Bug“ übersetzt.",
    );
  });

  it("with pieces of code kept together where the words run from right to left", () => {
    expect(said("ar", phrase("missing", { missing: ["<b>", "%1$s"] }))).toBe(
      "ينقص الترجمة \u2068<b>\u2069، \u2068%1$s\u2069.",
    );
    expect(said("de", phrase("missing", { missing: ["<b>"] }))).not.toMatch(/[\u2068\u2069]/);
  });

  it("with plural forms by the number", () => {
    const lines = (limit: number) => englishFinding(finding(phrase("textLines", { lines: 1200, width: 90, limit })));
    expect(lines(1)).toBe("The translation takes 1200 lines of 90 pixels; at most 1 is allowed.");
    expect(lines(2)).toBe("The translation takes 1200 lines of 90 pixels; at most 2 are allowed.");
  });
});

it("values that a message does not take do not compile", () => {
  // @ts-expect-error: a value is missing
  expect(found("length", { length: 3 })).toHaveLength(1);
  // @ts-expect-error: it is called by another name
  expect(found("regex", { text: "x" })).toHaveLength(1);
  // @ts-expect-error: it takes none
  expect(found("same", { text: "x" })).toHaveLength(1);
});

it("every sentence of the catalogues is what some check says", () => {
  const files = ["lib/text/checks", "lib/text/checks/rules", "lib/text/terms", "lib/domain/units"].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".ts"))
      .map((name) => readFileSync(`${folder}/${name}`, "utf8")),
  );
  const code = files.join("\n");
  const kinds = ["text", "number", "date", "time", "select", "tag"].map((kind) => `kind_${kind}`);
  const unused = Object.keys(messagesOf("de").findings ?? {}).filter(
    (key) => !code.includes(`"${key}"`) && !kinds.includes(key),
  );
  expect(unused).toEqual([]);
  expect(LANGUAGES.map((language) => Object.keys(messagesOf(language).findings ?? {}).length)).toEqual(
    LANGUAGES.map(() => Object.keys(messagesOf("en").findings ?? {}).length),
  );
});
