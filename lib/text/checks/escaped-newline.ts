import { type Check, found, PASSED } from "@/lib/text/checks/check";
import { countOf } from "@/lib/text/checks/text-ends";

/** Backslash and n, counted outside of what looks like a Windows path (`C:\new`, `\\server\names`). */
function escapedNewlines(text: string): number {
  if (!text.includes("\\n")) return 0;
  return countOf(text.replace(/\b[A-Za-z]:\\\S*|\\\\\S*/g, ""), "\\n");
}

export const escapedNewline: Check = {
  id: "escaped_newline",
  name: "Number of \\n marks",
  about: "Source and translation have a different number of \\n marks.",
  severity: "error",
  looksAt: "target",
  runs: "always",
  fails({ source, target }) {
    const wanted = escapedNewlines(source);
    const given = escapedNewlines(target);
    return wanted === given ? PASSED : found(`The translation has ${given} marks \\n, the source has ${wanted}.`);
  },
};
