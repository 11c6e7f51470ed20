import { escapeMarkup, fitted, type Pen, shortened, svgPen } from "./pictures/pen";

/** Images of progress as SVG, for pages and READMEs elsewhere. Whatever names hold is text in them. */

/** A name with how much of it is done, from 0 to 100. */
export interface Share {
  name: string;
  percent: number;
}

const FONT = "font-family=\"system-ui,'Segoe UI',Roboto,'Noto Sans',sans-serif\"";

const tone = (percent: number): string => (percent >= 90 ? "#1a7f4e" : percent >= 50 ? "#8a5a00" : "#b3382c");

/** What a badge that has no numbers says in their place. */
export const UNKNOWN = "unknown";
const BADGE = { size: 11 };
const MOST_LETTERS = 40;
/** Some single characters are as wide as a sentence. */
const MOST_PIXELS = 480;

/** One label and one percentage, side by side; without a percentage, that it is not known. */
export function statusBadge(label: string, percent: number | undefined, pen: Pen = svgPen): string {
  const name = fitted(pen, shortened(label, MOST_LETTERS), BADGE, MOST_PIXELS);
  const value = percent === undefined ? UNKNOWN : `${percent} %`;
  const left = Math.round(pen.width(name, BADGE) + 14);
  const right = Math.round(pen.width(value, BADGE) + 14);
  const width = left + right;
  const said = escapeMarkup(`${label}: ${value}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" viewBox="0 0 ${width} 20" role="img" aria-label="${said}">
<title>${said}</title>
<clipPath id="r"><rect width="${width}" height="20" rx="3"/></clipPath>
<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#3d4643"/><rect x="${left}" width="${right}" height="20" fill="${percent === undefined ? "#6b7370" : tone(percent)}"/></g>
<g fill="#fff" font-size="11" ${FONT}>${pen.write(name, { ...BADGE, x: left / 2, y: 14, anchor: "middle" })}${pen.write(value, { ...BADGE, x: left + right / 2, y: 14, anchor: "middle" })}</g>
</svg>
`;
}

const LINE = 22;
const NAMES = 150;
const BAR = 180;

/** Colours of a reader's system: its own where a page is, or one of them. */
export type Theme = "auto" | "light" | "dark";

const LIGHT = ".t{fill:#24292f}.b{fill:#d5d9d6}.d{fill:#136147}.g{fill:#fff}";
const DARK = ".t{fill:#e6edf3}.b{fill:#3a423e}.d{fill:#6ed5ab}.g{fill:#161d1a}";
const COLOURS: Readonly<Record<Theme, string>> = {
  auto: `${LIGHT}@media(prefers-color-scheme:dark){${DARK}}`,
  light: LIGHT,
  dark: DARK,
};

/** How a picture is drawn beyond what it shows. */
export interface Look {
  theme?: Theme;
  pen?: Pen;
}

/** A bar for each language. Colours that are fixed bring their ground along, as they may meet any other. */
export function languageBars(title: string, shares: readonly Share[], look: Look = {}): string {
  const { theme = "auto", pen = svgPen } = look;
  const width = NAMES + BAR + 60;
  const height = Math.max(1, shares.length) * LINE + 8;
  const said = escapeMarkup(`${title}: ${shares.map(({ name, percent }) => `${name} ${percent} %`).join(", ")}`);
  const size = { size: 12 };
  const lines = shares.map(({ name, percent }, index) => {
    const top = 4 + index * LINE;
    const short = pen === svgPen ? shortened(name, 22) : fitted(pen, name, size, NAMES - 16);
    const before = pen.write(short, { ...size, x: NAMES - 8, y: top + 15, anchor: "end" });
    const behind = pen.write(`${percent} %`, { ...size, x: NAMES + BAR + 8, y: top + 15 });
    return `${before}<rect class="b" x="${NAMES}" y="${top + 5}" width="${BAR}" height="12" rx="3"/><rect class="d" x="${NAMES}" y="${top + 5}" width="${(BAR * percent) / 100}" height="12" rx="3"/>${behind}`;
  });
  const ground = theme === "auto" ? "" : `<rect class="g" width="${width}" height="${height}" rx="6"/>\n`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${said}">
<title>${said}</title>
<style>${COLOURS[theme]}</style>
${ground}<g class="t" font-size="12" ${FONT}>${lines.join("\n")}</g>
</svg>
`;
}
