import { type Check, found, PASSED } from "@/lib/text/checks/check";
import { withSourceEnd } from "@/lib/text/checks/end-marks";
import { endsWithEntity, endsWithOneOf, readEnd } from "@/lib/text/checks/text-ends";

/** Whether a text ends with a semicolon that does not close an HTML entity. */
function endsWithSemicolon(text: string): boolean {
  return endsWithOneOf(text, ";；؛·") && !endsWithEntity(text);
}

const STOPS = ".,。।۔։،";

/** A shorter text is code or a single word, where a semicolon was not meant. */
const ITEM = 12;

/** Whether a translation is long enough for an item of a list, and its source ends as one. */
const isItem = (source: string, target: string): boolean =>
  /[\p{L}\p{M}\p{N})”»".]$/u.test(source.trimEnd()) && (target.length >= ITEM || /\p{Script=Han}{4}/u.test(target));

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
    // Languages end items of lists by other rules: with a semicolon where English has none, or with a stop for it.
    if (wanted ? endsWithOneOf(target, STOPS) : isItem(form.source, form.target)) return PASSED;
    return found(wanted ? "endSemicolonLost" : "endSemicolonAdded");
  },
  fix: (form, unit) => withSourceEnd(form, unit, endSemicolon.fails),
};
