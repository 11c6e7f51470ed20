import { sanitiseHtml } from "@/lib/text/checks/html-sanitiser";
import { guardsHtml } from "@/lib/text/checks/safe-html";
import type { Fixup } from "@/lib/text/fixups/fixup";

export const htmlSanitiser: Fixup = {
  id: "html-sanitiser",
  name: "Unsafe HTML",
  apply: (source, target, context) =>
    guardsHtml(source, context) && !context.flags.has("ignore-safe-html")
      ? sanitiseHtml(source, target, context.flags.has("md-text"))
      : target,
};
