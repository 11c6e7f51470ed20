import { type Check, PASSED } from "@/lib/text/checks/check";
import { withoutCode } from "@/lib/text/checks/without-code";

/** What the glossary says comes with the string: its terms stand elsewhere, and finding them takes stemmers. */
export const checkGlossary: Check = {
  id: "check_glossary",
  name: "Glossary",
  about: "The translation does not use the terms of the glossary, or uses one that must not be used.",
  severity: "warning",
  looksAt: "target",
  runs: { flags: ["check-glossary"] },
  fails: ({ source, target }, { judge, flags }) => judge?.(withoutCode(source, target, flags), target) ?? PASSED,
};
