/** Contrast of two colours as WCAG 2.2 defines it, and the grounds that an accent stands on. */

/** Grounds of our pages (`app/globals.css`): page, panels, wells, and the words on a button. */
export const GROUNDS = {
  light: ["#fbfaf6", "#ffffff", "#f4f2ed"],
  dark: ["#0e1411", "#161d1a", "#080e0b"],
} as const;

/** What WCAG 2.2 asks of text of usual size (1.4.3, level AA). */
export const LEAST_CONTRAST = 4.5;

/** Relative luminance of `#rrggbb`: 0 for black, 1 for white. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 for equal colours to 21 for black on white. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** The least contrast of an accent with the grounds of a theme. */
export function accentContrast(accent: string, theme: keyof typeof GROUNDS): number {
  return Math.min(...GROUNDS[theme].map((ground) => contrast(accent, ground)));
}
