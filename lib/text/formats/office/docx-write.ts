import { EditRefused } from "../kernel/format";
import { escapeXmlText } from "../kernel/xml/escape";
import type { Format, Kept, Pair, Piece, Range } from "./docx-pieces";
import { identity, MARK, pairIdentity, type Shown, show, unescaped } from "./docx-text";

/** Writes what a translator typed as the runs of a paragraph. */

const NAMES: Readonly<Record<string, string>> = {
  drawing: "a picture",
  pict: "a picture",
  object: "an object",
  AlternateContent: "a drawing",
  footnoteReference: "a footnote",
  endnoteReference: "an endnote",
  field: "a field",
  fldSimple: "a field",
  br: "a page break",
  sym: "a symbol",
  oMath: "a formula",
  hyperlink: "a link",
  sdt: "a form field",
};

/** What own things and pairs are left to be placed, by number. */
class Stock<T extends { name: string }> {
  private readonly left = new Map<number, T[]>();
  private readonly names = new Map<number, string>();

  constructor(
    items: readonly T[],
    idOf: (item: T) => number,
    private readonly spell: (id: number) => string,
  ) {
    for (const item of items) {
      const id = idOf(item);
      this.left.set(id, [...(this.left.get(id) ?? []), item]);
      this.names.set(id, NAMES[item.name] ?? "something without a text");
    }
    for (const list of this.left.values()) list.reverse();
  }

  take(id: number): T {
    const mark = this.spell(id);
    const list = this.left.get(id);
    if (!list) throw new EditRefused(`The text has the mark ${mark}, which the source does not have.`);
    const item = list.pop();
    if (!item) throw new EditRefused(`The text has the mark ${mark} more often than the source has it.`);
    return item;
  }

  /** @throws EditRefused when something was not taken */
  refuseRest(): void {
    for (const [id, list] of this.left)
      if (list.length > 0)
        throw new EditRefused(
          `The text lacks the mark ${this.spell(id)}, which stands for ${this.names.get(id)}. Copy it from the source.`,
        );
  }
}

/** The pieces that a text asks for. @throws EditRefused */
function piecesOf(value: string, given: readonly Piece[], { labels }: Shown): Piece[] {
  const things = new Stock<Kept>(
    given.flatMap((piece) => (piece.is === "thing" ? [piece.kept] : [])),
    (kept) => labels.kept.get(identity(kept))!,
    (id) => `<x id="${id}"/>`,
  );
  const pairs = new Stock<Pair>(
    given.flatMap((piece) => (piece.is === "open" && !piece.pair.transparent ? [piece.pair] : [])),
    (pair) => labels.kept.get(pairIdentity(pair))!,
    (id) => `<a id="${id}">`,
  );
  const pieces: Piece[] = [];
  const stack: { id: number; pair: Pair }[] = [];
  let look: Format | undefined;
  const plain = (): Format =>
    labels.plainFormats.get(stack.at(-1)?.id ?? 0) ?? labels.plainFormats.get(0) ?? { key: "", open: "", text: "" };
  let at = 0;
  const text = (end: number): void => {
    if (end > at) pieces.push({ is: "text", text: unescaped(value.slice(at, end)), format: look ?? plain() });
  };
  for (const { 0: mark, index } of value.matchAll(MARK)) {
    text(index);
    at = index + mark.length;
    const id = Number(/\d+/.exec(mark)?.[0]);
    if (mark.startsWith("<x")) pieces.push({ is: "thing", kept: things.take(id) });
    else if (mark.startsWith("<a")) {
      const pair = pairs.take(id);
      stack.push({ id, pair });
      pieces.push({ is: "open", pair });
    } else if (mark === "</a>") {
      const last = stack.pop();
      if (!last) throw new EditRefused("The text has a mark </a> that closes nothing.");
      pieces.push({ is: "close", pair: last.pair });
    } else if (mark === "</g>") {
      if (!look) throw new EditRefused("The text has a mark </g> that closes nothing.");
      look = undefined;
    } else {
      if (look) throw new EditRefused(`The mark ${mark} stands inside of another; close that one first with </g>.`);
      look = labels.formatOf.get(id);
      if (!look) throw new EditRefused(`The text has the mark ${mark}, which the source does not have.`);
    }
  }
  text(value.length);
  if (look || stack.length > 0) throw new EditRefused(`The text lacks the mark ${look ? "</g>" : "</a>"} at its end.`);
  things.refuseRest();
  pairs.refuseRest();
  refuseEdges(pieces);
  return pieces;
}

/** Refuses what would not be read as a text of its paragraph, or not as a part of it. */
function refuseEdges(pieces: readonly Piece[]): void {
  if (!pieces.some((piece) => piece.is === "text" && piece.text.trim() !== ""))
    throw new EditRefused("A text of a document cannot be blank.");
  for (const piece of [pieces[0], pieces.at(-1)])
    if (piece?.is === "thing" && piece.kept.edge)
      throw new EditRefused("A page break cannot stand at the start or the end of the text.");
}

/** Characters that a run has elements for. */
const ELEMENTS: ReadonlyMap<string, string> = new Map([
  ["\t", "tab"],
  ["\n", "br"],
  ["\u2011", "noBreakHyphen"],
  ["\u00ad", "softHyphen"],
]);

/** Puts texts between holes. */
class Output {
  readonly texts = [""];
  readonly holes: Range[] = [];

  constructor(private readonly prefix: string) {}

  raw(xml: string): void {
    this.texts[this.texts.length - 1] += xml;
  }

  kept({ open, raw, close, hole }: Kept): void {
    this.raw(open);
    if (hole) {
      this.holes.push(hole);
      this.texts.push("");
    } else this.raw(raw);
    this.raw(close);
  }

  run(text: string, format: Format): void {
    const { prefix } = this;
    this.raw(format.open || `<${prefix}r>`);
    for (const part of text.split(/([\t\n\u2011\u00ad])/)) {
      if (part === "") continue;
      const element = ELEMENTS.get(part);
      if (element) this.raw(`<${prefix}${element}/>`);
      else this.raw(`${this.textStart(part, format)}${escapeXmlText(part)}</${prefix}t>`);
    }
    this.raw(`</${prefix}r>`);
  }

  /** Start tag of a text, which says so where blanks at its ends count. */
  private textStart(part: string, format: Format): string {
    const tag = format.text.replace(/\s*\/?>$/, "") || `<${this.prefix}t`;
    const says = /\sxml:space=/.test(tag) || !/^ | $| {2}/.test(part);
    return says ? `${tag}>` : `${tag} xml:space="preserve">`;
  }
}

/**
 * Raw XML of a paragraph's inside that says a text: what stands before, between and behind the holes.
 * @throws EditRefused
 */
export function writeParagraph(value: string, given: readonly Piece[], shown: Shown, prefix: string): string[] {
  const { labels } = shown;
  const pieces = piecesOf(value, given, shown);
  const plain = new Map([...labels.plainFormats].map(([id, format]) => [id, format.key]));
  const again = show(pieces, labels, plain);
  if (again.text !== value) throw new EditRefused(`Set the marks of the text as here: ${again.text}`);
  const out = new Output(prefix);
  const hidden = (list: readonly { kept: Kept }[]): void => {
    for (const { kept } of list) out.kept(kept);
  };
  const everything = shown.gaps.flatMap(({ front, back }) => [...front, ...back]);
  // Where the marks stand in another order, what is hidden is kept around the whole text.
  const same =
    again.marks.length === shown.marks.length && again.marks.every(({ text }, at) => text === shown.marks[at]!.text);
  if (!same) hidden(everything.filter(({ side }) => side === "start"));
  again.gaps.forEach(({ texts }, at) => {
    if (same) hidden(shown.gaps[at]!.front);
    for (const { text, format } of texts) out.run(text, format);
    if (same) hidden(shown.gaps[at]!.back);
    const piece = again.marks[at]?.piece;
    if (piece?.is === "thing") out.kept(piece.kept);
    else if (piece?.is === "open") out.raw(piece.pair.open);
    else if (piece?.is === "close") out.raw(piece.pair.close);
  });
  if (!same) hidden(everything.filter(({ side }) => side === "end"));
  if (out.holes.some((hole, at) => at > 0 && hole.from < out.holes[at - 1]!.from))
    throw new EditRefused("Keep embedded objects in the order of the source.");
  return out.texts;
}
