import { type Check, found, PASSED } from "@/lib/text/checks/check";
import { CJK, endsWithOneOf, FULL_WIDTH, trailingSpaces } from "@/lib/text/checks/text-ends";

export const endSpace: Check = {
  id: "end_space",
  name: "Trailing spaces",
  about: "Source and translation end with different numbers of spaces.",
  severity: "warning",
  looksAt: "target",
  runs: "always",
  fails({ source, target }, unit) {
    const wanted = trailingSpaces(source);
    const given = trailingSpaces(target);
    if (wanted === given || source === "" || given === target.length) return PASSED;
    if (source.length <= 1 && target.length <= 1) return PASSED;
    // Behind the last line break they are an indent.
    if (source.charAt(source.length - 1 - wanted) === "\n") return PASSED;
    if (wanted === 1 && given === 0 && CJK.has(unit.language) && endsWithOneOf(target, FULL_WIDTH)) return PASSED;
    return found("endSpaces", { given, wanted });
  },
  fix: ({ source, target }) =>
    target.slice(0, target.length - trailingSpaces(target)) + " ".repeat(trailingSpaces(source)),
};
