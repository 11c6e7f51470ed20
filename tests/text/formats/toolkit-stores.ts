import type { Entry } from "@/lib/text/formats/kernel/format";
import { formsOf, type Limit, type Naming, type Row } from "./agreement";
import type { ToolkitUnit } from "./toolkit";

/** How the strings of each format stand in the stores of the toolkit. */

const has = (row: Row, pattern: RegExp): boolean => row.texts.some((text) => pattern.test(text));

const keyed =
  (side: "source" | "target", key: (unit: ToolkitUnit) => string = (unit) => unit.id) =>
  (unit: ToolkitUnit): Row | undefined =>
    unit.header || unit.obsolete || unit.id === "" ? undefined : { key: key(unit), texts: formsOf(unit[side]) };

const byContext = (entry: Entry): Row => ({ key: entry.context, texts: formsOf(entry.targets) });

const mono = (store: string, side: "source" | "target", more: Partial<Naming> = {}): Naming => ({
  store,
  ours: byContext,
  theirs: keyed(side),
  limits: [],
  ...more,
});

const properties = (store: string, limits: readonly Limit[] = []): Naming =>
  mono(store, "source", { encoded: true, limits });

const text = (change: (text: string) => string) => (bytes: Uint8Array) =>
  Buffer.from(change(Buffer.from(bytes).toString("utf8")));
const marked = text((given) => `\ufeff${given.replace(/^\ufeff/, "")}`);

/** Times as a store spells them: two digits for the hours, three for the part of a second. */
const spelledTime = (time: string): string => {
  const [hours = "", minutes, seconds = ""] = time.replace(",", ".").split(":");
  const [whole, part = ""] = seconds.split(".");
  return `${hours.padStart(2, "0")}:${minutes}:${whole}.${part.padEnd(3, "0")}`;
};

const subtitles = (store: string, limits: readonly Limit[] = []): Naming =>
  mono(store, "target", {
    ours: (entry) => ({
      key: entry.context.includes(":") ? entry.context.split("-->").map(spelledTime).join("-->") : entry.context,
      texts: formsOf(entry.targets),
    }),
    limits,
  });

/** Equal keys: the last one counts for the program that reads the file, and so for us. */
const TWICE: Limit = {
  says: "It lists both of two equal keys.",
  theirs: (row, file) => file.entries.some((entry) => entry.context === row.key),
};
const CONTROLS: Limit = {
  says: "It leaves the escapes of control characters as they are.",
  ours: (row) => has(row, /[\x01-\x08\x0b\x0e-\x1f]/),
};
const NO_BREAK: Limit = {
  says: "It takes blanks that do not break for blanks around a value.",
  ours: (row) => has(row, /^\u00a0/),
};
const COMMENTED: Limit = {
  says: "It has commented keys, which stand for missing translations, with the source as their text.",
  theirs: (row) => row.key === "basket.missing",
  ours: (row) => row.key === "basket.missing",
};
const ZERO_FORM: Limit = {
  says: "It has a form for zero in a language that has none; we keep that in the file.",
  ours: (row) => /^(?:none\.count|pear|basket->medlars|two\.variables:a)$/.test(row.key),
};
const PYTHON_NUMBERS: Limit = {
  says: "It shows numbers and booleans as its own language spells them, not as the file does.",
  ours: (row) => has(row, /^(?:true|false|[-\d.e]+)$/),
};
const NOTHING: Limit = { says: "It has a string for null.", theirs: (row) => row.texts[0] === "" };

/** It repeats on each element the namespaces that the root declares. */
const withoutNamespaces = (text: string): string => text.replace(/ xmlns:xliff="[^"]*"/g, "");

const SOFT_BREAK: Limit = {
  says: "It takes the mark of a soft break for a line feed, and drops blanks at the start.",
  ours: (row) => has(row, /\\n|^\s/),
};

const json = (name: string, limits: readonly Limit[] = []): Naming =>
  mono(`jsonl10n.${name}`, "target", { theirs: keyed("target", (unit) => unit.id.replace(/^\./, "")), limits });

const pair = (context: string, source: readonly string[]): string => `${context}\u0004${source[0] ?? ""}`;

const bilingual = (store: string, more: Partial<Naming> = {}): Naming => ({
  store,
  ours: (entry) => ({
    key: pair(entry.context, entry.sources),
    texts: formsOf(entry.targets),
    fuzzy: entry.state === "needs-editing",
  }),
  theirs: (unit) =>
    unit.header || unit.obsolete
      ? undefined
      : { key: pair(unit.context, formsOf(unit.source)), texts: formsOf(unit.target), fuzzy: unit.fuzzy },
  limits: [],
  ...more,
});

/** Inline elements, which the store leaves out of its texts. */
const flat = (text: string): string => text.replace(/<\/?(?:g|x|bx|ex|bpt|ept|ph|it|mrk|sub)(?:\s[^>]*)?>/g, "");

const KEYED: Limit = {
  says: "It reads a file of keys as pairs.",
  file: (file) => file.name.startsWith("plainxliff/keyed."),
};
const NO_SOURCE: Limit = { says: "It has units without a source.", theirs: (row) => row.key === "" };

const xliff = (store: string, limits: readonly Limit[] = []): Naming => ({
  store,
  ours: (entry) => ({ key: flat(entry.sources[0] ?? ""), texts: formsOf(entry.targets.map(flat)) }),
  theirs: (unit) =>
    unit.header ? undefined : { key: flat(formsOf(unit.source)[0] ?? ""), texts: formsOf(unit.target).map(flat) },
  limits,
});

const JOINED: Limit = {
  says: "It joins blanks where the file does not say that they count.",
  ours: (row) => has(row, /\s{2}|[\t\n\r]|^\s|\s$/),
};

export const STORES: Readonly<Record<string, Naming>> = {
  po: bilingual("pypo.pofile"),
  "po-mono": bilingual("pypo.pofile", {
    ours: (entry) => ({ key: entry.context, texts: formsOf(entry.targets), fuzzy: entry.state === "needs-editing" }),
    theirs: (unit) =>
      unit.header || unit.obsolete
        ? undefined
        : {
            key: [unit.context, formsOf(unit.source)[0]].filter(Boolean).join("."),
            texts: formsOf(unit.target),
            fuzzy: unit.fuzzy,
          },
  }),
  ts: bilingual("ts2.tsfile", {
    ours: (entry) => ({
      key: pair(entry.context, entry.sources),
      texts: formsOf(entry.targets),
      fuzzy: entry.state === "needs-editing",
    }),
    limits: [
      {
        says: "It does not take an empty translation without a mark for the source.",
        ours: (row) => row.key.endsWith("\u0004Same as source"),
      },
      {
        says: "It does not read the element byte, which Qt has for what XML cannot hold.",
        ours: (row) => has(row, /[\x01-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/),
      },
      { says: "It has messages without a source.", real: true, theirs: (row) => row.key.endsWith("\u0004") },
    ],
    theirs: (unit) =>
      unit.header || unit.obsolete || !unit.translatable
        ? undefined
        : {
            key: pair(
              unit.context,
              Array.isArray(unit.source)
                ? unit.source.map((source) => source.replaceAll("(s)", ""))
                : formsOf(unit.source),
            ),
            texts: formsOf(unit.target),
            fuzzy: unit.fuzzy && formsOf(unit.target)[0] !== "",
          },
  }),
  plainxliff: xliff("xliff.xlifffile", [JOINED, NO_SOURCE, KEYED]),
  xliff: xliff("xliff.xlifffile", [JOINED, NO_SOURCE]),
  poxliff: xliff("poxliff.PoXliffFile", [{ ...JOINED, real: true }]),
  tbx: bilingual("tbx.tbxfile", {
    ours: (entry) => ({ key: entry.sources[0] ?? "", texts: formsOf(entry.targets) }),
    theirs: (unit) => ({ key: formsOf(unit.source)[0] ?? "", texts: formsOf(unit.target) }),
  }),
  csv: bilingual("csvl10n.csvfile", {
    arguments: [null, null, "utf-8"],
    limits: [
      {
        says: "It does not undo the marks that keep a cell from being a formula.",
        ours: (row) => has(row, /^[=+@-]/),
      },
      {
        says: "It reads a table of keys as pairs.",
        file: (file) => file.name.startsWith("csv/keyed."),
      },
      {
        says: "It gives other names to columns that are two, or have no commas between them.",
        file: (file) => /^csv\/(?:magento2|frappe|semicolon)/.test(file.name),
      },
      {
        says: "It has a string for each row of a plural.",
        file: (file) => file.name.startsWith("csv/plural."),
      },
    ],
  }),
  catkeys: bilingual("catkeys.CatkeysFile", {
    limits: [
      {
        says: "It knows the escapes of line feed and tab only.",
        ours: (row) => has(row, /[\\\r]/),
      },
    ],
  }),
  strings: {
    ...properties("properties.stringsutf8file", [
      {
        says: "It takes a pair with a comment behind the semicolon for a comment.",
        ours: (row) => row.key === "lines",
      },
      TWICE,
    ]),
    theirs: keyed("source", (unit) => unit.id.replaceAll("\\n", "\n").replaceAll('\\"', '"').replaceAll("\\\\", "\\")),
  },
  stringsdict: mono("stringsdict.StringsDictFile", "target", { limits: [ZERO_FORM] }),
  properties: properties("properties.javafile", [CONTROLS, NO_BREAK]),
  "properties-utf8": properties("properties.javautf8file", [CONTROLS, NO_BREAK]),
  "properties-utf16": properties("properties.javautf16file", [CONTROLS, NO_BREAK]),
  gwt: properties("properties.gwtfile", [ZERO_FORM, CONTROLS, NO_BREAK]),
  joomla: properties("properties.joomlafile", [
    {
      says: "It keeps the quotes of a value that is empty, is followed by a comment, or has quotes inside.",
      ours: (row) => row.texts[0] === "" || row.key === "COM_QUINCE_QUOTED" || has(row, /["\\]/),
    },
    { says: "It takes the name of a section for a string.", theirs: (row) => row.key.startsWith("[") },
  ]),
  "mi18n-lang": properties("properties.propfile", [
    {
      says: "It has no dialect for these files: a blank ends the key, and a backslash starts an escape.",
      ours: (row) => row.key === "a long key" || has(row, /[\\\x01]/),
      theirs: (row) => row.key === "a",
    },
  ]),
  "xwiki-java-properties": properties("properties.xwikifile", [COMMENTED, CONTROLS, NO_BREAK]),
  "xwiki-page-properties": properties("properties.XWikiPageProperties", [COMMENTED, CONTROLS]),
  "xwiki-fullpage": properties("properties.XWikiFullPage", [
    {
      says: "It reads the page as a value of a properties file: blanks at the start and escapes are lost.",
      ours: (row) => has(row, /^\s|\\|\n/),
      theirs: (row) => row.key !== "title" && row.key !== "content",
    },
  ]),
  php: mono("php.phpfile", "source", {
    ours: (entry) => ({ key: entry.context.replace(/->\d+$/, "->[]"), texts: formsOf(entry.targets) }),
    limits: [
      {
        says: "It does not know the escapes \\u{…}.",
        ours: (row) => row.key === "$lang['quote']",
      },
    ],
  }),
  laravel: mono("php.LaravelPHPFile", "source", {
    theirs: keyed("source", (unit) =>
      unit.id.replace(/^return(?:\[\])?->/, "").replace(/^'([^']*)'(?:$|(?=\[))/, "$1"),
    ),
    limits: [
      {
        says: "It takes ranges for forms.",
        ours: (row) => has(row, /^(?:\{\d|\[\d)/),
      },
      { says: "It does not know the escape \\e.", ours: (row) => has(row, /\x1b/) },
    ],
  }),
  resx: mono("resx.RESXFile", "target", {
    limits: [
      {
        says: "It has data that is not text, and the properties of a form.",
        theirs: (row) => /^(?:Picture|>>|\$)/.test(row.key),
      },
    ],
  }),
  aresource: mono("aresource.AndroidResourceFile", "target", {
    theirs: (unit) => ({ key: unit.id, texts: formsOf(unit.target).map(withoutNamespaces) }),
  }),
  "moko-resource": mono("aresource.AndroidResourceFile", "target", {
    limits: [
      {
        says: "It knows Android's rules only, by which quotes are marks and blanks are joined.",
        ours: (row) => has(row, /["\\]|\s{2}|^\s|\s$/),
      },
      { says: "It does not know the element plural.", ours: (row) => row.key === "basket_count" },
    ],
  }),
  resourcedictionary: mono("resourcedictionary.ResourceDictionaryFile", "target"),
  flatxml: mono("flatxml.FlatXMLFile", "target"),
  dtd: mono("dtd.dtdfile", "source", {
    limits: [
      { says: "It has entities that name other files.", theirs: (row) => row.key === "foreign" },
      { says: "It does not decode numbers of characters.", ours: (row) => has(row, /\r/) },
      { says: "It takes the ampersand of an entity for one that is meant.", ours: (row) => has(row, /&amp;/) },
      { says: "It takes an escaped comment for a comment.", ours: (row) => has(row, /<!--/) },
    ],
  }),
  json: json("JsonNestedFile", [PYTHON_NUMBERS, NOTHING]),
  "json-nested": json("JsonNestedFile"),
  i18next: json("I18NextFile", [PYTHON_NUMBERS]),
  i18nextv4: json("I18NextV4File", [
    {
      says: "It takes a key for a plural by an ending that the language has no form for.",
      ours: (row) => row.key === "how_many",
      theirs: (row) => row.key === "how",
    },
  ]),
  webextension: {
    ...json("WebExtensionJsonFile"),
    help: {
      says: "It does not read comments, which browsers do.",
      given: text((given) => given.replace(/^ *(?:\/\/.*|\/\*.*\*\/)$/gm, "")),
    },
  },
  arb: json("ARBJsonFile"),
  "go-i18n-json": json("GoI18NJsonFile", [ZERO_FORM, NOTHING]),
  gotext: {
    ...json("GoTextJsonFile"),
    help: {
      says: "It stops at a translation that is a message, and at a list of names.",
      given: text((given) =>
        given
          .replace(/("translation":\s*)\{\s*"msg":\s*("(?:[^"\\]|\\.)*")\s*\}/g, "$1$2")
          .replace('["Close", "close"]', '"Close"'),
      ),
    },
  },
  yaml: mono("yaml.YAMLFile", "target", {
    limits: [
      PYTHON_NUMBERS,
      { says: "It has tagged values, which are no texts.", theirs: (row) => row.key === "basket->tagged" },
      {
        says: "It has what an alias names once more.",
        theirs: (row) => row.key === "basket->other->name->save",
      },
    ],
  }),
  "ruby-yaml": mono("yaml.RubyYAMLFile", "target", { limits: [ZERO_FORM, { ...PYTHON_NUMBERS, real: true }] }),
  ini: mono("ini.inifile", "source", {
    theirs: (unit) => ({ key: unit.locations[0] ?? "", texts: formsOf(unit.source) }),
    ours: (entry) => ({ key: entry.context.replace(/^(?!\[)/, "[top]"), texts: formsOf(entry.targets) }),
    help: {
      says: "It refuses a file with names before the first section.",
      given: text((given) => given.replace(/^\ufeff?/, "[top]\n")),
    },
    limits: [
      NO_BREAK,
      { says: "It takes a name that starts with rem for a remark.", real: true, ours: (row) => /\]rem/.test(row.key) },
    ],
  }),
  srt: {
    ...subtitles("subtitles.SubRipFile"),
    help: {
      says: "It guesses the encoding without a byte order mark, and does not know places behind the times.",
      given: (bytes) => marked(text((given) => given.replace(/ X1:10$/m, ""))(bytes)),
    },
  },
  sub: {
    ...subtitles("subtitles.MicroDVDFile"),
    help: { says: "It guesses the encoding without a byte order mark.", given: marked },
  },
  ass: subtitles("subtitles.AdvSubStationAlphaFile", [SOFT_BREAK]),
  ssa: subtitles("subtitles.SubStationAlphaFile", [SOFT_BREAK]),
  rc: mono("rc.rcfile", "target", {
    // The store has in a key the texts of the menus above.
    ours: (entry) => ({ key: entry.context.replace(/\.\d+$/, ""), texts: formsOf(entry.targets) }),
    theirs: keyed("target", (unit) =>
      (unit.locations[0] ?? "")
        .replace(/^(MENU\.IDR_MENU)\..*\.(?=POPUP|MENUITEM)/, "$1.")
        .replace(/(POPUP)\.CAPTION$/, "$1"),
    ),
    limits: [
      { says: "It shows a doubled quote as two, and does not undo all escapes.", ours: (row) => has(row, /["\\]/) },
    ],
  }),
};
