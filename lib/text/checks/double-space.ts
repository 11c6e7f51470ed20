import { type Check, found, PASSED } from "@/lib/text/checks/check";

/** Not beside a line break, where blanks are indents, nor at the beginning, which another check compares. */
const DOUBLE = /\S {2,}(?! *\n)/;

export const doubleSpace: Check = {
  id: "double_space",
  name: "Double space",
  about: "The translation has two spaces in a row, but the source does not.",
  severity: "info",
  looksAt: "target",
  runs: "always",
  fails({ source, target }) {
    if (!target.includes("  ") || !DOUBLE.test(target) || source === "" || source.includes("  ")) return PASSED;
    return found("doubleSpace");
  },
  fix: ({ target }) => target.replace(/ {2,}/g, " "),
};
