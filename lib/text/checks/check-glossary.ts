import { type Check, PASSED } from "@/lib/text/checks/check";

/** What is filled in, whose name is no word of the text. */
const VARIABLE = /\{\s*[$-]?[\w.-]{1,100}\s*\}/g;

/** What the glossary says comes with the string: its terms stand elsewhere, and finding them takes stemmers. */
export const checkGlossary: Check = {
  id: "check_glossary",
  name: "Glossary",
  about: "The translation does not use the terms of the glossary, or uses one that must not be used.",
  severity: "warning",
  looksAt: "target",
  runs: { flags: ["check-glossary"] },
  fails: ({ source, target }, { judge }) => judge?.(source.replace(VARIABLE, "…"), target) ?? PASSED,
};
