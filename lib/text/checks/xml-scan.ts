/** A tag in its place: `b/a[href]` is a link inside of bold text. */
export interface XmlScan {
  /** Paths of all elements, in order of their start tags, with sorted attribute names. */
  elements: string[];
}

const NAME = /[A-Za-z_:][\w:.-]{0,200}/y;
const BLANKS = /\s*/y;
const ATTRIBUTE = /\s+([A-Za-z_:@][\w:.@-]{0,200})\s*=\s*(?:"[^"<]*"|'[^'<]*')/y;
const MAX_DEPTH = 200;
const MAX_TAGS = 5000;

/**
 * Reads text with tags as the inside of an XML element, entities unread. Undefined when it is not well formed: a tag
 * that is not closed, closes another, or has attributes without quotes; bare `<`.
 */
export function scanXml(text: string): XmlScan | undefined {
  const elements: string[] = [];
  const open: string[] = [];
  let at = text.indexOf("<");
  for (let tags = 0; at >= 0; tags++) {
    if (tags >= MAX_TAGS) return undefined;
    const after = skipOther(text, at);
    if (after < 0) return undefined;
    if (after > at) {
      at = text.indexOf("<", after);
      continue;
    }
    const closing = text[at + 1] === "/";
    const name = matchAt(NAME, text, at + (closing ? 2 : 1))?.[0];
    if (name === undefined) return undefined;
    let end = at + (closing ? 2 : 1) + name.length;
    const attributes: string[] = [];
    for (let match = closing ? null : matchAt(ATTRIBUTE, text, end); match; match = matchAt(ATTRIBUTE, text, end)) {
      attributes.push(match[1] ?? "");
      end += match[0].length;
    }
    end += matchAt(BLANKS, text, end)?.[0].length ?? 0;
    const alone = !closing && text.startsWith("/>", end);
    if (!alone && text[end] !== ">") return undefined;
    if (closing) {
      if (open.pop() !== name) return undefined;
    } else {
      elements.push(`${open.join("/")}/${name}[${attributes.sort().join(" ")}]`);
      if (!alone) open.push(name);
      if (open.length > MAX_DEPTH) return undefined;
    }
    at = text.indexOf("<", end);
  }
  return open.length === 0 ? { elements } : undefined;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Offset after a comment, CDATA section or instruction at `at`; -1 when it is not closed, `at` when there is none. */
function skipOther(text: string, at: number): number {
  for (const [open, close] of [
    ["<!--", "-->"],
    ["<![CDATA[", "]]>"],
    ["<?", "?>"],
  ] as const) {
    if (!text.startsWith(open, at)) continue;
    const end = text.indexOf(close, at + open.length);
    return end < 0 ? -1 : end + close.length;
  }
  return at;
}

/** Whether a text holds something that looks like a tag. */
export const looksLikeXml = (text: string): boolean => text.includes("<") && /<\/?[A-Za-z_][^<>]*>/.test(text);
