import { type Check, found, PASSED } from "@/lib/text/checks/check";

export const beginNewline: Check = {
  id: "begin_newline",
  name: "Leading line break",
  about: "Only one of source and translation begins with a line break.",
  severity: "error",
  looksAt: "target",
  runs: "always",
  fails({ source, target }) {
    if (source === "" || source.startsWith("\n") === target.startsWith("\n")) return PASSED;
    return found(source.startsWith("\n") ? "beginNewlineLost" : "beginNewlineAdded");
  },
};
