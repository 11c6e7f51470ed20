import { describe, expect, it } from "vitest";
import { narrowed } from "@/app/ui/combobox";

const CHOICES = [
  { value: "", label: "–" },
  { value: "ast", label: "Asturian · asturianu" },
  { value: "cs", label: "Czech · čeština" },
  { value: "zh_Hans", label: "Chinese (Simplified) · 中文 (简体)" },
  { value: "de_AT", label: "German (Austria) · Deutsch (Österreich)" },
  { value: "de", label: "German · Deutsch" },
  { value: "pl", label: "Polish · polski" },
];
const values = (wanted: string) => narrowed(CHOICES, wanted).map(({ value }) => value);

describe("a long list of choices", () => {
  it("is whole while nothing is typed", () => expect(values("  ")).toHaveLength(CHOICES.length));

  it.each([
    ["cestina", ["cs"]],
    ["ČEŠ", ["cs"]],
    ["中文", ["zh_Hans"]],
    ["osterreich", ["de_AT"]],
    ["cs", ["cs"]],
    ["de_at", ["de_AT"]],
    ["klingon", []],
  ])("finds %s by name, own name or code, without case and accents", (typed, found) =>
    expect(values(typed)).toEqual(found),
  );

  it("has first what begins with the words, then what has a word that does", () => {
    expect(values("german")).toEqual(["de_AT", "de"]);
    expect(values("as")).toEqual(["ast"]);
    expect(values("a").slice(0, 2)).toEqual(["ast", "de_AT"]);
    // The code of a language is meant by whoever types no more than that.
    expect(values("de")[0]).toBe("de");
  });
});
