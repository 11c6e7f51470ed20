import { type Check, found, PASSED } from "@/lib/text/checks/check";

/**
 * Languages in which a noun stays as it is behind a number, or often does: WALS, feature 33A and the grammars of each
 * (https://wals.info/chapter/33).
 */
const UNCHANGED: ReadonlySet<string> = new Set(
  `tr az kk ky uz tk tt ba cv sah crh gag ug hu fa ckb ku kmr tg ps hy ka os bn as or ne si mr hi pa ur gu ta te ml kn sd mai
  bho eu ga gd cy br am ti so om sw mg tl fil ceb haw mi sm ryu mn bo dz my km lo th vi id ms jv su zh ja ko yue`
    .split(/\s+/)
    .filter((code) => code !== ""),
);

/** Endings of nouns that have one form for all numbers: Czech and Slovak "-í", and "video" in Slavic languages. */
const INDECLINABLE: ReadonlyMap<string, RegExp> = new Map([
  ...["cs", "sk"].map((language): [string, RegExp] => [language, /(?:[ií]|eo)$/iu]),
  ...["pl", "hr", "sr", "bs", "sl", "hsb", "dsb"].map((language): [string, RegExp] => [language, /eo$/iu]),
  ...["ru", "uk", "be", "bg", "mk", "sr"].map((language): [string, RegExp] => [language, /(?:ео|эа|эо)$/iu]),
]);
/** A number, or what stands for one. */
const NUMBER = /\p{N}|%[\d$*.,+-]*l{0,2}[diuxnsL@]|\{[^{}]*\}|#|%\([^()]+\)/u;

export const samePlurals: Check = {
  id: "same-plurals",
  name: "Equal plural forms",
  about: "All plural forms have the same translation.",
  severity: "info",
  looksAt: "target",
  runs: "always",
  whole: true,
  fails(_, { sources, targets, language }) {
    const [first] = targets;
    if (sources.length < 2 || targets.length < 2 || !first || !targets.every((target) => target === first))
      return PASSED;
    if (sources[0] === sources[1] || (NUMBER.test(first) && mayStay(first, targets.length, language))) return PASSED;
    return found("samePlurals");
  },
};

/**
 * Whether the words beside a number may be the same for all numbers. With two forms many nouns are (de "Zuhörer", sv "svar",
 * it "video"): of thirty such findings that were read none was a mistake.
 */
function mayStay(text: string, forms: number, language: string): boolean {
  if (forms === 2 || UNCHANGED.has(language)) return true;
  const behind = text
    .replace(/<[^<>]*>/g, " ")
    .split(new RegExp(NUMBER, "u"))
    .slice(1)
    .join(" ");
  const words = behind.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? [];
  // What is counted stands before the number and a colon: nothing has to agree with it.
  if (words.length === 0) return true;
  return words.length === 1 && (INDECLINABLE.get(language)?.test(words[0] ?? "") ?? false);
}
