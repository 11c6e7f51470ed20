import { refusal } from "@/lib/text/messages/refusal";
import { wideCoding } from "../kernel/encoding";
import { EditRefused, type FileFormat } from "../kernel/format";
import type { KeyedDialect, KeyedFile, KeyedTexts, NewKeyedText } from "../kernel/keyed-entries";
import { keyedFormat } from "../kernel/keyed-format";
import { isoCoding, javaCoding } from "../kernel/property-encodings";
import { lineEnding } from "../kernel/splice";
import { groupGwt, writeGwt } from "./gwt";
import { type LineSyntax, type PropertyLine, readLines, separated, separatorOf } from "./read";
import { type EscapeStyle, escapeStyleOf, readEscapes, writeEscapes, writeKey } from "./text";
import { xwikiFormats } from "./xwiki";

export { sortProperties } from "./sort";

/** The family of Java properties: lines of a key, a separator and a text. */

const JAVA: LineSyntax = { comments: "#!", separators: "=:", readValue: readEscapes };
const MI18N: LineSyntax = { comments: "#", separators: "=", readValue: readEscapes };

/** In message formats two apostrophes are one. */
const pairApostrophes = (text: string): string => text.replaceAll("'", "''");
const halveApostrophes = (text: string): string => text.replaceAll("''", "'");

const GWT: LineSyntax = { ...JAVA, readValue: (raw) => halveApostrophes(readEscapes(raw)) };

interface Dialect {
  syntax: LineSyntax;
  /** Writes characters as themselves whatever the file shows. */
  raw: boolean;
  /** Spelling before escapes. */
  spelled?: (text: string) => string;
  plurals?: boolean;
}

type About = Pick<FileFormat, "id" | "name"> & Partial<FileFormat<KeyedFile<PropertyLine>>>;

const javaIso = itemDialect({ syntax: JAVA, raw: false });
const javaRaw = itemDialect({ syntax: JAVA, raw: true });
const gwtOf = (raw: boolean) => itemDialect({ syntax: GWT, raw, spelled: pairApostrophes, plurals: true });

/** Properties and their plurals where a parameter says ISO 8859-1: nothing is guessed then. */
export const isoProperties = [
  lineFormat({ id: "properties-iso", name: "Java properties (ISO 8859-1)", ...isoCoding }, javaIso),
  lineFormat({ id: "gwt-iso-only", name: "GWT properties (ISO 8859-1)", plurals: true, ...isoCoding }, gwtOf(false)),
];

/** A value in place of an old one: where that went over several lines, so does the new one, a line feed a line. */
function spell(value: string, old: string, style: EscapeStyle, eol: string): string {
  const written = writeEscapes(value, style);
  if (!/[\r\n]/.test(old) || !value.includes("\n")) return written;
  const indent = /[\r\n]([ \t]*)/.exec(old)?.[1] || "    ";
  const lines = value.split("\n").map((line) => writeEscapes(line, style));
  const last = lines.pop();
  return lines.map((line, i) => `${line}\\n${i < lines.length - 1 || last ? `\\${eol}${indent}` : ""}`).join("") + last;
}

function checkedKey(key: string, style: EscapeStyle): string {
  const written = writeKey(key, style);
  if (written !== key) throw new EditRefused(refusal("writeKeyForm", { key, written }));
  return key;
}

function comment(note: string, eol: string): string {
  return note === ""
    ? ""
    : `${note
        .split(/\r\n|[\r\n]/)
        .map((line) => `# ${line}${eol}`)
        .join("")}`;
}

function itemDialect({ syntax, raw, spelled = (text) => text, plurals = false }: Dialect): KeyedDialect<PropertyLine> {
  const writeLine = (value: string, item: PropertyLine, text: string): string =>
    separated(
      text,
      item,
      spell(spelled(value), text.slice(item.from, item.to), escapeStyleOf(text, raw), lineEnding(text)),
      syntax,
    );
  const compose = (fresh: NewKeyedText, text: string, reading: KeyedTexts<PropertyLine>): string => {
    const style = escapeStyleOf(text, raw);
    const eol = lineEnding(text);
    const key = checkedKey(fresh.key, style);
    const separator = separatorOf(text, reading.items);
    if (fresh.plural) throw new EditRefused(refusal("writePlural", { name: key }));
    return `${comment(fresh.note, eol)}${key}${separator}${writeEscapes(spelled(fresh.text), style)}`;
  };
  const plain: KeyedDialect<PropertyLine> = {
    read: (text) => ({ items: readLines(text, syntax) }),
    write: writeLine,
    compose,
  };
  if (!plurals) return plain;
  return {
    read: (text, options) => ({ items: groupGwt(readLines(text, syntax), options, syntax) }),
    write: (value, item, text, _reading, forms) => {
      const written = (form: string, line?: PropertyLine): string => {
        const old = line ? text.slice(line.from, line.to) : "";
        const value = spell(spelled(form), old, escapeStyleOf(text, raw), lineEnding(text));
        return line ? separated(text, line, value, syntax) : value;
      };
      return item.forms ? writeGwt(text, item, forms, written) : writeLine(value, item, text);
    },
    compose: (fresh, text, reading, options) => {
      if (!fresh.plural) return compose(fresh, text, reading);
      const style = escapeStyleOf(text, raw);
      const separator = separatorOf(text, reading.items);
      const eol = lineEnding(text);
      const { categories } = options.plural;
      const lines = categories.flatMap((category, form) => {
        const value = fresh.forms[form] ?? "";
        return category === "other" || value === "" ? [] : [[`[${category === "zero" ? "none" : category}]`, value]];
      });
      const other = fresh.forms[categories.indexOf("other")] ?? fresh.forms.at(-1) ?? "";
      return (
        comment(fresh.note, eol) +
        [["", other], ...lines]
          .map(
            ([mark, value]) =>
              `${checkedKey(fresh.key, style)}${mark}${separator}${writeEscapes(spelled(value!), style)}`,
          )
          .join(eol)
      );
    },
  };
}

function lineFormat(about: About, dialect: KeyedDialect<PropertyLine>): FileFormat<KeyedFile<PropertyLine>> {
  return {
    masks: ["*.properties"],
    extension: "properties",
    kind: "both",
    codeStyle: "linux",
    mimeType: "text/plain",
    ...keyedFormat(dialect),
    ...about,
  };
}

/** Properties in all spellings, and their relatives. */
export const propertiesFormats = [
  lineFormat({ id: "properties", name: "Java properties (ISO 8859-1)", ...javaCoding }, javaIso),
  lineFormat({ id: "properties-utf8", name: "Java properties (UTF-8)" }, javaRaw),
  lineFormat(
    { id: "properties-utf16", name: "Java properties (UTF-16)", ...wideCoding, create: () => "\ufeff\n" },
    javaRaw,
  ),
  lineFormat({ id: "gwt", name: "GWT properties (UTF-8)", plurals: true }, gwtOf(true)),
  lineFormat({ id: "gwt-iso", name: "GWT properties (ISO 8859-1)", plurals: true, ...javaCoding }, gwtOf(false)),
  lineFormat(
    {
      id: "mi18n-lang",
      name: "mi18n language file",
      masks: ["*.lang"],
      extension: "lang",
      kind: "monolingual",
      codeStyle: "bcp_legacy",
    },
    itemDialect({ syntax: MI18N, raw: true }),
  ),
  ...xwikiFormats,
];
