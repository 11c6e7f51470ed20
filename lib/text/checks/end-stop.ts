import { type Check, type CheckContext, found, PASSED } from "@/lib/text/checks/check";
import { endEllipsis } from "@/lib/text/checks/end-ellipsis";
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
const ENGLISH_CALLS = "?!";

function stopsOf(unit: CheckContext): string {
  const more = MORE_STOPS.get(unit.language);
  return more === undefined ? STOPS : STOPS + more;
}

/** Whether a text ends with a full stop of its language. */
export const endsWithStop = (text: string, unit: CheckContext): boolean => endsWithOneOf(text, stopsOf(unit));

export const endStop: Check = {
  id: "end_stop",
  name: "Full stop at the end",
  about: "Only one of source and translation ends with a full stop.",
  severity: "warning",
  looksAt: "target",
  runs: "always",
  fails(form, unit) {
    if (form.source.length <= 4 || WITHOUT_END_MARKS.has(unit.language)) return PASSED;
    const [source, target] = [readEnd(form.source, unit), readEnd(form.target, unit)];
    if (/(?:\.\.\.|…)$/.test(source) && /(?:\.\.\.|…)$/.test(target)) return PASSED;
    if (CJK.has(unit.language) && endsWithOneOf(source, ":;")) return PASSED;
    // Korean sentences have a verb and a stop where English makes do with a heading.
    if (unit.language === "ko" && /[다요오]\.$/u.test(target)) return PASSED;
    // A Burmese question ends with a stop, an Armenian call has its mark inside.
    if (/[?!]$/.test(source) && (unit.language === "my" || unit.language === "hy")) return PASSED;
    const wanted = endsWithOneOf(source, unit.language === "hy" ? ARMENIAN : STOPS);
    if (wanted === endsWithStop(target, unit)) return PASSED;
    // A stop for an ellipsis, or the other way round, is told once.
    if (!unit.flags.has("ignore-end-ellipsis") && endEllipsis.fails(form, unit).length > 0) return PASSED;
    // A question or a call in place of a sentence is found by its own mark, and so is the other way round.
    if (wanted ? endsWithOneOf(target, CALLS) : endsWithOneOf(source, ENGLISH_CALLS) || isAbbreviated(target))
      return PASSED;
    return found(wanted ? "endStopLost" : "endStopAdded");
  },
  fix: (form, unit) => withSourceEnd(form, unit, endStop.fails),
};

/** Whether the stop at the end is that of an abbreviation, in a short label, or beside a number or another one: "12 Min.", "hzfg. / entf.". */
function isAbbreviated(text: string): boolean {
  if (!/(?<![\p{L}-])\p{L}{1,4}\.$/u.test(text)) return false;
  if (text.split(" ").length <= 2) return true;
  return /\p{N}|%|\{/u.test(text) || /(?<![\p{L}-])\p{L}{1,4}\. (?!\p{Lu})/u.test(text);
}
