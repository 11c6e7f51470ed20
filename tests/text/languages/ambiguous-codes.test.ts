import { describe, expect, it } from "vitest";
import { separateCodes } from "@/lib/text/languages/ambiguous-codes";
import { allLanguages } from "@/lib/text/languages/catalogue";
import { resolveLanguageCode } from "@/lib/text/languages/resolve";

const known = new Set(allLanguages().map(({ code }) => code));
const told = (codes: string[], keeps?: (written: string) => boolean) =>
  Object.fromEntries(
    separateCodes(
      codes.map((written) => {
        const { code, base } = resolveLanguageCode(written, known);
        return { written, meant: code, base };
      }),
      keeps && (({ written }) => keeps(written)),
    ).map(({ written, meant }) => [written, meant]),
  );

describe("codes of the files of one component", () => {
  it("follow an alias where one file alone claims the language", () => {
    expect(told(["bn-rBD", "uz+Latn", "cs"])).toEqual({ "bn-rBD": "bn", "uz+Latn": "uz", cs: "cs" });
  });

  it("are two languages where two files claim one by an alias", () => {
    expect(told(["bn", "bn-rBD", "b+uz+Latn", "uz"])).toEqual({
      bn: "bn",
      "bn-rBD": "bn_BD",
      "b+uz+Latn": "uz_Latn",
      uz: "uz",
    });
    expect(told(["zh_CN", "zh_Hans"])).toEqual({ zh_CN: "zh_CN", zh_Hans: "zh_Hans" });
  });

  it("leave the language to the first where none is exact, and to the one that has it already", () => {
    expect(told(["no", "nb"])).toEqual({ no: "nb_NO", nb: "nb" });
    expect(told(["no", "nb"], (written) => written === "nb")).toEqual({ no: "no", nb: "nb_NO" });
  });

  it("stay one language in two spellings of one code", () => {
    expect(told(["pt_BR", "pt-BR", "pt-rBR"])).toEqual({ pt_BR: "pt_BR", "pt-BR": "pt_BR", "pt-rBR": "pt_BR" });
  });
});
