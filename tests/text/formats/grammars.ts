import type { Dice } from "./mutations";
import { HARD_TEXTS } from "./traps/traps";

/**
 * Files made by a grammar of each family: right in most of their syntax, and odd in what they say with it. Changes of
 * bytes hardly ever find such files.
 */

type Grammar = (dice: Dice, others: readonly string[]) => string;

const KEYS = [
  "title",
  "a.b",
  "a[0]",
  "__proto__",
  "k_one",
  "k_other",
  "k_plural",
  "k_0",
  "k_2",
  "@k",
  "@@x",
  "x y",
  "ř",
];
const WORDS = ["text", "{0}", "%d kdoulí", "a|b", "", " ", "12", "true", "null", "řádek", "a\nb", "x".repeat(90)];

const key = (dice: Dice): string => dice.one(KEYS);
const words = (dice: Dice): string => (dice.below(4) ? dice.one(WORDS) : dice.one(HARD_TEXTS.slice(0, -2)));
const times = (dice: Dice, most: number, make: () => string): string =>
  Array.from({ length: dice.below(most + 1) }, make).join("");
const blank = (dice: Dice): string => dice.one(["", "", " ", "\n", "\n  ", "\t", "\r\n"]);

function jsonText(text: string, dice: Dice): string {
  const plain = JSON.stringify(text);
  if (dice.below(5)) return plain;
  return plain.replace(/[a-z/](?![^"\\]*\\)/g, (letter) =>
    dice.below(3) ? letter : `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function jsonValue(dice: Dice, depth: number): string {
  const kind = dice.below(depth > 3 ? 3 : 8);
  if (kind < 2) return jsonText(words(dice), dice);
  if (kind === 2) return dice.one(["1.10", "-0", "true", "null", "1e999", "[]", "{}"]);
  const inside = Array.from({ length: dice.below(5) }, () => {
    const value = `${blank(dice)}${jsonValue(dice, depth + 1)}${blank(dice)}`;
    return kind < 7 ? `${blank(dice)}${jsonText(jsonKey(dice), dice)}${blank(dice)}:${value}` : value;
  });
  const [open, close] = kind < 7 ? ["{", "}"] : ["[", "]"];
  return `${open}${inside.join(",")}${blank(dice)}${close}`;
}

/** Names that one of the dialects gives a meaning. */
const JSON_WORDS =
  "message description placeholders content translations translation messages id language select cases one few other zero msg hash defaultMessage _%n_::_%n_ pluralForm _k.comment fuzzy translatorComment".split(
    " ",
  );
const jsonKey = (dice: Dice): string => (dice.below(2) ? key(dice) : dice.one(JSON_WORDS));

const json: Grammar = (dice) => `${dice.one(["", "", "\ufeff"])}${jsonValue(dice, 0)}${dice.one(["", "\n", "\r\n"])}`;

/** A tree of what a catalogue says in one language, right in most of it. */
function catalogueTree(dice: Dice, depth: number): string {
  const unit = (): string =>
    dice.below(12)
      ? `"stringUnit"${blank(dice)}:{${dice.below(6) ? `"state":${dice.one(['"translated"', '"needs_review"', '"new"', '"stale"', '"done"', "1"])},` : ""}"value"${blank(dice)}:${JSON.stringify(words(dice))}}`
      : `"stringUnit":${dice.one(["{}", '{"state":"new"}', '{"value":1.10}', '{"value":{}}', "null", "[]"])}`;
  const cases = (names: readonly string[]): string =>
    Array.from(
      { length: dice.below(4) },
      () => `${blank(dice)}"${dice.one(names)}":${catalogueTree(dice, depth + 1)}`,
    ).join(",");
  const forms = (): string =>
    Array.from(
      { length: dice.below(5) },
      () => `"${dice.one(["zero", "one", "few", "many", "other", "x"])}":{${unit()}}`,
    ).join(",");
  const members: string[] = [];
  if (depth > 3 || dice.below(3)) members.push(unit());
  if (depth < 4 && dice.below(3) === 0)
    members.push(
      `"variations":{${dice.one([`"plural":{${forms()}}`, `"plural":{${forms()}}`, `"plural":{${cases(["one", "other"])}}`, `"device":{${cases(["mac", "other", "iphone"])}}`, `"width":{${cases(["1", "20"])}}`, "", '"plural":[]'])}}`,
    );
  if (depth < 3 && dice.below(5) === 0) members.push(`"substitutions":{${cases(["n", "m", "device.mac"])}}`);
  if (dice.below(15) === 0) members.push('"argNum":1');
  return dice.below(30) ? `{${members.join(`,${blank(dice)}`)}}` : dice.one(["1", '"x"', "[]"]);
}

/** String catalogues. */
const catalogue: Grammar = (dice) => {
  const languages = (): string =>
    Array.from(
      { length: dice.below(4) },
      () =>
        `${blank(dice)}"${dice.one(["cs", "cs", "en", "ja", "CS", "x/y", "__proto__"])}" : ${catalogueTree(dice, 0)}`,
    ).join(",");
  const strings = Array.from({ length: dice.below(6) }, () => {
    const members = [
      ...(dice.below(4) ? [] : [`"comment":${JSON.stringify(words(dice))}`]),
      ...(dice.below(8) ? [`"localizations"${blank(dice)}:${blank(dice)}{${languages()}${blank(dice)}}`] : []),
      ...(dice.below(6)
        ? []
        : [dice.one(['"shouldTranslate":false', '"localizations":[]', '"extractionState":"stale"'])]),
    ];
    const name = dice.below(4) ? key(dice) : dice.one(["a", "a:n", "a:device.mac", "", "a:plural.one"]);
    return `${blank(dice)}${jsonText(name, dice)} : ${dice.below(20) ? `{${members.join(",")}}` : dice.one(["[]", "1", '"x"'])}`;
  });
  const head = `"sourceLanguage" : "${dice.one(["en", "en", "cs", "", "x_y"])}"`;
  const top = [head, `"strings" : {${blank(dice)}${strings.join(",")}${blank(dice)}}`, '"version" : "1.0"'];
  if (dice.below(8) === 0) top.reverse();
  return `${dice.one(["", "", "\ufeff"])}{${blank(dice)}${top.join(`,${blank(dice)}`)}}${dice.one(["", "\n"])}`;
};

function yamlScalar(dice: Dice, indent: string): string {
  const text = words(dice);
  switch (dice.below(6)) {
    case 0:
      return JSON.stringify(text);
    case 1:
      return `'${text.replaceAll("'", "''").replaceAll("\n", `\n\n${indent} `)}'`;
    case 2:
      return `${dice.one(["|", "|-", "|+", ">", ">-", "|2"])}${dice.one(["", " # note"])}\n${text
        .split("\n")
        .map((line) => `${indent}  ${line}`)
        .join(dice.one(["\n", "\n\n"]))}`;
    case 3:
      return dice.one(["&a x", "*a", "!!str 1", "~", "12:30", "yes", "[a, 'b', *a]", "{a: b, c: , d}", "? x"]);
    default:
      return text.replace(/[^\p{L}\d %]/gu, "") || "x";
  }
}

function yamlMap(dice: Dice, indent: string, depth: number): string {
  const list = dice.below(5) === 0;
  return Array.from({ length: 1 + dice.below(4) }, () => {
    const head = list ? "-" : `${dice.one([...KEYS.slice(0, 3), '"q"', "'s'", "one", "other", "<<", "cs", "no"])}:`;
    const note = dice.below(5) ? "" : `${indent}# note\n`;
    const nested = depth < 4 && dice.below(3) === 0;
    const value = nested
      ? `${dice.one(["", " &a", " # x"])}\n${yamlMap(dice, `${indent}${dice.one(["  ", "    "])}`, depth + 1)}`
      : ` ${yamlScalar(dice, indent)}\n`;
    return `${note}${indent}${head}${value}`;
  }).join(dice.below(6) ? "" : "\n");
}

const yaml: Grammar = (dice) =>
  `${dice.one(["", "", "---\n", "# top\n", "\ufeff", "%YAML 1.2\n---\n"])}${dice.one(["", "cs:\n  a: b\n"])}${yamlMap(dice, "", 0)}${dice.one(["", "...\n"])}`;

/** What stands in which element in the files that are there. */
function learned(others: readonly string[]): {
  root: string;
  inside: Map<string, string[]>;
  open: Map<string, string[]>;
} {
  const [inside, open] = [new Map<string, string[]>(), new Map<string, string[]>()];
  let root = "a";
  for (const text of others) {
    const stack: string[] = [];
    for (const [tag, slash, name = ""] of text.matchAll(/<(\/?)([\w:.-]+)(?:\s[^<>]*)?>/g)) {
      if (slash) {
        stack.pop();
        continue;
      }
      const parent = stack.at(-1);
      if (parent === undefined) root = name;
      else inside.set(parent, [...(inside.get(parent) ?? []), name]);
      open.set(name, [...(open.get(name) ?? []), tag.replace(/\/?>$/, "")]);
      if (!tag.endsWith("/>")) stack.push(name);
    }
  }
  return { root, inside, open };
}

const xmlText = (dice: Dice): string => {
  const text = words(dice).replace(/[^\t\n\x20-\ud7ff\ue000-\ufffd]/g, "");
  if (dice.below(6) === 0) return `<![CDATA[${text.replaceAll("]]>", "")}]]>`;
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("]]>", "]]&gt;");
};

const xml: Grammar = (dice, others) => {
  const { root, inside, open } = learned(others);
  const between = (): string => dice.one(["", "\n", "\n  ", "<!-- note -->", "<?x y?>", "\t"]);
  const element = (name: string, depth: number): string => {
    // An attribute may be missing, or say something else.
    const tag = dice.one(open.get(name) ?? [`<${name}`]).replace(/\s+[\w:.-]+=(?:"[^"]*"|'[^']*')/g, (attribute) => {
      const chance = dice.below(12);
      if (chance === 0) return "";
      return chance === 1 ? attribute.replace(/=.*/s, `="${xmlAttribute(dice)}"`) : attribute;
    });
    const names = inside.get(name) ?? [];
    if (dice.below(12) === 0) return `${tag}/>`;
    if (names.length === 0 || depth > 8) return `${tag}>${xmlText(dice)}</${name}>`;
    const children = names.filter(() => dice.below(8) > 0).slice(0, 12);
    if (dice.below(6) === 0) children.push(dice.one(names));
    if (dice.below(6) === 0) children.reverse();
    const body = children.map((child) => `${between()}${element(child, depth + 1)}`).join("");
    return `${tag}>${body}${dice.below(10) ? "" : xmlText(dice)}${between()}</${name}>`;
  };
  const head = dice.one(["", '<?xml version="1.0" encoding="utf-8"?>\n', "<?xml version='1.0'?>", "\ufeff"]);
  const doctype = dice.below(8) ? "" : `<!DOCTYPE ${root} [<!ENTITY app "App"><!-- x -->]>\n`;
  return `${head}${doctype}${element(root, 0)}${dice.one(["", "\n"])}`;
};

const xmlAttribute = (dice: Dice): string => xmlText(dice).replace(/<[^>]*>|[<"]/g, "");

type Line = (dice: Dice) => string;

const escaped = (text: string): string => text.replace(/[\\"\n]/g, (mark) => (mark === "\n" ? "\\n" : `\\${mark}`));
const quoted: Line = (dice) => `"${escaped(words(dice))}"`;
const oneLine: Line = (dice) => words(dice).replace(/[\r\n]/g, " ");

const PO: Line[] = [
  (dice) =>
    `${dice.one(["", "# note\n", "#. seen\n", "#: a.c:1 b.c:2\n", "#, fuzzy, c-format\n", '#| msgid "old"\n'])}${dice.one(["", 'msgctxt "c"\n', 'msgctxt ""\n'])}msgid ${quoted(dice)}\nmsgstr ${quoted(dice)}${dice.one(["", `\n${quoted(dice)}`, ` ${quoted(dice)}`])}\n\n`,
  (dice) =>
    `msgid ${quoted(dice)}\nmsgid_plural ${quoted(dice)}\nmsgstr[0] ${quoted(dice)}\nmsgstr[1] ${quoted(dice)}\n${dice.one(["", 'msgstr[2] ""\n'])}\n`,
  (dice) => `#~ msgid ${quoted(dice)}\n#~ msgstr ${quoted(dice)}\n\n`,
  () => 'msgid ""\nmsgstr "Language: cs\\nPlural-Forms: nplurals=3; plural=0;\\n"\n\n',
];
const PROPERTIES: Line[] = [
  (dice) =>
    `${dice.one(["", "  "])}${key(dice).replaceAll(" ", "\\ ")}${dice.one(["=", ":", " ", " = ", ""])}${oneLine(dice)}\n`,
  (dice) =>
    `${key(dice).replaceAll(" ", "\\ ")}${dice.one(["[one]", "[few]", "[none]", "[other]"])}=${oneLine(dice)}\n`,
  (dice) => `k${dice.below(3)} = one \\\n    ${dice.one(["two", "\\", "# no note", ""])}\n`,
  (dice) => dice.one(["# note\n", "! note\n", "\n", "#\n", "#@ x\n", "#a=b\n"]),
  (dice) => `u=\\u010${dice.below(10)}\\t\\q\\\n`,
];
const STRINGS: Line[] = [
  (dice) => `${quoted(dice)} = ${quoted(dice)};${dice.one(["\n", " // x\n", " /* y */\n", ""])}`,
  (dice) => `${dice.one(["Bare", "a.b"])}${dice.one([" = ", "="])}${quoted(dice)}${blank(dice)};\n`,
  (dice) => dice.one(["/* note */\n", "// note\n", "/* a\n b */", "\n", '"only";\n']),
];
const INI: Line[] = [
  (dice) => `${key(dice)}${dice.one(["=", " = ", ""])}${oneLine(dice)}\n`,
  (dice) => dice.one(["[Section]\n", "[a b]\n", "; note\n", "# note\n", "\n", "[open\n"]),
  (dice) => `KEY${dice.below(3)}="${oneLine(dice)}"${dice.one(["", " ; x", " x"])}\n`,
];
const TOML: Line[] = [
  (dice) =>
    `${dice.one(["a", '"q k"', "'l'", "x.y", "one", "other"])} = ${dice.one([quoted(dice), `'${oneLine(dice).replaceAll("'", "")}'`, `"""\n${escaped(words(dice))}"""`, "[ 'a', # n\n 'b' ]", "{ one = 'x', other = 'y' }", "12", "true", "2020-01-01"])}\n`,
  (dice) => dice.one(["[t]\n", "[[l]]\n", "[t.u]\n", '["q"]\n', "# note\n", "\n"]),
];
const FLUENT: Line[] = [
  (dice) =>
    `${dice.one(["a", "b-c", "-term", "k1"])} =${dice.one([" ", "\n    "])}${oneLine(dice).replace(/[{}]/g, "") || "x"}\n`,
  (dice) =>
    `s${dice.below(3)} = { $n ->\n    [one] jedna\n   *[other] { $n } { -term }${dice.one(["", '{ "{" }'])}\n}\n`,
  (dice) => dice.one(["    .attr = x\n", "# note\n", "## group\n", "### file\n", "\n", "    next line\n", "junk\n"]),
];
const CSV: Line[] = [
  (dice) =>
    `${Array.from({ length: 1 + dice.below(5) }, () => dice.one([quotedCell(dice), oneLine(dice).replace(/[",]/g, "")])).join(",")}${dice.one(["\n", "\r\n"])}`,
  (dice) => dice.one(["source,target\n", '"location","source","target","context","fuzzy"\n', "id,text\n", "\n"]),
];
const quotedCell: Line = (dice) => `"${words(dice).replaceAll('"', '""')}"`;
const PHP: Line[] = [
  (dice) =>
    `$lang['${dice.one(["a", "b", "c\\'d"])}'] = ${dice.one([`'${phpText(dice)}'`, quoted(dice), `'a' . 'b'`, "<<<X\ntext\nX", "5"])};${dice.one(["\n", " // n\n", " # n\n"])}`,
  (dice) => `define("D${dice.below(3)}", '${phpText(dice)}');\n`,
  (dice) =>
    `return ${dice.one(["[", "array("])}\n    'k' => '${phpText(dice)}',\n    'n' => ['x' => "y", 'a|b',],\n${dice.one(["]", ")"])};\n`,
  (dice) => dice.one(["/* note */\n", "// note\n", "?>text<?php\n", "\n", "$x = ['k' => ['l' => 'm']];\n"]),
];
const phpText: Line = (dice) => words(dice).replace(/[\\']/g, "\\$&");
const DTD: Line[] = [
  (dice) =>
    `<!ENTITY ${dice.one(["a", "b.c", "% d"])} ${dice.one([`"${oneLine(dice).replaceAll('"', "&quot;")}"`, `'${oneLine(dice).replaceAll("'", "")}'`])}>\n`,
  (dice) => dice.one(["<!-- note -->\n", "\n", "%d;\n", '<!ENTITY x SYSTEM "y">\n']),
];
const PROSE: Line[] = [
  (dice) =>
    `${dice.one(["", "# ", "## ", "- ", "1. ", "> ", "* * ", "| ", "== ", "<p>", "    ", "<b>", "<li><a title='x'>"])}${oneLine(dice)}${dice.one(["\n", "\n\n", "</b>\n", "</p>", " |\n", "  \n"])}`,
  (dice) =>
    dice.one([
      "```\n",
      "---\n",
      "| a | b |\n|---|---|\n",
      "<ul>",
      "</ul>\n",
      "====\n",
      "{{x}}\n",
      "<!-- c -->\n",
      "[[l|t]]\n",
    ]),
];
const SRT: Line[] = [
  (dice) =>
    `${dice.below(9)}\n00:00:0${dice.below(9)},000 --> 00:00:0${dice.below(9)},500${dice.one(["", " X1:2"])}\n${oneLine(dice)}${dice.one(["\n\n", "\nb\n\n", "\n", "\n \n"])}`,
  (dice) => dice.one(["\n", "5\n", "  \n"]),
];

const lines =
  (of: readonly Line[], start = ""): Grammar =>
  (dice) => {
    const text = start + times(dice, 12, () => dice.one(of)(dice));
    return dice.below(6) ? text : text.replaceAll("\n", "\r\n");
  };

/** Grammars by the formats they are for; the first that fits. */
const GRAMMARS: [RegExp, Grammar][] = [
  [/^po/, lines(PO)],
  [/^xcstrings$/, catalogue],
  [/json|^(?:i18next|webextension|arb|gotext)/, json],
  [/yaml/, yaml],
  [/toml/, lines(TOML)],
  [/^fluent$/, lines(FLUENT)],
  [/^csv/, lines(CSV)],
  [/^(?:php|laravel)$/, lines(PHP, "<?php\n")],
  [/^strings(?:-utf8)?$/, lines(STRINGS)],
  [/^(?:properties|gwt|mi18n|xwiki-java)/, lines(PROPERTIES)],
  [/^(?:ini|islu|joomla)$/, lines(INI)],
  [/^dtd$/, lines(DTD)],
  [/^srt$/, lines(SRT)],
  [/^(?:html|markdown|mdx|asciidoc|txt|dokuwiki|mediawiki)$/, lines(PROSE)],
  [
    /^(?:tsx?1?|plainxliff|xliff.*|apple-xliff|tbx|wxl|stringsdict|resx|.*resource|resourcedictionary|flatxml|xwiki-page.*|xwiki-full.*)$/,
    xml,
  ],
];

/** The grammar of a format; undefined where there is none. */
export function grammarOf(format: string): Grammar | undefined {
  return format === "poxliff" ? xml : GRAMMARS.find(([mask]) => mask.test(format))?.[1];
}
