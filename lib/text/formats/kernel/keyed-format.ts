import type { FileFormat } from "./format";
import { editKeyedTexts, type KeyedDialect, type KeyedFile, type KeyedText, parseKeyedTexts } from "./keyed-entries";
import { utf8Coding } from "./property-encodings";

/** What formats of keyed texts have in common; a format that differs in one of these says its own behind it. */
export function keyedFormat<I extends KeyedText>(
  dialect: KeyedDialect<I>,
): Omit<FileFormat<KeyedFile<I>>, "id" | "name" | "masks" | "extension" | "kind" | "codeStyle" | "mimeType"> {
  return {
    plurals: false,
    canAdd: true,
    canRemove: true,
    canEditBase: true,
    ...utf8Coding,
    parse: (text, options) => parseKeyedTexts(text, options, dialect),
    edit: (text, file, edits, options) => editKeyedTexts(text, file, edits, options, dialect),
    create: () => "\n",
  };
}
