import { HARD_TEXTS } from "./traps/traps";

/** Random numbers in [0, 1) and what is picked by them. */
export class Dice {
  constructor(private readonly random: () => number) {}

  below(limit: number): number {
    return Math.floor(this.random() * limit);
  }

  one<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  /** A piece of a length: mostly short, at times of any size. */
  piece(length: number): [start: number, end: number] {
    const start = this.below(length + 1);
    const size = this.below(this.below(4) === 0 ? length : 40) + 1;
    return [start, Math.min(length, start + size)];
  }
}

/** Marks that mean something in one format or another. */
const MARKS = [
  ..."'\"`\\<>&{}[]()=:;,.#|%$@!?*-+/~^_ \t\n\r\0",
  "\r\n",
  "\n\n",
  "\u0085",
  "\u2028",
  "\ufeff",
  "\ud800",
  "\u0131",
  "''",
  '""',
  '"""',
  "'''",
  "/*",
  "*/",
  "//",
  "<!--",
  "-->",
  "<![CDATA[",
  "]]>",
  "<?",
  "?>",
  "<!DOCTYPE a [",
  "<!ENTITY a '&a;'>",
  "&a;",
  "&#0;",
  "&#x110000;",
  "</a>",
  "<a/>",
  "\\u",
  "\\uD800",
  "\\x",
  "---",
  "...",
  "&a ",
  "*a",
  "<<: ",
  "!!binary ",
  "|-\n",
  ">\n",
  "? ",
  "[[",
  "]]",
  "${",
  "{{",
  "<<<A\n",
  "__proto__",
  "constructor",
  "0",
  "-1",
  "1e999",
  "999999999999999999999",
  "null",
  "true",
];

type Mutation = (text: string, dice: Dice, others: readonly string[]) => string;

const put = (text: string, start: number, end: number, by: string): string =>
  text.slice(0, start) + by + text.slice(end);

const lines = (text: string): string[] => text.split(/(?<=\n)/);

const MUTATIONS: readonly Mutation[] = [
  function cut(text, dice) {
    return text.slice(0, dice.below(text.length + 1));
  },
  function cutStart(text, dice) {
    return text.slice(dice.below(text.length + 1));
  },
  function drop(text, dice) {
    return put(text, ...dice.piece(text.length), "");
  },
  function twice(text, dice) {
    const [start, end] = dice.piece(text.length);
    return put(text, end, end, text.slice(start, end));
  },
  function move(text, dice) {
    const [start, end] = dice.piece(text.length);
    const at = dice.below(text.length);
    return put(text, at, at, text.slice(start, end));
  },
  function splice(text, dice, others) {
    const other = dice.one(others);
    const [start, end] = dice.piece(other.length);
    return put(text, ...dice.piece(text.length), other.slice(start, end));
  },
  function swapLines(text, dice) {
    const all = lines(text);
    const [a, b] = [dice.below(all.length), dice.below(all.length)];
    [all[a], all[b]] = [all[b]!, all[a]!];
    return all.join("");
  },
  function dropLine(text, dice) {
    const all = lines(text);
    all.splice(dice.below(all.length), 1);
    return all.join("");
  },
  function repeatLine(text, dice) {
    const all = lines(text);
    const at = dice.below(all.length);
    all.splice(at, 0, all[at]!);
    return all.join("");
  },
  function indent(text, dice) {
    const all = lines(text);
    const at = dice.below(all.length);
    all[at] = dice.one([" ", "  ", "\t", "        "]) + all[at];
    return all.join("");
  },
  function mark(text, dice) {
    const at = dice.below(text.length + 1);
    return put(text, at, at + dice.below(2), dice.one(MARKS));
  },
  function hardText(text, dice) {
    const at = dice.below(text.length + 1);
    return put(text, at, at, dice.one(HARD_TEXTS));
  },
  function character(text, dice) {
    const at = dice.below(text.length + 1);
    return put(text, at, at + 1, String.fromCharCode(dice.below(dice.one([128, 0x3000, 0x10000]))));
  },
  function lineEnds(text, dice) {
    return text.replace(/\r?\n/g, () => dice.one(["\n", "\r\n", "\r"]));
  },
  function onlyReturns(text) {
    return text.replace(/\r?\n/g, "\r");
  },
];

/** Grows a file; rare, as such files take time. */
const GROWTHS: readonly Mutation[] = [
  function longLine(text, dice) {
    const at = dice.below(text.length + 1);
    return put(text, at, at, dice.one([...MARKS, "a"]).repeat(100_000));
  },
  function nest(text, dice) {
    const at = dice.below(text.length + 1);
    const [open, close] = dice.one([
      ["[", "]"],
      ["{", "}"],
      ["(", ")"],
      ["<a>", "</a>"],
      ['{"a":', "}"],
      ["- ", ""],
      ["a: {", "}"],
      ["[a = ", "]"],
    ] as const);
    return put(text, at, at, open.repeat(10_000) + dice.one(["", "1", '"a"']) + close.repeat(10_000));
  },
  function manyPieces(text, dice) {
    const [start, end] = dice.piece(text.length);
    const piece = text.slice(start, end);
    return put(text, end, end, piece.repeat(Math.min(5_000, Math.ceil(200_000 / (piece.length + 1)))));
  },
];

/** A file made from another by one to four random changes. */
export function mutate(text: string, dice: Dice, others: readonly string[]): string {
  let now = text;
  for (let count = 1 + dice.below(4); count > 0; count--) now = dice.one(MUTATIONS)(now, dice, others);
  return dice.below(60) === 0 ? dice.one(GROWTHS)(now, dice, others) : now;
}

/** Bytes with a few of them changed, lost or added. */
export function mutateBytes(bytes: Uint8Array, dice: Dice): Uint8Array {
  const now = [...bytes];
  for (let count = 1 + dice.below(3); count > 0; count--) {
    const at = dice.below(now.length + 1);
    const by = [dice.below(256), dice.one([0, 0x80, 0xc0, 0xed, 0xfe, 0xff])].slice(0, dice.below(3));
    now.splice(at, dice.below(3), ...by);
  }
  return Uint8Array.from(now);
}
