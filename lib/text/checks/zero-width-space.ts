import { type Check, found, PASSED } from "@/lib/text/checks/check";

/** Languages that are written without spaces and may mark the ends of words with it. */
const MARKS_WORDS = new Set(["lo", "mnw", "my", "shn", "th"]);

export const zeroWidthSpace: Check = {
  id: "zero-width-space",
  name: "Zero-width space",
  about: "The translation contains an invisible zero-width space, but the source does not.",
  severity: "warning",
  looksAt: "target",
  runs: "always",
  fails({ source, target }, unit) {
    // Khmer marks the ends of words with it.
    if (!target.includes("\u200b") || source.includes("\u200b") || unit.language === "km") return PASSED;
    // Where it stands before a vowel sign or at an end it parts no words.
    if (MARKS_WORDS.has(unit.language) && !/^\u200b|\u200b(?:[\p{M}\u200b]|$)/u.test(target)) return PASSED;
    return found("zeroWidthSpace");
  },
  fix: ({ target }) => target.replaceAll("\u200b", ""),
};
