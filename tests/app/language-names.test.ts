import { describe, expect, it } from "vitest";
import { languageChoice, languageNames } from "@/app/ui/language-names";
import { allLanguages } from "@/lib/text/languages/catalogue";
import { textsOf } from "@/lib/text/messages/catalogue";

/** Languages, as the reader of a page names them. */

const of = (language: string, stored: string) => languageNames(textsOf(language)).of(stored);

describe("the name of a language", () => {
  it("is that of the reader's language, with a capital where there is one", () => {
    expect(["de", "cs", "ja", "ar"].map((language) => of(language, "Czech"))).toEqual([
      "Tschechisch",
      "Čeština",
      "チェコ語",
      "التشيكية",
    ]);
    expect(of("de", "Chinese (Simplified)")).toBe("Chinesisch (Vereinfacht)");
    expect(of("cs", "Portuguese (Brazil)")).toBe("Portugalština (Brazílie)");
  });

  it("names regions shortly where the full name is that of an administration", () => {
    expect(of("de", "Chinese (Traditional, Hong Kong)")).toBe("Chinesisch (Traditionell, Hongkong)");
  });

  it("says how people are spoken to beside the name of the language", () => {
    expect(of("de", "German (formal)")).toBe("Deutsch (förmlich)");
    expect(of("ar", "Czech (informal)")).toBe("التشيكية (غير رسمي)");
    expect(of("de", "Klingon of ours (formal)")).toBe("Klingon of ours (formal)");
  });

  it("is the one that somebody gave it, and the stored one where the reader's language has none", () => {
    expect(of("de", "Czech of our house")).toBe("Czech of our house");
    expect(of("de", "Guianese Creole")).toBe("Guianese Creole");
    expect(of("de", "constructor")).toBe("constructor");
  });

  it("is the stored one in English for all that there are", () => {
    expect(allLanguages().filter(({ name }) => of("en", name) !== name)).toEqual([]);
  });
});

describe("a list of languages", () => {
  const rows = [
    { name: "Czech", code: "cs" },
    { name: "English", code: "en" },
    { name: "Austrian", code: "xx" },
    { name: "German", code: "de" },
  ];

  it("is in the order of the reader's names", () => {
    const listed = languageNames(textsOf("de")).listed(rows);
    expect(listed.map(({ name, stored }) => `${name} < ${stored}`)).toEqual([
      "Austrian < Austrian",
      "Deutsch < German",
      "Englisch < English",
      "Tschechisch < Czech",
    ]);
    // "Č" comes behind "C" and before "D" in Czech.
    expect(
      languageNames(textsOf("cs"))
        .listed([...rows, { name: "Danish", code: "da" }])
        .map(({ name }) => name)
        .slice(0, 3),
    ).toEqual(["Angličtina", "Austrian", "Čeština"]);
  });

  it("offers choices that are found by both names and the code", () => {
    const [first] = languageNames(textsOf("de")).listed([{ name: "Czech", code: "cs" }]);
    expect(first && languageChoice(first)).toEqual({ value: "cs", label: "Tschechisch", also: "Czech cs" });
  });
});

it("words that somebody typed find languages by the reader's names, without accents and in any order", () => {
  const { codesOf } = languageNames(textsOf("cs"));
  expect(codesOf("cestina")).toEqual(["cs", "cs@formal", "cs@informal"]);
  expect(codesOf("neformalni cestina")).toEqual(["cs@informal"]);
  expect(codesOf("brazilie portugalstina")).toEqual(["pt_BR"]);
  expect(codesOf("")).toEqual([]);
  expect(languageNames(textsOf("en")).codesOf("czech")).toEqual([]);
});
