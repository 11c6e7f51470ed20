import { decodeDetected, encodeLike } from "../kernel/encoding";
import type { FileFormat } from "../kernel/format";
import { isoCoding, utf8Coding } from "../kernel/property-encodings";
import { createCsv, editCsv } from "./csv-edit";
import { type CsvDialect, type CsvInternal, parseCsv } from "./csv-read";

type Encoding = "detected" | "utf-8" | "iso-8859-1";

const ISO = "iso-8859-1";

/** Tables, with the spellings that fix their encoding. */
export const csvFormats = [
  variant("csv", "CSV file", { simple: false }, "detected"),
  variant("csv-utf-8", "CSV file (UTF-8)", { simple: false }, "utf-8"),
  variant("csv-multi", "CSV file with several values per key", { simple: false, several: true }, "detected"),
  variant("csv-multi-utf-8", "CSV file with several values per key (UTF-8)", { simple: false, several: true }, "utf-8"),
  variant("csv-simple", "Simple CSV file", { simple: true }, "detected"),
  variant("csv-simple-utf-8", "Simple CSV file (UTF-8)", { simple: true }, "utf-8"),
  variant("csv-simple-iso", "Simple CSV file (ISO 8859-1)", { simple: true }, ISO),
];

/** Reading and writing in an encoding; a byte order mark decides above all. */
function coding(encoding: Encoding): Pick<FileFormat, "decode" | "encode"> {
  if (encoding === "detected") return { decode: decodeDetected, encode: encodeLike };
  return encoding === "utf-8" ? utf8Coding : isoCoding;
}

function variant(id: string, name: string, dialect: CsvDialect, encoding: Encoding): FileFormat<CsvInternal> {
  const charset = (text: string) => (encoding === ISO && !text.startsWith("\ufeff") ? ISO : undefined);
  return {
    id,
    name,
    masks: dialect.simple ? ["*.csv", "*.txt"] : ["*.csv"],
    extension: "csv",
    kind: "both",
    codeStyle: "posix",
    mimeType: "text/csv",
    plurals: false,
    states: dialect.simple ? [] : ["needs-editing"],
    canAdd: true,
    canRemove: true,
    canEditBase: true,
    ...(dialect.several && { severalValues: true as const }),
    ...coding(encoding),
    parse: (text, options) => parseCsv(text, options, dialect),
    edit: (text, file, edits, options) => editCsv(text, file, edits, options, dialect, charset(text)),
    create: (base, options) => createCsv(base, options, dialect),
  };
}
