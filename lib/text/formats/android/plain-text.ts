import { storable } from "../kernel/encoding";
import { flatText, hasMarkup, richText } from "../kernel/xml/edit";
import { decodeXmlText, escapeXmlText } from "../kernel/xml/escape";
import { scanXmlFragment, usedPrefixes } from "../kernel/xml/scanner";
import type { XmlElement } from "../kernel/xml/tree";
import type { AndroidNames, AndroidShape, WrittenAndroid } from "./text";

/** Texts of Kotlin's resources: only backslash, line feed, tab and `\\uXXXX` are escapes, and blanks stay. */

const NAMED: Readonly<Record<string, string>> = { n: "\n", t: "\t", "\\": "\\" };

/** Text of an element; with markup, its inner XML as it stands. */
export function readPlainly(source: string, element: XmlElement): string {
  if (hasMarkup(element)) return storable(richText(source, element));
  return unescaped(flatText(source, element.children));
}

/** Text of an element that holds nothing but this raw text. */
export function readRawPlainly(raw: string): string {
  return unescaped(decodeXmlText(raw));
}

function unescaped(raw: string): string {
  if (!raw.includes("\\")) return storable(raw);
  const text = raw.replace(/\\(?:u([0-9a-fA-F]{4})|([nt\\]))/g, (_, hex?: string, char?: string) =>
    hex === undefined ? NAMED[char!]! : String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return storable(text);
}

const UNWRITABLE = /[\x01-\x08\x0b-\x1f\ufffe\uffff]/g;

/** Content of an element that reads as the text; markup only where the string has some already. */
export function writePlainly(
  text: string,
  like: { shape: AndroidShape; escapedTags: boolean },
  names: AndroidNames,
): WrittenAndroid {
  if (like.shape === "markup" && !/<[!?]|\r/.test(text)) {
    const nodes = scanXmlFragment(text, names.entities);
    const prefixes = nodes && usedPrefixes(nodes);
    const known = prefixes && [...prefixes].every((prefix) => names.prefixes.has(prefix));
    if (known && nodes.some((node) => node.kind === "element")) return { xml: text, prefixes };
  }
  const escaped = text
    .replaceAll("\\", "\\\\")
    .replaceAll("\n", "\\n")
    .replaceAll("\t", "\\t")
    .replace(UNWRITABLE, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return { xml: escapeXmlText(escaped), prefixes: new Set() };
}
