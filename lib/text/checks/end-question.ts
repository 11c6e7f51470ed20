import { type Check, found, PASSED } from "@/lib/text/checks/check";
import { withSourceEnd } from "@/lib/text/checks/end-marks";
import { endsWithInterrobang, endsWithOneOf, readEnd, WITHOUT_END_MARKS } from "@/lib/text/checks/text-ends";

const QUESTIONS = "?՞؟⸮？፧꘏⳺";
const GREEK = `${QUESTIONS};\u037e`;
/** How a Burmese question ends: visarga and full stop. */
const BURMESE = "\u1038\u104b";

export const endQuestion: Check = {
  id: "end_question",
  name: "Question mark at the end",
  about: "Only one of source and translation ends with a question mark.",
  severity: "warning",
  looksAt: "target",
  runs: "always",
  fails(form, unit) {
    const [source, target] = [readEnd(form.source, unit), readEnd(form.target, unit)];
    if (source === "" || WITHOUT_END_MARKS.has(unit.language)) return PASSED;
    const wanted = endsWithOneOf(source, QUESTIONS);
    let given = endsWithOneOf(target, QUESTIONS);
    if (!given && wanted && unit.language === "el") given = endsWithOneOf(target, GREEK);
    if (!given && wanted && unit.language === "my") given = target.endsWith(BURMESE);
    if (wanted === given || endsWithInterrobang(source) || endsWithInterrobang(target)) return PASSED;
    return found(wanted ? "endQuestionLost" : "endQuestionAdded");
  },
  fix: (form, unit) => withSourceEnd(form, unit, endQuestion.fails),
};
