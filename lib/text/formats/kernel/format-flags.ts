/**
 * Flags that a format itself gives to all of its strings, by the values of `file_format`: which placeholders its programs
 * read, and what markup its texts hold. They are weaker than those of the translation and of the string.
 */

const FLUENT = `fluent-target-syntax, fluent-parts, fluent-references, fluent-target-inner-html, fluent-source-syntax,
  fluent-source-inner-html, ignore-xml-tags, ignore-xml-invalid, ignore-newline-count`.replace(/\s+/g, " ");

/** A break within a paragraph is a blank to Markdown. */
const SOFT_BREAKS = "ignore-newline-count";

const ROWS: readonly [ids: string, flags: string][] = [
  ["aresource moko-resource cmp-resource", "java-printf-format"],
  ["properties properties-utf8 properties-utf16 gwt gwt-iso", "auto-java-messageformat"],
  ["strings strings-utf8 stringsdict xcstrings", "objc-format"],
  ["i18next i18nextv4", "i18next-interpolation"],
  ["arb formatjs", "icu-message-format"],
  ["laravel", "laravel-format"],
  ["mi18n-lang", "es-format"],
  ["resourcedictionary", "c-sharp-format"],
  ["fluent", FLUENT],
  ["xliff xliff2-placeables", "xml-text"],
  ["html", "safe-html, strict-same"],
  ["markdown", `auto-safe-html, strict-same, md-text, ${SOFT_BREAKS}`],
  ["mdx", `auto-safe-html, strict-same, md-text, safe-mdx, ${SOFT_BREAKS}`],
  ["odf idml docx", "strict-same"],
];

const flagsOf: ReadonlyMap<string, string> = new Map(
  ROWS.flatMap(([ids, flags]) => ids.split(" ").map((id) => [id, flags] as const)),
);

/** The flags of a value of `file_format`, comma separated; "" for one without. */
export function formatFlags(fileFormat: string): string {
  return flagsOf.get(fileFormat) ?? "";
}
