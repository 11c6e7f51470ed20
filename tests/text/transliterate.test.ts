import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scriptOf, transliterate } from "@/lib/text/transliterate";

const BOTH: [string, string][] = [
  ["Љубав и Његош у Џунгли", "Ljubav i Njegoš u Džungli"],
  ["ЉУБАВ ЊЕГОШ ЏЕП", "LJUBAV NJEGOŠ DŽEP"],
  ["Фијуче ветар у шибљу, леди пасаже и куће иза њих", "Fijuče vetar u šiblju, ledi pasaže i kuće iza njih"],
  ["ђак, ћуп, чеп, жаба, хлеб", "đak, ćup, čep, žaba, hleb"],
  ["С́екира и из́ести", "Śekira i iźesti"],
  ["надживети, поджанр, инјекција, конјунктура, Танјуг", "nadživeti, podžanr, injekcija, konjunktura, Tanjug"],
  ["Оџак, коњ, сањати", "Odžak, konj, sanjati"],
  ["[[1]] од 20 %", "[[1]] od 20 %"],
];

describe("Serbian in its other script", () => {
  it.each(BOTH)("%s", (cyrillic, latin) => {
    expect(transliterate(cyrillic, "Latn")).toBe(latin);
    expect(transliterate(latin, "Cyrl")).toBe(cyrillic);
  });

  it("leaves words of other languages and what is in the script already", () => {
    expect(transliterate("Отвори Facebook", "Latn")).toBe("Otvori Facebook");
    expect(transliterate("Otvori Windows", "Cyrl")).toBe("Отвори Windows");
    expect(transliterate("новый Џеп", "Latn")).toBe("новый Džep");
    expect(transliterate("Џеп", "Cyrl")).toBe("Џеп");
  });

  it("reads letters that are written as two characters, or two as one", () => {
    expect(transliterate("ǌega ǅep c\u030cep", "Cyrl")).toBe("њега Џеп чеп");
  });

  it("gives each Serbian word back from Latin to Latin", () => {
    const words = fc.array(fc.constantFrom(..."abvgđežzijklmoprstćufhcčš"), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(words, (letters) => {
        const word = letters.join("");
        // Letters that meet and would be one.
        fc.pre(!/lj|nj|dž/.test(word));
        expect(transliterate(transliterate(word, "Cyrl"), "Latn")).toBe(word);
      }),
    );
  });
});

it("Codes tell which script is meant.", () => {
  const script = (code: string) => scriptOf(code)?.script;
  expect(["sr", "sr_Cyrl", "sr_Latn", "sr@latin", "bs", "bs_Cyrl", "cnr"].map(script)).toEqual([
    ...["Cyrl", "Cyrl", "Latn", "Latn", "Latn", "Cyrl", "Latn"],
  ]);
  expect(scriptOf("sr_Latn@ijekavian")?.variety).toBe("ijekavian");
  expect(["hr", "mk", "ru", "srn", ""].map(script)).toEqual([undefined, undefined, undefined, undefined, undefined]);
});
