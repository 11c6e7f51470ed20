import { refusal } from "@/lib/text/messages/refusal";
import { decodeDetected, encodeLike } from "../kernel/encoding";
import { applyPatches, EditRefused, type FileFormat, FormatError, positionAt } from "../kernel/format";
import type { KeyedDialect, KeyedFile, KeyedText, KeyedTexts } from "../kernel/keyed-entries";
import { keyedFormat } from "../kernel/keyed-format";
import { lineEnd, nextLine, trimEnd } from "../kernel/line-scan";
import { lineEnding, PatchList } from "../kernel/splice";

/** Subtitles: texts that are known by the time they are shown. */

/** Seconds as a sentence for the translator. */
const shownFor = (seconds: number): string =>
  `Shown for ${Math.max(0, seconds)
    .toFixed(2)
    .replace(/\.?0+$/, "")} s`;

/** What a kind of subtitles says with its texts and times. */
interface Reader {
  text: (raw: string) => string;
  /** Seconds between the two times of a cue. */
  seconds: (times: string) => number;
}

/** A cue; what is only shown is worked out when somebody looks. */
class Cue implements KeyedText {
  readonly location: string;

  constructor(
    private readonly whole: string,
    /** Its times; equal ones are told apart later. */
    public key: string,
    private readonly reader: Reader,
    readonly start: number,
    readonly end: number,
    readonly from: number,
    readonly to: number,
  ) {
    this.location = key;
  }

  get text(): string {
    return this.reader.text(this.whole.slice(this.from, this.to));
  }

  get note(): string {
    return shownFor(this.reader.seconds(this.location));
  }
}

const SRT_TIME = /[ \t]*(\d{1,4}):(\d\d):(\d\d)[,.](\d{1,3})[ \t]*-->[ \t]*(\d{1,4}):(\d\d):(\d\d)[,.](\d{1,3})/y;

const secondsOf = ([h, m, s, f]: string[]): number => Number(h) * 3600 + Number(m) * 60 + Number(`${s}.${f}`);

const srtReader: Reader = {
  text: (raw) => (raw.includes("\r") ? raw.replace(/\r\n?/g, "\n") : raw),
  seconds: (times) => {
    SRT_TIME.lastIndex = 0;
    const match = SRT_TIME.exec(times)!;
    return secondsOf(match.slice(5, 9)) - secondsOf(match.slice(1, 5));
  },
};

const SUB = /^\{(\d{1,9})\}\{(\d{1,9})\}/;

/** Frames a second where the file does not tell. */
const USUAL_RATE = 23.976;

const subReader: Reader = {
  text: (raw) => raw.replaceAll("|", "\n"),
  seconds: (frames) => {
    const [from, till] = frames.split("-->");
    return (Number(till) - Number(from)) / USUAL_RATE;
  },
};

const ASS_TIME = /^(\d{1,4}):(\d\d):(\d\d)[.:](\d{1,3})$/;

const assReader: Reader = {
  text: (raw) => raw.replaceAll("\\N", "\n"),
  seconds: (times) => {
    const arrow = times.indexOf("-->");
    const seconds = (time: string): number => secondsOf((ASS_TIME.exec(time) ?? []).slice(1, 5));
    return seconds(times.slice(arrow + 3)) - seconds(times.slice(0, arrow)) || 0;
  },
};

/** How a kind of subtitles is read and written. */
interface Kind {
  id: string;
  name: string;
  read: (text: string) => KeyedTexts;
  write: (value: string, text: string) => string;
  /** A new cue from its times. */
  compose: (from: string, till: string, value: string, text: string, reading: KeyedTexts) => string;
  /** Blank lines between cues. */
  gap: number;
  skeleton: string;
}

const KEY = /^([\d:.,]{1,20})-->([\d:.,]{1,20})(?: #\d+)?$/;

const ASS_FORMAT = "Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text";
const SSA_FORMAT = "Marked, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text";

const ass = (id: string, name: string, format: string): FileFormat<KeyedFile<KeyedText>> =>
  subtitles({
    id,
    name,
    read: readAss,
    write: writeAss,
    compose: composeAss,
    gap: 0,
    skeleton: `[Script Info]\nScriptType: ${id === "ass" ? "v4.00+" : "v4.00"}\n\n[Events]\nFormat: ${format}\n`,
  });

/** The four kinds of subtitles. */
export const subtitleFormats = [
  subtitles({
    id: "srt",
    name: "SubRip subtitle file",
    read: readSrt,
    write: writeSrt,
    compose: (from, till, value, text, reading) =>
      [String(reading.items.length + 1), `${from} --> ${till}`, value].join(lineEnding(text)),
    gap: 1,
    skeleton: "",
  }),
  subtitles({
    id: "sub",
    name: "MicroDVD subtitle file",
    read: readSub,
    write: writeSub,
    compose: (from, till, value) => `{${from}}{${till}}${value}`,
    gap: 0,
    skeleton: "",
  }),
  ass("ass", "Advanced SubStation Alpha subtitle file", ASS_FORMAT),
  ass("ssa", "SubStation Alpha subtitle file", SSA_FORMAT),
];

/** Gives equal times names of their own. */
function numbered(items: Cue[]): Cue[] {
  const seen = new Map<string, number>();
  for (const item of items) {
    const count = (seen.get(item.key) ?? 0) + 1;
    seen.set(item.key, count);
    if (count > 1) item.key = `${item.key} #${count}`;
  }
  return items;
}

/** Where the times end that a line starts with; -1 when it does not start with any. */
function timesEnd(text: string, at: number): number {
  SRT_TIME.lastIndex = at;
  return SRT_TIME.test(text) ? SRT_TIME.lastIndex : -1;
}

/** The times of a range without the blanks around them. */
function timesIn(text: string, from: number, to: number): string {
  const arrow = text.indexOf("-->", from);
  const start = text.slice(from, arrow).trim();
  return `${start}-->${text.slice(arrow + 3, to).trimStart()}`;
}

function readSrt(text: string): KeyedTexts {
  const items: Cue[] = [];
  let number = -1;
  for (let at = text.startsWith("\ufeff") ? 1 : 0; at < text.length; ) {
    const end = lineEnd(text, at);
    const times = end - at < 200 ? timesEnd(text, at) : -1;
    if (times < 0) {
      if (/^[ \t]*\d{1,9}[ \t]*$/.test(text.slice(at, Math.min(end, at + 50)))) number = at;
      else if (trimEnd(text, at, end) > at) {
        const { line, column } = positionAt(text, at);
        throw new FormatError(refusal("readCueTime", { example: "00:00:01,000 --> 00:00:02,000" }), line, column);
      }
      at = nextLine(text, end);
      continue;
    }
    const from = nextLine(text, end);
    // The text goes on to an empty line; a number and a time behind the line ends it as well.
    let to = from;
    let next = from;
    while (next < text.length) {
      const stop = lineEnd(text, next);
      if (trimEnd(text, next, stop) === next) break;
      to = stop;
      next = nextLine(text, stop);
    }
    const start = number >= 0 ? number : at;
    items.push(new Cue(text, timesIn(text, at, times), srtReader, start, to, Math.min(from, text.length), to));
    number = -1;
    at = next;
  }
  return { items: numbered(items) };
}

function writeSrt(value: string, text: string): string {
  if (/(?:^|\n)[ \t]*(?:\n|$)/.test(value) && value !== "") throw new EditRefused(refusal("writeCueLine"));
  if (value.includes("\r")) throw new EditRefused(refusal("writeCueReturn"));
  return value.replaceAll("\n", lineEnding(text));
}

function readSub(text: string): KeyedTexts {
  const items: Cue[] = [];
  for (let at = text.startsWith("\ufeff") ? 1 : 0; at < text.length; ) {
    const end = lineEnd(text, at);
    const match = SUB.exec(text.slice(at, Math.min(end, at + 30)));
    if (match) {
      const key = `${match[1]}-->${match[2]}`;
      items.push(new Cue(text, key, subReader, at, end, at + match[0].length, end));
    } else if (trimEnd(text, at, end) > at) {
      const { line, column } = positionAt(text, at);
      throw new FormatError(refusal("readCueFrames", { example: "{25}{50}" }), line, column);
    }
    at = nextLine(text, end);
  }
  return { items: numbered(items) };
}

function writeSub(value: string): string {
  if (value.includes("|")) throw new EditRefused(refusal("writeCueBar", { sign: "|" }));
  if (value.includes("\r")) throw new EditRefused(refusal("writeCueReturn"));
  return value.replaceAll("\n", "|");
}

function readAss(text: string): KeyedTexts {
  const items: Cue[] = [];
  let columns: string[] = [];
  let section = "";
  for (let at = text.startsWith("\ufeff") ? 1 : 0; at < text.length; ) {
    const start = at;
    const end = lineEnd(text, at);
    at = nextLine(text, end);
    if (text[start] === "[") section = text.slice(start, Math.min(end, start + 100)).trim();
    if (section !== "[Events]") {
      if (section === "" && trimEnd(text, start, end) > start && text[start] !== ";") {
        const { line, column } = positionAt(text, start);
        throw new FormatError(refusal("readCueSection", { example: "[Script Info]" }), line, column);
      }
      continue;
    }
    const head = text.slice(start, Math.min(end, start + 2000));
    if (head.startsWith("Format:"))
      columns = head
        .slice(7)
        .split(",")
        .map((name) => name.trim());
    const match = /^Dialogue:[ \t]*/.exec(head);
    if (!match) continue;
    const fields: number[] = [start + match[0].length];
    while (fields.length < columns.length) {
      const comma = text.indexOf(",", fields.at(-1));
      if (comma < 0 || comma >= end) break;
      fields.push(comma + 1);
    }
    if (columns.length < 3 || fields.length < columns.length) {
      const { line, column } = positionAt(text, start);
      throw new FormatError(refusal("readCueColumns"), line, column);
    }
    const field = (name: string): string => {
      const index = columns.indexOf(name);
      return index < 0 ? "" : text.slice(fields[index]!, fields[index + 1]! - 1).trim();
    };
    const [from, till] = [field("Start"), field("End")];
    items.push(new Cue(text, `${from}-->${till}`, assReader, start, end, fields.at(-1)!, end));
  }
  return { items: numbered(items) };
}

function writeAss(value: string): string {
  if (value.includes("\\N")) throw new EditRefused(refusal("writeCueBreak", { mark: "\\N" }));
  if (value.includes("\r")) throw new EditRefused(refusal("writeCueReturn"));
  return value.replaceAll("\n", "\\N");
}

/** Ends of the blank lines around a cue. */
function cutCue(text: string, item: KeyedText): [number, number] {
  let end = item.end;
  while (end < text.length && /[ \t\r\n]/.test(text[end]!)) end++;
  if (end < text.length) return [item.start, end];
  let start = item.start;
  while (start > 0 && /[ \t\r\n]/.test(text[start - 1]!)) start--;
  return start > 0 && text[start - 1] !== "\ufeff" ? [start, item.end] : [item.start, end];
}

function subtitles(kind: Kind): FileFormat<KeyedFile<KeyedText>> {
  const { id, name, read, write } = kind;
  const dialect: KeyedDialect = {
    read,
    write: (value, item, text) => {
      const written = write(value, text);
      // A cue at the end of a file may stop behind its time.
      const bare = id === "srt" && written !== "" && item.from === text.length && !/[\r\n]$/.test(text);
      if (bare) return lineEnding(text) + written;
      // Of an empty cue the blank line is both the text and the end.
      const blank = /[ \t]+|(?:\r\n|[\r\n])[^\r\n]/y;
      blank.lastIndex = item.to;
      const open = id === "srt" && written !== "" && item.text === "" && blank.test(text);
      return open ? written + lineEnding(text) : written;
    },
    compose: ({ key, text: value, plural }, text, reading) => {
      if (plural) throw new EditRefused(refusal("writePlural", { name: key }));
      const match = KEY.exec(key);
      if (!match) throw new EditRefused(refusal("writeCueTime", { key, example: "start-->end" }));
      return kind.compose(match[1]!, match[2]!, write(value, text), text, reading);
    },
    insertionPoint: (_key, text, reading, after) => {
      const between = lineEnding(text).repeat(kind.gap + 1);
      const [first] = reading.items;
      if (after) return { at: after.end, before: between, after: "" };
      return first && { at: first.start, before: "", after: between };
    },
    ...(kind.gap > 0 && { cut: cutCue }),
  };
  return {
    id,
    name,
    masks: [`*.${id}`],
    extension: id,
    kind: "monolingual",
    codeStyle: "posix",
    mimeType: id === "srt" ? "application/x-subrip" : "text/plain",
    ...keyedFormat(dialect),
    decode: decodeDetected,
    encode: encodeLike,
    create: (base) => {
      if (base === undefined) return kind.skeleton;
      const patches = new PatchList(base);
      for (const { from, to } of read(base).items) patches.replace(from, to, "");
      return applyPatches(base, patches.finish());
    },
  };
}

function composeAss(from: string, till: string, value: string, text: string): string {
  const format = /\[Events\][\s\S]*?Format:([^\r\n]*)/.exec(text)?.[1] ?? ASS_FORMAT;
  const usual = new Map([
    ["Start", from],
    ["End", till],
    ["Style", "Default"],
    ["Text", value],
    ["Marked", "Marked=0"],
  ]);
  const fields = format.split(",").map((column) => {
    const name = column.trim();
    return usual.get(name) ?? (/^(?:Layer|Margin[LRV])$/.test(name) ? "0" : "");
  });
  return `Dialogue: ${fields.join(",")}`;
}
