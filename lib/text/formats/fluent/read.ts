import { type Annotation, FluentParser, Junk, Message, Term } from "@fluent/syntax";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { storable } from "../kernel/encoding";
import { type Entry, FormatError, type ParsedFile, positionAt } from "../kernel/format";
import { type FoundStrings, LazyStrings } from "../kernel/lazy-strings";
import { deepFluent } from "../kernel/nesting";
import type { Warnings } from "../kernel/warnings";

/** Where a part of an entry with a text stands. */
interface FluentPart {
  start: number;
  /** Behind its key. */
  keyEnd: number;
  /** Behind its text; -1 without one. */
  end: number;
}

/** A message or a term with the places of its parts. */
export interface FluentEntry extends FluentPart {
  /** With the dash of a term. */
  key: string;
  /** Comment right above it, which `start` takes in. */
  comment: string;
  attributes: readonly FluentPart[];
}

/** One message or term as a translator and an edit know it. */
export interface FluentItem {
  key: string;
  term: boolean;
  note: string;
  /** Its comment included. */
  start: number;
  end: number;
  /** Behind the equals sign. */
  body: number;
  /** Text as a translator sees it. */
  text: string;
  /** Indentation of its further lines. */
  indent: string;
  /** Whether its text begins on the line of the key. */
  inline: boolean;
}

/** The reader keeps the whole file as a tree; larger files are not translation files. */
const LARGEST = 20 * 1024 * 1024;
/** Deeper braces are no text that anybody wrote. */
const DEEPEST = 100;

const parser = new FluentParser({ withSpans: true });

/** What an entry is for a translator. */
export function itemOf(text: string, entry: FluentEntry): FluentItem {
  const { key, start } = entry;
  const body = text.indexOf("=", entry.keyEnd) + 1;
  const hasValue = entry.end >= 0;
  const pieces: string[] = [];
  let indent = "    ";
  let inline = true;
  if (hasValue) {
    const first = body + /^\s*/.exec(text.slice(body, entry.end))![0].length;
    inline = !text.slice(body, first).includes("\n");
    const from = inline ? first : text.lastIndexOf("\n", first) + 1;
    const value = dedent(text.slice(from, entry.end), inline);
    pieces.push(value.text.trimEnd());
    if (!inline || value.text.includes("\n")) indent = value.indent;
  }
  for (const part of entry.attributes) {
    const head = text.slice(part.start, part.keyEnd);
    const from = text.indexOf("=", part.keyEnd) + 1;
    const first = from + /^\s*/.exec(text.slice(from, part.end))![0].length;
    const beside = !text.slice(from, first).includes("\n");
    const line = beside ? first : text.lastIndexOf("\n", first) + 1;
    const said = dedent(text.slice(line, part.end), beside).text.trimEnd();
    const lines = said.split("\n").map((one, at) => (one === "" || (beside && at === 0) ? one : `    ${one}`));
    pieces.push(`${head} =${beside ? " " : "\n"}${lines.join("\n")}`);
    if (!hasValue) indent = /[ ]*$/.exec(text.slice(start, part.start))![0] || indent;
  }
  const shown = pieces.join("\n");
  return {
    key,
    term: key.startsWith("-"),
    note: storable(entry.comment),
    start,
    end: entry.attributes.at(-1)?.end ?? entry.end,
    body,
    text: /^\{ *"" *\}$/.test(shown) ? "" : storable(shown),
    indent,
    inline,
  };
}

/** Lines without the indentation that all of them share; the first has none when it stands behind the key. */
function dedent(raw: string, inline: boolean): { text: string; indent: string } {
  if (inline && !raw.includes("\n")) return { text: raw, indent: "    " };
  const lines = raw.replaceAll("\r\n", "\n").split("\n");
  const rest = (inline ? lines.slice(1) : lines).filter((line) => line.trim() !== "");
  const widths = rest.map((line) => /^ */.exec(line)![0].length);
  const width = widths.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY);
  const indent = Number.isFinite(width) ? " ".repeat(width) : "    ";
  const cut = (line: string): string => (line.trim() === "" ? "" : line.slice(indent.length));
  return { text: lines.map((line, at) => (inline && at === 0 ? line : cut(line))).join("\n"), indent };
}

function partOf(start: number, keyEnd: number, value: Message["value"]): FluentPart {
  return { start, keyEnd, end: value ? value.span!.end : -1 };
}

function entryOf(entry: Message | Term): FluentEntry {
  return {
    ...partOf(entry.span!.start, entry.id.span!.end, entry.value),
    key: (entry instanceof Term ? "-" : "") + entry.id.name,
    comment: entry.comment?.content ?? "",
    attributes: entry.attributes.map(({ span, id, value }) => partOf(span!.start, id.span!.end, value)),
  };
}

/** A text as it is read: a byte order mark would be part of the first key. */
export const bodyOf = (text: string): string => (text.startsWith("\ufeff") ? `\n${text.slice(1)}` : text);

/** The entries of a text. @throws FormatError */
export function readFluent(text: string): FluentEntry[] {
  const fail = (said: Refusal, at: number): never => {
    const { line, column } = positionAt(text, at);
    throw new FormatError(said, line, column);
  };
  const deep = deepFluent(text, DEEPEST);
  if (deep >= 0) fail(refusal("readBracesDeep"), deep);
  const entries: FluentEntry[] = [];
  for (const entry of parser.parse(bodyOf(text)).body) {
    if (entry instanceof Junk) {
      const [annotation] = entry.annotations as Annotation[];
      const detail = annotation?.message ?? refusal("readFluentEntry");
      fail(refusal("readFluent", { detail }), annotation?.span?.start ?? entry.span!.start);
    }
    if (entry instanceof Message || entry instanceof Term) entries.push(entryOf(entry));
  }
  return entries;
}

/** A Fluent file. */
export class FluentFile {
  readonly strings: LazyStrings<FluentItem>;
  private readonly body: string;
  private readonly entries: readonly FluentEntry[];
  private names: ReadonlySet<string> | undefined;

  /** @throws FormatError */
  constructor(text: string) {
    if (text.length > LARGEST) throw new FormatError(refusal("readFormatLarge", { most: 20, format: "Fluent" }), 1, 1);
    this.body = bodyOf(text);
    this.entries = readFluent(text);
    this.strings = new LazyStrings(text, (only, found, warnings) => this.walk(only, found, warnings));
  }

  /** The file as callers of the format know it. */
  parsed(): ParsedFile<FluentFile> {
    return this.strings.file({ language: "" }, this, ({ context }) => context);
  }

  /** Keys in file order. */
  keys(): string[] {
    return this.entries.map((entry) => entry.key);
  }

  /** What the terms of the file say: names of programs and makers. */
  private namesOf(): ReadonlySet<string> {
    this.names ??= new Set(
      this.entries.flatMap((entry) => (entry.key.startsWith("-") ? [itemOf(this.body, entry).text] : [])),
    );
    return this.names;
  }

  /** Flags of an entry. A message that says nothing but a name, as the title of a program does, is the same everywhere. */
  private flagsOf({ term, text }: FluentItem): string {
    if (term) return "fluent-type:Term";
    return this.namesOf().has(text) ? "fluent-type:Message, ignore-same" : "fluent-type:Message";
  }

  private walk(only: ReadonlySet<string> | undefined, found: FoundStrings<FluentItem>, warnings: Warnings): void {
    const keys = new Set<string>();
    for (const place of this.entries) {
      const { key } = place;
      if (only && !only.has(key)) continue;
      if (keys.has(key)) {
        warnings.add(`“${key}” appears twice in the file; only the first is used.`, place.start, key);
        continue;
      }
      keys.add(key);
      const item = itemOf(this.body, place);
      const targets = [item.text];
      const entry: Entry = {
        id: key,
        context: key,
        sources: targets,
        targets,
        plural: false,
        state: item.text === "" ? "empty" : "translated",
        note: item.note,
        location: "",
        flags: this.flagsOf(item),
        previousSource: "",
        span: { start: item.start, end: item.end },
      };
      found.add(entry, item);
    }
  }
}
