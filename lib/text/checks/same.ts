import { type Check, type CheckContext, found, PASSED } from "@/lib/text/checks/check";
import { INTERNATIONAL_WORDS } from "@/lib/text/checks/international-words";

/** What is not words: tags, template marks, placeables, addresses, hashtags, paths, entities. */
const NOT_WORDS =
  /<[^<>]{0,500}>|\{\{[^{}]{0,200}\}\}|\{%[^{}%]{0,200}%\}|[$%#@]?\{[^{}]{0,200}\}|%\([^()\s]{1,100}\)[a-z]|%[-+0 #]?\d{0,3}(?:\$|\.\d{1,3})?[a-zA-Z@]|&[A-Za-z#0-9]{1,30};|[^\s@]{1,64}@[^\s@]{1,200}|\b[a-z]{2,10}:\/\/\S+|#\w+|(?:[\w.-]*\/){1,20}[\w.*-]*|\b[\w-]{1,60}(?:\.[\w-]{1,60}){1,5}\b|\\[nrt]/giu;

const WORD = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’+-]*/gu;

export const same: Check = {
  id: "same",
  name: "Unchanged translation",
  about: "Source and translation are the same.",
  severity: "info",
  looksAt: "target",
  runs: "always",
  fails({ source, target }, unit) {
    if (source !== target || source.length <= 1 || mayBeSame(unit)) return PASSED;
    if (saysTheSameEverywhere(source, unit.flags.has("strict-same"))) return PASSED;
    return found("Source and translation are the same.");
  },
};

/** Whether nothing in a text asks for translation. */
function saysTheSameEverywhere(text: string, strict: boolean): boolean {
  if (!/\p{L}/u.test(text)) return true;
  if (/^(?:copyright\b|©|\(c\))/i.test(text.trim())) return true;
  if (text === text.toUpperCase() && text !== text.toLowerCase()) return true;
  if (strict) return false;
  const words = text.slice(0, 5000).replace(NOT_WORDS, " ").match(WORD) ?? [];
  return words.every(
    (word) => word.length <= 2 || /^[\d\p{P}]+$/u.test(word) || INTERNATIONAL_WORDS.has(word.toLowerCase()),
  );
}

function mayBeSame(unit: CheckContext): boolean {
  return unit.language === unit.sourceLanguage || (unit.sourceLanguage === "en" && unit.language === "ia");
}
