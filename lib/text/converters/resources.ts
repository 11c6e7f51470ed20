import { type AndroidNames, writeAndroid } from "@/lib/text/formats/android/android";
import { storable } from "@/lib/text/formats/kernel/encoding";
import { itemsFor, QUANTITIES } from "@/lib/text/formats/kernel/quantities";
import {
  type ConversionHead,
  type ConvertedUnit,
  type Converter,
  isTranslated,
  keyedTexts,
  textWriter,
} from "./converter";
import { xmlAttribute, xmlComment } from "./xml-text";

/** Resource files of platforms. Strings without a translation are left out, as in any such file. */

const names: AndroidNames = { prefixes: new Set(["xliff", "tools"]), entities: new Set() };

const androidText = (text: string): string =>
  writeAndroid(storable(text), { shape: "plain", escapedTags: false }, names).xml;

export const androidConverter: Converter = {
  id: "aresource",
  name: "Android string resource",
  extension: "xml",
  mimeType: "application/xml",
  suits: (component) => component.monolingual,
  write: textWriter({
    head: () => `<?xml version="1.0" encoding="utf-8"?>
<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2" xmlns:tools="http://schemas.android.com/tools">
`,
    unit: androidItem,
    tail: "</resources>\n",
  }),
};

function androidItem(unit: ConvertedUnit, head: ConversionHead): string {
  if (!isTranslated(unit)) return "";
  const note = unit.note && `    <!-- ${xmlComment(unit.note)} -->\n`;
  const name = xmlAttribute("name", unit.context);
  if (!unit.plural) return `${note}    <string${name}>${androidText(unit.targets[0] ?? "")}</string>\n`;
  const items = [...itemsFor(unit.targets, head.plural, head.targetLanguage)]
    .sort(([a], [b]) => QUANTITIES.indexOf(a) - QUANTITIES.indexOf(b))
    .map(([quantity, text]) => `        <item quantity="${quantity}">${androidText(text)}</item>\n`);
  return `${note}    <plurals${name}>\n${items.join("")}    </plurals>\n`;
}

/** A text between quotes as Apple's files have it. */
const quoted = (text: string): string =>
  `"${storable(text).replace(/[\\"\n\t\r]/g, (char) => ({ "\n": "\\n", "\t": "\\t", "\r": "\\r" })[char] ?? `\\${char}`)}"`;

export const stringsConverter: Converter = {
  id: "strings",
  name: "iOS strings",
  extension: "strings",
  mimeType: "text/plain",
  suits: (component) => component.monolingual,
  write: textWriter({
    head: (head) => `/* ${storable(`${head.project} / ${head.component}`).replaceAll("*/", "* /")} */\n`,
    unit: (unit, head) => {
      if (!isTranslated(unit)) return "";
      const note = unit.note && `/* ${storable(unit.note).replaceAll("*/", "* /")} */\n`;
      return keyedTexts(unit, head)
        .map(([key, text]) => `\n${note}${quoted(key)} = ${quoted(text)};\n`)
        .join("");
    },
  }),
};
