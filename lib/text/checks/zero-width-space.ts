import { type Check, found, PASSED } from "@/lib/text/checks/check";

/** Languages that are written without spaces and may mark the ends of words with it. */
const MARKS_WORDS = new Set(["lo", "mnw", "my", "shn", "th"]);

/** Where it parts no words: at an end, before a vowel sign, behind another one. */
const MISPLACED = /^\u200b+|\u200b+(?=\p{M}|$)|(?<=\u200b)\u200b/gu;

/** A text without zero-width spaces, but for those that part words in a language that marks the ends of them; Khmer keeps all. */
export function withoutZeroWidth(text: string, language: string): string {
  if (language === "km") return text;
  return MARKS_WORDS.has(language) ? text.replace(MISPLACED, "") : text.replaceAll("\u200b", "");
}

export const zeroWidthSpace: Check = {
  id: "zero-width-space",
  name: "Zero-width space",
  about: "The translation contains an invisible zero-width space, but the source does not.",
  severity: "warning",
  looksAt: "target",
  runs: "always",
  fails({ source, target }, unit) {
    if (!target.includes("\u200b") || source.includes("\u200b")) return PASSED;
    return withoutZeroWidth(target, unit.language) === target ? PASSED : found("zeroWidthSpace");
  },
  fix: ({ target }, { language }) => withoutZeroWidth(target, language),
};
