import type { Check } from "@/lib/text/checks/check";
import { onDemand } from "@/lib/text/checks/on-demand";

/** Each is switched on by a flag with its own name, which the format sets. */
const fluent = (looksAt: Check["looksAt"], id: string, name: string, about: string): Check =>
  onDemand("fluent", { id, name, about, severity: "error", looksAt, runs: { flags: [id] } });

/** Checks of translations in Fluent. */
export const fluentChecks: readonly Check[] = [
  fluent("target", "fluent-target-syntax", "Fluent syntax", "The translation is not valid Fluent."),
  fluent("target", "fluent-parts", "Fluent parts", "Value or attributes of the message are missing or added."),
  fluent(
    "target",
    "fluent-references",
    "Fluent references",
    "Variables, messages or terms of the source are missing from the translation, or others are there.",
  ),
  fluent(
    "target",
    "fluent-target-inner-html",
    "Fluent HTML",
    "The HTML elements of the translation differ from those of the source, or a browser would swallow text.",
  ),
];

/** Checks of sources in Fluent. */
export const fluentSourceChecks: readonly Check[] = [
  fluent("source", "fluent-source-syntax", "Fluent source syntax", "The source is not valid Fluent."),
  fluent(
    "source",
    "fluent-source-inner-html",
    "Fluent source HTML",
    "As HTML, a part of the source would be lost: a tag that is not closed, an attribute without quotes, a stray &.",
  ),
];
