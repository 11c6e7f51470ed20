import { type Check, found, PASSED } from "@/lib/text/checks/check";

const TWO_CAPITALS = /\p{Lu}\p{Lu}/u;

/**
 * A word that begins with two capitals and goes on in small letters ("HAllo"), or has two of them inside ("PoŘádek"), as
 * fingers make it that let go of a key too late. Not abbreviations ("URL"), nor those with an ending ("URLs", "IDer").
 */
const SLIP = /(?<![\p{L}\p{N}%])\p{Lu}{2}\p{Ll}{3,}|\p{Ll}\p{Lu}{2,}\p{Ll}/u;
/** Nothing but capitals, also no letters without case, and more than an abbreviation has. */
const shouts = (text: string): boolean => !/[\p{Ll}\p{Lo}]/u.test(text) && /\p{Lu}{3}.*\p{Lu}{4}/su.test(text);

/** Languages of the Bantu family that put a small prefix before the capital of a name, a capital too where a text begins. */
const PREFIXING = new Set(["lg", "nd", "nr", "rn", "rw", "sn", "ss", "st", "sw", "tn", "ts", "ve", "xh", "zu"]);

const PREFIXED = /^[AEIOU]\p{Lu}\p{Ll}/u;

export const multipleCapital: Check = {
  id: "multiple_capital",
  name: "Two capitals in a row",
  about: "The translation has two capital letters in a row, but the source does not.",
  severity: "info",
  looksAt: "target",
  runs: "always",
  fails({ source, target }, unit) {
    if (source === "" || !TWO_CAPITALS.test(target) || TWO_CAPITALS.test(source)) return PASSED;
    const slip = SLIP.exec(target)?.[0];
    const named = slip !== undefined && source.toLowerCase().includes(slip.toLowerCase());
    // Klingon has capitals within its words.
    if (unit.language === "tlh") return PASSED;
    if (slip !== undefined && PREFIXING.has(unit.language) && PREFIXED.test(slip)) return PASSED;
    // The text looks like what it says.
    if (/upper-?case/i.test(source)) return PASSED;
    if ((slip === undefined || named) && !shouts(target)) return PASSED;
    return found("capitals");
  },
};
