import type { FileFormat } from "./format";

/**
 * The parameters of formats that people can set (`file_format_params`): what each may be, and those that hold for whole
 * files whatever their format. A format asks for its own through `FormatOptions.params`.
 */

const YES_NO = [true, false] as const;
const ENCODINGS = ["utf-8", "utf-16"] as const;

/** Values that a parameter may have; "number" stands for whole numbers from 0 to 1000, "name" for the name of an element. */
const ALLOWED: Readonly<Record<string, readonly (string | number | boolean)[] | "number" | "name">> = {
  json_sort_keys: YES_NO,
  json_indent: "number",
  json_indent_style: ["spaces", "tabs"],
  json_use_compact_separators: YES_NO,
  po_line_wrap: [77, 65535, -1],
  po_keep_previous: YES_NO,
  po_remove_obsolete: YES_NO,
  po_no_location: YES_NO,
  po_fuzzy_matching: YES_NO,
  po_set_language_team: YES_NO,
  po_set_last_translator: YES_NO,
  po_set_x_generator: YES_NO,
  po_report_msgid_bugs_to: YES_NO,
  yaml_indent: "number",
  yaml_line_wrap: [80, 100, 120, 180, 65535],
  yaml_line_break: ["unix", "dos", "mac"],
  xml_closing_tags: YES_NO,
  flatxml_root_name: "name",
  flatxml_value_name: "name",
  flatxml_key_name: "name",
  merge_duplicates: YES_NO,
  strings_encoding: ENCODINGS,
  properties_encoding: ["iso-8859-1", ...ENCODINGS],
  csv_encoding: ["auto", "utf-8"],
  csv_simple_encoding: ["auto", "utf-8", "iso-8859-1"],
  gwt_encoding: ["utf-8", "iso-8859-1"],
  csv_escape_formulas: YES_NO,
  dos_eol: YES_NO,
  line_max_length: "number",
  md_extract_code_blocks: YES_NO,
  md_extract_frontmatter: YES_NO,
  md_frontmatter_translate_values: YES_NO,
  md_no_placeholders: YES_NO,
};

/** Why a parameter cannot have a value, as a sentence for a person; undefined when it can. Unknown ones say nothing. */
export function paramProblem(name: string, value: unknown): string | undefined {
  const allowed = Object.hasOwn(ALLOWED, name) ? ALLOWED[name] : undefined;
  if (allowed === undefined) return undefined;
  if (allowed === "number") {
    const fits = typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 1000;
    return fits ? undefined : `${name} is a whole number from 0 to 1000.`;
  }
  if (allowed === "name") {
    const fits = typeof value === "string" && /^[A-Za-z_][\w.-]{0,60}$/.test(value);
    return fits ? undefined : `${name} is the name of an XML element or attribute.`;
  }
  const fits = allowed.some((one) => one === value);
  return fits ? undefined : `${name} cannot have this value. Choose one of: ${allowed.join(", ")}.`;
}

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

/** Formats whose files are no lines of text. */
const CONTAINERS = new Set(["xlsx", "odf", "idml", "docx", "appstore"]);

/** Whether files of a format are lines of text, whose ends a parameter may name. */
export function holdsLines(id: string): boolean {
  return !CONTAINERS.has(id);
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
