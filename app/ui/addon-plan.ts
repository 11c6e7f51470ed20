import type { Texts } from "#texts";
import type { Sentence } from "@/lib/domain/errors";
import { sayRefusal } from "@/lib/text/messages/refusal";
import { languageNames } from "./language-names";

/** So many lines are shown. */
const MOST_LINES = 100;

/**
 * What an add-on would do, as a text for people.
 * @param confirmed whether it is an add-on that is only installed once its plan has been seen
 */
export function planText(t: Texts, lines: readonly Sentence[] | undefined, confirmed: boolean): string {
  if (!lines) return t("addons.planUnknown");
  if (lines.length === 0) return t(confirmed ? "addons.previewEmpty" : "addons.planEmpty");
  const more = lines.length > MOST_LINES ? [t("addons.previewMore", { count: lines.length - MOST_LINES })] : [];
  const { of } = languageNames(t);
  const head = t(confirmed ? "addons.preview" : "addons.plan");
  return [
    head,
    ...lines
      .slice(0, MOST_LINES)
      .map((line) => `• ${typeof line === "string" ? line : sayRefusal(t, line, undefined, of)}`),
    ...more,
  ].join("\n");
}
