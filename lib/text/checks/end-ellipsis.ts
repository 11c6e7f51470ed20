import { type Check, found, PASSED } from "@/lib/text/checks/check";
import { withSourceEnd } from "@/lib/text/checks/end-marks";
import { readEnd, WITHOUT_END_MARKS } from "@/lib/text/checks/text-ends";

export const endEllipsis: Check = {
  id: "end_ellipsis",
  name: "Ellipsis at the end",
  about: "Only one of source and translation ends with an ellipsis (…).",
  severity: "info",
  looksAt: "target",
  runs: "always",
  fails(form, unit) {
    const [source, target] = [readEnd(form.source, unit), readEnd(form.target, unit)];
    if (source === "" || WITHOUT_END_MARKS.has(unit.language)) return PASSED;
    const given = target.endsWith("…");
    if (source.endsWith("…") === given || (given && source.endsWith("..."))) return PASSED;
    // In another order of words: "Running… (1 of 2)".
    if (given && source.includes("…")) return PASSED;
    // "Deleting…" with a further sentence in a line of its own.
    if (!given && /…[ ]?\n/.test(target)) return PASSED;
    return found(given ? "endEllipsisAdded" : "endEllipsisLost");
  },
  fix: (form, unit) => withSourceEnd(form, unit, endEllipsis.fails),
};
