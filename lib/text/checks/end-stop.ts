import { type Check, type CheckContext, found, PASSED } from "@/lib/text/checks/check";
import { withSourceEnd } from "@/lib/text/checks/end-marks";
import { CJK, endsWithOneOf, readEnd, WITHOUT_END_MARKS } from "@/lib/text/checks/text-ends";

const STOPS = ".。।۔։·෴។።᙮᠃᠉⠲⳹⳾꓿꘎꛳︒﹒．｡";
/** Armenian puts its marks elsewhere, so a sentence may end with any of these. */
const ARMENIAN = `${STOPS}:՝?!\`…`;
const MORE_STOPS = new Map([
  ["hi", "৷|"],
  ["bn", "৷|"],
  ["or", "৷|"],
  ["sat", "᱾"],
  ["my", "။"],
  ["hy", "։:՝?!`…"],
]);

/** Marks of questions and calls, which have checks of their own. */
const CALLS = "?!？！؟՞՜;;⸮";

function stopsOf(unit: CheckContext): string {
  const more = MORE_STOPS.get(unit.language);
  return more === undefined ? STOPS : STOPS + more;
}

export const endStop: Check = {
  id: "end_stop",
  name: "Full stop at the end",
  about: "Only one of source and translation ends with a full stop.",
  severity: "warning",
  looksAt: "target",
  runs: "always",
  fails(form, unit) {
    if (form.source.length <= 4 || WITHOUT_END_MARKS.has(unit.language)) return PASSED;
    // Blanks at the end are another check's.
    const [source, target] = [readEnd(form.source, unit).trimEnd(), readEnd(form.target, unit).trimEnd()];
    if (/(?:\.\.\.|…)$/.test(source) && /(?:\.\.\.|…)$/.test(target)) return PASSED;
    if (CJK.has(unit.language) && endsWithOneOf(source, ":;")) return PASSED;
    // Korean sentences have a verb and a stop where English makes do with a heading.
    if (unit.language === "ko" && /[다요오]\.$/u.test(target)) return PASSED;
    // A Burmese question ends with a stop, an Armenian call has its mark inside.
    if (/[?!]$/.test(source) && (unit.language === "my" || unit.language === "hy")) return PASSED;
    const wanted = endsWithOneOf(source, unit.language === "hy" ? ARMENIAN : STOPS);
    if (wanted === endsWithOneOf(target, stopsOf(unit))) return PASSED;
    // A question or a call in place of a sentence is found by its own mark.
    if (wanted ? endsWithOneOf(target, CALLS) : isAbbreviated(target)) return PASSED;
    return found(wanted ? "endStopLost" : "endStopAdded");
  },
  fix: (form, unit) => withSourceEnd(form, unit, endStop.fails),
};

/** Whether the stop at the end is that of an abbreviation, beside a number or another one: "12 Min.", "hzfg. / entf.". */
function isAbbreviated(text: string): boolean {
  if (!/(?<![\p{L}-])\p{L}{1,4}\.$/u.test(text)) return false;
  return /\p{N}|%|\{/u.test(text) || /(?<![\p{L}-])\p{L}{1,4}\. (?!\p{Lu})/u.test(text);
}
