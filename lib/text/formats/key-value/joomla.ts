import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { EditRefused, type FileFormat, FormatError, positionAt } from "../kernel/format";
import type { KeyedDialect, KeyedFile, KeyedText, KeyedTexts } from "../kernel/keyed-entries";
import { keyedFormat } from "../kernel/keyed-format";
import { CommentLines, lineEnd, nextLine, perText, skipBlanks, trimEnd } from "../kernel/line-scan";
import { lineEnding } from "../kernel/splice";

/** Language files of Joomla: `KEY="text"`, with comments behind semicolons. */

interface JoomlaItem extends KeyedText {
  quoted: boolean;
  keyEnd: number;
}

const ESCAPED: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", '"': '"', "\\": "\\" };
const ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\t": "\\t", "\r": "\\r", "\\": "\\\\" };

const readText = (raw: string): string =>
  raw.replace(/"_QQ_"|\\([ntr"\\])/g, (_, char: string | undefined) => (char === undefined ? '"' : ESCAPED[char]!));

/** Between quotes; files of old spell a quote in a way of their own. */
const quoteOf = perText((file) => (file.includes('"_QQ_"') ? '"_QQ_"' : '\\"'));

const dialect: KeyedDialect<JoomlaItem> = {
  read,
  write: (value, { quoted }, text) => (quoted ? writeText(value, text) : `"${writeText(value, text)}"`),
  compose: ({ key, text: value, plural, note }, text, reading) => {
    if (plural) throw new EditRefused(refusal("writePlural", { name: key }));
    if (!/^[^\s=;#["][^=\r\n]*$/.test(key) || key.trim() !== key)
      throw new EditRefused(refusal("writeKeyDots", { key }));
    const eol = lineEnding(text);
    const sample = reading.items.find((one) => one.quoted);
    const between = sample ? text.slice(sample.keyEnd, sample.from - 1) : "=";
    const lines =
      note === ""
        ? ""
        : note
            .split(/\r\n|[\r\n]/)
            .map((line) => `; ${line}${eol}`)
            .join("");
    return `${lines}${key}${between}"${writeText(value, text)}"`;
  },
};

/** Joomla language files. */
export const joomla: FileFormat<KeyedFile<JoomlaItem>> = {
  id: "joomla",
  name: "Joomla language file",
  masks: ["*.ini"],
  extension: "ini",
  kind: "monolingual",
  codeStyle: "posix",
  mimeType: "text/plain",
  ...keyedFormat(dialect),
};

function writeText(text: string, file: string): string {
  return text.replace(/[\\\n\t\r]/g, (char) => ESCAPES[char]!).replaceAll('"', quoteOf(file));
}

/** Place of the quote that closes a text: the first one with nothing but a comment behind it. */
function closingQuote(text: string, from: number, end: number): number {
  for (let at = from; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === 92) at++;
    else if (code === 34 && text.startsWith('"_QQ_"', at)) at += 5;
    else if (code === 34) {
      const next = skipBlanks(text, at + 1, end);
      if (next >= end || text[next] === ";") return at;
      at = next - 1;
    }
  }
  return -1;
}

function read(text: string): KeyedTexts<JoomlaItem> {
  const items: JoomlaItem[] = [];
  const comments = new CommentLines();
  let at = text.startsWith("\ufeff") ? 1 : 0;
  while (at < text.length) {
    const end = lineEnd(text, at);
    const first = skipBlanks(text, at, end);
    const char = text[first];
    if (first === end) comments.drop();
    else if (char === ";" || char === "#") comments.add(at, text.slice(first + 1, end).trim());
    else if (char === "[") comments.drop();
    else items.push(item(text, at, first, end, comments));
    at = nextLine(text, end);
  }
  return { items };
}

function item(text: string, start: number, first: number, end: number, comments: CommentLines): JoomlaItem {
  const fail = (said: Refusal, at: number): never => {
    const { line, column } = positionAt(text, at);
    throw new FormatError(said, line, column);
  };
  const equals = text.indexOf("=", first);
  if (equals < 0 || equals >= end) return fail(refusal("readKeyEquals"), first);
  const keyEnd = trimEnd(text, first, equals);
  if (keyEnd === first) return fail(refusal("readKeyMissing"), first);
  const value = skipBlanks(text, equals + 1, end);
  const quoted = text[value] === '"';
  const from = quoted ? value + 1 : value;
  const to = quoted ? closingQuote(text, from, end) : trimEnd(text, value, end);
  if (to < 0) return fail(refusal("readQuote"), value);
  const raw = text.slice(from, to);
  return {
    key: text.slice(first, keyEnd),
    keyEnd,
    ...comments.take(start),
    end,
    from,
    to,
    quoted,
    text: quoted ? readText(raw) : raw,
  };
}
