import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { EditRefused, type FileFormat, FormatError, positionAt } from "../kernel/format";
import type { KeyedDialect, KeyedFile, KeyedText, KeyedTexts } from "../kernel/keyed-entries";
import { keyedFormat } from "../kernel/keyed-format";
import { skipBlanks } from "../kernel/line-scan";
import { lineEnding } from "../kernel/splice";
import { refuseNotXml } from "../kernel/xml/edit";

/** Entities of a DTD: `<!ENTITY key "text">`. References other than those of quotes and of & and % stay in the text. */

const DECLARATION = /<!ENTITY[ \t\r\n]+(?:(%)[ \t\r\n]+)?([^\s"'<>&%;]{1,500})[ \t\r\n]+/y;

const READ: Readonly<Record<string, string>> = { "&quot;": '"', "&apos;": "'", "&amp;": "&" };

/** A reference that stays one; those that are read as characters would not come back. */
const KEPT =
  /&(?!(?:quot|apos|amp|#0{0,5}(?:37|13)|#x0{0,4}(?:25|[dD]));)(?:#\d{1,7}|#x[0-9a-fA-F]{1,6}|[A-Za-z_][\w.-]{0,100});/y;

const dialect: KeyedDialect = {
  read: readDtd,
  firstCounts: true,
  write: (value, item, text) => writeText(value, text[item.from - 1]!, lineEnding(text)),
  compose: ({ key, text: value, plural, note }, text) => {
    if (plural) throw new EditRefused(refusal("writePlural", { name: key }));
    if (!/^[A-Za-z_:][\w.:-]{0,499}$/.test(key)) throw new EditRefused(refusal("writeEntity", { key }));
    const eol = lineEnding(text);
    const comment = note === "" ? "" : `<!-- ${note.replaceAll("--", "- -").replace(/\r\n|[\r\n]/g, eol)} -->${eol}`;
    return `${comment}<!ENTITY ${key} "${writeText(value, '"', eol)}">`;
  },
};

/** Entities of a document type. */
export const dtd: FileFormat<KeyedFile<KeyedText>> = {
  id: "dtd",
  name: "DTD file",
  masks: ["*.dtd"],
  extension: "dtd",
  kind: "monolingual",
  codeStyle: "posix",
  mimeType: "application/xml-dtd",
  ...keyedFormat(dialect),
};

function readDtd(text: string): KeyedTexts {
  const items: KeyedText[] = [];
  const fail = (said: Refusal, offset: number): never => {
    const { line, column } = positionAt(text, offset);
    throw new FormatError(said, line, column);
  };
  let notes: { start: number; end: number; note: string } | undefined;
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at)) {
    if (text.startsWith("<!--", at)) {
      const end = text.indexOf("-->", at + 4);
      if (end < 0) fail(refusal("readComment"), at);
      notes = { start: at, end: end + 3, note: text.slice(at + 4, end).trim() };
      at = end + 3;
      continue;
    }
    DECLARATION.lastIndex = at;
    const match = DECLARATION.exec(text);
    const quote = match ? text[DECLARATION.lastIndex] : undefined;
    if (!match || (quote !== '"' && quote !== "'")) {
      // Entities of files outside, and declarations of other kinds, are kept.
      const end = text.indexOf(">", at);
      if (end < 0) fail(refusal("readDeclaration"), at);
      at = end + 1;
      notes = undefined;
      continue;
    }
    const from = DECLARATION.lastIndex + 1;
    const to = text.indexOf(quote, from);
    if (to < 0) fail(refusal("readQuote"), from - 1);
    const close = skipBlanks(text, to + 1, text.length);
    const end = text.startsWith(">", close) ? close + 1 : text.indexOf(">", to);
    if (
      end <= 0 ||
      text
        .slice(to + 1, end)
        .trim()
        .replace(">", "") !== ""
    )
      fail(refusal("readSign", { sign: ">" }), to + 1);
    if (match[1] === undefined) {
      const near = notes && /^[ \t]{0,1000}(?:\r\n|[\r\n])[ \t]{0,1000}$/.test(text.slice(notes.end, at));
      items.push({
        key: match[2]!,
        start: near ? notes!.start : at,
        end,
        from,
        to,
        text: readText(text.slice(from, to)),
        note: near ? notes!.note : "",
      });
    }
    notes = undefined;
    at = end;
  }
  return { items };
}

function readText(raw: string): string {
  const text = raw.includes("\r") ? raw.replace(/\r\n?/g, "\n") : raw;
  if (!text.includes("&")) return text;
  return text.replace(/&(?:quot|apos|amp|#0{0,5}(?:37|13)|#x0{0,4}(?:25|[dD]));/g, (reference) => {
    return READ[reference] ?? (/37|25/.test(reference) ? "%" : "\r");
  });
}

function writeText(text: string, quote: string, eol: string): string {
  refuseNotXml(text);
  let out = "";
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (char === "&") {
      KEPT.lastIndex = at;
      out += KEPT.test(text) ? "&" : "&amp;";
    } else if (char === "%") out += "&#037;";
    else if (char === "\r") out += "&#13;";
    else if (char === "\n") out += eol;
    else if (char === quote) out += quote === '"' ? "&quot;" : "&apos;";
    else out += char;
  }
  return out;
}
