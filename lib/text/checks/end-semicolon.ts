import { type Check, found, PASSED } from "@/lib/text/checks/check";
import { withSourceEnd } from "@/lib/text/checks/end-marks";
import { endsWithEntity, endsWithOneOf, readEnd } from "@/lib/text/checks/text-ends";

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
  fails(form, unit) {
    const [source, target] = [readEnd(form.source, unit), readEnd(form.target, unit)];
    const wanted = endsWithSemicolon(source);
    if (source === "" || wanted === endsWithSemicolon(target)) return PASSED;
    // What looks like one is the question mark of Greek.
    if (!wanted && unit.language === "el") return PASSED;
    return found(wanted ? "endSemicolonLost" : "endSemicolonAdded");
  },
  fix: (form, unit) => withSourceEnd(form, unit, endSemicolon.fails),
};
