import { type Markup, sanitiseHtml } from "@/lib/text/checks/html-sanitiser";
import { guardsHtml, markupOf } from "@/lib/text/checks/safe-html";
import type { Fixup } from "@/lib/text/fixups/fixup";

/** How often markup may come out of what was around removed markup, as the tag in `<<b>script>` does. */
const ROUNDS = 10;

/** Sanitises until nothing changes; a text that goes on changing keeps no markup at all. */
function settle(source: string, target: string, markup: Markup): string {
  let text = target;
  for (let round = 0; round < ROUNDS; round++) {
    const next = sanitiseHtml(source, text, markup);
    if (next === text) return text;
    text = next;
  }
  return text.replaceAll("<", "&lt;");
}

export const htmlSanitiser: Fixup = {
  id: "html-sanitiser",
  name: "Unsafe HTML",
  apply: (source, target, context) =>
    guardsHtml(source, context) && !context.flags.has("ignore-safe-html")
      ? settle(source, target, markupOf(context))
      : target,
};
