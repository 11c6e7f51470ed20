import { type Check, type CheckContext, found, PASSED } from "@/lib/text/checks/check";
import { type Markup, sanitiseHtml } from "@/lib/text/checks/html-sanitiser";

/** Whether the text is guarded: always by `safe-html`, by `auto-safe-html` where the source is plain or real HTML. */
export function guardsHtml(source: string, { flags }: Pick<CheckContext, "flags">): boolean {
  if (flags.has("safe-html")) return true;
  return flags.has("auto-safe-html") && (!source.includes("<") || /<\/?[A-Za-z][^<>]*>/.test(source));
}

/** What a text is beside HTML, by its flags. */
export const markupOf = ({ flags }: Pick<CheckContext, "flags">): Markup =>
  flags.has("safe-mdx") ? "mdx" : flags.has("md-text") ? "markdown" : "html";

export const safeHtml: Check = {
  id: "safe-html",
  name: "Unsafe HTML",
  about: "The translation has tags or attributes that are not in the source.",
  severity: "error",
  looksAt: "target",
  runs: { flags: ["safe-html", "auto-safe-html"] },
  fails({ source, target }, unit) {
    if (!guardsHtml(source, unit)) return PASSED;
    const clean = sanitiseHtml(source, target, markupOf(unit));
    return clean === target ? PASSED : found("markup");
  },
  fix: ({ source, target }, unit) => sanitiseHtml(source, target, markupOf(unit)),
};
