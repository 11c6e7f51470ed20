import { type Check, type CheckContext, found, PASSED } from "@/lib/text/checks/check";
import { CJK, endsWithOneOf, WITHOUT_END_MARKS } from "@/lib/text/checks/text-ends";

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
  fails({ source, target }, unit) {
    if (source.length <= 4 || WITHOUT_END_MARKS.has(unit.language)) return PASSED;
    if (source.endsWith("...") && target.endsWith("…")) return PASSED;
    if (CJK.has(unit.language) && endsWithOneOf(source, ":;")) return PASSED;
    const wanted = endsWithOneOf(source, unit.language === "hy" ? ARMENIAN : STOPS);
    if (wanted === endsWithOneOf(target, stopsOf(unit))) return PASSED;
    return found(
      wanted
        ? "The source ends with a full stop, but the translation does not."
        : "The translation ends with a full stop, but the source does not.",
    );
  },
};
