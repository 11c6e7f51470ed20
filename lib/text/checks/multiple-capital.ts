import { type Check, found, PASSED } from "@/lib/text/checks/check";

const TWO_CAPITALS = /\p{Lu}\p{Lu}/u;

/**
 * A word that begins with two capitals and goes on in small letters ("HAllo"), or has two of them inside ("PoŘádek"), as
 * fingers make it that let go of a key too late. Not abbreviations ("URL"), nor those with an ending ("URLs", "IDer").
 */
const SLIP = /(?<![\p{L}\p{N}%])\p{Lu}{2}\p{Ll}{3,}|\p{Ll}\p{Lu}{2,}\p{Ll}/u;
/** Nothing but capitals, and more than an abbreviation has. */
const shouts = (text: string): boolean => !/\p{Ll}/u.test(text) && /\p{Lu}{3}.*\p{Lu}{4}/su.test(text);

export const multipleCapital: Check = {
  id: "multiple_capital",
  name: "Two capitals in a row",
  about: "The translation has two capital letters in a row, but the source does not.",
  severity: "info",
  looksAt: "target",
  runs: "always",
  fails({ source, target }) {
    if (source === "" || !TWO_CAPITALS.test(target) || TWO_CAPITALS.test(source)) return PASSED;
    const slip = SLIP.exec(target)?.[0];
    const named = slip !== undefined && source.toLowerCase().includes(slip.toLowerCase());
    if ((slip === undefined || named) && !shouts(target)) return PASSED;
    return found("capitals");
  },
};
