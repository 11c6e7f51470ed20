/** Big and hostile files of the formats that are trees of keys: JSON, YAML, TOML, Fluent. */

const MANY = 100_000;

/** What an entry of a JSON dialect looks like, and what stands around all of them. */
const JSON_SHAPES: Readonly<Record<string, { entry: (i: number, text: string) => string; around: [string, string] }>> =
  {
    json: { entry: (i, text) => `"key${i}": ${text}`, around: ["{", "}"] },
    "json-nested": { entry: (i, text) => `"key${i}": { "text": ${text} }`, around: ["{", "}"] },
    i18next: { entry: (i, text) => `"key${i}": ${text}, "key${i}_plural": ${text}`, around: ["{", "}"] },
    i18nextv4: { entry: (i, text) => `"key${i}_one": ${text}, "key${i}_other": ${text}`, around: ["{", "}"] },
    webextension: { entry: (i, text) => `"key${i}": { "message": ${text}, "description": "x" }`, around: ["{", "}"] },
    arb: { entry: (i, text) => `"key${i}": ${text}, "@key${i}": { "description": "x" }`, around: ["{", "}"] },
    formatjs: { entry: (i, text) => `"key${i}": { "defaultMessage": ${text} }`, around: ["{", "}"] },
    "go-i18n-json": { entry: (i, text) => `{ "id": "key${i}", "translation": ${text} }`, around: ["[", "]"] },
    "go-i18n-json-v2": { entry: (i, text) => `"key${i}": { "hash": "h", "other": ${text} }`, around: ["{", "}"] },
    gotext: {
      entry: (i, text) => `{ "id": "key${i}", "message": "x", "translation": ${text} }`,
      around: ['{ "language": "cs", "messages": [', "]}"],
    },
    "nextcloud-json": { entry: (i, text) => `"key${i}": ${text}`, around: ['{ "translations": {', "}}"] },
    xcstrings: {
      entry: (i, text) =>
        `    "key${i}" : {\n      "localizations" : {\n        "cs" : {\n          "stringUnit" : {\n            "state" : "translated",\n            "value" : ${text}\n          }\n        }\n      }\n    }`,
      around: ['{\n  "sourceLanguage" : "en",\n  "strings" : {', '  },\n  "version" : "1.0"\n}'],
    },
    resjson: { entry: (i, text) => `"key${i}": ${text}, "_key${i}.comment": "x"`, around: ["{", "}"] },
  };

/** Whether a format has its traps here. */
export function isKeyed(format: string): boolean {
  return format in JSON_SHAPES || /yaml$|toml$|^fluent$/.test(format);
}

/** A file with `count` entries. */
export function bigKeyed(format: string, count: number): string {
  const numbers = Array.from({ length: count }, (_, i) => i);
  if (format.endsWith("yaml")) {
    const lines = numbers.map((i) => `  key${i}: "Řetězec číslo ${i}"\n`);
    return `cs:\n${lines.join("")}`;
  }
  if (format === "fluent") return numbers.map((i) => `key${i} = Řetězec číslo ${i}\n`).join("");
  if (format.endsWith("toml")) return numbers.map((i) => `key${i} = "Řetězec číslo ${i}"\n`).join("");
  const shape = JSON_SHAPES[format];
  if (!shape) throw new Error(`No big file for ${format}: add one.`);
  const entries = numbers.map((i) => `  ${shape.entry(i, `"Řetězec číslo ${i}"`)}`);
  return `${shape.around[0]}\n${entries.join(",\n")}\n${shape.around[1]}\n`;
}

/** Files that try to take time or memory, by name. */
export function hostileKeyed(format: string): [string, string][] {
  if (format.endsWith("yaml")) return hostileYaml;
  if (format.endsWith("toml")) return hostileToml;
  if (format === "fluent") return hostileFluent;
  return [
    ...(format === "xcstrings" ? hostileCatalogues : []),
    ["100,000 open brackets", "[".repeat(MANY)],
    ["100,000 nested lists", `${"[".repeat(MANY)}${"]".repeat(MANY)}`],
    ["100,000 nested objects", `${'{"a":'.repeat(MANY)}1${"}".repeat(MANY)}`],
    ["100,000 equal keys", `{${'"a":"b",'.repeat(MANY)}"a":"c"}`],
    ["a key __proto__", '{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"x":"y"}}}'],
    ["a text of 1 MB", `{"a":"${"a".repeat(1_000_000)}"}`],
    ["an unclosed text of 2 MB", `{"a":"${"a".repeat(2_000_000)}`],
    ["1 MB of escapes", `{"a":"${"\\u0041".repeat(160_000)}"}`],
    ["a key of 1 MB of underscores", `{"${"_one".repeat(250_000)}":"a"}`],
    ["100,000 numbered forms", `{${Array.from({ length: MANY }, (_, i) => `"a_${i}":"b"`).join(",")}}`],
    ["50,000 equal ids", `{"language":"cs","messages":[${'{"id":"a","translation":"b"},'.repeat(MANY / 2)}{}]}`],
    ["50,000 items", `[${'{"id":"a","translation":{"one":"b"}},'.repeat(MANY / 2)}{}]`],
    [
      "100,000 forms",
      `{"translations":{"_a_::_b_":[${'"x",'.repeat(MANY)}"y"]},"pluralForm":"nplurals=99; plural=0;"}`,
    ],
  ];
}

const catalogue = (strings: string): string => `{"sourceLanguage":"cs","strings":{${strings}},"version":"1.0"}`;
const unit = '{"stringUnit":{"state":"translated","value":"b"}}';

/** String catalogues that try to take time or memory, by name. */
const hostileCatalogues: [string, string][] = [
  ["50,000 equal keys with texts", catalogue(`${`"a":{"localizations":{"cs":${unit}}},`.repeat(MANY / 2)}"b":{}`)],
  [
    "50,000 languages",
    catalogue(`"a":{"localizations":{${Array.from({ length: MANY / 2 }, (_, i) => `"c${i}":${unit}`).join(",")}}}`),
  ],
  [
    "50,000 spellings of a language",
    catalogue(`"a":{"localizations":{${Array.from({ length: MANY / 2 }, () => `"CS":${unit}`).join(",")}}}`),
  ],
  [
    "50,000 substitutions",
    catalogue(
      `"a":{"localizations":{"cs":{"substitutions":{${Array.from({ length: MANY / 2 }, (_, i) => `"${i}":${unit}`).join(",")}}}}}`,
    ),
  ],
  [
    "devices in devices",
    catalogue(`"a":{"localizations":{"cs":${'{"variations":{"device":{"mac":'.repeat(60)}${unit}${"}}}".repeat(60)}}}`),
  ],
  [
    "a string that is a list",
    catalogue('"a":[{"localizations":{}}],"b":{"localizations":[1]},"c":{"localizations":{"cs":7}}'),
  ],
  [
    "keys of the prototype",
    catalogue(`"__proto__":{"localizations":{"__proto__":${unit},"cs":${unit}}},"constructor":{}`),
  ],
];

/** YAML that tries to take time or memory, by name. */
const hostileYaml: [string, string][] = [
  ["100,000 open brackets", "[".repeat(MANY)],
  ["100,000 nested lists", `${"[".repeat(MANY)}${"]".repeat(MANY)}`],
  ["100,000 nested maps", `${'{"a":'.repeat(MANY)}1${"}".repeat(MANY)}`],
  ["100,000 dashes", "- ".repeat(MANY)],
  ["2,000 levels of indentation", Array.from({ length: 2000 }, (_, i) => `${" ".repeat(i)}a:`).join("\n")],
  ["50,000 equal keys", `cs:\n${"  a: b\n".repeat(MANY / 2)}`],
  [
    "a bomb of aliases",
    `a: &a0 [x, x]\n${Array.from({ length: 60 }, (_, i) => `b${i}: &a${i + 1} [*a${i}, *a${i}]\n`).join("")}`,
  ],
  ["a merge of itself", "cs: &a\n  <<: *a\n  b: c\n"],
  [
    "20,000 anchors and aliases",
    Array.from({ length: MANY / 5 }, (_, i) => `a${i}: &x${i} b\nb${i}: *x${i}\n`).join(""),
  ],
  ["an unclosed text of 1 MB", `a: "${"a".repeat(1_000_000)}`],
  ["a text of 1 MB", `cs:\n  a: "${"a".repeat(1_000_000)}"`],
  ["a block of 200,000 lines", `cs:\n  a: |\n${"    x\n".repeat(2 * MANY)}`],
  ["200,000 comments", `${"# x\n".repeat(2 * MANY)}cs:\n  a: b\n`],
  ["100,000 tags", "!a ".repeat(MANY)],
  ["100,000 documents", "---\na\n".repeat(MANY)],
  ["100,000 colons", "a: ".repeat(MANY)],
  ["50,000 pairs on a line", `{${"a: b, ".repeat(MANY / 2)}}`],
  ["a key __proto__", "cs:\n  __proto__: a\n  constructor:\n    prototype: b\n"],
];

/** TOML that tries to take time or memory, by name. */
const hostileToml: [string, string][] = [
  ["100,000 open brackets", `a = ${"[".repeat(MANY)}`],
  ["100,000 nested lists", `a = ${"[".repeat(MANY)}${"]".repeat(MANY)}`],
  ["20,000 nested tables", `a = ${"{a=".repeat(MANY / 5)}1${"}".repeat(MANY / 5)}`],
  ["a key of 10,000 parts", `[${"a.".repeat(MANY / 10)}a]\nb = "c"`],
  ["20,000 equal tables", '[a]\nb = "c"\n'.repeat(MANY / 5)],
  ["an unclosed text of 1 MB", `a = "${"a".repeat(1_000_000)}`],
  ["a text of 400 kB", `a = """${"a".repeat(400_000)}"""`],
  ["200,000 comments", "# x\n".repeat(2 * MANY)],
  ["a key __proto__", '__proto__ = "a"\n[constructor]\nprototype = "b"\n'],
];

/** Fluent that tries to take time or memory, by name. */
const hostileFluent: [string, string][] = [
  ["100,000 open braces", `a = ${"{".repeat(MANY)}`],
  ["10,000 nested placeables", `a = ${"{".repeat(MANY / 10)}x${"}".repeat(MANY / 10)}`],
  ["100,000 lines that are nothing", "?\n".repeat(MANY)],
  ["50,000 equal keys", "a = b\n".repeat(MANY / 2)],
  ["50,000 attributes", `a = b\n${" .c = d\n".repeat(MANY / 2)}`],
  ["a text of 400 kB", `a = ${"a".repeat(400_000)}`],
  ["100,000 comments", "# x\n".repeat(MANY)],
  ["a key __proto__", "constructor = a\nprototype = b\n-proto = c\n"],
];
