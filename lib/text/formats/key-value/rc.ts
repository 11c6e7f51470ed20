import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { decodeDetected, encodeLike } from "../kernel/encoding";
import { EditRefused, type FileFormat, FormatError, positionAt } from "../kernel/format";
import {
  editKeyedTexts,
  type KeyedDialect,
  type KeyedFile,
  type KeyedText,
  type KeyedTexts,
  parseKeyedTexts,
} from "../kernel/keyed-entries";

/** Resource scripts of Windows: texts of string tables, dialogs and menus. */

interface Token {
  kind: "text" | "word" | "comma";
  start: number;
  end: number;
}

const TOKEN = /[ \t\v\f]+|\/\/[^\r\n]*|#[^\r\n]*|([A-Za-z_]\w*|[\d.+|~()-]+)|(,)|(\{|\})|\\(?=\r|\n)|[^\s\w"]/y;

const NAMED: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "\\": "\\", '"': '"' };
const ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\t": "\\t", "\r": "\\r", "\\": "\\\\", '"': '""' };

const readText = (raw: string): string =>
  /[\\"]/.test(raw)
    ? raw.replace(/""|\\([ntr\\"])/g, (_, char: string | undefined) => (char ? NAMED[char]! : '"'))
    : raw;
const writeText = (text: string): string => text.replace(/[\n\t\r\\"]/g, (char) => ESCAPES[char]!);

const DIALOG = /^DIALOG(?:EX)?$/;
const MENU = /^MENU(?:EX)?$/;

const dialect: KeyedDialect = {
  read: readRc,
  copies: true,
  write: writeText,
  cut: () => {
    throw new EditRefused(refusal("writeScriptRemove"));
  },
};

/** Windows resource scripts. */
export const rc: FileFormat<KeyedFile<KeyedText>> = {
  id: "rc",
  name: "Windows RC file",
  masks: ["*.rc"],
  extension: "rc",
  kind: "monolingual",
  codeStyle: "bcp",
  mimeType: "text/plain",
  plurals: false,
  canAdd: false,
  canRemove: false,
  canEditBase: false,
  decode: decodeDetected,
  encode: encodeLike,
  parse: (text, options) => parseKeyedTexts(text, options, dialect),
  edit: (text, file, edits, options) => editKeyedTexts(text, file, edits, options, dialect),
  create: (base) => base,
};

/** Statements line by line; comments and the preprocessor's lines are left out. */
function* statements(text: string): Generator<Token[]> {
  let line: Token[] = [];
  const fail = (said: Refusal, at: number): never => {
    const { line: row, column } = positionAt(text, at);
    throw new FormatError(said, row, column);
  };
  for (let at = text.startsWith("\ufeff") ? 1 : 0; at < text.length; ) {
    const char = text[at]!;
    if (char === "\n" || char === "\r") {
      // A statement goes on behind a comma.
      if (line.length && line.at(-1)!.kind !== "comma") {
        yield line;
        line = [];
      }
      at++;
    } else if (char === '"') {
      const end = textEnd(text, at);
      if (end < 0) fail(refusal("readQuote"), at);
      line.push({ kind: "text", start: at, end });
      at = end;
    } else if (text.startsWith("/*", at)) {
      const end = text.indexOf("*/", at + 2);
      if (end < 0) fail(refusal("readComment"), at);
      at = end + 2;
    } else {
      TOKEN.lastIndex = at;
      const match = TOKEN.exec(text);
      if (match?.[1] !== undefined || match?.[3] !== undefined)
        line.push({ kind: "word", start: at, end: TOKEN.lastIndex });
      else if (match?.[2] !== undefined) line.push({ kind: "comma", start: at, end: at + 1 });
      at = match ? Math.max(TOKEN.lastIndex, at + 1) : at + 1;
    }
  }
  if (line.length) yield line;
}

/** Behind the quote that closes a text; two quotes are one that is part of it, and a text ends with its line. */
function textEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 92) at++;
    else if (code === 34) {
      if (text.charCodeAt(at + 1) !== 34) return at + 1;
      at++;
    } else if (code === 10 || code === 13) return -1;
  }
  return -1;
}

function readRc(text: string): KeyedTexts {
  const items: KeyedText[] = [];
  const seen = new Map<string, number>();
  let kind = "";
  let name = "";
  let depth = 0;
  const word = (token: Token | undefined): string =>
    token?.kind === "word" ? text.slice(token.start, Math.min(token.end, token.start + 200)) : "";
  const put = (line: readonly Token[], token: Token, parts: string[]): void => {
    const plain = [kind, ...(name ? [name] : []), ...parts].filter((part) => part !== "").join(".");
    const count = (seen.get(plain) ?? 0) + 1;
    seen.set(plain, count);
    const [from, to] = [token.start + 1, token.end - 1];
    const key = count === 1 ? plain : `${plain}.${count}`;
    items.push({
      key,
      start: line[0]!.start,
      end: line.at(-1)!.end,
      from,
      to,
      text: readText(text.slice(from, to)),
      note: "",
    });
  };
  let stringId = "";
  for (const line of statements(text)) {
    const first = word(line[0]);
    const second = word(line[1]);
    const opens = line.some((token) => /^(?:BEGIN|\{)$/.test(word(token)));
    if (first === "END" || first === "}") {
      depth = Math.max(0, depth - 1);
      continue;
    }
    if (depth === 0 && first === "STRINGTABLE") [kind, name] = ["STRINGTABLE", ""];
    else if (depth === 0 && (DIALOG.test(second) || MENU.test(second))) [kind, name] = [second, first];
    else if (depth === 0 && DIALOG.test(kind) && first === "CAPTION" && line[1]?.kind === "text")
      put(line, line[1], ["CAPTION"]);
    else if (
      depth === 0 &&
      first !== "BEGIN" &&
      first !== "{" &&
      line[1]?.kind === "word" &&
      !/^(?:STYLE|EXSTYLE|FONT|LANGUAGE|CAPTION|CHARACTERISTICS|VERSION|CLASS|MENU)$/.test(first)
    )
      kind = "";
    else if (depth > 0 && kind === "STRINGTABLE") {
      const own = line.find((token) => token.kind === "text");
      if (first !== "") stringId = first;
      if (own) put(line, own, [stringId]);
    } else if (depth > 0 && kind !== "" && line[1]?.kind === "text") {
      const id = line.slice(2).find((token) => token.kind === "word");
      put(line, line[1], [first, first === "POPUP" ? "" : word(id)]);
    }
    if (opens) depth++;
    if (depth > 1000) {
      const { line: row, column } = positionAt(text, line[0]!.start);
      throw new FormatError(refusal("readBlocksDeep"), row, column);
    }
  }
  return { items };
}
