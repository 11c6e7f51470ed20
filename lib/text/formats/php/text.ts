/** Texts in PHP literals. */

const NAMED: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  v: "\v",
  e: "\x1b",
  f: "\f",
  $: "$",
  '"': '"',
  "\\": "\\",
};

/** The text of a literal with its quotes; undefined when it holds code. */
export function readLiteral(literal: string): string | undefined {
  const quote = literal[0];
  const raw = literal.slice(1, -1);
  if (quote === "`") return undefined;
  if (quote === "'") return raw.includes("\\") ? raw.replace(/\\([\\'])/g, "$1") : raw;
  if (raw.includes("$") && hasCode(raw)) return undefined;
  return raw.includes("\\") ? readEscapes(raw) : raw;
}

/** Whether a text in double quotes names a variable. */
function hasCode(raw: string): boolean {
  for (let at = 0; at < raw.length; at++) {
    const code = raw.charCodeAt(at);
    if (code === 92) at++;
    else if (code === 36 && /[A-Za-z_{\x80-\uffff]/.test(raw[at + 1] ?? "")) return true;
    else if (code === 123 && raw.charCodeAt(at + 1) === 36) return true;
  }
  return false;
}

const NUMBER = /u\{([0-9a-fA-F]{1,6})\}|x([0-9a-fA-F]{1,2})|([0-7]{1,3})/y;

function readEscapes(raw: string): string {
  let out = "";
  let from = 0;
  for (let at = raw.indexOf("\\"); at >= 0; at = raw.indexOf("\\", from)) {
    out += raw.slice(from, at);
    const char = raw[at + 1] ?? "";
    from = at + 2;
    const named = NAMED[char];
    if (named !== undefined) {
      out += named;
      continue;
    }
    NUMBER.lastIndex = at + 1;
    const match = /[ux0-7]/.test(char) ? NUMBER.exec(raw) : null;
    if (!match) out += `\\${char}`;
    else {
      from = NUMBER.lastIndex;
      const code =
        match[3] !== undefined ? Number.parseInt(match[3], 8) & 0xff : Number.parseInt((match[1] ?? match[2])!, 16);
      out += code > 0x10ffff ? match[0] : String.fromCodePoint(code);
    }
  }
  return out + raw.slice(from);
}

const ESCAPES: Readonly<Record<string, string>> = {
  "\n": "\\n",
  "\t": "\\t",
  "\r": "\\r",
  "\v": "\\v",
  "\x1b": "\\e",
  "\f": "\\f",
  $: "\\$",
  '"': '\\"',
  "\\": "\\\\",
};

/** A literal that reads as the text, in this kind of quotes where they can hold it. */
export function writeLiteral(text: string, quote: string, eol: string): string {
  // A carriage return has a spelling in double quotes alone.
  if (quote === "'" && !text.includes("\r")) {
    const escaped = text.replace(/[\\']/g, "\\$&");
    // Only CRLF is read as a line feed.
    return `'${eol === "\r\n" ? escaped.replaceAll("\n", eol) : escaped}'`;
  }
  return `"${text.replace(/[\\"$\n\t\r\v\x1b\f]/g, (char) => ESCAPES[char]!)}"`;
}

/** Whether a text tells by numbers which form is meant, as Laravel has it. */
const hasRanges = (parts: readonly string[]): boolean =>
  parts.some((part) => /^\s{0,20}(?:\{[^{}]{1,100}\}|\[[^[\]]{1,100}\])/.test(part));

/** Forms of a Laravel text; undefined when it is one text, as those with ranges are. */
export function splitForms(text: string): string[] | undefined {
  if (!text.includes("|")) return undefined;
  const parts = text.split("|");
  return hasRanges(parts) ? undefined : parts;
}

/** Whether a text reads as one text in Laravel. */
export const isOneText = (text: string): boolean => splitForms(text) === undefined;
