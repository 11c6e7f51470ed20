import { chooseFrom } from "@/lib/text/messages/choose-from";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";

/**
 * The parameters of formats that people can set (`file_format_params`), declared once: validation, the form on the
 * settings page and the description of the API are made from this list. A format asks for its own through
 * `FormatOptions.params`.
 */

type ParamValue = string | number | boolean;

/** What a parameter may be: one of some values, with words for people; a whole number; or the name of an XML element. */
type Allowed =
  | { kind: "choice"; choices: readonly (readonly [value: ParamValue, words: string])[] }
  | { kind: "whole"; least: number; most: number }
  | { kind: "name" };

export interface FormatParam {
  name: string;
  /** For people, on the settings page. */
  label: string;
  /** One sentence: what it does. */
  about: string;
  /** What holds where neither the component nor the file says anything. */
  standard: ParamValue;
  allowed: Allowed;
  /** Values of `file_format`, or every format whose files are lines of text. */
  formats: readonly string[] | "lines";
  /** Without it, the file itself is the example. */
  fromFile?: true;
  /** It decides how files are read; the others are for what is written. */
  reads?: true;
  /** Taken from clients that send it, and kept; nothing depends on it. */
  idle?: true;
}

/** Formats whose files are no lines of text. */
const CONTAINERS = new Set(["xlsx", "odf", "idml", "docx", "appstore"]);

const PO = ["po", "po-mono"];
const YAML = ["yaml", "ruby-yaml"];
const JSON_FAMILY = [
  ...["json", "json-nested", "i18next", "i18nextv4", "webextension", "arb", "formatjs", "resjson"],
  ...["go-i18n-json", "go-i18n-json-v2", "gotext", "nextcloud-json"],
];
const XML_FAMILY = [
  ...["aresource", "moko-resource", "cmp-resource", "resx", "resourcedictionary", "flatxml", "wxl"],
  ...["plainxliff", "xliff", "poxliff", "apple-xliff", "xliff2", "xliff2-placeables"],
  ...["ts", "ts1", "tbx", "stringsdict"],
];
const MARKDOWN = ["markdown", "mdx"];
const DOCUMENTS = [...MARKDOWN, "html", "asciidoc", "txt", "dokuwiki", "mediawiki", "odf", "idml", "docx"];
const CSV = ["csv", "csv-utf-8", "csv-simple", "csv-simple-utf-8", "csv-simple-iso", "csv-multi", "csv-multi-utf-8"];

const NAME: Allowed = { kind: "name" };
const choice = (...choices: (readonly [value: ParamValue, words: string])[]): Allowed => ({ kind: "choice", choices });
const yesNo = choice([true, "Yes"], [false, "No"]);
const encodings = (...names: string[]): Allowed =>
  choice(...names.map((name) => [name, name === "auto" ? "Detected" : name.toUpperCase()] as const));

type Rest = Omit<FormatParam, "name" | "label" | "about" | "standard" | "formats">;

const FILE = { fromFile: true } as const;
const READS = { reads: true } as const;

/** All of them, those of one format one below the other. */
export const FORMAT_PARAMS: readonly FormatParam[] = [
  param("json_indent", JSON_FAMILY, 4, "Indentation", "Spaces or tabs per level.", {
    ...FILE,
    allowed: { kind: "whole", least: 0, most: 16 },
  }),
  param("json_indent_style", JSON_FAMILY, "spaces", "Indent with", "The character used for indentation.", {
    ...FILE,
    allowed: choice(["spaces", "Spaces"], ["tabs", "Tabs"]),
  }),
  param(
    "json_use_compact_separators",
    JSON_FAMILY,
    false,
    "No spaces after : and ,",
    "Writes nothing between a separator and what follows it.",
    FILE,
  ),
  param("json_sort_keys", JSON_FAMILY, false, "Sort keys", "Inserts new keys in alphabetical order."),
  param("po_line_wrap", PO, 77, "Long lines", "Where edited texts are wrapped.", {
    ...FILE,
    allowed: choice([77, "Wrap at 77 columns"], [65535, "Wrap at line breaks only"], [-1, "Never wrap"]),
  }),
  param(
    "po_keep_previous",
    PO,
    true,
    "Keep previous source texts",
    "The #| comments of strings marked as needing editing.",
  ),
  param(
    "po_remove_obsolete",
    PO,
    false,
    "Remove obsolete strings",
    "The #~ entries, which are no longer in the source.",
  ),
  param("po_no_location", PO, false, "Leave out locations", "The #: comments, which tell where a string is used."),
  param("po_set_language_team", PO, true, "Write Language-Team", "A header field that is updated with each commit."),
  param(
    "po_set_last_translator",
    PO,
    true,
    "Write Last-Translator",
    "A header field that is updated with each commit.",
  ),
  param("po_set_x_generator", PO, true, "Write X-Generator", "A header field that names this service."),
  param(
    "po_report_msgid_bugs_to",
    PO,
    true,
    "Write Report-Msgid-Bugs-To",
    "A header field with the address for reporting errors in source strings.",
  ),
  param(
    "po_fuzzy_matching",
    PO,
    true,
    "Fuzzy matching",
    "Where a template is merged into files, a new string takes the translation of one that is much like it.",
  ),
  param("yaml_indent", YAML, 2, "Indentation", "Spaces per level.", {
    ...FILE,
    allowed: { kind: "whole", least: 1, most: 16 },
  }),
  param("yaml_line_wrap", YAML, 80, "Long lines", "Where new texts are wrapped.", {
    ...FILE,
    allowed: choice(...[80, 100, 120, 180].map((width) => [width, `Wrap at ${width} columns`] as const), [
      65535,
      "Never wrap",
    ]),
  }),
  param("yaml_line_break", YAML, "unix", "Line ends", "The line ends of new files.", {
    ...FILE,
    allowed: choice(
      ["unix", "LF, as on Unix"],
      ["dos", "CR LF, as on Windows"],
      ["mac", "CR, as on old Macs (no effect)"],
    ),
  }),
  param(
    "xml_closing_tags",
    XML_FAMILY,
    false,
    "Close empty elements with a tag",
    "Yes writes an opening and a closing tag; No writes one tag that closes itself.",
    FILE,
  ),
  param("flatxml_root_name", ["flatxml"], "root", "Root element", "Name of the outermost element.", {
    ...READS,
    allowed: NAME,
  }),
  param("flatxml_value_name", ["flatxml"], "str", "String element", "Name of the elements that contain the texts.", {
    ...READS,
    allowed: NAME,
  }),
  param("flatxml_key_name", ["flatxml"], "key", "Key attribute", "Name of the attribute that contains the key.", {
    ...READS,
    allowed: NAME,
  }),
  param(
    "merge_duplicates",
    DOCUMENTS,
    false,
    "Merge identical texts",
    "Identical paragraphs become one string.",
    READS,
  ),
  param("strings_encoding", ["strings"], "utf-8", "Encoding", "Used unless the file declares its own.", {
    ...READS,
    ...FILE,
    allowed: encodings("utf-8", "utf-16"),
  }),
  param("properties_encoding", ["properties"], "iso-8859-1", "Encoding", "Used unless the file declares its own.", {
    ...READS,
    ...FILE,
    allowed: encodings("iso-8859-1", "utf-8", "utf-16"),
  }),
  param("csv_encoding", ["csv", "csv-multi"], "auto", "Encoding", "Used unless the file declares its own.", {
    ...READS,
    ...FILE,
    allowed: encodings("auto", "utf-8"),
  }),
  param("csv_simple_encoding", ["csv-simple"], "auto", "Encoding", "Used unless the file declares its own.", {
    ...READS,
    ...FILE,
    allowed: encodings("auto", "utf-8", "iso-8859-1"),
  }),
  param("gwt_encoding", ["gwt"], "utf-8", "Encoding", "Used unless the file declares its own.", {
    ...READS,
    ...FILE,
    allowed: encodings("utf-8", "iso-8859-1"),
  }),
  param(
    "csv_escape_formulas",
    [...CSV, "xlsx"],
    false,
    "Escape formulas",
    "Prevents spreadsheets from running texts that begin with = or similar characters.",
  ),
  param("md_extract_code_blocks", MARKDOWN, true, "Translate code blocks", "Code blocks become strings, too.", READS),
  param(
    "md_extract_frontmatter",
    MARKDOWN,
    true,
    "Translate front matter",
    "The front matter becomes a string, too.",
    READS,
  ),
  param(
    "md_frontmatter_translate_values",
    MARKDOWN,
    false,
    "Split front matter",
    "Each value of the front matter becomes a string.",
    READS,
  ),
  param("md_no_placeholders", MARKDOWN, false, "No placeholders", "Shows links as they are in the file.", {
    idle: true,
  }),
  param("line_max_length", MARKDOWN, 80, "Line length", "Where paragraphs are wrapped.", {
    allowed: { kind: "whole", least: 0, most: 1000 },
    idle: true,
  }),
  param("dos_eol", "lines", false, "Windows line ends", "New files use CR LF instead of LF.", FILE),
];

/** One row of the list. */
function param(
  name: string,
  formats: FormatParam["formats"],
  standard: ParamValue,
  label: string,
  about: string,
  rest: Partial<Rest> = {},
): FormatParam {
  return { name, formats, standard, label, about, allowed: yesNo, ...rest };
}

const byName: ReadonlyMap<string, FormatParam> = new Map(FORMAT_PARAMS.map((one) => [one.name, one]));

/** Whether files of a format are lines of text, whose ends a parameter may name. */
export function holdsLines(id: string): boolean {
  return !CONTAINERS.has(id);
}

/** The parameters that do something for files of a format, in the order of the list. */
export function paramsOf(id: string): FormatParam[] {
  return FORMAT_PARAMS.filter(
    ({ formats, idle }) => !idle && (formats === "lines" ? holdsLines(id) : formats.includes(id)),
  );
}

/** Whether a parameter decides how files are read, so that a change of it means reading them again. */
export function decidesReading(name: string): boolean {
  return byName.get(name)?.reads === true;
}

/** The value that a text of a client stands for: 77 for "77", true for "true"; any other value as it is. */
export function paramFromText(name: string, value: unknown): unknown {
  const known = byName.get(name);
  if (!known || typeof value !== "string") return value;
  const text = value.trim();
  if (known.allowed.kind === "choice") return known.allowed.choices.find(([one]) => String(one) === text)?.[0] ?? value;
  return known.allowed.kind === "whole" && /^-?\d{1,9}$/.test(text) ? Number(text) : value;
}

/** What can be given; undefined when the value is one of that. */
export function valueProblem({ allowed }: FormatParam, value: unknown): Refusal | undefined {
  if (allowed.kind === "choice") {
    const isOne = allowed.choices.some(([one]) => one === value);
    return isOne ? undefined : chooseFrom(allowed.choices.map(([one]) => one));
  }
  if (allowed.kind === "whole") {
    const { least, most } = allowed;
    const isWhole = typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;
    return isWhole ? undefined : refusal("settingNumber", { least, most });
  }
  const isName = typeof value === "string" && /^[A-Za-z_][\w.-]{0,60}$/.test(value);
  return isName ? undefined : refusal("paramXmlName");
}

/**
 * Why a parameter cannot be set so on a component of a format; undefined when it can. One that belongs to other formats
 * can be set, because clients send whole sets.
 */
export function paramProblem(name: string, value: unknown, formatId: string): Refusal | undefined {
  const known = byName.get(name);
  if (known) {
    const why = valueProblem(known, value);
    return why && refusal("paramValue", { name, why });
  }
  const names = paramsOf(formatId).map((one) => one.name);
  const unknown = { name: name.length > 60 ? `${name.slice(0, 60)}…` : name, format: formatId };
  return names.length > 0
    ? refusal("paramUnknown", { ...unknown, names: names.join(", ") })
    : refusal("paramUnknownNone", unknown);
}
