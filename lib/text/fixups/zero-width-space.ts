import type { Fixup } from "@/lib/text/fixups/fixup";

export const zeroWidthSpaceRemoval: Fixup = {
  id: "zero-width-space",
  name: "Zero-width space removal",
  apply: (source, target, { language }) =>
    // Khmer marks the ends of words with it.
    language === "km" || source.includes("\u200b") ? target : target.replaceAll("\u200b", ""),
};
