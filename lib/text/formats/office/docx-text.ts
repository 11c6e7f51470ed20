import type { Format, OpaqueElement, Pair, Piece } from "./docx-pieces";

/**
 * Paragraphs of Word documents as translators see them, and back: `<g id="1">…</g>` is text of another look than the
 * rest, `<a id="2">…</a>` a link or another element around text, `<x id="3"/>` a thing without text.
 */

/** What the marks of a paragraph stand for. */
export interface Labels {
  /** Look of the text without marks, at the top (0) and inside of each pair. */
  plain: Map<number, string>;
  /** Formats that are written there. */
  plainFormats: Map<number, Format>;
  formats: Map<string, number>;
  formatOf: Map<number, Format>;
  /** Things and pairs by their raw XML: those that are equal are interchangeable. */
  kept: Map<string, number>;
  last: number;
}

/** What a string's paragraph says, and what its marks mean. */
export interface Shown {
  text: string;
  labels: Labels;
  /** Marks in order, with what they stand for unless that is a look. */
  marks: { text: string; piece?: Piece }[];
  /** What stands before, between and behind the marks. */
  gaps: Gap[];
}

type Text = Extract<Piece, { is: "text" }>;
type Hidden = Extract<Piece, { is: "hidden" }>;

/** Texts, and what is hidden before and behind them. */
interface Gap {
  front: Hidden[];
  texts: Text[];
  back: Hidden[];
}

const emptyGap = (): Gap => ({ front: [], texts: [], back: [] });

export const MARK = /<\/?[ga]>|<[ga] id="\d{1,6}">|<x id="\d{1,6}"\/>/g;
/** What would be taken for a mark in a text, with as many escapes before it as there are. */
const LIKE_MARK = /(?:<|&(?:amp;)*lt;)(?=\/?[ga]>|[ga] id="\d{1,6}">|x id="\d{1,6}"\/>)/g;
const ESCAPED = /&((?:amp;)*)lt;(?=\/?[ga]>|[ga] id="\d{1,6}">|x id="\d{1,6}"\/>)/g;

/** A text in which nothing would be taken for a mark. */
export const escaped = (text: string): string =>
  !/[<&]/.test(text) ? text : text.replace(LIKE_MARK, (found) => (found === "<" ? "&lt;" : `&amp;${found.slice(1)}`));
export const unescaped = (text: string): string =>
  text.replace(ESCAPED, (_, more: string) => (more === "" ? "<" : `&${more.slice(4)}lt;`));

/** Looks that are seen on blanks, too. */
const SEEN_ON_BLANKS = /:(?:u|highlight|shd|strike|dstrike|bdr)[\s/>]/;
const isBlank = (text: string, key: string): boolean => text.trim() === "" && !SEEN_ON_BLANKS.test(key);

/** Things with paragraphs of their own say other things in a translation. */
export const identity = (kept: OpaqueElement): string =>
  `${kept.name}${kept.hole ? " with texts" : `:${kept.open}${kept.raw}`}`;
export const pairIdentity = (pair: Pair): string => `${pair.name}:${pair.open}${pair.close}`;

/** Numbers for what a paragraph of a base holds, in their order; the look of most of its text has none. */
export function labelsOf(given: readonly Piece[]): Labels {
  const pieces = joined(given);
  const lengths = new Map<string, Map<string, { length: number; format: Format }>>();
  const contextOf = (pair: Pair | undefined): string => (pair ? pairIdentity(pair) : "");
  within(pieces, (piece, pair) => {
    if (piece.is !== "text" || isBlank(piece.text, piece.format.key)) return;
    const context = contextOf(pair);
    const counts = lengths.get(context) ?? new Map();
    const known = counts.get(piece.format.key) ?? { length: 0, format: piece.format };
    counts.set(piece.format.key, { ...known, length: known.length + piece.text.length });
    lengths.set(context, counts);
  });
  const plain = new Map<string, Format>();
  for (const [context, counts] of lengths)
    plain.set(context, [...counts.values()].reduce((best, one) => (one.length > best.length ? one : best)).format);
  const labels: Labels = {
    plain: new Map(),
    plainFormats: new Map(),
    formats: new Map(),
    formatOf: new Map(),
    kept: new Map(),
    last: 0,
  };
  const setPlain = (id: number, context: string): void => {
    const format = plain.get(context);
    if (!format) return;
    labels.plain.set(id, format.key);
    labels.plainFormats.set(id, format);
  };
  setPlain(0, "");
  within(pieces, (piece, pair) => {
    if (piece.is === "thing") numbered(labels, identity(piece.kept));
    else if (piece.is === "open") {
      const context = pairIdentity(piece.pair);
      if (!labels.kept.has(context)) setPlain(numbered(labels, context), context);
    } else if (piece.is === "text" && !isBlank(piece.text, piece.format.key)) {
      if (plain.get(contextOf(pair))?.key !== piece.format.key && !labels.formats.has(piece.format.key))
        addFormat(labels, piece.format);
    }
  });
  return labels;
}

/** Texts that say the same as one, what is hidden in between left where it is. */
function joined(pieces: readonly Piece[]): Piece[] {
  const found: Piece[] = [];
  let text: Text | undefined;
  for (const piece of pieces) {
    if ("pair" in piece && piece.pair.transparent) continue;
    if (piece.is === "text") {
      if (text?.format.key === piece.format.key) {
        text.text += piece.text;
        continue;
      }
      text = { ...piece };
      found.push(text);
      continue;
    }
    if (piece.is !== "hidden") text = undefined;
    found.push(piece);
  }
  return found;
}

/** Visits pieces with the pair that each stands in. */
function within(pieces: readonly Piece[], visit: (piece: Piece, pair: Pair | undefined) => void): void {
  const stack: Pair[] = [];
  for (const piece of pieces) {
    if (piece.is === "close") stack.pop();
    visit(piece, stack.at(-1));
    if (piece.is === "open") stack.push(piece.pair);
  }
}

function numbered(labels: Labels, identity: string): number {
  let id = labels.kept.get(identity);
  if (id === undefined) {
    id = ++labels.last;
    labels.kept.set(identity, id);
  }
  return id;
}

function addFormat(labels: Labels, format: Format): void {
  labels.formats.set(format.key, ++labels.last);
  labels.formatOf.set(labels.last, format);
}

/**
 * The numbers of a base for what a translation holds. What is equal has the number of the base; what has another spelling,
 * as another program saved it, those that are left in their order; and what the base lacks numbers of its own.
 */
export function labelsBeside(given: readonly Piece[], base: Labels): Labels {
  const pieces = joined(given);
  const alone = labelsOf(given);
  const labels: Labels = { ...base, plain: new Map(), plainFormats: new Map(base.plainFormats), kept: new Map() };
  labels.formats = new Map(base.formats);
  labels.formatOf = new Map(base.formatOf);
  match([...alone.kept.keys()], base.kept, labels.kept, labels);
  const looks = new Map<string, Format>();
  for (const piece of pieces)
    if (piece.is === "text" && !isBlank(piece.text, piece.format.key)) looks.set(piece.format.key, piece.format);
  for (const [identity, id] of [["", 0] as const, ...labels.kept]) {
    const ownId = identity === "" ? 0 : alone.kept.get(identity)!;
    const [own, wanted] = [alone.plainFormats.get(ownId), base.plain.get(id)];
    // Where nothing looks as in the base, and most of the text in no way the base knows, that is its plain look.
    const other = own && (wanted === undefined || !(base.formats.has(own.key) || looks.has(wanted)));
    if (other) labels.plain.set(id, own.key);
    else if (wanted !== undefined) labels.plain.set(id, wanted);
    if (own && wanted === undefined) labels.plainFormats.set(id, own);
  }
  const unknown = new Set<string>();
  within(pieces, (piece, pair) => {
    if (piece.is !== "text" || isBlank(piece.text, piece.format.key) || base.formats.has(piece.format.key)) return;
    const context = pair ? labels.kept.get(pairIdentity(pair))! : 0;
    if (labels.plain.get(context) !== piece.format.key) unknown.add(piece.format.key);
  });
  const left = new Map([...base.formats].filter(([key]) => !looks.has(key)));
  match([...unknown], left, labels.formats, labels);
  for (const key of unknown) {
    const id = labels.formats.get(key)!;
    if (!labels.formatOf.has(id)) labels.formatOf.set(id, looks.get(key)!);
  }
  return labels;
}

/** Gives what is in `own` the numbers of `base`; those left to others of their sort, and new ones where none are left. */
function match(
  own: readonly string[],
  base: ReadonlyMap<string, number>,
  into: Map<string, number>,
  labels: Labels,
): void {
  const sortOf = (identity: string): string => /^[\w ]*/.exec(identity)![0];
  const known = new Set(own);
  const left = new Map<string, number[]>();
  for (const [key, id] of base) {
    if (known.has(key)) continue;
    const ids = left.get(sortOf(key)) ?? [];
    left.set(sortOf(key), ids);
    ids.push(id);
  }
  for (const ids of left.values()) ids.reverse();
  for (const key of own) into.set(key, base.get(key) ?? left.get(sortOf(key))?.pop() ?? ++labels.last);
}

/** The text of a paragraph with its marks. `plain` are the looks that have none. */
export function show(
  pieces: readonly Piece[],
  labels: Labels,
  plain: ReadonlyMap<number, string> = labels.plain,
): Shown {
  const shown: Shown = { text: "", labels, marks: [], gaps: [] };
  let gap = emptyGap();
  let format: number | undefined;
  const stack = [0];
  const mark = (text: string, piece?: Piece): void => {
    shown.gaps.push(gap);
    gap = emptyGap();
    shown.marks.push({ text, ...(piece && { piece }) });
    shown.text += text;
  };
  const close = (): void => {
    if (format !== undefined) mark("</g>");
    format = undefined;
  };
  const list = joined(pieces);
  const wanted = (text: Text | undefined): number | undefined => {
    if (!text || isBlank(text.text, text.format.key)) return undefined;
    const { key } = text.format;
    return plain.get(stack.at(-1)!) === key ? undefined : labels.formats.get(key);
  };
  // The text that comes next, before any pair opens or closes.
  const next: (Text | undefined)[] = [];
  for (let at = list.length - 1, text: Text | undefined; at >= 0; at--) {
    const piece = list[at]!;
    next[at] = text;
    if (piece.is === "text") text = piece;
    else if (piece.is === "open" || piece.is === "close") text = undefined;
  }
  list.forEach((piece, at) => {
    if (piece.is === "text") {
      const look = wanted(piece);
      if (look !== format) {
        close();
        format = look;
        if (format !== undefined) mark(`<g id="${format}">`);
      }
      shown.text += escaped(piece.text);
      // What was hidden behind a text is now within one.
      for (const one of gap.back.splice(0)) (one.side === "start" ? gap.front : gap.back).push(one);
      gap.texts.push(piece);
    } else if (piece.is === "hidden") (gap.texts.length > 0 ? gap.back : gap.front).push(piece);
    else if (piece.is === "thing") {
      if (wanted(next[at]) !== format) close();
      mark(`<x id="${labels.kept.get(identity(piece.kept))}"/>`, piece);
    } else {
      close();
      const id = labels.kept.get(pairIdentity(piece.pair))!;
      if (piece.is === "open") stack.push(id);
      else stack.pop();
      mark(piece.is === "open" ? `<a id="${id}">` : "</a>", piece);
    }
  });
  close();
  shown.gaps.push(gap);
  return shown;
}
