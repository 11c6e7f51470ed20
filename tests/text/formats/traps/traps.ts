import { bigKeyed, hostileKeyed, isKeyed } from "./keyed";
import { bigLines, hostileLines, isLines, lineCannotHold } from "./lines";
import { bigTable, hostileTables } from "./tables";
import { bigXml, hostileXml, isXml } from "./xml";

/** Texts that every entry must be able to hold (law 9). */
export const HARD_TEXTS: readonly string[] = [
  "'",
  '"',
  "\\",
  "\\n",
  "\\u0041",
  "it's a \"test\" \\ of\\' quotes",
  "<b>&",
  "<b>bold</b>",
  "a < b > c",
  "&amp; &lt; &#65; &unknown; &",
  "%",
  "%s %1$d %%",
  "@x",
  "?x",
  "\\@x",
  " leading",
  "trailing ",
  " both ",
  "two  blanks",
  " ",
  "tab\there",
  "\ttab first",
  "line\nfeed",
  "trailing line feed\n",
  "\nleading line feed",
  "\n",
  "\r",
  "carriage\rreturn",
  "dos\r\nlines",
  "no\u00a0break\u00a0space",
  "\u00a0",
  "line\u2028separator\u2029and\u0085next",
  "\u200fright\u202emarks\u202c\u2066iso\u2069",
  "👩‍👩‍👧‍👦 🇨🇿 🏴‍☠️",
  "字".repeat(200),
  "long text without any need to be afraid, ".repeat(250),
  "x".repeat(10_000),
  // biome-ignore lint/suspicious/noTemplateCurlyInString: translators type such things
  "${x}",
  "{{x}}",
  "{0}",
  "|",
  "#",
  "# not a comment",
  ";",
  "=",
  "a: b",
  "]]>",
  "<![CDATA[x]]>",
  "<!-- x -->",
  "<?php x ?>",
  "</string>",
  '<string name="x">y</string>',
  '<x:g xmlns:x="u">y</x:g>',
  "__proto__",
  "null",
  "1.10",
  "true",
  "\u0001\u001b\u007f",
  "\ufeffmark",
  "\ufffe\uffff",
  "nul\0here",
  "lone \ud83d surrogate",
];

/** Characters that XML has no way to hold. */
const NOT_XML = /[\x01-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;

/** Texts that Fluent reads in another way: blanks at the edges, and carriage returns. */
const NOT_FLUENT = /^\s|\s$|\r/;

/** Whether a format refuses a text because it has no spelling for it. */
export function cannotHold(format: string, text: string): boolean {
  return (
    (isXml(format) && NOT_XML.test(text)) ||
    (format === "fluent" && NOT_FLUENT.test(text)) ||
    lineCannotHold(format, text)
  );
}

/** A file with `count` entries. */
export function bigFile(format: string, count: number): string {
  const numbers = Array.from({ length: count }, (_, i) => i);
  switch (format) {
    case "po":
    case "po-mono":
      return `msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n${numbers
        .map((i) => `#: src/file.c:${i}\n#, c-format\nmsgid "String number ${i}"\nmsgstr "Řetězec číslo ${i}"\n`)
        .join("\n")}`;
    default:
      if (isKeyed(format)) return bigKeyed(format, count);
      if (isLines(format)) return bigLines(format, count);
      return isXml(format) ? bigXml(format, count) : bigTable(format, count);
  }
}

const MANY = 100_000;

/** Files that try to take time or memory (law 11), by name. */
export function hostileFiles(format: string): [string, string][] {
  const common: [string, string][] = [
    ["nothing", ""],
    ["a lone byte order mark", "\ufeff"],
    ["ten megabytes on one line", "a".repeat(10_000_000)],
    ["four megabytes of blanks", " ".repeat(4_000_000)],
    ["a NUL", "\0"],
  ];
  switch (format) {
    case "po":
    case "po-mono":
      return [
        ...common,
        ["an unclosed literal of 2 MB", `msgid "${"a".repeat(2_000_000)}`],
        ["a literal of 1 MB", `msgid "a"\nmsgstr "${"a".repeat(1_000_000)}"\n`],
        ["a literal of backslashes", `msgid "a"\nmsgstr "${"\\".repeat(400_000)}"\n`],
        ["100,000 adjacent literals", `msgid "a"\nmsgstr ${'"a" '.repeat(MANY)}\n`],
        ["100,000 duplicates", 'msgid "a"\nmsgstr "b"\n\n'.repeat(MANY)],
        ["100,000 flags", `#${", fuzzy".repeat(MANY)}\nmsgid "a"\nmsgstr "b"\n`],
        ["100,000 previous lines", `#, fuzzy\n${'#| msgid "a"\n'.repeat(MANY)}msgid "a"\nmsgstr "b"\n`],
        [
          "a huge nplurals",
          'msgid ""\nmsgstr "Plural-Forms: nplurals=999999999; plural=0;\\n"\n\nmsgid "a"\nmsgid_plural "b"\nmsgstr[0] ""\n',
        ],
        ["open isolates", `#: ${"\u2068".repeat(MANY)}\nmsgid "a"\nmsgstr "b"\n`],
        ["hash lines", "#\n".repeat(MANY * 2)],
        ["obsolete marks", "#~".repeat(MANY * 2)],
      ];
    default:
      if (isKeyed(format)) return [...common, ...hostileKeyed(format)];
      if (isLines(format)) return [...common, ...hostileLines(format)];
      return [...common, ...(isXml(format) ? hostileXml(format) : hostileTables(format))];
  }
}
