/** Spelling of text in XML: references read, and characters that must be written as references. */

/** A reference at `lastIndex`: decimal, hexadecimal, or a name. */
export const REFERENCE = /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|([:A-Za-z_][\w:.-]{0,100}));/y;

/** Entities that every document has. */
export const PREDEFINED: ReadonlyMap<string, string> = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["amp", "&"],
  ["quot", '"'],
  ["apos", "'"],
]);

/** Text that a reference stands for; undefined for an entity of the document's own. */
export function decodeReference(reference: string): string | undefined {
  REFERENCE.lastIndex = 0;
  const match = REFERENCE.exec(reference);
  if (!match) return undefined;
  if (match[3] !== undefined) return PREDEFINED.get(match[3]);
  const code = match[1] !== undefined ? Number(match[1]) : Number.parseInt(match[2]!, 16);
  return code > 0x10ffff || code === 0 || (code >= 0xd800 && code <= 0xdfff) ? "\ufffd" : String.fromCodePoint(code);
}

/** Raw text with its references decoded; entities of the document's own stay as `&name;`. Line ends become LF. */
export function decodeXmlText(raw: string): string {
  const text = raw.includes("\r") ? raw.replace(/\r\n?/g, "\n") : raw;
  if (!text.includes("&")) return text;
  return text.replace(/&[^&;]{1,101};/g, (reference) => decodeReference(reference) ?? reference);
}

/** Text as XML: `&`, `<`, and `>` where it would close a CDATA section; CR as a reference, or it would be lost. */
export function escapeXmlText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("]]>", "]]&gt;").replaceAll("\r", "&#13;");
}

/** Text as the inside of a double-quoted attribute value. */
export function escapeXmlAttribute(text: string): string {
  return escapeXmlText(text).replaceAll('"', "&quot;").replaceAll("\n", "&#10;").replaceAll("\t", "&#9;");
}
