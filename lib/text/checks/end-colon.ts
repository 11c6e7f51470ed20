import { type Check, found, PASSED } from "@/lib/text/checks/check";
import { withSourceEnd } from "@/lib/text/checks/end-marks";
import { CJK, endsWithOneOf, readEnd, WITHOUT_END_MARKS } from "@/lib/text/checks/text-ends";

const COLONS = ":：៖";

export const endColon: Check = {
  id: "end_colon",
  name: "Colon at the end",
  about: "Only one of source and translation ends with a colon.",
  severity: "warning",
  looksAt: "target",
  runs: "always",
  fails(form, unit) {
    const [source, target] = [readEnd(form.source, unit), readEnd(form.target, unit)];
    if (source === "" || WITHOUT_END_MARKS.has(unit.language)) return PASSED;
    // Two colons are a sign of programs.
    if (source.endsWith("::")) return PASSED;
    const wanted = endsWithOneOf(source, COLONS);
    // Armenian and East Asian texts may end a heading in other ways, and may add a mark of their own.
    if (unit.language === "hy") {
      return !wanted || endsWithOneOf(target, `${COLONS}՝\`.․։…`) ? PASSED : found("endColonLost");
    }
    if (CJK.has(unit.language)) {
      const asked = wanted || source.endsWith(";");
      return !asked || endsWithOneOf(target, `${COLONS}.。;；`) ? PASSED : found("endColonWanted");
    }
    if (wanted === endsWithOneOf(target, COLONS)) return PASSED;
    return found(wanted ? "endColonLost" : "endColonAdded");
  },
  fix: (form, unit) => withSourceEnd(form, unit, endColon.fails),
};
