import { byState, type StateNumbers } from "../by-state";
import { MARK } from "./mark";
import { fitted, onLines, type Pen, type TextAt } from "./pen";

/** The picture that goes with a shared link, as SVG of the size that services ask for. */

export const CARD = { width: 1200, height: 630 } as const;

export interface ShareCard {
  site: {
    name: string;
    /** The colour of its links, `#rrggbb`. */
    accent: string;
    /** The picture in the place of our mark, as PNG. */
    logo?: { base64: string; width: number; height: number };
  };
  /** What it is: a project, a component. */
  kind: string;
  /** What it stands in, from the outermost. */
  inside: readonly string[];
  title: string;
  /** A sentence below the title. */
  lead?: string;
  /** Without it there is no bar. */
  work?: {
    numbers: StateNumbers;
    /** How much is done, for people; "" where there is nothing to do. */
    done: string;
    /** The same in words. */
    summary: string;
    /** What the pieces of the bar are, with their numbers. */
    legend: Readonly<Partial<Record<keyof ReturnType<typeof byState>, string>>>;
  };
  rightToLeft: boolean;
}

/** All that it may say, for the pen. */
export const textsOfCard = ({ site, kind, inside, title, lead = "", work }: ShareCard): string[] => [
  ...[site.name, kind, ...inside, title, lead, "›·"],
  ...(work ? [work.done, work.summary, ...Object.values(work.legend)] : []),
];

const EDGE = 72;
const INNER = CARD.width - 2 * EDGE;
const INK = { text: "#17211a", quiet: "#505953", ground: "#fbfaf6", track: "#e3e0d7" };
/** Colours of states on a light ground, in the order of the bar. */
const STATES = [
  ["approved", "#216654"],
  ["translated", "#0070c7"],
  ["readonly", "#2f3e4b"],
  ["needs", "url(#stripes)"],
  ["empty", INK.track],
] as const;

/** A picture of 1200 by 630: who it is from, what it is, and how far the work is. */
export function shareCard(card: ShareCard, pen: Pen): string {
  const { site, work, rightToLeft } = card;
  const across = (x: number) => (rightToLeft ? CARD.width - x : x);
  /** A text that begins at `x`, or ends there, seen in the direction of the card. */
  const say = (text: string, fill: string, { anchor = "start", ...at }: TextAt) => {
    const side = anchor === "middle" ? anchor : (anchor === "start") === rightToLeft ? "end" : "start";
    return `<g fill="${fill}">${pen.write(text, { ...at, x: across(at.x), anchor: side })}</g>`;
  };
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD.width}" height="${CARD.height}" viewBox="0 0 ${CARD.width} ${CARD.height}">
<defs><pattern id="stripes" width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="12" height="12" fill="#bf7a27"/><rect width="6" height="12" fill="#d9a05c"/></pattern><clipPath id="bar"><rect x="${EDGE}" y="${BAR.top}" width="${INNER}" height="${BAR.height}" rx="${BAR.height / 2}"/></clipPath></defs>
<rect width="${CARD.width}" height="${CARD.height}" fill="${INK.ground}"/>
${backdrop(rightToLeft, site.accent)}
<rect width="${CARD.width}" height="12" fill="${site.accent}"/>
${head(card, pen, say)}
${name(card, pen, say)}
${work ? progress(work, site.accent, rightToLeft, pen, say) : ""}
</svg>
`;
}

type Say = (text: string, fill: string, at: TextAt) => string;

const mark = (leaf: string) =>
  `<path d="${MARK.leaf}" fill="${leaf}"/><path d="${MARK.whole}" fill="#f7a745"/><path d="${MARK.cut}" fill="#b05915"/><path d="${MARK.seed}" fill="#fff7ea"/>`;

/** The mark, large and faint, cut off by the edge. */
function backdrop(rightToLeft: boolean, leaf: string): string {
  const place = rightToLeft ? "translate(456 -96) scale(-17 17)" : "translate(744 -96) scale(17)";
  return `<g opacity="0.13" transform="${place}">${mark(leaf)}</g>`;
}

/** The installation at the start, what it is at the end. */
function head({ site, kind, rightToLeft }: ShareCard, pen: Pen, say: Say): string {
  const high = 60;
  const style = { size: 34, weight: 650 };
  const aside = { size: 28, weight: 500 };
  const picture = site.logo
    ? { width: Math.min(220, (site.logo.width / site.logo.height) * high), href: site.logo.base64 }
    : { width: high };
  const left = rightToLeft ? CARD.width - EDGE - picture.width : EDGE;
  const drawn = picture.href
    ? `<image x="${left}" y="66" width="${picture.width}" height="${high}" href="data:image/png;base64,${picture.href}"/>`
    : `<g transform="translate(${left} 66) scale(${high / 32})">${mark(site.accent)}</g>`;
  const from = EDGE + picture.width + 18;
  const shortKind = fitted(pen, kind, aside, 320);
  const room = CARD.width - EDGE - from - pen.width(shortKind, aside) - 40;
  return [
    drawn,
    say(fitted(pen, site.name, style, room), INK.text, { ...style, x: from, y: 108 }),
    say(shortKind, INK.quiet, { ...aside, x: CARD.width - EDGE, y: 106, anchor: "end" }),
  ].join("");
}

/** The name as large as it has room for, what it stands in above it, a sentence below. */
function name({ inside, title, lead, work, rightToLeft }: ShareCard, pen: Pen, say: Say): string {
  const sizes = [92, 80, 68];
  const size = sizes.find((one) => pen.width(title, { size: one, weight: 700 }) <= INNER) ?? 60;
  const style = { size, weight: 700 };
  const lines = onLines(pen, title, style, INNER, 2);
  const above = { size: 34, weight: 500 };
  const arrow = rightToLeft ? " ‹ " : " › ";
  const said: string[] = [];
  let y = work ? 206 : 262;
  if (inside.length > 0) {
    said.push(say(fitted(pen, inside.join(arrow), above, INNER), INK.quiet, { ...above, x: EDGE, y }));
    y += 18;
  } else y += lines.length > 1 ? 6 : 24;
  for (const line of lines) {
    y += Math.round(size * 1.08);
    said.push(say(line, INK.text, { ...style, x: EDGE, y }));
  }
  if (lead && lines.length + (inside.length > 0 ? 1 : 0) + (work ? 1 : 0) < 4) {
    const below = { size: 32 };
    said.push(say(fitted(pen, lead, below, INNER), INK.quiet, { ...below, x: EDGE, y: y + 56 }));
  }
  return said.join("");
}

const BAR = { top: 500, height: 30 };

/** How much is done in figures, the bar, and what its pieces are. */
function progress(
  { numbers, done, summary, legend }: NonNullable<ShareCard["work"]>,
  accent: string,
  rightToLeft: boolean,
  pen: Pen,
  say: Say,
): string {
  const figure = { size: 68, weight: 700 };
  const beside = { size: 30, weight: 500 };
  const states = byState(numbers);
  const from = EDGE + (done ? pen.width(done, figure) + 24 : 0);
  const bar: string[] = [];
  let at: number = EDGE;
  for (const [state, fill] of STATES) {
    const width = numbers.total > 0 ? (INNER * Math.max(0, states[state])) / numbers.total : 0;
    const x = rightToLeft ? CARD.width - at - width : at;
    if (width > 0) bar.push(`<rect x="${x}" y="${BAR.top}" width="${width}" height="${BAR.height}" fill="${fill}"/>`);
    at += width;
  }
  const small = { size: 24 };
  const words: string[] = [];
  let start: number = EDGE;
  for (const [state, fill] of STATES) {
    const text = legend[state];
    const width = text ? pen.width(text, small) : 0;
    if (!text || states[state] <= 0 || start + width + 26 > CARD.width - EDGE) continue;
    const x = rightToLeft ? CARD.width - start - 18 : start;
    words.push(`<rect x="${x}" y="558" width="18" height="18" rx="5" fill="${fill}"/>`);
    words.push(say(text, INK.quiet, { ...small, x: start + 28, y: 576 }));
    start += width + 60;
  }
  return [
    say(done, accent, { ...figure, x: EDGE, y: 476 }),
    say(fitted(pen, summary, beside, CARD.width - EDGE - from), INK.quiet, { ...beside, x: from, y: 474 }),
    `<rect x="${EDGE}" y="${BAR.top}" width="${INNER}" height="${BAR.height}" rx="${BAR.height / 2}" fill="${INK.track}"/>`,
    `<g clip-path="url(#bar)">${bar.join("")}</g>`,
    ...words,
  ].join("");
}
