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

/** Languages in which a noun need not say whether it is one or more: WALS, feature 34A. */
const GENERAL: ReadonlySet<string> = new Set("as bn ceb fil haw mg mi or sm tl".split(" "));

/** Endings of nouns that have one form for all numbers: Czech and Slovak "-í", and "video" in Slavic languages. */
const INDECLINABLE: ReadonlyMap<string, RegExp> = new Map([
  ...["cs", "sk"].map((language): [string, RegExp] => [language, /(?:[ií]|eo|krát)$/iu]),
  ...["pl", "hr", "sr", "bs", "sl", "hsb", "dsb"].map((language): [string, RegExp] => [language, /eo$/iu]),
  ...["ru", "be", "bg", "mk", "sr"].map((language): [string, RegExp] => [language, /(?:ео|эа|эо)$/iu]),
  // Impersonal verbs of Ukrainian agree with nothing.
  ["uk", /(?:ео|[нт]о)$/iu],
]);
const UNIT = /^(?:\p{L}|min|sec|sek|сек|мин|хв|ms|мс)$/u;
/** Languages whose third form is for millions alone. */
const MILLIONS: ReadonlySet<string> = new Set(["ca", "es", "fr", "it", "pt"]);
const hasTwo = (forms: number, language: string): boolean => forms === 2 || (forms === 3 && MILLIONS.has(language));
/** A number, or what stands for one. */
const NUMBER = /\p{N}|%[\d$*.,+I-]*l{0,2}[diuxnsL@]|\{[^{}]*\}|#|%\([^()]+\)/u;

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
    if (GENERAL.has(language)) return PASSED;
    if (
      hasTwo(targets.length, language) &&
      isShort(first) &&
      isWord(sources[0]?.trim() ?? "", sources[1]?.trim() ?? "")
    )
      return PASSED;
    return found("samePlurals");
  },
};

/** Whether two forms are those of one text that has no number and is no sentence: "day" and "days". */
const isWord = (one: string, more: string): boolean =>
  /^\S{3}/.test(one) && more.startsWith(one.slice(0, 3)) && !NUMBER.test(more) && !/[.!?]$/.test(one);

/**
 * Whether a text without a number is a few words, such as "day" or "Export card", with no forms in brackets: many nouns have
 * one form only, and with two forms none of the findings that were read was a mistake.
 */
const isShort = (text: string): boolean => !/[()/]/.test(text) && text.trim().split(/\s+/).length <= 4;

/**
 * Whether the words beside a number may be the same for all numbers. With two forms many nouns are (de "Zuhörer", sv "svar",
 * it "video"): of thirty such findings that were read none was a mistake.
 */
function mayStay(text: string, forms: number, language: string): boolean {
  if (hasTwo(forms, language) || UNCHANGED.has(language)) return true;
  const pieces = text.replace(/<[^<>]*>/g, " ").split(new RegExp(NUMBER, "u"));
  if (pieces.length > 2 && INDECLINABLE.get(language)?.test((pieces.at(-1) ?? "").replace(/\P{L}+$/u, ""))) return true;
  const behind = pieces.slice(1).join(" ");
  const words = behind.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? [];
  // What is counted stands before the number and a colon: nothing has to agree with it.
  if (words.length === 0) return true;
  // "5 min.", "5 s": abbreviations stay as they are.
  if (words.length === 1 && (/\p{L}\.\s*$/u.test(text) || UNIT.test(words[0] ?? ""))) return true;
  return words.length === 1 && (INDECLINABLE.get(language)?.test(words[0] ?? "") ?? false);
}
