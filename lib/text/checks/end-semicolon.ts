import { type Check, found, PASSED } from "@/lib/text/checks/check";
import { withSourceEnd } from "@/lib/text/checks/end-marks";
import { endsWithEntity, endsWithOneOf } from "@/lib/text/checks/text-ends";

/** Whether a text ends with a semicolon that does not close an HTML entity. */
function endsWithSemicolon(text: string): boolean {
  return endsWithOneOf(text, ";；؛") && !endsWithEntity(text);
}

export const endSemicolon: Check = {
  id: "end_semicolon",
  name: "Semicolon at the end",
  about: "Only one of source and translation ends with a semicolon.",
  severity: "warning",
  looksAt: "target",
  runs: "always",
  fails({ source, target }, unit) {
    if (source === "" || (unit.language === "el" && source.endsWith("?"))) return PASSED;
    const wanted = endsWithSemicolon(source);
    if (wanted === endsWithSemicolon(target)) return PASSED;
    return found(wanted ? "endSemicolonLost" : "endSemicolonAdded");
  },
  fix: (form, unit) => withSourceEnd(form, unit, endSemicolon.fails),
};
