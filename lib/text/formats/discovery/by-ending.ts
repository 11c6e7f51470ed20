import { scanCsv } from "../spreadsheet/spreadsheet";
import type { DiscoveryRow, Recognised } from "./row";

/** Kinds of files that discovery knows by their ending, and tells apart by a look at their content. */

/** A proposal for files that hold both languages: the source language's file is what new ones are made from. */
const bilingual = (format: string, base: string, why: string): Recognised => ({
  format,
  template: "",
  newBase: base,
  why,
});

/** A proposal for files with keys, which need a base. */
const keyed = (format: string, base: string): Recognised[] =>
  base === "" ? [] : [{ format, template: base, newBase: "", why: `the source texts are in ${base}` }];

/** Which of the XLIFF formats a file is. */
export function xliffFormat(text: string): string | undefined {
  if (!/<(?:[\w.-]{1,50}:)?xliff[\s>]/.test(text)) return undefined;
  if (/<(?:[\w.-]{1,50}:)?xliff\s[^>]{0,2000}version=["']2\./.test(text))
    return /<(?:pc|sc|ec)[\s>/]/.test(text) ? "xliff2-placeables" : "xliff2";
  if (text.includes('restype="x-gettext')) return "poxliff";
  if (text.includes("NSStringPluralRuleType") || /original="[^"]{0,500}Localizable\.strings|:dict["/]/.test(text))
    return "apple-xliff";
  return /<[xg] /.test(text) ? "xliff" : "plainxliff";
}

const xliff: DiscoveryRow = {
  matches: (path) => /\.(?:xliff|xlf|sdlxliff|mxliff|poxliff)$/.test(path),
  recognise: ({ base, sample }, { read }) => {
    const format = xliffFormat(read(sample) ?? "");
    return format ? [bilingual(format, base, `${sample} is XLIFF`)] : [];
  },
};

/** Files of Qt Linguist; TypeScript has the same ending. */
const linguist: DiscoveryRow = {
  matches: (path) => path.endsWith(".ts") && !path.endsWith(".d.ts"),
  recognise: ({ base, sample }, { read }) => {
    const head = (read(sample) ?? "").slice(0, 1000);
    const root = /<TS(\s[^>]{0,500})?>/.exec(head)?.[0];
    if (root === undefined) return [];
    const version = /version=["'](\d+)/.exec(root)?.[1];
    const old = version === undefined || version === "1";
    return [bilingual(old ? "ts1" : "ts", base, `${sample} is a Qt Linguist file`)];
  },
};

/** Whether a table has a header, and rows that are several values of one string. */
function hasSeveralValues([header = [], ...rows]: readonly string[][]): boolean {
  const bare = (cell: string | undefined): string => (cell ?? "").replace(/^"|"$/g, "");
  const names = header.map((cell) => bare(cell).trim().toLowerCase());
  const keys = names.includes("id") ? ["id"] : ["context", "source"].filter((name) => names.includes(name));
  const target = names.indexOf("target");
  if (keys.length === 0 || target < 0 || names.includes("target_plural_form")) return false;
  const seen = new Map<string, string>();
  return rows.some((row) => {
    const [key, value] = [JSON.stringify(keys.map((name) => row[names.indexOf(name)])), bare(row[target])];
    const other = seen.get(key);
    seen.set(key, value);
    return other !== undefined && other !== value && other !== "" && value !== "";
  });
}

/** Tables: two columns are texts, or keys and texts when the source language's file says so. */
const csv: DiscoveryRow = {
  matches: (path) => path.endsWith(".csv"),
  recognise: ({ base, sample }, { read }) => {
    const text = read(base || sample) ?? "";
    let rows: string[][];
    try {
      rows = scanCsv(text.slice(0, text.lastIndexOf("\n") + 1), ",").map((record) =>
        record.fields.map((field) => text.slice(field.start, field.end)),
      );
    } catch {
      return [];
    }
    const [first] = rows;
    if (!first || first.length < 2) return [];
    const format = hasSeveralValues(rows) ? "csv-multi" : rows.every((row) => row.length === 2) ? "csv-simple" : "csv";
    const same = rows.filter((row) => row[0] === row[1]).length;
    const texts = format !== "csv-simple" || base === "" || same * 2 >= rows.length;
    if (texts) return [bilingual(format, base, `${base || sample} is a table of ${first.length} columns`)];
    return [{ format, template: base, newBase: base, why: `${base} is a table of keys and source texts` }];
  },
};

/** A row for files that an ending alone tells. */
function byEnding(ending: string, format: string, marks: RegExp): DiscoveryRow {
  return {
    matches: (path) => path.endsWith(ending),
    recognise: ({ base, sample }, { read }) => (marks.test(read(base || sample) ?? "") ? keyed(format, base) : []),
  };
}

const tbx: DiscoveryRow = {
  matches: (path) => path.endsWith(".tbx"),
  recognise: ({ base, sample }, { read }) =>
    /<(?:martif|tbx)[\s>]/.test(read(sample) ?? "") ? [bilingual("tbx", base, `${sample} is a list of terms`)] : [],
};

const xlsx: DiscoveryRow = {
  matches: (path) => path.endsWith(".xlsx"),
  recognise: ({ base, sample }) => [bilingual("xlsx", base, `${sample} is a workbook`)],
};

/** Apple's files stand in a folder for each language; the source's may be called Base. */
function apple(ending: string, format: string): DiscoveryRow {
  return {
    matches: (path) => path.endsWith(`.${ending}`) && path.includes(".lproj/"),
    bases: (mask) => [mask.replaceAll("*", "Base")],
    recognise: ({ base }) => keyed(format, base),
  };
}

/** Files that pass between translators' tools. */
export const EXCHANGE_ROWS: readonly DiscoveryRow[] = [xliff, linguist, csv, xlsx, tbx];

/** Files of one platform each. */
export const PLATFORM_ROWS: readonly DiscoveryRow[] = [
  apple("strings", "strings"),
  apple("stringsdict", "stringsdict"),
  byEnding(".resx", "resx", /<root[\s>]/),
  byEnding(".resw", "resx", /<root[\s>]/),
  byEnding(".xaml", "resourcedictionary", /<ResourceDictionary[\s>]/),
  byEnding(".wxl", "wxl", /<WixLocalization[\s>]/),
  byEnding(".xml", "flatxml", /<root>\s{0,1000}(?:<!--[^>]{0,1000}-->\s{0,100})?<str key=/),
];
