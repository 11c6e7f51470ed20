import type { Flags } from "@/lib/text/flags/flags";
import { FONT_FAMILIES } from "@/lib/text/fonts/families";

/** The group whose font flags ask for to measure texts in; undefined where they measure nothing, or in a font of ours. */
export function fontGroupIn(flags: Flags): string | undefined {
  if (!flags.has("max-size")) return undefined;
  const name = flags.get("font-family")?.[0]?.text;
  return name === undefined || FONT_FAMILIES.some((family) => family === name) ? undefined : name;
}
