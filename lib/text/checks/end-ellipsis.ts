import { type Check, found, PASSED } from "@/lib/text/checks/check";
import { withSourceEnd } from "@/lib/text/checks/end-marks";
import { WITHOUT_END_MARKS } from "@/lib/text/checks/text-ends";

export const endEllipsis: Check = {
  id: "end_ellipsis",
  name: "Ellipsis at the end",
  about: "Only one of source and translation ends with an ellipsis (…).",
  severity: "info",
  looksAt: "target",
  runs: "always",
  fails({ source, target }, unit) {
    if (source === "" || WITHOUT_END_MARKS.has(unit.language)) return PASSED;
    const given = target.endsWith("…");
    if (source.endsWith("…") === given || (given && source.endsWith("..."))) return PASSED;
    return found(given ? "endEllipsisAdded" : "endEllipsisLost");
  },
  fix: (form, unit) => withSourceEnd(form, unit, endEllipsis.fails),
};
