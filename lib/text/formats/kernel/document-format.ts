import { type BlockDialect, type BlockFile, editBlocks, parseBlocks } from "./document-blocks";
import type { FileFormat } from "./format";
import { utf8Coding } from "./property-encodings";

/** A format of documents. */
export function documentFormat(
  about: Pick<FileFormat, "id" | "name" | "masks" | "extension"> & Partial<FileFormat<BlockFile>>,
  dialect: BlockDialect,
): FileFormat<BlockFile> {
  return {
    kind: "monolingual",
    codeStyle: "posix",
    mimeType: "text/plain",
    plurals: false,
    canAdd: false,
    canRemove: false,
    canEditBase: false,
    ...utf8Coding,
    parse: (text, options) => parseBlocks(text, options, dialect),
    edit: (text, file, edits, options) => editBlocks(text, file, edits, options, dialect),
    create: (base) => base,
    ...about,
  };
}
