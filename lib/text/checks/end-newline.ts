import { type Check, found, PASSED } from "@/lib/text/checks/check";

/** Whether a text ends with a line break, or with one and the indent of an empty line. */
function endsLine(text: string): boolean {
  let last = text.length - 1;
  while (last >= 0 && (text[last] === " " || text[last] === "\t")) last--;
  return text[last] === "\n";
}

export const endNewline: Check = {
  id: "end_newline",
  name: "Trailing line break",
  about: "Only one of source and translation ends with a line break.",
  severity: "error",
  looksAt: "target",
  runs: "always",
  fails({ source, target }) {
    const [wanted, given] = [endsLine(source), endsLine(target)];
    // A last line with nothing but an indent is how the file is laid out.
    if (source === "" || wanted === given || (wanted && !source.endsWith("\n"))) return PASSED;
    return found(wanted ? "endNewlineLost" : "endNewlineAdded");
  },
};
