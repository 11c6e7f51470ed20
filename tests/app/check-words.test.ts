import { describe, expect, it } from "vitest";
import { checkWords } from "@/app/ui/check-words";
import { ALL_CHECKS } from "@/lib/text/checks/describe";
import { textsOf } from "@/lib/text/messages/catalogue";

const straight = (text: string) => text.replaceAll("’", "'");

describe("names and descriptions of checks", () => {
  it.each(ALL_CHECKS.map((check) => [check.id, check] as const))(
    "are in the catalogue as the API has them: %s",
    (id, { name, about }) => {
      const english = checkWords(textsOf("en"), id);
      expect([straight(english.name), straight(english.about)]).toEqual([name, about]);
      for (const language of ["de", "cs", "ja", "ar"])
        expect(checkWords(textsOf(language), id).about, language).not.toBe(english.about);
    },
  );

  it("are those of its syntax where a check compares format directives", () => {
    expect(checkWords(textsOf("cs"), "c_sharp_format")).toEqual({
      name: "Formát C#",
      about: "Formátovací direktivy překladu se liší od direktiv zdroje ({0}, {1:N2}).",
    });
    expect(checkWords(textsOf("de"), "angularjs_format").name).toBe("AngularJS interpolation");
  });

  it("are the identifier where nothing makes such a check", () => {
    expect(checkWords(textsOf("de"), "gone_check")).toEqual({ name: "gone_check", about: "" });
  });
});
