import { type Check, found, PASSED } from "@/lib/text/checks/check";

export const optionalPlural: Check = {
  id: "optional_plural",
  name: "Plural in brackets",
  about: "The source uses (s) instead of plural forms.",
  severity: "warning",
  looksAt: "source",
  runs: "always",
  whole: true,
  fails({ source }, { sources }) {
    if (sources.length > 1 || !source.includes("(s)")) return PASSED;
    return /\(s\)(?![\p{L}\p{N}_])/u.test(source) ? found("optionalPlural") : PASSED;
  },
};
