import type { FileFormat } from "../kernel/format";
import { decodeXml, encodeXml } from "../kernel/xml/encoding";
import { closingTags } from "../kernel/xml/reformat";
import { xliffCatalogue } from "./catalogue";
import { createXliff, editXliff } from "./edit";
import { parseXliff, type XliffDialect, type XliffInternal } from "./read";

const both = { masks: ["*.xlf", "*.xliff"], extension: "xlf", kind: "both" } as const;
const bilingual = { masks: ["*.xliff", "*.xlf"], extension: "xliff", kind: "bilingual" } as const;
const mutable = <T extends { masks: readonly string[] }>(given: T) => ({ ...given, masks: [...given.masks] });

/** XLIFF in its versions and dialects. */
export const xliffFormats = [
  variant("plainxliff", "XLIFF 1.2 translation file", { version: "1", markup: false }, mutable(both)),
  variant(
    "xliff",
    "XLIFF 1.2 with placeables support",
    { version: "1", markup: true },
    {
      ...both,
      masks: ["*.xlf", "*.xliff", "*.sdlxliff", "*.mxliff"],
    },
  ),
  variant(
    "poxliff",
    "XLIFF 1.2 with gettext extensions",
    { version: "1", markup: true, plurals: "gettext" },
    {
      ...both,
      masks: ["*.poxliff", "*.xlf"],
    },
  ),
  variant(
    "apple-xliff",
    "XLIFF 1.2 with Apple extensions",
    { version: "1", markup: false, plurals: "apple" },
    {
      ...both,
      masks: ["*.xliff"],
      extension: "xliff",
      zeroForm: true,
    },
  ),
  variant("xliff2", "XLIFF 2.0 translation file", { version: "2", markup: false }, mutable(bilingual)),
  variant("xliff2-placeables", "XLIFF 2.0 with placeables support", { version: "2", markup: true }, mutable(bilingual)),
];

function variant(
  id: string,
  name: string,
  dialect: XliffDialect,
  more: Pick<FileFormat, "masks" | "extension" | "kind" | "zeroForm">,
): FileFormat<XliffInternal> {
  return {
    id,
    name,
    ...more,
    codeStyle: "bcp",
    mimeType: "application/x-xliff+xml",
    plurals: dialect.plurals !== undefined,
    states: ["needs-editing", "approved"],
    canAdd: true,
    canRemove: true,
    canEditBase: true,
    decode: decodeXml,
    encode: encodeXml,
    parse: (text, options) => parseXliff(text, options, dialect),
    edit: (text, file, edits, options) => editXliff(text, file, edits, options, dialect),
    create: (base, options) => createXliff(base, options, dialect),
    reformat: closingTags(["source", "target", "seg-source", "note", "data"]),
    ...(dialect.version === "2" ? { catalogue: xliffCatalogue(dialect) } : {}),
  };
}
