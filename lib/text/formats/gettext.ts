import { parsePluralHeader } from "../plurals/formula";
import { decodeCharset, encodeCharset } from "./encoding";
import {
  type Entry,
  type EntryState,
  type FileFormat,
  FormatError,
  type FormatOptions,
  type ParsedFile,
  positionAt,
} from "./format";
import { createFile } from "./gettext-create";
import { editFile } from "./gettext-edit";
import { readFlags } from "./gettext-fields";
import { headerField, pluralCount } from "./gettext-header";
import { declaredCharset, HEADER_REACH, isHeader, messageId, messageKey, type PoInternal } from "./gettext-identity";
import { type PoMessage, readPrevious, scanMessages } from "./gettext-tokens";
import { Warnings } from "./warnings";

/** Separates singular and plural in the previous source, as the API joins forms. */
const FORM_GLUE = "\u001e\u001e";

function decode(bytes: Uint8Array): string {
  const utf8 = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const charset = utf8 ? "utf-8" : declaredCharset(new TextDecoder("latin1").decode(bytes.subarray(0, HEADER_REACH)));
  const text = decodeCharset(bytes, charset);
  if (declaredCharset(text).toLowerCase() !== charset.toLowerCase()) {
    throw new FormatError("The header is too long to find its charset. Convert the file to UTF-8.", 1, 1);
  }
  return text;
}

/** "Foo:docstring of …" is Sphinx's way to name a place inside a docstring; names with blanks stand in isolates. */
function locationOf(references: readonly string[]): string {
  const words: string[] = [];
  for (const line of references) {
    const plain = line.includes(":docstring of ") ? line.replace(/:docstring of \S+/g, "") : line;
    if (!plain.includes("\u2068")) {
      for (const word of plain.split(/[ \t]+/)) if (word) words.push(word);
      continue;
    }
    for (const match of plain.matchAll(/(?:\u2068[^\u2068\u2069]{0,400}\u2069|[^ \t\u2068])+/g)) {
      words.push(match[0].replace(/[\u2068\u2069]/g, ""));
    }
  }
  return words.join(", ");
}

function noteOf(message: PoMessage): string {
  if (!message.translatorNotes.length && !message.extractedNotes.length) return "";
  const lines = [...message.translatorNotes, ...message.extractedNotes];
  while (lines.length && lines.at(-1)!.trim() === "") lines.pop();
  while (lines.length && lines[0]!.trim() === "") lines.shift();
  return lines.join("\n");
}

function stateOf(targets: readonly string[], fuzzy: boolean, flags: string): EntryState {
  if (flags !== "" && flags.split(",").some((flag) => flag.trim() === "read-only")) return "read-only";
  if (targets.every((target) => target === "")) return "empty";
  return fuzzy ? "needs-editing" : "translated";
}

function entryOf(text: string, message: PoMessage, id: string, forms: number, monolingual: boolean): Entry {
  const targets: string[] = [];
  if (message.plural) for (let i = 0; i < forms; i++) targets.push(message.strings[i]?.value ?? "");
  else targets.push(message.strings[0]!.value);
  const { flags, fuzzy } = readFlags(text, message);
  const state = stateOf(targets, fuzzy, flags);
  let previousSource = "";
  if (fuzzy && message.previousLines.length) {
    const previous = readPrevious(text, message.previousLines);
    previousSource = previous.plural === undefined ? previous.id : previous.id + FORM_GLUE + previous.plural;
  }
  const context = message.context?.value ?? "";
  const source = message.id.value;
  const bilingual = message.plural ? [source, message.plural.value] : [source];
  return {
    id,
    context: monolingual ? messageKey(message.context && context, source) : context,
    sources: monolingual ? [...targets] : bilingual,
    targets,
    plural: message.plural !== undefined,
    state,
    note: noteOf(message),
    location: locationOf(message.references),
    flags,
    previousSource,
    span: { start: message.start, end: message.end },
  };
}

function parse(text: string, options: FormatOptions, monolingual: boolean): ParsedFile {
  const nul = text.indexOf("\0");
  if (nul >= 0) {
    const { line, column } = positionAt(text, nul);
    throw new FormatError("The file contains a NUL character.", line, column);
  }
  const messages = scanMessages(text);
  const header = messages.find(isHeader);
  const fields = header?.strings[0]?.value ?? "";
  const declared = pluralCount(headerField(fields, "Plural-Forms"));
  const rule = parsePluralHeader(headerField(fields, "Plural-Forms") ?? "");
  const forms = declared ?? Math.max(1, options.plural.number);
  const live = new Map<string, PoMessage>();
  const entries: Entry[] = [];
  const warnings = new Warnings(text);
  for (const message of messages) {
    if (message.obsolete || message === header) continue;
    const id = messageId(message.context?.value, message.id.value);
    if (live.has(id) || (id === "" && header)) {
      const what = id === "" ? "The file has a second header" : "The file has this string twice";
      warnings.add(`${what}; only the first counts.`, message.id.start);
      continue;
    }
    live.set(id, message);
    entries.push(entryOf(text, message, id, forms, monolingual));
  }
  const internal: PoInternal = { messages, header, live };
  const language = headerField(fields, "Language") ?? "";
  return {
    entries,
    warnings: warnings.list,
    language,
    ...(declared !== undefined && { pluralCount: declared }),
    ...(rule && { pluralFormula: rule.formula }),
    internal,
  };
}

const shared = {
  masks: ["*.po"],
  extension: "po",
  codeStyle: "posix",
  mimeType: "text/x-gettext-translation",
  plurals: true,
  states: ["needs-editing"] as const,
  canAdd: true,
  canRemove: true,
  canEditBase: true,
  decode,
  encode: (text: string): Uint8Array => encodeCharset(text, declaredCharset(text)),
};

/** gettext PO: source and translation in one file. */
export const gettextPo: FileFormat = {
  id: "po",
  name: "gettext PO file",
  kind: "bilingual",
  ...shared,
  parse: (text, options) => parse(text, options, false),
  edit: (text, file, edits, options) => editFile(text, file, edits, options, false),
  create: (base, options) => createFile(base, options, false),
};

/** gettext PO with keys in `msgid`; the source text is in the base file. */
export const gettextPoMono: FileFormat = {
  id: "po-mono",
  name: "gettext PO file (monolingual)",
  kind: "monolingual",
  ...shared,
  parse: (text, options) => parse(text, options, true),
  edit: (text, file, edits, options) => editFile(text, file, edits, options, true),
  create: (base, options) => createFile(base, options, true),
};
