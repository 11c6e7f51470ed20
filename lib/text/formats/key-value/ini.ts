import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { EditRefused, type FileFormat, FormatError, positionAt } from "../kernel/format";
import type { KeyedDialect, KeyedFile, KeyedText, KeyedTexts } from "../kernel/keyed-entries";
import { keyedFormat } from "../kernel/keyed-format";
import { lineEnd, nextLine, skipBlanks, trimEnd } from "../kernel/line-scan";
import { lineEnding } from "../kernel/splice";

/** INI files, and those of Inno Setup: sections of names and texts, each on a line of its own. */

interface IniItem extends KeyedText {
  keyStart: number;
  keyEnd: number;
  section: string;
}

interface IniReading extends KeyedTexts<IniItem> {
  /** Where each section's last line ends. */
  sections: Map<string, number>;
}

interface Spelling {
  read: (raw: string) => string;
  /** @throws EditRefused for what has no spelling */
  write: (text: string) => string;
}

/** A text as it stands; what a line cannot hold is refused. */
const plain: Spelling = {
  read: (raw) => raw,
  write: (text) => {
    if (/[\r\n]/.test(text)) throw new EditRefused(refusal("writeIniLine"));
    if (/^[ \t\f]|[ \t\f]$/.test(text)) throw new EditRefused(refusal("writeIniSpace"));
    return text;
  },
};

/** Inno Setup has `%n` for a line break and `%t` for a tab. */
const inno: Spelling = {
  read: (raw) => (raw.includes("%") ? raw.replace(/%([nt])/g, (_, char) => (char === "n" ? "\n" : "\t")) : raw),
  write: (text) => {
    if (/%[nt]/.test(text)) throw new EditRefused(refusal("writeIniBreaks", { line: "%n", tab: "%t" }));
    if (text.includes("\r")) throw new EditRefused(refusal("writeReturn"));
    return plain.write(text.replaceAll("\n", "%n").replaceAll("\t", "%t"));
  },
};

/** INI and Inno Setup. */
export const iniFormats = [
  iniFormat({ id: "ini", name: "INI file", masks: ["*.ini"], extension: "ini" }, plain),
  iniFormat({ id: "islu", name: "Inno Setup INI file", masks: ["*.islu", "*.isl"], extension: "islu" }, inno),
];

function readIni(text: string, spelling: Spelling): IniReading {
  const items: IniItem[] = [];
  const sections = new Map<string, number>();
  let section = "";
  let at = text.startsWith("\ufeff") ? 1 : 0;
  while (at < text.length) {
    const start = at;
    const end = lineEnd(text, at);
    const first = skipBlanks(text, at, end);
    at = nextLine(text, end);
    const char = text[first];
    if (first === end || char === ";" || char === "#") continue;
    if (char === "[") {
      const close = text.indexOf("]", first);
      if (close < 0 || close > end) fail(text, refusal("readIniSection"), first);
      section = text.slice(first + 1, close);
      if (!sections.has(section)) sections.set(section, end);
      continue;
    }
    const equals = separatorAt(text, first, end);
    if (equals < 0) {
      // A name alone is kept, and is no text.
      if (end - first > 10_000) fail(text, refusal("readNameEquals"), first);
      continue;
    }
    const keyEnd = trimEnd(text, first, equals);
    const from = skipBlanks(text, equals + 1, end);
    const to = trimEnd(text, from, end);
    const name = text.slice(first, keyEnd);
    const key = name === "" || section === "" ? name : `[${section}]${name}`;
    items.push({
      key,
      keyStart: first,
      keyEnd,
      section,
      start,
      end,
      from,
      to,
      text: spelling.read(text.slice(from, to)),
      note: "",
    });
    sections.set(section, end);
  }
  return { items, sections };
}

/** The equals sign of a line; a colon where there is none. */
function separatorAt(text: string, first: number, end: number): number {
  const equals = text.indexOf("=", first);
  return equals >= 0 && equals < end ? equals : -1;
}

function fail(text: string, said: Refusal, at: number): never {
  const { line, column } = positionAt(text, at);
  throw new FormatError(said, line, column);
}

/** Section and name of a key. */
function splitKey(key: string): { section: string; name: string } {
  const match = /^\[([^\]]*)\]([\s\S]+)$/.exec(key);
  return match ? { section: match[1]!, name: match[2]! } : { section: "", name: key };
}

function dialect(spelling: Spelling): KeyedDialect<IniItem> {
  return {
    read: (text) => readIni(text, spelling),
    write: (value) => spelling.write(value),
    compose: ({ key, text: value, plural }, text, reading) => {
      if (plural) throw new EditRefused(refusal("writePlural", { name: key }));
      const { name } = splitKey(key);
      if (!/^[^\s=;#[][^=\r\n]*$/.test(name) || name.trim() !== name)
        throw new EditRefused(refusal("writeIniName", { name }));
      const sample = reading.items[0];
      const between = sample ? text.slice(sample.keyEnd, sample.from) : "=";
      return `${name}${/^\s*=\s*$/.test(between) ? between : "="}${spelling.write(value)}`;
    },
    insertionPoint: (key, text, reading, after) => {
      const { section } = splitKey(key);
      const eol = lineEnding(text);
      if (after?.section === section) return { at: after.end, before: eol, after: "" };
      const first = reading.items.find((item) => item.section === section);
      const last = (reading as IniReading).sections.get(section);
      if (after === undefined && first) return { at: first.start, before: "", after: eol };
      if (last !== undefined) return { at: last, before: eol, after: "" };
      // A section that is not there comes at the end; names without one stand before all sections.
      if (section === "")
        return { at: text.startsWith("\ufeff") ? 1 : 0, before: "", after: text.trim() === "" ? "" : eol };
      const ended = text === "" || /[\r\n]$/.test(text);
      const gap = text.trim() === "" ? "" : eol;
      return { at: text.length, before: `${ended ? "" : eol}${gap}[${section}]${eol}`, after: ended ? eol : "" };
    },
  };
}

function iniFormat(
  about: Pick<FileFormat, "id" | "name" | "masks" | "extension">,
  spelling: Spelling,
): FileFormat<KeyedFile<IniItem>> {
  const own = dialect(spelling);
  return {
    ...about,
    kind: "monolingual",
    codeStyle: "posix",
    mimeType: "text/plain",
    ...keyedFormat(own),
  };
}
