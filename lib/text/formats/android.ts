import { editAndroid } from "./android-edit";
import { type AndroidDialect, parseAndroid } from "./android-read";
import type { FileFormat } from "./format";
import { lineEnding } from "./splice";
import { decodeXml, encodeXml } from "./xml-encoding";
import { scanXml } from "./xml-scanner";

const dialect: AndroidDialect = { plural: "plurals" };

/** The frame of the base (declaration, doctype, namespaces, comments above) without its strings. */
function create(base: string | undefined): string {
  if (base === undefined) return '<?xml version="1.0" encoding="utf-8"?>\n<resources>\n</resources>\n';
  const { root } = scanXml(base);
  if (root.selfClosing) return base;
  return base.slice(0, root.openEnd) + lineEnding(base) + base.slice(root.closeStart);
}

/** Android string resources. */
export const aresource: FileFormat = {
  id: "aresource",
  name: "Android string resource",
  masks: ["strings*.xml", "values*.xml"],
  extension: "xml",
  kind: "monolingual",
  codeStyle: "android",
  mimeType: "application/xml",
  plurals: true,
  canAdd: true,
  canRemove: true,
  canEditBase: true,
  decode: decodeXml,
  encode: encodeXml,
  parse: (text, options) => parseAndroid(text, options, dialect),
  edit: (text, file, edits, options) => editAndroid(text, file, edits, options, dialect),
  create,
};
