import type { Item, OpaqueElement, Pair } from "./docx-pieces";

/** Fields of Word: a code between two marks, and what it came to between the second and a third. */

/** How deep fields that hold text are looked into. */
const DEEPEST = 20;

/** Where fields end and turn from their code to their result, by where they begin. */
type Matches = Map<number, { end: number; separate: number }>;

/** Items in which fields are things, and fields that are links are pairs; `shift` is where the part starts. */
export function withFields(items: readonly Item[], xml: string, shift: number): Item[] {
  return items.some(({ field }) => field) ? new Fields(items, xml, shift).between(0, items.length, 0) : [...items];
}

function matchesOf(items: readonly Item[]): Matches {
  const found: Matches = new Map();
  const open: { begin: number; separate: number }[] = [];
  items.forEach(({ field }, index) => {
    if (field === "begin") open.push({ begin: index, separate: -1 });
    else if (field === "separate" && open.length > 0) open.at(-1)!.separate = index;
    else if (field === "end") {
      const last = open.pop();
      if (last) found.set(last.begin, { end: index, separate: last.separate });
    }
  });
  return found;
}

class Fields {
  private readonly matches: Matches;

  constructor(
    private readonly items: readonly Item[],
    private readonly xml: string,
    private readonly shift: number,
  ) {
    this.matches = matchesOf(items);
  }

  between(from: number, to: number, depth: number): Item[] {
    const { items } = this;
    const found: Item[] = [];
    const opens = (at: number): boolean => items[at - 1]?.run !== items[at]!.run;
    const closes = (at: number): boolean => items[at + 1]?.run !== items[at]!.run;
    for (let at = from; at < to; at++) {
      const item = items[at]!;
      const { end, separate } = this.matches.get(at) ?? { end: -1, separate: -1 };
      const last = items[end];
      // What does not begin and end with runs of the same parent stays in its parts.
      if (!last || end >= to || last.parent !== item.parent || !opens(at) || !closes(end)) {
        found.push(item);
        continue;
      }
      const turn = items[separate];
      const place = { run: 0, parent: item.parent };
      if (
        turn &&
        depth < DEEPEST &&
        turn.parent === item.parent &&
        closes(separate) &&
        opens(end) &&
        this.isLink(at, separate)
      ) {
        const pair: Pair = {
          name: "hyperlink",
          open: this.xml.slice(item.start, turn.end),
          close: this.xml.slice(last.start, last.end),
          transparent: false,
        };
        found.push({ piece: { is: "open", pair }, start: item.start, end: turn.end, ...place });
        for (const inner of this.between(separate + 1, end, depth + 1)) found.push(inner);
        found.push({ piece: { is: "close", pair }, start: last.start, end: last.end, ...place });
      } else {
        const hole = items.slice(at, end + 1).some(({ piece }) => "kept" in piece && piece.kept.hole);
        const raw = this.xml.slice(item.start, last.end);
        const range = { from: this.shift + item.start, to: this.shift + last.end };
        const kept: OpaqueElement = { name: "field", open: "", raw, close: "", ...(hole && { hole: range }) };
        found.push({ piece: { is: "thing", kept }, start: item.start, end: last.end, ...place });
      }
      at = end;
    }
    return found;
  }

  /** Whether the code of a field makes a link. */
  private isLink(begin: number, separate: number): boolean {
    let code = "";
    for (let at = begin; at < separate && code.length < 100; at++) {
      const { field, piece } = this.items[at]!;
      if (field === "code" && piece.is === "hidden") code += piece.kept.raw.replace(/<[^>]*>/g, "");
    }
    return /^\s*HYPERLINK\b/.test(code);
  }
}
