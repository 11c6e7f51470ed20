import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { EditRefused } from "../kernel/format";
import { escapeXmlText } from "../kernel/xml/escape";
import type { Format, OpaqueElement, Pair, Piece, Range } from "./docx-pieces";
import { identity, MARK, pairIdentity, type Shown, show, unescaped } from "./docx-text";

/** Writes what a translator typed as the runs of a paragraph. */

const NAMES: Readonly<Record<string, Refusal>> = {
  drawing: refusal("writeThingPicture"),
  pict: refusal("writeThingPicture"),
  object: refusal("writeThingObject"),
  AlternateContent: refusal("writeThingDrawing"),
  footnoteReference: refusal("writeThingFootnote"),
  endnoteReference: refusal("writeThingEndnote"),
  field: refusal("writeThingField"),
  fldSimple: refusal("writeThingField"),
  br: refusal("writeThingPageBreak"),
  sym: refusal("writeThingSymbol"),
  oMath: refusal("writeThingFormula"),
  hyperlink: refusal("writeThingLink"),
  sdt: refusal("writeThingFormField"),
};

/** What own things and pairs are left to be placed, by number. */
class Stock<T extends { name: string }> {
  private readonly left = new Map<number, T[]>();
  private readonly names = new Map<number, Refusal>();

  constructor(
    items: readonly T[],
    idOf: (item: T) => number,
    private readonly spell: (id: number) => string,
  ) {
    for (const item of items) {
      const id = idOf(item);
      this.left.set(id, [...(this.left.get(id) ?? []), item]);
      this.names.set(id, NAMES[item.name] ?? refusal("writeThingOther"));
    }
    for (const list of this.left.values()) list.reverse();
  }

  take(id: number): T {
    const mark = this.spell(id);
    const list = this.left.get(id);
    if (!list) throw new EditRefused(refusal("writePlaceholderNot", { mark }));
    const item = list.pop();
    if (!item) throw new EditRefused(refusal("writePlaceholderMore", { mark }));
    return item;
  }

  /** @throws EditRefused when something was not taken */
  refuseRest(): void {
    for (const [id, list] of this.left) {
      const thing = this.names.get(id);
      if (list.length > 0 && thing)
        throw new EditRefused(refusal("writePlaceholderMissing", { mark: this.spell(id), thing }));
    }
  }
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

  kept({ open, raw, close, hole }: OpaqueElement): void {
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
  if (again.text !== value) throw new EditRefused(refusal("writeTagsPlace", { text: again.text }));
  const out = new Output(prefix);
  const hidden = (list: readonly { kept: OpaqueElement }[]): void => {
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
    throw new EditRefused(refusal("writeObjectsOrder"));
  return out.texts;
}

/** The pieces that a text asks for. @throws EditRefused */
function piecesOf(value: string, given: readonly Piece[], { labels }: Shown): Piece[] {
  const things = new Stock<OpaqueElement>(
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
      if (!last) throw new EditRefused(refusal("writeTagStart", { tag: "</a>" }));
      pieces.push({ is: "close", pair: last.pair });
    } else if (mark === "</g>") {
      if (!look) throw new EditRefused(refusal("writeTagStart", { tag: "</g>" }));
      look = undefined;
    } else {
      if (look) throw new EditRefused(refusal("writeTagInside", { mark, tag: "</g>" }));
      look = labels.formatOf.get(id);
      if (!look) throw new EditRefused(refusal("writePlaceholderNot", { mark }));
    }
  }
  text(value.length);
  if (look || stack.length > 0) throw new EditRefused(refusal("writeTagEnd", { tag: look ? "</g>" : "</a>" }));
  things.refuseRest();
  pairs.refuseRest();
  refuseEdges(pieces);
  return pieces;
}

/** Refuses what would not be read as a text of its paragraph, or not as a part of it. */
function refuseEdges(pieces: readonly Piece[]): void {
  if (!pieces.some((piece) => piece.is === "text" && piece.text.trim() !== ""))
    throw new EditRefused(refusal("writeDocumentBlank"));
  for (const piece of [pieces[0], pieces.at(-1)])
    if (piece?.is === "thing" && piece.kept.edge) throw new EditRefused(refusal("writePageBreak"));
}
