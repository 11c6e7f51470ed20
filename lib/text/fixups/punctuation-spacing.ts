import { followsFrenchSpacing, withFrenchSpacing } from "@/lib/text/checks/french-spacing";
import type { Fixup } from "@/lib/text/fixups/fixup";

export const punctuationSpacingFixup: Fixup = {
  id: "punctuation-spacing",
  name: "Space before punctuation",
  apply: (_, target, { flags, languageCode }) =>
    followsFrenchSpacing(languageCode) && !flags.has("ignore-punctuation-spacing")
      ? withFrenchSpacing(target, true)
      : target,
};
