/** Parts of a text that must come through a translation unchanged: format directives, variables, markup. */

/** Linear, without nested quantifiers; a percent sign counts only with a letter behind it. */
const PLACEABLES =
  /%(?:\d{1,3}\$)?(?:\([^()\s]{1,100}\))?[-+#0']{0,3}\d{0,4}(?:\.\d{1,4})?(?:hh|h|ll|l|q|j|z|t)?[@A-Za-z%]|%[{<][^{}<>\n]{1,100}[}>]|\$?\{\{?[^{}\n]{0,200}\}?\}|<\/?[A-Za-z][^<>\n]{0,300}>|&(?:[A-Za-z]{2,20}|#\d{1,7});|https?:\/\/[^\s<>"]{1,500}|\\[nrt]/g;

const MOST = 200;

/** The placeables of a text in their order. */
export const placeablesIn = (text: string): string[] => [...pieces(text, [])].map(([, piece]) => piece);

/** How markers look: an empty element in escaped text, or a bracketed number in plain text; none where texts are looked up. */
export type MarkerStyle = "xml" | "text" | "none";

export interface ProtectedText {
  /** What is sent. */
  text: string;
  /** The translation with its placeables put back; undefined when one of them was lost or doubled. */
  restore(translated: string): string | undefined;
  /** The translation with what is left of its placeables, and those that were lost, doubled or made up. */
  salvage(translated: string): { text: string; wrong: string[] };
}

/** Replaces placeables by markers. `literals` are further texts to protect. */
export function protectPlaceables(text: string, style: MarkerStyle, literals: readonly string[] = []): ProtectedText {
  if (style === "none") return unprotected(text);
  const kept: string[] = [];
  const keep = (piece: string): string => {
    kept.push(piece);
    return marker(kept.length, style);
  };
  const escaped = style === "xml" ? escapeXml : (piece: string) => piece;
  let out = "";
  let end = 0;
  for (const [at, piece] of pieces(text, literals)) {
    out += escaped(text.slice(end, at)) + keep(piece);
    end = at + piece.length;
  }
  const salvage = (translated: string) => putBack(translated, kept, style);
  return {
    text: out + escaped(text.slice(end)),
    salvage,
    restore(translated) {
      const { text: restored, wrong } = salvage(translated);
      return wrong.length === 0 ? restored : undefined;
    },
  };
}

/** A text as it is, whose translation has to have the same placeables. */
function unprotected(text: string): ProtectedText {
  const salvage = (translated: string) => ({ text: translated, wrong: lostPlaceables(text, translated) });
  return { text, salvage, restore: (translated) => (salvage(translated).wrong.length === 0 ? translated : undefined) };
}

/** Placeables of a text that another one has not, or more of them than it has, each once. */
export function lostPlaceables(source: string, target: string): string[] {
  const counts = new Map<string, number>();
  for (const piece of placeablesIn(target)) counts.set(piece, (counts.get(piece) ?? 0) + 1);
  for (const piece of placeablesIn(source)) counts.set(piece, (counts.get(piece) ?? 0) - 1);
  return [...counts].flatMap(([piece, count]) => (count === 0 ? [] : [piece]));
}

/** Placeables and literals in their order, none over another. */
function* pieces(text: string, literals: readonly string[]): Generator<[number, string]> {
  const found: [number, string][] = [...text.matchAll(PLACEABLES)].map((match) => [match.index, match[0]]);
  for (const literal of literals.filter((one) => one !== "").slice(0, 50))
    for (let at = text.indexOf(literal); at >= 0; at = text.indexOf(literal, at + literal.length))
      found.push([at, literal]);
  let end = 0;
  let count = 0;
  for (const [at, piece] of found.sort((a, b) => a[0] - b[0] || b[1].length - a[1].length)) {
    if (at < end || ++count > MOST) continue;
    end = at + piece.length;
    yield [at, piece];
  }
}

function marker(number: number, style: Exclude<MarkerStyle, "none">): string {
  return style === "xml" ? `<x id="${number}"></x>` : `[[${number}]]`;
}

const XML_MARKER = /<x\s+id\s*=\s*["']?(\d{1,3})["']?\s*(?:\/>|>\s*<\/x\s*>)/gi;
const TEXT_MARKER = /\[\[\s?(\d{1,3})\s?\]\]/g;

function putBack(translated: string, kept: readonly string[], style: Exclude<MarkerStyle, "none">) {
  const pattern = style === "xml" ? XML_MARKER : TEXT_MARKER;
  const plain = style === "xml" ? unescapeXml : (piece: string) => piece;
  const seen = new Set<number>();
  const wrong: string[] = [];
  let out = "";
  let end = 0;
  for (const match of translated.matchAll(pattern)) {
    const number = Number(match[1]);
    const piece = kept[number - 1];
    if (piece === undefined || seen.has(number)) wrong.push(piece ?? match[0]);
    seen.add(number);
    out += plain(translated.slice(end, match.index)) + (piece ?? "");
    end = match.index + match[0].length;
  }
  wrong.push(...kept.filter((_, index) => !seen.has(index + 1)));
  return { text: out + plain(translated.slice(end)), wrong: [...new Set(wrong)] };
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'", nbsp: "\u00a0" };

const escapeXml = (text: string): string =>
  text.replace(/[&<>]/g, (character) => `&${character === "&" ? "amp" : character === "<" ? "lt" : "gt"};`);

function unescapeXml(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole;
    },
  );
}
