import { similarity } from "../similarity";

/**
 * Which item of a list is which, in formats that know items by their positions: behind one that was put in or taken out
 * all others have other positions, and are the same strings all the same.
 */

/** A string of a file; its id is a path in JSON, whose numbers are positions in lists, or none that says anything here. */
export interface ListString {
  id: string;
  targets: readonly string[];
}

/** Share of a text that has to stay. */
const ALIKE = 50;
/** Pairs of items that are compared in one list; a longer one is taken as it stands. */
const [MOST_PAIRS, MOST_ALIKE] = [250_000, 2_500];

type Step = string | number;

interface Node {
  below: Map<Step, Node>;
  string?: ListString;
  /** Texts of a node with what is below it, in JSON; what it says without that. */
  texts?: string;
  words?: string;
}

/**
 * Where items of lists have gone: the new ids of strings by their former ones, undefined where the string has gone
 * though its id is another one's now. Strings that have kept their ids, or lost them with nothing in their place, are not
 * told.
 */
export function movedItems(
  before: readonly ListString[],
  after: readonly ListString[],
): Map<string, string | undefined> {
  const moved = new Map<string, string | undefined>();
  const [from, to] = [treeOf(before), treeOf(after)];
  if (from.below.size === 0 || to.below.size === 0) return moved;
  const taken = new Set(after.map(({ id }) => id));
  follow(from, to, (was, now) => {
    if (was.id !== now?.id && (now || taken.has(was.id))) moved.set(was.id, now?.id);
  });
  return moved;
}

/** Steps of an id with a position in it; undefined of all others. */
export function listPath(id: string): Step[] | undefined {
  if (!/^\[.*[[,]\d+[,\]]/s.test(id)) return undefined;
  try {
    const path: unknown = JSON.parse(id);
    return Array.isArray(path) && path.some((step) => typeof step === "number") ? (path as Step[]) : undefined;
  } catch {
    return undefined;
  }
}

function treeOf(strings: readonly ListString[]): Node {
  const root: Node = { below: new Map() };
  for (const string of strings) {
    let node = root;
    for (const step of listPath(string.id) ?? []) {
      let next = node.below.get(step);
      if (!next) {
        next = { below: new Map() };
        node.below.set(step, next);
      }
      node = next;
    }
    if (node !== root) node.string = string;
  }
  return root;
}

type Tell = (was: ListString, now: ListString | undefined) => void;

function follow(from: Node, to: Node | undefined, tell: Tell): void {
  if (from.string) tell(from.string, to?.string);
  const isList = (node: Node | undefined) => typeof node?.below.keys().next().value === "number";
  if (isList(from) && isList(to)) {
    const [items, others] = [itemsOf(from), itemsOf(to as Node)];
    const places = alignItems(items, others);
    items.forEach((item, at) => {
      follow(item, others[places[at] ?? -1], tell);
    });
  } else {
    for (const [step, node] of from.below) follow(node, to?.below.get(step), tell);
  }
}

/** Items by their positions; those that are no strings, or of none, say nothing. */
function itemsOf(list: Node): Node[] {
  const most = Math.max(...[...list.below.keys()].filter((step) => typeof step === "number"));
  return Array.from({ length: Math.min(most + 1, MOST_PAIRS) }, (_, at) => list.below.get(at) ?? { below: new Map() });
}

function textsOf(node: Node): string {
  node.texts ??= JSON.stringify([
    node.string?.targets ?? [],
    ...[...node.below].map(([step, inner]) => [step, textsOf(inner)]),
  ]);
  return node.texts;
}

function wordsOf(node: Node): string {
  node.words ??= [...(node.string?.targets ?? []), ...[...node.below.values()].map(wordsOf)].join("\n").trim();
  return node.words;
}

/** For each item the place of the same one in another list: by equal texts, then by like ones, then by the order. */
function alignItems(from: readonly Node[], to: readonly Node[]): Places {
  const places: Places = Array.from(from, () => undefined);
  let start = 0;
  while (start < from.length && start < to.length && isSame(from[start], to[start])) {
    places[start] = start;
    start++;
  }
  let [end, other] = [from.length, to.length];
  while (end > start && other > start && isSame(from[end - 1], to[other - 1])) places[--end] = --other;
  const middle: Gap = { from: range(start, end), to: range(start, other) };
  const pair = (gap: Gap, weigh: (a: Node, b: Node) => number, most: number): Gap[] =>
    pairInOrder(gap, (a, b) => weigh(from[a] as Node, to[b] as Node), most, places);
  const gaps = pair(middle, (a, b) => (wordsOf(a) !== "" && isSame(a, b) ? 1 : 0), MOST_PAIRS);
  const past = pairAnywhere(
    gaps,
    (at) => from[at],
    (at) => to[at],
    places,
  );
  for (const gap of gaps) {
    const left: Gap = {
      from: gap.from.filter((at) => !past.from.has(at)),
      to: gap.to.filter((at) => !past.to.has(at)),
    };
    // As many items as before are the same ones, whatever they say.
    const rest = left.from.length === left.to.length ? [left] : pair(left, likeness, MOST_ALIKE);
    for (const { from: some, to: others } of rest)
      some.forEach((at, turn) => {
        places[at] = others[turn];
      });
  }
  return places;
}

type Places = (number | undefined)[];

/** Items of two lists that may be the same, by their positions. */
interface Gap {
  from: readonly number[];
  to: readonly number[];
}

const range = (start: number, end: number): number[] => Array.from({ length: end - start }, (_, at) => start + at);

const isSame = (a: Node | undefined, b: Node | undefined): boolean =>
  a !== undefined && b !== undefined && textsOf(a) === textsOf(b);

function likeness(a: Node, b: Node): number {
  const like = wordsOf(a) === "" || wordsOf(b) === "" ? 0 : similarity(wordsOf(a), wordsOf(b), ALIKE);
  return like >= ALIKE ? like : 0;
}

/** Pairs items that went past others: those that say the same, where one alone says it on either side. */
function pairAnywhere(
  gaps: readonly Gap[],
  from: (at: number) => Node | undefined,
  to: (at: number) => Node | undefined,
  places: Places,
): { from: Set<number>; to: Set<number> } {
  const alone = (positions: readonly number[], node: (at: number) => Node | undefined) => {
    const found = new Map<string, number | undefined>();
    for (const at of positions) {
      const item = node(at);
      if (!item || wordsOf(item) === "") continue;
      found.set(textsOf(item), found.has(textsOf(item)) ? undefined : at);
    }
    return found;
  };
  const others = alone(
    gaps.flatMap((gap) => gap.to),
    to,
  );
  const past = { from: new Set<number>(), to: new Set<number>() };
  const some = alone(
    gaps.flatMap((gap) => gap.from),
    from,
  );
  for (const [texts, at] of some) {
    const place = others.get(texts);
    if (at === undefined || place === undefined) continue;
    places[at] = place;
    past.from.add(at);
    past.to.add(place);
  }
  return past;
}

/** Pairs items of a gap in their order so that the pairs weigh most. @returns the gaps between them */
function pairInOrder(gap: Gap, weigh: (a: number, b: number) => number, most: number, places: Places): Gap[] {
  const [rows, columns] = [gap.from.length, gap.to.length];
  if (rows === 0 || columns === 0 || rows * columns > most) return [gap];
  const weights = gap.from.map((a) => gap.to.map((b) => weigh(a, b)));
  const weight = (row: number, column: number) => weights[row]?.[column] ?? 0;
  // The most that can come from a row and a column on.
  const best = Array.from({ length: rows + 1 }, () => new Float64Array(columns + 1));
  const from = (row: number, column: number) => best[row]?.[column] ?? 0;
  for (let row = rows - 1; row >= 0; row--)
    for (let column = columns - 1; column >= 0; column--) {
      const paired = weight(row, column) > 0 ? weight(row, column) + from(row + 1, column + 1) : 0;
      (best[row] as Float64Array)[column] = Math.max(paired, from(row + 1, column), from(row, column + 1));
    }
  const gaps: Gap[] = [];
  let [row, column, left, above] = [0, 0, 0, 0];
  while (from(row, column) > 0) {
    const now = from(row, column);
    if (weight(row, column) > 0 && now === weight(row, column) + from(row + 1, column + 1)) {
      gaps.push({ from: gap.from.slice(left, row), to: gap.to.slice(above, column) });
      places[gap.from[row] as number] = gap.to[column];
      [left, above] = [++row, ++column];
    } else if (now === from(row + 1, column)) row++;
    else column++;
  }
  gaps.push({ from: gap.from.slice(left), to: gap.to.slice(above) });
  return gaps;
}
