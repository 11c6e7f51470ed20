import { type Check, found, PASSED } from "@/lib/text/checks/check";
import { countOf } from "@/lib/text/checks/text-ends";

export const newlineCount: Check = {
  id: "newline-count",
  name: "Number of line breaks",
  about: "Source and translation have different numbers of line breaks.",
  severity: "warning",
  looksAt: "target",
  runs: "always",
  fails({ source, target }) {
    const wanted = countOf(source, "\n");
    const given = countOf(target, "\n");
    return wanted === given ? PASSED : found("newlines", { given, wanted });
  },
};
