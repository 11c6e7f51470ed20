import { type Check, found, PASSED } from "@/lib/text/checks/check";

const TWO_CAPITALS = /\p{Lu}\p{Lu}/u;

export const multipleCapital: Check = {
  id: "multiple_capital",
  name: "Two capitals in a row",
  about: "The translation has two capital letters in a row, but the source does not.",
  severity: "info",
  looksAt: "target",
  runs: "always",
  fails({ source, target }) {
    if (source === "" || !TWO_CAPITALS.test(target) || TWO_CAPITALS.test(source)) return PASSED;
    return found("The translation has two capital letters in a row.");
  },
};
