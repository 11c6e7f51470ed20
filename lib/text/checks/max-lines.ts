import { type Check, found, PASSED } from "@/lib/text/checks/check";
import { countOf } from "@/lib/text/checks/text-ends";
import { flagNumber } from "@/lib/text/flags/flags";

export const maxLines: Check = {
  id: "max-lines",
  name: "Maximum number of lines",
  about: "The translation has more lines than allowed.",
  severity: "warning",
  looksAt: "target",
  runs: { flags: ["max-lines"] },
  fails({ target }, { flags }) {
    const limit = flagNumber(flags, "max-lines");
    const lines = countOf(target, "\n") + 1;
    if (limit === undefined || lines <= limit) return PASSED;
    return found("lines", { lines, limit });
  },
};
