import { type Check, found, PASSED } from "@/lib/text/checks/check";
import { withSourceEnd } from "@/lib/text/checks/end-marks";
import { endsWithStop } from "@/lib/text/checks/end-stop";
import { endsWithInterrobang, endsWithOneOf, readEnd, WITHOUT_END_MARKS } from "@/lib/text/checks/text-ends";

const EXCLAMATIONS = "!！՜᥄႟߹";

export const endExclamation: Check = {
  id: "end_exclamation",
  name: "Exclamation mark at the end",
  about: "Only one of source and translation ends with an exclamation mark.",
  severity: "warning",
  looksAt: "target",
  runs: "always",
  fails(form, unit) {
    const [source, target] = [readEnd(form.source, unit), readEnd(form.target, unit)];
    if (source === "" || WITHOUT_END_MARKS.has(unit.language) || unit.language === "hy") return PASSED;
    const wanted = endsWithOneOf(source, EXCLAMATIONS);
    if (wanted === endsWithOneOf(target, EXCLAMATIONS)) return PASSED;
    // Hungarian requests have the mark.
    if (!wanted && unit.language === "hu") return PASSED;
    // Many languages call out less than English does, and end the sentence with a full stop.
    if (wanted && endsWithStop(target, unit)) return PASSED;
    if (unit.language === "eu" && target.includes("¡") && target.includes("!")) return PASSED;
    if (endsWithInterrobang(source) || endsWithInterrobang(target)) return PASSED;
    return found(wanted ? "endExclamationLost" : "endExclamationAdded");
  },
  fix: (form, unit) => withSourceEnd(form, unit, endExclamation.fails),
};
