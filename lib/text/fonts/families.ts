/** Fonts that texts can be measured in, by the names that the flag `font-family` takes; the first one is the default. */
export const FONT_FAMILIES = ["inter", "jetbrains-mono"] as const;
export type FontFamily = (typeof FONT_FAMILIES)[number];
