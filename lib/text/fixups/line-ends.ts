import type { Fixup } from "@/lib/text/fixups/fixup";

/** Browsers give back every line with a line feed alone, whatever it ended with. */
export const lineEnds: Fixup = {
  id: "line-ends",
  name: "Line ends of Windows",
  apply: (_, target, { flags }) => (flags.has("dos-eol") ? target.replace(/\r\n?|\n/g, "\r\n") : target),
};
