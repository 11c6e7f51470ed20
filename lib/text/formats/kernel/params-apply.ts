import type { FileFormat } from "./format";
import { holdsLines } from "./params";

/** What parameters do whatever the format: encodings, and the ends of lines. */

/** Which spelling of a format reads and writes the encoding that a parameter names. */
const SPELLINGS: Readonly<Record<string, [param: string, spellings: Readonly<Record<string, string>>]>> = {
  strings: ["strings_encoding", { "utf-8": "strings-utf8", "utf-16": "strings-utf16" }],
  properties: [
    "properties_encoding",
    { "iso-8859-1": "properties-iso", "utf-8": "properties-utf8", "utf-16": "properties-utf16" },
  ],
  csv: ["csv_encoding", { auto: "csv", "utf-8": "csv-utf-8" }],
  "csv-multi": ["csv_encoding", { auto: "csv-multi", "utf-8": "csv-multi-utf-8" }],
  "csv-simple": [
    "csv_simple_encoding",
    { auto: "csv-simple", "utf-8": "csv-simple-utf-8", "iso-8859-1": "csv-simple-iso" },
  ],
  gwt: ["gwt_encoding", { "utf-8": "gwt", "iso-8859-1": "gwt-iso-only" }],
};

/** The spelling of a format that its parameters ask for; the format's own id without one. */
export function spellingFor(id: string, params: Readonly<Record<string, unknown>>): string {
  const [param, spellings] = (Object.hasOwn(SPELLINGS, id) && SPELLINGS[id]) || [];
  const wanted = param === undefined ? undefined : params[param];
  return (typeof wanted === "string" && spellings && Object.hasOwn(spellings, wanted) && spellings[wanted]) || id;
}

/** The line end that the parameters ask for; undefined when they do not say. */
export function wantedLineEnd(id: string, params: Readonly<Record<string, unknown>>): "\r\n" | "\n" | undefined {
  if (!holdsLines(id)) return undefined;
  const asked = id === "yaml" || id === "ruby-yaml" ? params.yaml_line_break : undefined;
  if (params.dos_eol === true || asked === "dos") return "\r\n";
  return params.dos_eol === false || asked === "unix" ? "\n" : undefined;
}

/** A format as the parameters of a component have it: with its encoding, and the line ends of new files. */
export function withParams(
  format: FileFormat,
  spelling: FileFormat,
  params: Readonly<Record<string, unknown>>,
): FileFormat {
  const { decode, encode, parse, edit } = spelling;
  const asked = { ...format, decode, encode, parse, edit };
  const create: FileFormat["create"] = (base, options) => {
    const text = spelling.create(base, options);
    return wantedLineEnd(format.id, params) === "\r\n" ? text?.replace(/\r?\n/g, "\r\n") : text;
  };
  return holdsLines(format.id) ? { ...asked, create } : asked;
}
