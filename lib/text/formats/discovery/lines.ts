import type { DiscoveryContext, DiscoveryRow, Recognised } from "./row";

/** Kinds of files that are lines, code or prose, and need a base file. */

interface Sort {
  endings: RegExp;
  /** The format by content; undefined when the file is something else. */
  format: (text: string, base: string, context: DiscoveryContext) => string | undefined;
  bases?: (mask: string) => string[];
  /** Whether new files start as a copy of the base. */
  copied?: boolean;
}

const where =
  (marks: RegExp, format: string): Sort["format"] =>
  (text) =>
    marks.test(text) ? format : undefined;

const RETURNS = /^\s*return\s*(?:\[|array\s?\()/m;
const PIPES = /=>\s*["'][^"'\n]*\|/;
/** Files beside one that are looked into at most. */
const BESIDE = 50;

const SORTS: readonly Sort[] = [
  {
    endings: /\.properties$/,
    format: (text) => {
      if (text.includes("### Missing: ")) return "xwiki-java-properties";
      return /^[^#!=:\n]{1,200}\[(?:none|zero|one|two|few|many|other)\]\s?[=:]/m.test(text) ? "gwt" : "properties";
    },
    bases: (mask) => [mask.replace("_*", "")],
  },
  {
    endings: /\.xml$/,
    format: (text) => {
      if (!/<xwikidoc[\s>]/.test(text)) return undefined;
      return /<content>[^<]{0,2000}^[\w.]{1,200}\s?=/m.test(text) ? "xwiki-page-properties" : "xwiki-fullpage";
    },
  },
  { endings: /\.lang$/, format: where(/^[^#=\n]{1,200} ?= ?\S/m, "mi18n-lang") },
  {
    endings: /\.php$/,
    format: (text, base, context) => {
      if (RETURNS.test(text)) return isLaravel(text, base, context) ? "laravel" : "php";
      return /^\s*(?:\$\w+\[|define\()/m.test(text) ? "php" : undefined;
    },
  },
  {
    endings: /\.ini$/,
    format: (text) =>
      /^[A-Z][\w.]{0,200} ?= ?"/m.test(text) ? "joomla" : /^[^=\n]{1,200}=/m.test(text) ? "ini" : undefined,
  },
];

/** Containers are not looked into. */
const ANYTHING = /^/;

/** Endings that tell the format alone, with a look at the content. */
const PLAIN: readonly [endings: RegExp, marks: RegExp, format: string, copied?: boolean][] = [
  [/\.islu?$/, /^\[\w+\]/m, "islu"],
  [/\.dtd$/, /<!ENTITY\s/, "dtd"],
  [/\.rc$/, /\b(?:STRINGTABLE|DIALOG|DIALOGEX|MENU|MENUEX)\b/, "rc", true],
  [/\.srt$/, /\d --> \d/, "srt", true],
  [/\.sub$/, /^\ufeff?\{\d+\}\{\d+\}/, "sub", true],
  [/\.ass$/, /\[Events\]/, "ass", true],
  [/\.ssa$/, /\[Events\]/, "ssa", true],
  [/\.(?:odt|ott|odm|ods|ots|odp|otp|odg|otg)$/, ANYTHING, "odf", true],
  [/\.idml$/, ANYTHING, "idml", true],
  // Word keeps a file of its own beside one that is open.
  [/(?:^|\/)(?!~\$)[^/]*\.docx$/, ANYTHING, "docx", true],
  [/\.html?$/, /<[a-zA-Z!]/, "html", true],
  [/\.(?:md|markdown)$/, /\S/, "markdown", true],
  [/\.mdx$/, /\S/, "mdx", true],
  [/\.(?:adoc|ad|asciidoc)$/, /\S/, "asciidoc", true],
  [/\.dw$/, /\S/, "dokuwiki", true],
  [/\.mw$/, /\S/, "mediawiki", true],
  [/\.txt$/, /\S/, "txt", true],
];

/** Catalogs hold both languages. */
const catkeys: DiscoveryRow = {
  matches: (path) => path.endsWith(".catkeys"),
  recognise: ({ base, sample }) => [
    { format: "catkeys", template: "", newBase: base, why: `${sample} is a catalog of Haiku` },
  ],
};

const STORE =
  /^(.+)\/(?:(?:title|name|subtitle|summary|keywords|description|(?:short|full)[_-]description|release_notes)\.txt|changelogs\/[^/]+\.txt)$/;

/** Texts of an application store: the mask is that of their folders. */
const store: DiscoveryRow = {
  matches: () => true,
  folders: (files) => [...new Set(files.flatMap((path) => STORE.exec(path)?.[1] ?? []))],
  recognise: ({ base }) =>
    base === "" ? [] : [{ format: "appstore", template: base, newBase: "", why: `${base} has texts of a store` }],
};

/** Files of lines, code and prose. */
export const LINE_ROWS: readonly DiscoveryRow[] = [
  store,
  ...[
    ...SORTS,
    ...PLAIN.map(([endings, marks, format, copied]) => ({ endings, format: where(marks, format), copied })),
  ].map(row),
  catkeys,
];

/** Whether a file that returns an array is one of Laravel's: some file of its folder has texts with plural forms. */
function isLaravel(text: string, path: string, { files, read }: DiscoveryContext): boolean {
  if (PIPES.test(text)) return true;
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const beside = files
    .withEnding(".php")
    .filter((other) => other !== path && other.startsWith(folder) && !other.slice(folder.length).includes("/"));
  return beside.slice(0, BESIDE).some((other) => {
    const content = read(other) ?? "";
    return RETURNS.test(content) && PIPES.test(content);
  });
}

/** A row that proposes files of a sort where the source language's file is there. */
function row({ endings, format, bases, copied = false }: Sort): DiscoveryRow {
  return {
    matches: (path) => endings.test(path),
    ...(bases && { bases }),
    recognise: ({ base }, context): Recognised[] => {
      const found = base === "" ? undefined : format(context.read(base) ?? "", base, context);
      if (found === undefined) return [];
      return [{ format: found, template: base, newBase: copied ? base : "", why: `the source texts are in ${base}` }];
    },
  };
}
