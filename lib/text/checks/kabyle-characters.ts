import { type Check, PASSED } from "@/lib/text/checks/check";
import { phrase } from "@/lib/text/checks/sentences";

/** Greek and Turkish letters with the Kabyle ones that they are typed for. */
const LETTERS: Readonly<Record<string, string>> = {
  "\u03b3": "\u0263",
  "\u0393": "\u0194",
  "\u03b5": "\u025b",
  "\u0395": "\u0190",
  "\u03a3": "\u0190",
  "\u011f": "\u01e7",
  "\u011e": "\u01e6",
};
const FOREIGN = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");

export const kabyleCharacters: Check = {
  id: "kabyle-characters",
  name: "Kabyle letters",
  about: "Greek or Turkish letters stand in a Kabyle text for letters that look like them.",
  severity: "info",
  looksAt: "target",
  runs: "always",
  fails({ target }, { language }) {
    if (language !== "kab") return PASSED;
    const letters = [...new Set(target.match(FOREIGN) ?? [])];
    if (letters.length === 0) return PASSED;
    const pairs = letters.map((letter) => phrase("kabylePair", { right: LETTERS[letter] ?? letter, wrong: letter }));
    return [{ sentences: [phrase("kabyle", { pairs })], extra: letters }];
  },
  fix: ({ target }) => target.replace(FOREIGN, (letter) => LETTERS[letter] ?? letter),
};
