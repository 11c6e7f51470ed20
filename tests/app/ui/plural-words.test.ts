import { describe, expect, it } from "vitest";
import { formName } from "@/app/ui/editor/texts";
import { pluralName } from "@/app/ui/plural-words";
import { textsOf } from "@/lib/text/messages/catalogue";
import { PLURAL_CATEGORIES } from "@/lib/text/plurals/cldr-rules";

/** Plural forms, as the reader of a page names them. */

const namesIn = (language: string) => PLURAL_CATEGORIES.map((category) => pluralName(textsOf(language), category));

describe("the name of a plural form", () => {
  it("is that of its category in English", () => {
    expect(namesIn("en")).toEqual([...PLURAL_CATEGORIES]);
  });

  it.each(["de", "cs", "ja", "ar"])("has a word of its own in %s", (language) => {
    const names = namesIn(language);
    expect(new Set(names).size).toBe(PLURAL_CATEGORIES.length);
    expect(names.filter((name) => (PLURAL_CATEGORIES as readonly string[]).includes(name))).toEqual([]);
  });

  it("is nothing where the form has no category", () => {
    expect([pluralName(textsOf("de"), ""), pluralName(textsOf("de"), undefined)]).toEqual(["", ""]);
  });

  it("is its number in the editor where it has no category", () => {
    const plural = { number: 2, formula: "n != 1", forms: [{ category: "few", examples: [2, 3, 4] }] };
    expect([0, 1].map((form) => formName(textsOf("cs"), { plural }, form))).toEqual(["několik", "2"]);
  });
});
