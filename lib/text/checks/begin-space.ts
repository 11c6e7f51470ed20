import { type Check, found, PASSED } from "@/lib/text/checks/check";
import { CJK, FULL_WIDTH, leadingSpaces } from "@/lib/text/checks/text-ends";

export const beginSpace: Check = {
  id: "begin_space",
  name: "Leading spaces",
  about: "Source and translation begin with different numbers of spaces.",
  severity: "warning",
  looksAt: "target",
  runs: "always",
  fails({ source, target }, unit) {
    const wanted = leadingSpaces(source);
    const given = leadingSpaces(target);
    if (wanted === given || source === "" || given === target.length) return PASSED;
    if (source.length <= 1 && target.length <= 1) return PASSED;
    if (wanted === 1 && given === 0 && CJK.has(unit.language) && FULL_WIDTH.includes(target.charAt(0))) return PASSED;
    return found("beginSpaces", { given, wanted });
  },
  fix: ({ source, target }) => " ".repeat(leadingSpaces(source)) + target.slice(leadingSpaces(target)),
};
