import { decodeUtf8, encodeUtf8 } from "../kernel/encoding";
import type { FileFormat } from "../kernel/format";
import { createXcstrings, languagesOf, partOf } from "./xcstrings-catalogue";
import { editXcstrings } from "./xcstrings-edit";
import { joinPart } from "./xcstrings-join";
import { type CatalogueFile, parseXcstrings } from "./xcstrings-read";

/** Apple's string catalogues: the strings of a program in all its languages. */
export const xcstrings: FileFormat<CatalogueFile> = {
  id: "xcstrings",
  name: "Apple string catalog",
  masks: ["*.xcstrings"],
  extension: "xcstrings",
  kind: "monolingual",
  codeStyle: "bcp",
  mimeType: "application/json",
  plurals: true,
  zeroForm: true,
  states: ["needs-editing"],
  canAdd: true,
  canRemove: true,
  canEditBase: true,
  catalogue: { languages: languagesOf, part: partOf, join: joinPart },
  decode: decodeUtf8,
  encode: encodeUtf8,
  parse: parseXcstrings,
  edit: editXcstrings,
  create: createXcstrings,
};
