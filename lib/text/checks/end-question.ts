import { type Check, found, PASSED } from "@/lib/text/checks/check";
import { withSourceEnd } from "@/lib/text/checks/end-marks";
import { endsWithInterrobang, endsWithOneOf, readEnd, WITHOUT_END_MARKS } from "@/lib/text/checks/text-ends";

const QUESTIONS = "?՞؟⸮？፧꘏⳺";
const GREEK = `${QUESTIONS};\u037e`;
/** How a Burmese question ends: visarga and full stop. */
const BURMESE = "\u1038\u104b";

/** English that has no mark and that others ask: what a setting decides, a title, something to confirm, a request. */
const ASKED_OTHERWISE =
  /^(?:Whether|If|How|Why|What|Where|When|Who|Which|Forgot|Confirm|Select|Choose|Please)\b|\bplease\b/i;
/** A request that English puts as a question. */
const REQUEST = /^(?:Could|Would|Can|Will) you /i;

/** Whether a question is well put without its mark at the end: a polite request; a title that is a noun. */
const isOtherwise = (source: string, target: string, language: string): boolean =>
  REQUEST.test(source) ||
  (/^(?:Why|How)\b/i.test(source) && /(?:理由|原因|方法)$/.test(target)) ||
  (language === "et" && /(?:mine|kinnitus)$/.test(target)) ||
  // The mark is there, though what follows it was put behind.
  (/[?؟？]\s/.test(target) && !/[?？].*[?？]/s.test(source));

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
    if (!given && unit.language === "el" && !source.endsWith(";")) given = endsWithOneOf(target, GREEK);
    // Armenian has the mark on the word that is asked for.
    if (!given && wanted && unit.language === "hy") given = target.includes("՞");
    if (!given && wanted && unit.language === "my") given = target.endsWith(BURMESE);
    // A Japanese question may have a particle and a full stop.
    if (!given && wanted && unit.language === "ja") given = /か。?$/.test(target);
    if (wanted === given || endsWithInterrobang(source) || endsWithInterrobang(target)) return PASSED;
    if (
      given ? unit.sourceLanguage === "en" && ASKED_OTHERWISE.test(source) : isOtherwise(source, target, unit.language)
    )
      return PASSED;
    return found(wanted ? "endQuestionLost" : "endQuestionAdded");
  },
  fix: (form, unit) => withSourceEnd(form, unit, endQuestion.fails),
};
