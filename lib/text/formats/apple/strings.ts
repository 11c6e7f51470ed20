import { refusal } from "@/lib/text/messages/refusal";
import { type AddEdit, planEdits } from "../kernel/edit-plan";
import { decodeUtf8, decodeUtf16, encodeUtf8, encodeUtf16, storable, wideCoding } from "../kernel/encoding";
import {
  EditRefused,
  type Entry,
  type EntryEdit,
  type FileFormat,
  type FormatOptions,
  type ParsedFile,
  type Patch,
} from "../kernel/format";
import { blankBefore, lineEnding, PatchList, placeInOrder } from "../kernel/splice";
import { Warnings } from "../kernel/warnings";
import { type ApplePair, composeToken, scanStrings, tokenText } from "./strings-tokens";

/** What the platform's tools write when a developer said nothing. */
const STOCK_NOTE = "No comment provided by engineer.";

interface Index {
  /** The pairs that count, by key. */
  items: Map<string, ApplePair>;
  /** Earlier pairs of the same key, by the pair that counts; they go with it. */
  doubles: Map<ApplePair, ApplePair[]>;
}

/** What `parse` leaves for `edit`. */
interface Internal {
  /** In file order, those included that do not count. */
  pairs: ApplePair[];
  /** All keys, or some. */
  index: (only?: ReadonlySet<string>) => Index;
}

const readPart = (text: string, pair: ApplePair, part: "key" | "value", crlf: boolean): string =>
  storable(tokenText(text, pair[part], crlf));

/** UTF-16 by its mark, else UTF-8. */
const marked: Pick<FileFormat, "decode" | "encode"> = {
  decode: (bytes) => decodeUtf16(bytes) ?? decodeUtf8(bytes),
  encode: (text, before) => encodeUtf16(text, before) ?? encodeUtf8(text),
};

/** Apple strings: UTF-16 where the file has its mark, else UTF-8. */
export const stringsFormats = [
  variant("strings", "iOS strings file", marked),
  variant("strings-utf8", "iOS strings file (UTF-8)", marked),
];

function noteOf(text: string, pair: ApplePair): string {
  const lines: string[] = [];
  for (const { start, end } of pair.comments.slice(-100)) {
    const raw = text.slice(start, end).replace(/\r\n?/g, "\n");
    const note = raw.startsWith("//") ? raw.slice(2).trim() : raw.slice(2, -2).trim();
    if (note !== STOCK_NOTE && note !== "") lines.push(note);
  }
  return storable(lines.join("\n"));
}

function indexOf(
  text: string,
  pairs: readonly ApplePair[],
  crlf: boolean,
  only: ReadonlySet<string> | undefined,
  warnings: Warnings,
): Index {
  const items = new Map<string, ApplePair>();
  const doubles = new Map<ApplePair, ApplePair[]>();
  // The later of two equal keys counts for the platform.
  const near: [key: string, pair: ApplePair][] = [];
  for (const pair of pairs) {
    const key = readPart(text, pair, "key", crlf);
    if (!only || only.has(key)) near.push([key, pair]);
  }
  const last = new Map(near);
  for (const [key, pair] of near) {
    const counts = last.get(key)!;
    if (counts !== pair) {
      const earlier = doubles.get(counts);
      if (earlier) earlier.push(pair);
      else doubles.set(counts, [pair]);
      warnings.add(`“${key}” appears twice in the file; only the last is used.`, pair.start, key);
    } else if (key === "") warnings.add("A pair has an empty key and was left unchanged.", pair.start);
    else items.set(key, pair);
  }
  return { items, doubles };
}

function entryOf(text: string, key: string, pair: ApplePair, crlf: boolean): Entry {
  const target = readPart(text, pair, "value", crlf);
  return {
    id: key,
    context: key,
    sources: [target],
    targets: [target],
    plural: false,
    state: target === "" ? "empty" : "translated",
    note: pair.comments.length ? noteOf(text, pair) : "",
    location: "",
    flags: "",
    previousSource: "",
    span: { start: pair.start, end: pair.end },
  };
}

function parse(text: string, _options: FormatOptions): ParsedFile<Internal> {
  const pairs = scanStrings(text);
  const crlf = lineEnding(text) === "\r\n";
  const index = (only?: ReadonlySet<string>, warnings = new Warnings(text)): Index =>
    indexOf(text, pairs, crlf, only, warnings);
  const entriesOf = ({ items }: Index): Entry[] => Array.from(items, ([key, pair]) => entryOf(text, key, pair, crlf));
  let made: Pick<ParsedFile, "entries" | "warnings"> | undefined;
  const whole = (): Pick<ParsedFile, "entries" | "warnings"> => {
    if (!made) {
      const warnings = new Warnings(text);
      made = { entries: entriesOf(index(undefined, warnings)), warnings: warnings.list };
    }
    return made;
  };
  const internal: Internal = { pairs, index };
  return {
    get entries() {
      return whole().entries;
    },
    get warnings() {
      return whole().warnings;
    },
    find: (ids) => entriesOf(index(ids)),
    language: "",
    internal,
  };
}

function edit(text: string, file: ParsedFile<Internal>, edits: EntryEdit[], options: FormatOptions): Patch[] {
  const plan = planEdits(file, edits, { states: [] });
  const patches = new PatchList(text);
  const { pairs, index } = file.internal;
  if (!plan.sets.length && !plan.adds.length && !plan.removes.size) return [];
  const asked = new Set([...plan.sets.map(({ entry }) => entry.id), ...[...plan.removes].map((entry) => entry.id)]);
  const { items, doubles } = index(asked);
  for (const { entry, targets } of plan.sets) {
    const { key, value } = items.get(entry.id)!;
    const literal = composeToken(targets[0] ?? "");
    if (value === key) patches.insert(key.end, ` = ${literal}`);
    else patches.replace(value.start, value.end, literal);
  }
  const removed = [...plan.removes].map((entry) => items.get(entry.id)!);
  const gone = new Set(removed.flatMap((pair) => [pair, ...(doubles.get(pair) ?? [])]));
  let cut = 0;
  pairs.forEach((pair, index) => {
    if (!gone.has(pair)) return;
    const floor = index === 0 ? (text.startsWith("\ufeff") ? 1 : 0) : pairs[index - 1]!.end;
    const [start, end] = cutOf(text, floor, pair, index === 0);
    patches.replace(Math.max(start, cut), end, "");
    cut = end;
  });
  if (plan.adds.length) insert(patches, text, file, plan.adds, gone, options);
  return patches.finish();
}

/** End of a pair, with a remark about it that is the rest of its line. */
function endOf(text: string, pair: ApplePair): number {
  const remark = /[ \t]*(?:\/\*[^\r\n*]*\*+(?:[^\r\n*/][^\r\n*]*\*+)*\/|\/\/[^\r\n]*)(?=[ \t]*(?:[\r\n]|$))/y;
  remark.lastIndex = pair.end;
  return pair.end + (remark.exec(text)?.[0].length ?? 0);
}

/** The pair with the blanks before it; with those behind it where a comment of its own stands before, or nothing. */
function cutOf(text: string, floor: number, pair: ApplePair, first: boolean): [number, number] {
  const end = endOf(text, pair);
  let start = pair.start;
  while (start > floor && /\s/.test(text[start - 1]!)) start--;
  if (start === floor && (!first || start < pair.start)) return [start, end];
  const rest = start > floor ? /\s*/y : /[ \t]*(?:\r\n|[\r\n])?/y;
  rest.lastIndex = end;
  const behind = rest.exec(text)?.[0] ?? "";
  if (/[\r\n]/.test(behind)) return [pair.start, end + behind.length];
  // What follows on the line must not come into a comment on the line before.
  const follows = /[ \t]*[^\s]/y;
  follows.lastIndex = end;
  return [follows.test(text) ? pair.start : start, end];
}

function insert(
  patches: PatchList,
  text: string,
  file: ParsedFile<Internal>,
  adds: readonly AddEdit[],
  gone: ReadonlySet<ApplePair>,
  options: FormatOptions,
): void {
  const { pairs, index } = file.internal;
  const { items } = index();
  const eol = lineEnding(text);
  const fresh = new Map<string, string>();
  for (const add of adds) {
    if (add.plural) throw new EditRefused(refusal("writePlural", { name: add.context }));
    if (add.context === "") throw new EditRefused(refusal("writeKey"));
    const there = items.get(add.context);
    if (fresh.has(add.context) || (there && !gone.has(there)))
      throw new EditRefused(refusal("writeThere", { name: add.context }));
    const note = add.note ? `/* ${add.note.replaceAll("*/", "* /").replace(/\r\n|[\r\n]/g, eol)} */${eol}` : "";
    fresh.set(add.context, `${note}${composeToken(add.context)} = ${composeToken(add.targets[0] ?? "")};`);
  }
  const base = options.base === undefined || options.isTemplate ? [] : parse(options.base, options).entries;
  const present = new Set([...items].filter(([, pair]) => !gone.has(pair)).map(([key]) => key));
  const sample = pairs[1] ?? pairs[0];
  const blank = sample ? blankLinesBefore(text, pairs, sample) : eol;
  for (const [key, place] of placeInOrder(
    base.map((entry) => entry.id),
    present,
    [...fresh.keys()],
  )) {
    const written = fresh.get(key)!;
    const after = typeof place === "string" ? items.get(place) : pairs.at(-1);
    if (place === null && pairs[0]) patches.insert(pairs[0].start, written + blank);
    else if (after) patches.insert(endOf(text, after), blank + written);
    else if (text.trim() === "") patches.insert(text.length, `${written}${eol}`);
    else patches.insert(text.length, `${/[\r\n]$/.test(text) ? "" : eol}${written}${eol}`);
  }
}

/** Line ends between two pairs of the file. */
function blankLinesBefore(text: string, pairs: readonly ApplePair[], pair: ApplePair): string {
  const previous = pairs[pairs.indexOf(pair) - 1];
  const eol = lineEnding(text);
  if (!previous) return eol;
  const gap = text.slice(previous.end, pair.start);
  return /^\s*[\r\n]\s*$/.test(gap) ? gap : blankBefore(text, previous.end, pair.start) || eol;
}

function variant(
  id: string,
  name: string,
  coding: Pick<FileFormat, "decode" | "encode">,
  empty = "\n",
): FileFormat<Internal> {
  return {
    id,
    name,
    masks: ["*.strings"],
    extension: "strings",
    kind: "both",
    codeStyle: "bcp",
    mimeType: "text/plain",
    plurals: false,
    canAdd: true,
    canRemove: true,
    canEditBase: true,
    ...coding,
    parse,
    edit,
    create: (_base) => empty,
  };
}

/** Apple strings where a parameter says UTF-16. */
export const wideStrings = variant("strings-utf16", "iOS strings file (UTF-16)", wideCoding, "\ufeff\n");
