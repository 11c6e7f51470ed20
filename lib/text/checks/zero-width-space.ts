import { type Check, found, PASSED } from "@/lib/text/checks/check";

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
    return found("zeroWidthSpace");
  },
  fix: ({ target }) => target.replaceAll("\u200b", ""),
};
