import { type Check, found, PASSED } from "@/lib/text/checks/check";
import { phrase } from "@/lib/text/checks/sentences";

/** What makes a formula of a cell in programs that read lists of terms. */
const FORMULA = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/** Glossaries set its flag for all of their terms. */
export const prohibitedInitialCharacter: Check = {
  id: "prohibited_initial_character",
  name: "Prohibited first character",
  about: "A term begins with a character that spreadsheets take for the start of a formula.",
  severity: "warning",
  looksAt: "target",
  runs: { flags: ["prohibited-initial-character"] },
  readOnlyToo: true,
  fails({ source, target }) {
    const first = FORMULA.exec(target)?.[0] ?? FORMULA.exec(source)?.[0];
    if (first === undefined) return PASSED;
    const shown = first.trim() === "" ? phrase("controlCharacter") : first;
    return found(FORMULA.test(target) ? "formulaTarget" : "formulaSource", { shown });
  },
};
