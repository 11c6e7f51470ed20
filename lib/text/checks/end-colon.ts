import { type Check, found, PASSED } from "@/lib/text/checks/check";
import { withSourceEnd } from "@/lib/text/checks/end-marks";
import { CJK, endsWithOneOf, readEnd, WITHOUT_END_MARKS } from "@/lib/text/checks/text-ends";

/** Colons: of Latin, full width, Khmer, of Ethiopic three; the letter of Ol Chiki that is written for one. */
const COLONS = ":：៖፡፥፦ᱺ";
/** An English label that goes on in the field behind it: "Clear the clipboard after". Others need a colon there. */
const GOES_ON = /\s(?:after|as|at|by|every|for|from|in|into|of|to|when|with)$/i;
/** A colon with nothing behind it but what is filled in. */
const BEFORE_VALUE = /[:：]\s?(?:%\d*\$?[a-z@\d]|\{[^{}]{1,50}\})$/iu;

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
      // A Japanese request is a whole sentence.
      if (unit.language === "ja" && target.endsWith("ください")) return PASSED;
      return !asked || endsWithOneOf(target, `${COLONS}.。;；`) ? PASSED : found("endColonWanted");
    }
    if (wanted === endsWithOneOf(target, COLONS)) return PASSED;
    if (wanted ? BEFORE_VALUE.test(target) : unit.sourceLanguage === "en" && GOES_ON.test(source)) return PASSED;
    // Burmese may have a dash there.
    if (wanted && unit.language === "my" && /\s[-–—]$/.test(target)) return PASSED;
    return found(wanted ? "endColonLost" : "endColonAdded");
  },
  fix: (form, unit) => withSourceEnd(form, unit, endColon.fails),
};
