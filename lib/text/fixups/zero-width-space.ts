import { withoutZeroWidth } from "@/lib/text/checks/zero-width-space";
import type { Fixup } from "@/lib/text/fixups/fixup";

export const zeroWidthSpaceRemoval: Fixup = {
  id: "zero-width-space",
  name: "Zero-width space removal",
  apply: (source, target, { language }) => (source.includes("\u200b") ? target : withoutZeroWidth(target, language)),
};
