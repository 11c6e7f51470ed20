import type { FileFormat } from "../kernel/format";
import { lineEnding } from "../kernel/splice";
import { decodeXml, encodeXml } from "../kernel/xml/encoding";
import { closingTags } from "../kernel/xml/reformat";
import { scanXml } from "../kernel/xml/scanner";
import { editAndroid } from "./edit";
import { readPlainly, readRawPlainly, writePlainly } from "./plain-text";
import { type AndroidDialect, type AndroidInternal, parseAndroid } from "./read";
import { readAndroid, readAndroidPlain, writeAndroid } from "./text";

export { type AndroidNames, writeAndroid } from "./text";

/** Android string resources. */
export const aresource = variant("aresource", "Android string resource", {
  plural: "plurals",
  read: readAndroid,
  readPlain: readAndroidPlain,
  write: writeAndroid,
});

/** The frame of the base (declaration, doctype, namespaces, comments above) without its strings. */
function create(base: string | undefined): string {
  if (base === undefined) return '<?xml version="1.0" encoding="utf-8"?>\n<resources>\n</resources>\n';
  const { root } = scanXml(base);
  if (root.selfClosing) return base;
  return base.slice(0, root.openEnd) + lineEnding(base) + base.slice(root.closeStart);
}

function variant(id: string, name: string, dialect: AndroidDialect): FileFormat<AndroidInternal> {
  return {
    id,
    name,
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
    reformat: closingTags(["string", "item"]),
  };
}

/** The same files for Kotlin on other platforms, where apostrophes, quotes and blanks mean themselves. */
export const kotlinResources = [
  variant("moko-resource", "Mobile Kotlin resource", {
    plural: "plural",
    read: readPlainly,
    readPlain: readRawPlainly,
    write: writePlainly,
  }),
  variant("cmp-resource", "Compose Multiplatform resource", {
    plural: "plurals",
    read: readPlainly,
    readPlain: readRawPlainly,
    write: writePlainly,
  }),
];

/** The formats of this family, in the order they are offered. */
export const androidFormats = [aresource, ...kotlinResources];
