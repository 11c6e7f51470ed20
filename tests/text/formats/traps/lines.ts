/** Big and hostile files of the formats that are lines or blocks of text, and what each of them cannot hold. */

const MANY = 100_000;

interface Trap {
  /** One string. */
  item: (i: number) => string;
  start?: string;
  end?: string;
  /** Texts that the format refuses, because it has no spelling for them. */
  cannot?: RegExp;
  hostile?: [string, string][];
  /** A key that can be added to its files. */
  key?: string;
}

const NOT_XML = /[\x01-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;

const hostileProperties: [string, string][] = [
  ["400 kB of backslashes", `a=${"\\".repeat(400_000)}`],
  ["100,000 continued lines", `a=${"b\\\n".repeat(MANY)}`],
  ["200,000 comments", "#a\n".repeat(200_000)],
  ["100,000 equal keys", "a=b\n".repeat(MANY)],
  ["a text of 1 MB", `a=${"b".repeat(1_000_000)}\n`],
  ["200,000 escapes", `a=${"\\u0041".repeat(200_000)}\n`],
  ["200,000 carriage returns", "\r".repeat(200_000)],
  ["a key __proto__", "__proto__=a\nconstructor=b\n"],
];

const properties = (more: Partial<Trap> = {}): Trap => ({
  item: (i) => `# Note ${i}\nkey.${i} = Text number ${i}\n`,
  hostile: hostileProperties,
  ...more,
});

const page = (inside: string): string => `<xwikidoc><title></title><content>${inside}</content></xwikidoc>`;

const hostilePhp: [string, string][] = [
  ["100,000 nested arrays", `<?php return ${"[".repeat(MANY)}${"]".repeat(MANY)};`],
  ["100,000 brackets in code", `<?php f${"(".repeat(MANY)};`],
  ["an unclosed text of 1 MB", `<?php return ['a' => '${"a".repeat(1_000_000)}`],
  ["an unclosed comment of 1 MB", `<?php /*${"*".repeat(1_000_000)}`],
  ["an unclosed heredoc", `<?php $a = <<<X\n${"a\n".repeat(200_000)}`],
  ["400 kB of backslashes", `<?php $a = "${"\\".repeat(400_000)}";`],
  ["400 kB of dollars", `<?php $a = "${"$".repeat(400_000)}";`],
  ["200,000 texts joined", `<?php $a = ${"'a' . ".repeat(200_000)}'b';`],
  ["200,000 semicolons", `<?php ${";".repeat(200_000)}`],
  ["100,000 equal keys", `<?php return [${"'a' => 'b', ".repeat(MANY)}];`],
  ["200,000 tags", "<?php ?>".repeat(200_000)],
  ["a key __proto__", "<?php return ['__proto__' => ['constructor' => 'x']];"],
];

const TRAPS: Readonly<Record<string, Trap>> = {
  properties: properties(),
  "properties-utf8": properties(),
  "properties-utf16": properties(),
  gwt: properties({
    hostile: [...hostileProperties, ["100,000 forms of one string", "a[one]=b\na[few]=c\n".repeat(MANY / 2)]],
  }),
  "gwt-iso": properties(),
  "mi18n-lang": properties(),
  "xwiki-java-properties": properties(),
  "xwiki-page-properties": properties({
    start: "<xwikidoc><title></title><content>",
    end: "</content></xwikidoc>",
    cannot: /[\x01-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/,
    hostile: hostileProperties.map(([name, text]) => [name, page(text)]),
  }),
  joomla: {
    item: (i) => `; Note ${i}\nKEY_${i}="Text number ${i}"\n`,
    hostile: [
      ["1 MB of quotes", `A="${'"'.repeat(1_000_000)}`],
      ["800 kB of quotes and blanks", `A="${'" '.repeat(400_000)}x`],
      ["600 kB of old quotes", `A="${'"_QQ_"'.repeat(100_000)}"`],
      ["100,000 equal keys", 'A="b"\n'.repeat(MANY)],
      ["200,000 semicolons", ";\n".repeat(200_000)],
    ],
  },
};

const EXTRA: Readonly<Record<string, Trap>> = {
  php: {
    start: "<?php\n",
    item: (i) => `// Note ${i}\n$lang['key${i}'] = 'Text number ${i}';\n`,
    hostile: hostilePhp,
    key: "$lang['zz_new_key']",
  },
  laravel: {
    start: "<?php\nreturn [\n",
    item: (i) => `    'key${i}' => 'Text number ${i}',\n`,
    end: "];\n",
    cannot: /\|/,
    hostile: [...hostilePhp, ["200,000 bars", `<?php return ['a' => '${"|".repeat(200_000)}'];`]],
  },
};

const MARKS = /[\r]|(?:^|\n)[ \t]*(?:\n|$)/;
const HARD_LINES: [string, string][] = [
  ["200,000 line ends", "\n".repeat(200_000)],
  ["200,000 carriage returns", "\r".repeat(200_000)],
  ["200,000 braces", "{".repeat(200_000)],
  ["200,000 brackets", "[".repeat(200_000)],
];
const time = (i: number): string =>
  `${String(Math.floor(i / 3600)).padStart(2, "0")}:${String(Math.floor(i / 60) % 60).padStart(2, "0")}:${String(i % 60).padStart(2, "0")}`;

const MORE: Readonly<Record<string, Trap>> = {
  ini: {
    start: "[Section]\n",
    item: (i) => `name${i} = Text number ${i}\n`,
    cannot: /[\r\n]|^[ \t\f]|[ \t\f]$/,
    hostile: [...HARD_LINES, ["100,000 sections", "[a]\n".repeat(MANY)], ["100,000 equal names", "a=b\n".repeat(MANY)]],
  },
  islu: {
    start: "[Messages]\n",
    item: (i) => `Name${i}=Text number ${i}%n\n`,
    cannot: /\r|^[ \f]|[ \f]$/,
    hostile: [...HARD_LINES, ["400 kB of percent signs", `[a]\na=${"%n".repeat(200_000)}`]],
  },
  dtd: {
    item: (i) => `<!ENTITY key.${i} "Text number ${i}">\n`,
    cannot: NOT_XML,
    hostile: [
      ...HARD_LINES,
      ["200,000 open tags", "<".repeat(200_000)],
      ["200,000 ampersands", `<!ENTITY a "${"&".repeat(200_000)}">`],
      ["100,000 equal entities", '<!ENTITY a "b">\n'.repeat(MANY)],
      ["100,000 comments", "<!-- a -->\n".repeat(MANY)],
      ["blanks in a declaration", `<!ENTITY${" ".repeat(200_000)}`],
    ],
  },
  catkeys: {
    start: "1\tczech\tapplication/x-vnd.Quince\t123\n",
    item: (i) => `Source ${i}\tContext\t\tText number ${i}\n`,
    hostile: [...HARD_LINES, ["200,000 tabs", "\t".repeat(200_000)]],
  },
  rc: {
    start: "STRINGTABLE\nBEGIN\n",
    item: (i) => `    IDS_${i} "Text number ${i}"\n`,
    end: "END\n",
    hostile: [
      ...HARD_LINES,
      ["100,000 blocks", "BEGIN\n".repeat(MANY)],
      ["200,000 quotes", `A "${'"'.repeat(200_000)}`],
      ["200,000 commas", ",\n".repeat(200_000)],
      ["an unclosed comment", `/*${"*".repeat(200_000)}`],
    ],
  },
  srt: {
    item: (i) => `${i + 1}\n${time(i)},000 --> ${time(i)},900\nText number ${i}\n\n`,
    cannot: MARKS,
    hostile: [...HARD_LINES, ["100,000 equal times", "1\n00:00:01,000 --> 00:00:02,000\na\n\n".repeat(MANY)]],
    key: "09:59:57,000-->09:59:58,000",
  },
  sub: {
    item: (i) => `{${i * 25}}{${i * 25 + 20}}Text number ${i}\n`,
    cannot: /[\r|]/,
    hostile: [...HARD_LINES, ["200,000 bars", `{1}{2}${"|".repeat(200_000)}`]],
    key: "99999-->99999",
  },
  ass: {
    start: "[Script Info]\n[Events]\nFormat: Layer, Start, End, Text\n",
    item: (i) => `Dialogue: 0,${time(i)}.00,${time(i)}.90,Text number ${i}\n`,
    cannot: /\r/,
    hostile: [...HARD_LINES, ["200,000 columns", `[Events]\nFormat: ${"a,".repeat(200_000)}\nDialogue: a\n`]],
    key: "9:59:57.00-->9:59:58.00",
  },
  ssa: {
    start: "[Script Info]\n[Events]\nFormat: Marked, Start, End, Text\n",
    item: (i) => `Dialogue: Marked=0,${time(i)}.00,${time(i)}.90,Text number ${i}\n`,
    cannot: /\r/,
    hostile: HARD_LINES,
    key: "9:59:57.00-->9:59:58.00",
  },
};

/** Texts that would not be read as one part of a document again. */
const NOT_PROSE = /[\r\n\ufeff]|^\s|\s$|^[*#:;=|.<'/+{[-]|\|/;
const prose = (more: Partial<Trap> = {}): Trap => ({
  item: (i) => `A paragraph with number ${i}.\n\n`,
  cannot: NOT_PROSE,
  hostile: [
    ...HARD_LINES,
    ["200,000 equals signs", "=".repeat(200_000)],
    ["200,000 bars", "|".repeat(200_000)],
    ["200,000 quotes", ">".repeat(200_000)],
    ["200,000 dashes", "- ".repeat(200_000)],
    ["200,000 stars", "* ".repeat(200_000)],
    ["200,000 fences", "```\n".repeat(100_000)],
    ["100,000 equal paragraphs", "a\n\n".repeat(MANY)],
  ],
  ...more,
});

const NOT_XML_OR_BLANK = /[\r\x01-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|^\s*$/;

/** Parts of Word documents, and what makes them slow. */
const word = (body: string): string => `<?member word/document.xml?><w:document><w:body>${body}</w:body></w:document>`;
const many = (count: number, item: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => item(index)).join("");
const mark = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const LINKS = `${`${mark("begin")}<w:r><w:instrText>HYPERLINK a</w:instrText></w:r>${mark("separate")}`.repeat(10_000)}<w:r><w:t>a</w:t></w:r>${mark("end").repeat(10_000)}`;
const [CHOICE, CLOSE] = [
  "<mc:AlternateContent><mc:Choice><w:p/></mc:Choice><mc:Fallback>",
  "</mc:Fallback></mc:AlternateContent>",
];
const TWINS = `<w:r><w:t>a</w:t>${CHOICE.repeat(80)}${"<w:p><w:r><w:t>b</w:t></w:r></w:p>".repeat(1_000)}${CLOSE.repeat(80)}</w:r>`;

const DOCUMENTS: Readonly<Record<string, Trap>> = {
  txt: prose(),
  dokuwiki: prose(),
  mediawiki: prose(),
  asciidoc: prose(),
  markdown: prose(),
  mdx: prose(),
  odf: prose({
    start: "<?member content.xml?><office:document-content><office:text>\n",
    item: (i) => `<text:p>A paragraph with number ${i}.</text:p>\n`,
    end: "</office:text></office:document-content>",
    cannot: NOT_XML_OR_BLANK,
    hostile: [
      ["nested elements", `<?member content.xml?>${"<text:p>".repeat(MANY)}`],
      ["many marks", "<?member content.xml?>".repeat(MANY)],
      ["blanks", `<?member content.xml?><text:p>${" ".repeat(200_000)}</text:p>`],
      ["many spaces", `<?member content.xml?><a><text:p>a${'<text:s text:c="1000"/>'.repeat(5_000)}</text:p></a>`],
      ["a huge space", '<?member content.xml?><a><text:p>a<text:s text:c="999999999"/></text:p></a>'],
    ],
  }),
  idml: prose({
    start: "<?member Stories/Story_u1.xml?><Story>\n",
    item: (i) => `<Content>A paragraph with number ${i}.</Content>\n`,
    end: "</Story>",
    cannot: NOT_XML_OR_BLANK,
    hostile: [
      ["nested elements", `<?member Stories/a.xml?>${"<Content>".repeat(MANY)}`],
      ["many marks", "<?member Stories/a.xml?>".repeat(MANY)],
      ["many empty texts", `<?member Stories/a.xml?><a>${"<Content/>".repeat(MANY)}</a>`],
      ["a long text", `<?member Stories/a.xml?><a><Content>${"a".repeat(200_000)}</Content></a>`],
    ],
  }),
  docx: prose({
    start: "<?member word/document.xml?><w:document><w:body>\n",
    item: (i) => `<w:p><w:r><w:t>A paragraph with number ${i}.</w:t></w:r></w:p>\n`,
    end: "</w:body></w:document>",
    cannot: NOT_XML_OR_BLANK,
    hostile: [
      ["nested elements", `<?member word/document.xml?>${"<w:p>".repeat(MANY)}`],
      [
        "nested paragraphs",
        word(`${"<w:p><w:r><w:t>a</w:t><w:pict>".repeat(60)}${"</w:pict></w:r></w:p>".repeat(60)}`),
      ],
      ["many marks", "<?member word/document.xml?>".repeat(MANY)],
      ["many runs", word(`<w:p>${"<w:r><w:t>a</w:t></w:r>".repeat(MANY)}</w:p>`)],
      [
        "many looks",
        word(`<w:p>${many(20_000, (i) => `<w:r><w:rPr><w:sz w:val="${i}"/></w:rPr><w:t>a</w:t></w:r>`)}</w:p>`),
      ],
      [
        "many things",
        word(`<w:p><w:r><w:t>a</w:t>${many(MANY, (i) => `<w:footnoteReference w:id="${i}"/>`)}</w:r></w:p>`),
      ],
      [
        "many open fields",
        word(`<w:p><w:r><w:t>a</w:t>${'<w:fldChar w:fldCharType="begin"/>'.repeat(MANY)}</w:r></w:p>`),
      ],
      ["nested links as fields", word(`<w:p>${LINKS}</w:p>`)],
      ["twins in twins", word(`<w:p>${TWINS}</w:p>`)],
      ["a doctype", '<?member word/document.xml?><!DOCTYPE a [<!ENTITY b "c">]><a/>'],
    ],
  }),
  appstore: {
    key: "title.txt:1",
    item: (i) => `<?member changelogs/${i}.txt?>Text number ${i}\n`,
    cannot: /\r|^[\ufeff \t\n]|[ \t\n]$|^\s*$/,
    hostile: [
      ["many marks", "<?member a.txt?>".repeat(MANY)],
      ["many texts", Array.from({ length: MANY }, (_, i) => `<?member ${i}.txt?>`).join("")],
      ["many versions", Array.from({ length: MANY }, (_, i) => `<?member changelogs/${i}.txt?>`).join("")],
      ["blanks", `<?member a.txt?>a${" ".repeat(1_000_000)}`],
      ["line ends", `<?member a.txt?>${"\r\n".repeat(400_000)}`],
      ["a name that leaves the folder", "<?member ../a.txt?>a\n<?member .git/config.txt?>b\n"],
      ["a name __proto__", "<?member __proto__.txt?>a\n<?member constructor.txt?>b\n"],
    ],
  },
  html: prose({
    start: "<html><body>\n",
    item: (i) => `<p>A paragraph with number ${i}.</p>\n`,
    end: "</body></html>\n",
    cannot: /[<\r\ufeff]|^\s|\s$/,
    hostile: [
      ["100,000 nested elements", "<div>".repeat(MANY)],
      ["200,000 open tags", "<".repeat(200_000)],
      ["200,000 ampersands", "&".repeat(200_000)],
      ["an unclosed comment", `<!--${"-".repeat(200_000)}`],
      ["an unclosed attribute", `<p title="${"a".repeat(200_000)}`],
      ["many bold tags", "<b>".repeat(20_000)],
    ],
  }),
};

/** Formats whose big file is made elsewhere, or that cannot be big. */
const FEW: Readonly<Record<string, Trap>> = {
  "xwiki-fullpage": {
    start: "<xwikidoc><title></title><content>",
    item: (i) => `A paragraph with number ${i}.\n\n`,
    end: "</content></xwikidoc>",
    cannot: NOT_XML,
    hostile: [["many elements", page("<a/>".repeat(MANY))]],
  },
};

const trapOf = (format: string): Trap | undefined =>
  TRAPS[format] ?? EXTRA[format] ?? MORE[format] ?? DOCUMENTS[format] ?? FEW[format];

/** Whether the traps of a format are in this file. */
export const isLines = (format: string): boolean => trapOf(format) !== undefined;

/** Whether comments stay where they are when a text goes, and so come to be about the next one. */
export const notesStay = (format: string): boolean => format === "php" || format === "laravel";

/** A new key for files of a format. */
export const freshKey = (format: string, usual: string): string => trapOf(format)?.key ?? usual;

/** Whether a file of this format holds only a few strings by its nature. */
export const holdsFew = (format: string): boolean => FEW[format] !== undefined;

/** Whether a file that holds one byte a character becomes Unicode when it must. */
export const widens = (format: string): boolean => /^(?:properties|gwt-iso|xwiki-java)/.test(format);

/** Whether a format refuses a text because it has no spelling for it. */
export function lineCannotHold(format: string, text: string): boolean {
  return trapOf(format)?.cannot?.test(text) ?? false;
}

/** A file with `count` entries. */
export function bigLines(format: string, count: number): string {
  const { start = "", item, end = "" } = trapOf(format)!;
  return `${start}${Array.from({ length: count }, (_, i) => item(i)).join("")}${end}`;
}

/** Files that try to take time or memory, by name. */
export function hostileLines(format: string): [string, string][] {
  return trapOf(format)!.hostile ?? [];
}
