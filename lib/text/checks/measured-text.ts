import type { Flags } from "@/lib/text/flags/flags";

/** The text as it is measured: `replacements` made, and tags left out where the text is marked as XML. */
export function measuredText(text: string, flags: Flags): string {
  let result = text;
  const pairs = flags.get("replacements");
  if (pairs) {
    for (let i = 0; i + 1 < pairs.length; i += 2) {
      const from = pairs[i]?.text ?? "";
      // Bounded, because a replacement may be longer than what it replaces.
      if (from !== "" && result.length < 100_000) result = result.replaceAll(from, () => pairs[i + 1]?.text ?? "");
    }
  }
  return flags.has("xml-text") ? result.replace(/<[^<>]*>/g, "") : result;
}
