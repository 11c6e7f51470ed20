import { type Check, found, PASSED } from "@/lib/text/checks/check";

export const endNewline: Check = {
  id: "end_newline",
  name: "Trailing line break",
  about: "Only one of source and translation ends with a line break.",
  severity: "error",
  looksAt: "target",
  runs: "always",
  fails({ source, target }) {
    if (source === "" || source.endsWith("\n") === target.endsWith("\n")) return PASSED;
    return found(source.endsWith("\n") ? "endNewlineLost" : "endNewlineAdded");
  },
};
