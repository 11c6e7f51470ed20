import { type Check, found, PASSED } from "@/lib/text/checks/check";

export const ellipsis: Check = {
  id: "ellipsis",
  name: "Three dots",
  about: "The source has three dots (...) instead of an ellipsis (…).",
  severity: "info",
  looksAt: "source",
  runs: "always",
  whole: true,
  fails: ({ source }) => (source.includes("...") ? found("dots") : PASSED),
};
