import type { TextKey, Texts } from "#texts";
import { FORMAT_PARAMS, type FormatParam } from "@/lib/text/formats/kernel/params";

/** What pages say of the parameters of formats; formats and the API know them in English only. */

const words = (label: TextKey, about: TextKey): { label: TextKey; about: TextKey } => ({ label, about });

const ENCODING = words("formatParams.label.encoding", "formatParams.about.encoding");

const PARAMS: Readonly<Record<string, { label: TextKey; about: TextKey }>> = {
  json_indent: words("formatParams.label.indentation", "formatParams.about.jsonIndent"),
  json_indent_style: words("formatParams.label.indentWith", "formatParams.about.indentWith"),
  json_use_compact_separators: words("formatParams.label.compact", "formatParams.about.compact"),
  json_sort_keys: words("formatParams.label.sortKeys", "formatParams.about.sortKeys"),
  po_line_wrap: words("formatParams.label.longLines", "formatParams.about.poWrap"),
  po_keep_previous: words("formatParams.label.keepPrevious", "formatParams.about.keepPrevious"),
  po_remove_obsolete: words("formatParams.label.removeObsolete", "formatParams.about.removeObsolete"),
  po_no_location: words("formatParams.label.noLocation", "formatParams.about.noLocation"),
  po_set_language_team: words("formatParams.label.languageTeam", "formatParams.about.headerCommit"),
  po_set_last_translator: words("formatParams.label.lastTranslator", "formatParams.about.headerCommit"),
  po_set_x_generator: words("formatParams.label.xGenerator", "formatParams.about.xGenerator"),
  po_report_msgid_bugs_to: words("formatParams.label.reportBugs", "formatParams.about.reportBugs"),
  po_fuzzy_matching: words("formatParams.label.fuzzy", "formatParams.about.fuzzy"),
  yaml_indent: words("formatParams.label.indentation", "formatParams.about.yamlIndent"),
  yaml_line_wrap: words("formatParams.label.longLines", "formatParams.about.yamlWrap"),
  yaml_line_break: words("formatParams.label.lineEnds", "formatParams.about.lineEnds"),
  xml_closing_tags: words("formatParams.label.closingTags", "formatParams.about.closingTags"),
  flatxml_root_name: words("formatParams.label.rootElement", "formatParams.about.rootElement"),
  flatxml_value_name: words("formatParams.label.stringElement", "formatParams.about.stringElement"),
  flatxml_key_name: words("formatParams.label.keyAttribute", "formatParams.about.keyAttribute"),
  merge_duplicates: words("formatParams.label.mergeDuplicates", "formatParams.about.mergeDuplicates"),
  strings_encoding: ENCODING,
  properties_encoding: ENCODING,
  csv_encoding: ENCODING,
  csv_simple_encoding: ENCODING,
  gwt_encoding: ENCODING,
  csv_escape_formulas: words("formatParams.label.escapeFormulas", "formatParams.about.escapeFormulas"),
  md_extract_code_blocks: words("formatParams.label.codeBlocks", "formatParams.about.codeBlocks"),
  md_extract_frontmatter: words("formatParams.label.frontMatter", "formatParams.about.frontMatter"),
  md_frontmatter_translate_values: words("formatParams.label.splitFrontMatter", "formatParams.about.splitFrontMatter"),
  dos_eol: words("formatParams.label.dosEol", "formatParams.about.dosEol"),
};

/** Choices by their English words, which say the same wherever they stand. */
const CHOICES: Readonly<Record<string, TextKey>> = {
  Yes: "formatParams.choice.yes",
  No: "formatParams.choice.no",
  Detected: "formatParams.choice.detected",
  Spaces: "formatParams.choice.spaces",
  Tabs: "formatParams.choice.tabs",
  "Wrap at 77 columns": "formatParams.choice.wrap77",
  "Wrap at 80 columns": "formatParams.choice.wrap80",
  "Wrap at 100 columns": "formatParams.choice.wrap100",
  "Wrap at 120 columns": "formatParams.choice.wrap120",
  "Wrap at 180 columns": "formatParams.choice.wrap180",
  "Wrap at line breaks only": "formatParams.choice.breaksOnly",
  "Never wrap": "formatParams.choice.never",
  "LF, as on Unix": "formatParams.choice.unix",
  "CR LF, as on Windows": "formatParams.choice.dos",
  "CR, as on old Macs (no effect)": "formatParams.choice.mac",
};

/** Encodings go by their names, which are the same in all languages. */
const ENCODING_NAME = /^(UTF|ISO)-[\d-]+$/;

/** Label and explanation of a parameter in the language of the page. */
export function paramWords(t: Texts, { name, label, about }: Pick<FormatParam, "name" | "label" | "about">) {
  const own = PARAMS[name];
  return own ? { label: t(own.label), about: t(own.about) } : { label, about };
}

/** Label of the parameter with this name; the name where there is none. */
export function paramLabel(t: Texts, name: string): string {
  const param = FORMAT_PARAMS.find((one) => one.name === name);
  return param ? paramWords(t, param).label : name;
}

/** A choice of a parameter in the language of the page. @param english how formats call it */
export function paramChoice(t: Texts, english: string): string {
  const key = CHOICES[english];
  return key ? t(key) : english;
}

/** Parameters and choices that pages can only say in English. */
export function unsaidParams(params: readonly FormatParam[]): string[] {
  return params.flatMap(({ name, allowed }) => [
    ...(PARAMS[name] ? [] : [name]),
    ...(allowed.kind === "choice" ? allowed.choices : [])
      .filter(([, english]) => !CHOICES[english] && !ENCODING_NAME.test(english))
      .map(([, english]) => `${name}: ${english}`),
  ]);
}
