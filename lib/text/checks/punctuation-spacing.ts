import { type Check, found, PASSED } from "@/lib/text/checks/check";
import { followsFrenchSpacing, frenchMarks, withFrenchSpacing } from "@/lib/text/checks/french-spacing";

export const punctuationSpacing: Check = {
  id: "punctuation_spacing",
  name: "Space before punctuation",
  about: "French puts a no-break space before ; : ? and !.",
  severity: "info",
  looksAt: "target",
  runs: "always",
  fails({ target }, unit) {
    if (unit.language !== "fr" || !followsFrenchSpacing(unit.languageCode)) return PASSED;
    const bare = frenchMarks(target).find((place) => place.blanksFrom === place.at);
    return bare ? found("noSpaceBefore", { mark: bare.mark }) : PASSED;
  },
  fix: ({ target }) => withFrenchSpacing(target, false),
};
