import { type Check, type CheckContext, found, PASSED } from "@/lib/text/checks/check";
import { looksLikeXml, scanXml } from "@/lib/text/checks/xml-scan";

/** Whether the checks of tags apply: the source is XML, by its looks or by its flag, and nothing stricter watches it. */
export function watchesTags(source: string, unit: CheckContext): boolean {
  if (unit.flags.has("safe-html")) return false;
  return (looksLikeXml(source) || unit.flags.has("xml-text")) && scanXml(source) !== undefined;
}

export const xmlInvalid: Check = {
  id: "xml-invalid",
  name: "Broken markup",
  about: "The tags of the translation are not well-formed, but those of the source are.",
  severity: "error",
  looksAt: "target",
  runs: "always",
  fails({ source, target }, unit) {
    // Without a bracket the target is well formed, whatever the source is.
    if (!target.includes("<") || !watchesTags(source, unit) || scanXml(target)) return PASSED;
    return found("tagsOpen");
  },
};
