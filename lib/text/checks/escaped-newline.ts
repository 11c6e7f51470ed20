import { type Check, found, PASSED } from "@/lib/text/checks/check";
import { countOf } from "@/lib/text/checks/text-ends";

/** Backslash and n, counted outside of what looks like a Windows path (`C:\new`, `\\server\names`). */
function escapedNewlines(text: string): number {
  if (!text.includes("\\n")) return 0;
  return countOf(text.replace(/\b[A-Za-z]:\\\S*|\\\\\S*/g, ""), "\\n");
}

export const escapedNewline: Check = {
  id: "escaped_newline",
  name: "Escaped line breaks (\\n)",
  about: "Source and translation have different numbers of escaped line breaks (\\n).",
  severity: "error",
  looksAt: "target",
  runs: "always",
  fails({ source, target }) {
    const wanted = escapedNewlines(source);
    const given = escapedNewlines(target);
    return wanted === given ? PASSED : found("escapedNewlines", { given, wanted });
  },
};
