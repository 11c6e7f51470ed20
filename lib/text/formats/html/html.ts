import { refusal } from "@/lib/text/messages/refusal";
import type { Block, BlockDialect, BlockFile } from "../kernel/document-blocks";
import { documentFormat } from "../kernel/document-format";
import { EditRefused, type FileFormat, FormatError } from "../kernel/format";
import { lineEnding } from "../kernel/splice";
import { readPlainHtml } from "./plain";
import { readHtmlTree } from "./tree";

/** HTML pages: runs of text with their inline elements, and attributes that people read. */

const writeAttribute = (value: string, quote: string): string => {
  const escaped = value.replaceAll("&", "&amp;").replaceAll("\r", "&#13;");
  return quote === '"' ? escaped.replaceAll('"', "&quot;") : escaped.replaceAll("'", "&#39;");
};

/** Largest page that is read, in characters. */
const LARGEST = 10_000_000;

/** @throws FormatError */
function readHtml(text: string): Block[] {
  if (text.length > LARGEST) throw new FormatError(refusal("readPageLarge", { most: LARGEST / 1_000_000 }), 1, 1);
  return readPlainHtml(text) ?? readHtmlTree(text);
}

/** Elements that read what stands in them in their own way. */
const OWN_WAY = /^(?:title|textarea|option|optgroup|select|noscript|noembed|noframes|xmp)$/;

/** An element with a text, as it stands in the page; tags in an option count only outside of a choice. */
const wrapped = (value: string, { kind, text }: Block): string =>
  kind === "optgroup" || (kind === "option" && !text.includes("<"))
    ? `<select><${kind}>${value}</${kind}></select>`
    : OWN_WAY.test(kind)
      ? `<${kind}>${value}</${kind}>`
      : `<p>${value}</p>`;

const dialectOf = (read: (text: string) => Block[]): BlockDialect => ({
  read: (text) => read(text),
  write: (value, block, text) => {
    const eol = lineEnding(text);
    if (block.kind.startsWith("@")) {
      if (value.trim() === "") throw new EditRefused(refusal("writeAttributeBlank"));
      return writeAttribute(value, block.data as string).replaceAll("\n", eol);
    }
    // What is written must be read as one text again, or it would become part of others.
    const tag = OWN_WAY.test(block.kind) ? block.kind : "p";
    const found = read(`<!DOCTYPE html><body>${wrapped(value, block)}<p>end</p>`);
    const own = found.filter((one) => !one.kind.startsWith("@"));
    const odd = /^<\/|<!|<\?/.test(value) || value.includes("\r");
    if (odd || own.length !== 2 || own[0]!.text !== value || own[1]!.text !== "end" || own[0]!.kind !== tag)
      throw new EditRefused(refusal("writeHtml"));
    return value.replaceAll("\n", eol);
  },
});

/** HTML pages by a reader of their blocks. */
export const htmlBy = (read: (text: string) => Block[]): FileFormat<BlockFile> =>
  documentFormat(
    { id: "html", name: "HTML file", masks: ["*.html", "*.htm"], extension: "html", mimeType: "text/html" },
    dialectOf(read),
  );

/** HTML pages. */
export const html = htmlBy(readHtml);
