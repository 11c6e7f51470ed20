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
  ["2 MB of backslashes", `a=${"\\".repeat(2_000_000)}`],
  ["100,000 continued lines", `a=${"b\\\n".repeat(MANY)}`],
  ["a million comments", "#a\n".repeat(1_000_000)],
  ["100,000 equal keys", "a=b\n".repeat(MANY)],
  ["a text of 5 MB", `a=${"b".repeat(5_000_000)}\n`],
  ["a million escapes", `a=${"\\u0041".repeat(1_000_000)}\n`],
  ["a million carriage returns", "\r".repeat(1_000_000)],
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
  ["an unclosed text of 5 MB", `<?php return ['a' => '${"a".repeat(5_000_000)}`],
  ["an unclosed comment of 5 MB", `<?php /*${"*".repeat(5_000_000)}`],
  ["an unclosed heredoc", `<?php $a = <<<X\n${"a\n".repeat(1_000_000)}`],
  ["2 MB of backslashes", `<?php $a = "${"\\".repeat(2_000_000)}";`],
  ["2 MB of dollars", `<?php $a = "${"$".repeat(2_000_000)}";`],
  ["a million texts joined", `<?php $a = ${"'a' . ".repeat(1_000_000)}'b';`],
  ["a million semicolons", `<?php ${";".repeat(1_000_000)}`],
  ["100,000 equal keys", `<?php return [${"'a' => 'b', ".repeat(MANY)}];`],
  ["a million tags", "<?php ?>".repeat(1_000_000)],
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
      ["5 MB of quotes", `A="${'"'.repeat(5_000_000)}`],
      ["4 MB of quotes and blanks", `A="${'" '.repeat(2_000_000)}x`],
      ["3 MB of old quotes", `A="${'"_QQ_"'.repeat(500_000)}"`],
      ["100,000 equal keys", 'A="b"\n'.repeat(MANY)],
      ["a million semicolons", ";\n".repeat(1_000_000)],
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
    hostile: [...hostilePhp, ["a million bars", `<?php return ['a' => '${"|".repeat(1_000_000)}'];`]],
  },
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

const trapOf = (format: string): Trap | undefined => TRAPS[format] ?? EXTRA[format] ?? FEW[format];

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
