/** One section of a `.tx/config` file that gives a component. */
export interface TransifexSection {
  /** `file_filter` with `*` in the place of `<lang>`. */
  mask: string;
  source: string;
  type: string;
}

/**
 * Sections of a Transifex configuration that have a usable `file_filter` (exactly one `<lang>`) and `source_file`.
 * Lines that are not understood are passed over.
 */
export function readTransifex(text: string): TransifexSection[] {
  const sections: TransifexSection[] = [];
  let fields = new Map<string, string>();
  const close = (): void => {
    const filter = fields.get("file_filter") ?? "";
    const source = fields.get("source_file") ?? "";
    if (filter.split("<lang>").length === 2 && !filter.includes("*") && source !== "") {
      const clean = (path: string): string => path.replace(/^(?:\.\/)+/, "");
      sections.push({
        mask: clean(filter.replace("<lang>", "*")),
        source: clean(source),
        type: (fields.get("type") ?? "").toUpperCase(),
      });
    }
    fields = new Map();
  };
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.trim();
    if (line.startsWith("[")) close();
    const equals = line.indexOf("=");
    if (equals > 0 && !/^[#;]/.test(line))
      fields.set(line.slice(0, equals).trim().toLowerCase(), line.slice(equals + 1).trim());
  }
  close();
  return sections;
}

/** Formats of Transifex types, as far as their files are told apart by the type alone. */
export const TRANSIFEX_TYPES: ReadonlyMap<string, string> = new Map([
  ["PO", "po"],
  ["ANDROID", "aresource"],
  ["STRINGS", "strings"],
  ["CHROME", "webextension"],
  ["PROPERTIES", "properties"],
  ["UNICODEPROPERTIES", "properties"],
  ["INI", "joomla"],
  ["KEYVALUEJSON", "json-nested"],
  ["MAGENTO", "csv"],
  ["DTD", "dtd"],
  ["PHP_ARRAY", "php"],
  ["QT", "ts"],
  ["RESX", "resx"],
  ["XLIFF", "xliff"],
  ["XLSX", "xlsx"],
  ["YAML_GENERIC", "yaml"],
  ["YML", "ruby-yaml"],
]);
