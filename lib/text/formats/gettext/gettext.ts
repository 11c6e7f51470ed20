import { refusal } from "@/lib/text/messages/refusal";
import { decodeCharset, encodeCharset } from "../kernel/encoding";
import { type FileFormat, FormatError } from "../kernel/format";
import { keepingLineFeeds } from "../kernel/line-scan";
import { createFile } from "./create";
import { editFile } from "./edit";
import { PoFile } from "./file";
import { declaredCharset, HEADER_REACH } from "./identity";
import { reformatPo } from "./reformat";

export { addAuthor } from "./authors";
export { composeHeader, pluralForms } from "./header";
export { type MergedFile, mergeTemplate } from "./merge";
export { compileMo } from "./mo";
export { globMatcher, globProblem, readPotfiles } from "./potfiles";
export { nameTemplate, renewTemplate } from "./template-header";
export { isOnlyMarkup, withoutMessages } from "./without-messages";
export { PAGE, wrapField } from "./wrap";

function decode(bytes: Uint8Array): string {
  const utf8 = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const charset = utf8 ? "utf-8" : declaredCharset(new TextDecoder("latin1").decode(bytes.subarray(0, HEADER_REACH)));
  const text = decodeCharset(bytes, charset);
  if (declaredCharset(text).toLowerCase() !== charset.toLowerCase()) {
    throw new FormatError(refusal("readHeaderLong"), 1, 1);
  }
  return text;
}

const shared = {
  masks: ["*.po"],
  extension: "po",
  codeStyle: "posix",
  mimeType: "text/x-gettext-catalog",
  plurals: true,
  states: ["needs-editing"] as const,
  canAdd: true,
  canRemove: true,
  canEditBase: true,
  header: true as const,
  reformat: reformatPo,
  decode,
  encode: (text: string): Uint8Array => encodeCharset(text, declaredCharset(text)),
};

/** gettext PO: source and translation in one file. */
export const gettextPo: FileFormat<PoFile> = {
  id: "po",
  name: "gettext PO file",
  kind: "bilingual",
  ...shared,
  parse: (text, options) => new PoFile(text, options, false).parsed(),
  edit: (text, file, edits, options) => keepingLineFeeds(text, editFile(text, file, edits, options, false)),
  create: (base, options) => createFile(base, options, false),
};

/** gettext PO with keys in `msgid`; the source text is in the base file. */
export const gettextPoMono: FileFormat<PoFile> = {
  id: "po-mono",
  name: "gettext PO file (monolingual)",
  kind: "monolingual",
  ...shared,
  parse: (text, options) => new PoFile(text, options, true).parsed(),
  edit: (text, file, edits, options) => keepingLineFeeds(text, editFile(text, file, edits, options, true)),
  create: (base, options) => createFile(base, options, true),
};

/** The formats of this family, in the order they are offered. */
export const gettextFormats = [gettextPo, gettextPoMono];
