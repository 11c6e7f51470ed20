/** Images of progress as SVG, for pages and READMEs elsewhere. Whatever names hold is text in them. */

/** A name with how much of it is done, from 0 to 100. */
export interface Share {
  name: string;
  percent: number;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text that means nothing to XML; characters that XML cannot hold are left out. */
export const escapeMarkup = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");

const FONT = "font-family=\"system-ui,'Segoe UI',Roboto,'Noto Sans',sans-serif\"";

/** Characters that are as wide as they are high, roughly: what is written in East Asian scripts, and pictures. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** About how many pixels a text takes. */
function widthOf(text: string, size: number): number {
  return [...text].reduce((width, letter) => width + size * (WIDE.test(letter) ? 1.05 : 0.62), 0);
}

/** A text that fits, with an ellipsis where it was cut. */
function shortened(text: string, most: number): string {
  const letters = [...text];
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join("")}…`;
}

const tone = (percent: number): string => (percent >= 90 ? "#1a7f4e" : percent >= 50 ? "#8a5a00" : "#b3382c");

/** One label and one percentage, side by side. */
export function statusBadge(label: string, percent: number): string {
  const name = shortened(label, 40);
  const value = `${percent} %`;
  const left = Math.round(widthOf(name, 11) + 14);
  const right = Math.round(widthOf(value, 11) + 14);
  const width = left + right;
  const said = escapeMarkup(`${label}: ${value}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" viewBox="0 0 ${width} 20" role="img" aria-label="${said}">
<title>${said}</title>
<clipPath id="r"><rect width="${width}" height="20" rx="3"/></clipPath>
<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#3d4643"/><rect x="${left}" width="${right}" height="20" fill="${tone(percent)}"/></g>
<g fill="#fff" font-size="11" text-anchor="middle" ${FONT}><text x="${left / 2}" y="14">${escapeMarkup(name)}</text><text x="${left + right / 2}" y="14">${value}</text></g>
</svg>
`;
}

const LINE = 22;
const NAMES = 150;
const BAR = 180;

/** A bar for each language. */
export function languageBars(title: string, shares: readonly Share[]): string {
  const width = NAMES + BAR + 60;
  const height = Math.max(1, shares.length) * LINE + 8;
  const said = escapeMarkup(`${title}: ${shares.map(({ name, percent }) => `${name} ${percent} %`).join(", ")}`);
  const lines = shares.map(({ name, percent }, index) => {
    const top = 4 + index * LINE;
    return `<text x="${NAMES - 8}" y="${top + 15}" text-anchor="end">${escapeMarkup(shortened(name, 22))}</text><rect class="b" x="${NAMES}" y="${top + 5}" width="${BAR}" height="12" rx="3"/><rect class="d" x="${NAMES}" y="${top + 5}" width="${(BAR * percent) / 100}" height="12" rx="3"/><text x="${NAMES + BAR + 8}" y="${top + 15}">${percent} %</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${said}">
<title>${said}</title>
<style>text{fill:#24292f}.b{fill:#d5d9d6}.d{fill:#136147}@media(prefers-color-scheme:dark){text{fill:#e6edf3}.b{fill:#3a423e}.d{fill:#6ed5ab}}</style>
<g font-size="12" ${FONT}>${lines.join("\n")}</g>
</svg>
`;
}
