import { type Check, found, PASSED } from "@/lib/text/checks/check";
import { countOf } from "@/lib/text/checks/text-ends";

/** A break within a sentence, behind a dozen characters or more, or in a word, which only keeps lines short: languages break elsewhere, if at all. */
const WRAP = /(?<=[^\n]{11}[\p{L}\p{M}\p{N},][ ]?|\p{L}-)\n(?=[ ]*(?!\p{Lu})\p{L})/gu;

/** Line breaks of a text but for those within sentences. */
const breaksOf = (text: string): number =>
  text.includes("\n") ? countOf(text, "\n") - (text.match(WRAP)?.length ?? 0) : 0;

export const newlineCount: Check = {
  id: "newline-count",
  name: "Number of line breaks",
  about: "Source and translation have different numbers of line breaks.",
  severity: "warning",
  looksAt: "target",
  runs: "always",
  fails({ source, target }) {
    const [wanted, given] = [countOf(source, "\n"), countOf(target, "\n")];
    return wanted === given || breaksOf(source) === breaksOf(target) ? PASSED : found("newlines", { given, wanted });
  },
};
