import { describe, expect, it } from "vitest";
import { specialCharacters } from "@/lib/text/languages/characters";

const of = (code: string, own = "", direction = "ltr") =>
  Object.fromEntries(specialCharacters({ code, direction }, own).map(({ group, characters }) => [group, characters]));

describe("special characters", () => {
  it("have the quotation marks of the language, of its base where it has none of its own", () => {
    expect(of("cs").quotes?.join("")).toBe("„“‚‘");
    expect(of("fr_CA").quotes?.join("")).toBe("«»‹›");
    expect(of("pt_BR").quotes?.join("")).toBe("“”‘’");
    expect(of("zh_Hant").quotes?.join("")).toBe("「」『』");
    expect(of("xx_none").quotes?.join("")).toBe("“”‘’");
  });

  it("have marks of direction where one writes from right to left, and spaces everywhere", () => {
    expect(of("ar", "", "rtl").directions).toContain("\u200f");
    expect(of("cs").directions).not.toContain("\u200f");
    for (const code of ["cs", "ar"]) expect(of(code).spaces).toContain("\u00a0");
  });

  it("begin with one's own, and have each character once", () => {
    const groups = specialCharacters({ code: "cs", direction: "ltr" }, "→ „–→");
    expect(groups[0]).toEqual({ group: "own", characters: ["→", "„", "–"] });
    const all = groups.flatMap(({ characters }) => characters);
    expect(new Set(all).size).toBe(all.length);
  });
});
