/** AsciiDoc inside of a string: marks, macros and attribute references. */
import { difference, without } from "@/lib/text/checks/difference";
import { lacksItalics, marksSourceWords, maskCode } from "@/lib/text/checks/rules/code-spans";
import type { Rule } from "@/lib/text/checks/rules/rule-set";

/** Marks around text: single ones at the ends of words, doubled ones anywhere. */
const MARKS: readonly [mark: string, pattern: RegExp][] = [
  ["*", /(?<![\w*\\])\*(?=[^\s*])[^*\n]{0,1000}(?<=\S)\*(?![\w*])/],
  ["_", /(?<![\w_\\])_(?=[^\s_])[^_\n]{0,1000}(?<=\S)_(?![\w_])/],
  ["`", /(?<![\w`\\])`(?=[^\s`])[^`\n]{0,1000}(?<=\S)`(?![\w`])/],
  ["#", /(?<![\w#\\&])#(?=[^\s#])[^#\n]{0,1000}(?<=\S)#(?![\w#])/],
  ["**", /\*\*[^*\n]{1,1000}\*\*/],
  ["__", /__[^_\n]{1,1000}__/],
  ["``", /``[^`\n]{1,1000}``/],
  ["##", /##[^#\n]{1,1000}##/],
  ["^", /\^[^\s^]{1,1000}\^/],
  ["~", /~[^\s~]{1,1000}~/],
];

/** `xref:id[text]` and its kind; the text in brackets is translated, the target is not. */
const MACRO =
  /(?<![\w\\])(xref|link|image|icon|anchor|mailto|menu|kbd|btn|footnote|pass|stem|include):([^\s[\]]{0,500})\[/g;
const CROSS_REFERENCE = /<<([^\s,<>][^,<>\n]{0,200})(?:,[^<>\n]{0,1000})?>>/g;
const ATTRIBUTE = /(?<!\\)\{([a-z0-9_][\w-]{0,60})\}/gi;

/** Marks in use; within code only those of code. */
function marksIn(text: string): string[] {
  const plain = maskCode(text);
  return MARKS.filter(([mark, pattern]) => pattern.test(mark.startsWith("`") ? text : plain)).map(([mark]) => mark);
}

function macrosIn(text: string): string[] {
  // Menus and keys are named in the language of the reader.
  const macros = [...text.matchAll(MACRO)].map(([, name, target]) => `${name}:${name === "menu" ? "" : target}[]`);
  const references = [...text.matchAll(CROSS_REFERENCE)].map(([, id]) => `<<${id}>>`);
  return [...macros, ...references];
}

const attributesIn = (text: string): string[] => [...new Set([...text.matchAll(ATTRIBUTE)].map(([whole]) => whole))];

/** Rules for AsciiDoc. */
export const asciidocRules: Readonly<Record<string, Rule>> = {
  "asciidoc-markup": {
    fails({ source, target }, { language }) {
      const all = (text: string) => [...marksIn(text), ...macrosIn(text), ...attributesIn(text)];
      const [wanted, given] = [all(source), all(target)];
      const missing = without(wanted, given).filter((mark) => !(mark === "_" && lacksItalics(language)));
      const extra = without(given, wanted).filter(
        (mark) => !(/^[`_*]+$/.test(mark) && marksSourceWords(source, target, mark)),
      );
      return difference(missing, extra);
    },
  },
};
