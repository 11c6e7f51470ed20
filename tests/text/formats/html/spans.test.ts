import fc from "fast-check";
import { type DefaultTreeAdapterMap, parse, parseFragment } from "parse5";
import { describe, expect, it } from "vitest";
import { htmlBy } from "@/lib/text/formats/html/html";
import { readPlainHtml } from "@/lib/text/formats/html/plain";
import { readHtmlTree } from "@/lib/text/formats/html/tree";
import { applyPatches, EditRefused } from "@/lib/text/formats/kernel/format";
import { optionsFor } from "../samples";
import { files, samples } from "./pages";

/** Where the texts of a page stand: what is changed there changes these texts and nothing else. */

const RUNS = Number(process.env.HTML_RUNS ?? 1500);
const slow = htmlBy(readHtmlTree);
const fast = htmlBy((given) => readPlainHtml(given) ?? readHtmlTree(given));
const options = optionsFor("cs");

type Node = DefaultTreeAdapterMap["node"];

/** All characters of a tree, without those of comments. */
const says = (node: Node): string =>
  "value" in node ? node.value : "childNodes" in node ? node.childNodes.map(says).join("") : "";

/** What a source says in an element of a kind. */
const decoded = (source: string, kind: string): string => {
  if (/^(?:noscript|noembed|noframes|xmp|plaintext)$/.test(kind)) return source.replace(/\r\n?/g, "\n");
  if (!/^(?:title|textarea)$/.test(kind)) return says(parseFragment(source));
  return says(parse(`<${kind}>${source}</${kind}>`));
};

const whole = (given: string): string => says(parse(given.replace(/^\ufeff/, " ")));
const shown = (given: string): string[] => readHtmlTree(given).map(({ kind, text }) => `${kind}: ${text}`);
const pages = fc.oneof(
  { arbitrary: files, weight: 9 },
  { arbitrary: files.map((given) => given.replaceAll("\n", "\r")), weight: 1 },
);

describe("texts of HTML", () => {
  it.each<[string, string[]]>([
    ["<body>text</body>\n", ["text"]],
    ["<body>text</body></html>\n", ["text"]],
    ["<body>a</body>b</html> c", ["a", "b", "c"]],
    ["<body><b>a</body>b</b>", ["a", "b"]],
    ["<pre>\n&gt;</pre>", ["&gt;"]],
    ["<pre>\r\n&lt;a</pre>", ["&lt;a"]],
    ["<listing>\n&amp;a</listing>", ["&amp;a"]],
    ["<textarea>\n&gt;</textarea>", ["&gt;"]],
    ["<textarea>&#10;x</textarea>", ["x"]],
    ["<pre>&#10x</pre>", []],
    ["\n&amp;x", ["&amp;x"]],
    ["&#32;&gt;x", ["&gt;x"]],
    ["<p>a</i>b</p>", ["a", "b"]],
    ["<p>a</>b</p>", ["a", "b"]],
    ["<title>a</>b</title>", ["a</>b"]],
    ["<plaintext>a</>b", ["a</>b"]],
    ["<p>a\0b", ["a", "b"]],
    ["<p>a<!-- b --></u>c", ["a<!-- b -->", "c"]],
    ["<p>a<!-- b\n", ["a"]],
    ["<p>a<!-- b>", ["a"]],
    ["<p>a<? b", ["a"]],
    ["<p>a<b>c<p>d", ["a", "c", "d"]],
    ["<b>a<p>b</b>c", ["a", "b", "c"]],
    ["<p>a<br></br>b", ["a<br>", "b"]],
    ["<p><ruby>a<rt>b<rt>c</ruby> d", ["<ruby>a<rt>b<rt>c</ruby> d"]],
    ["<table>a<b>c</b><tr><td>d</table>e", ["c", "d", "e"]],
    ["x<table>a<tr>b</table>", ["x"]],
    ["<select><option><b>x</b> y</select>", ["x", "y"]],
    ["<frameset>a</frameset>b", []],
    ["<form>a<form>b</form>c", ["a", "b", "c"]],
    ['<p title=a="b">c', ["c"]],
    ["a&gt;", ["a&gt;"]],
  ])("of %j are %j", (given, expected) => {
    expect(readHtmlTree(given).map(({ text }) => text)).toEqual(expected);
    for (const { from, to, text } of readHtmlTree(given))
      expect(given.slice(from, to).replace(/\r\n?/g, "\n")).toBe(text);
  });

  it("stand where they are said to stand", () => {
    let read = 0;
    fc.assert(
      fc.property(pages, fc.nat(), (given, die) => {
        const blocks = readHtmlTree(given).filter(({ kind }) => !kind.startsWith("@"));
        const block = blocks[die % Math.max(1, blocks.length)];
        if (!block) return;
        read++;
        const { from, to, kind, text } = block;
        const source = given.slice(from, to);
        expect(source.replace(/\r\n?/g, "\n")).toBe(text);
        const marked = whole(`${given.slice(0, from)}QQmarkQQ${given.slice(to)}`);
        expect(marked.replace("QQmarkQQ", () => decoded(source, kind))).toBe(whole(given));
      }),
      { numRuns: RUNS },
    );
    expect(read).toBeGreaterThan(RUNS / 2);
  });

  it.each([...samples, "<body>text</body>\n"])("can each be changed alone (%#)", (given) => {
    for (let index = 0; index < shown(given).length; index++) change(given, index, "New words");
  });

  it("can be changed, and all others stay what they are", () => {
    let made = 0;
    fc.assert(
      fc.property(
        pages,
        fc.nat(),
        fc.constantFrom("New words", "5", "a &amp; b", "A <b>new</b> one"),
        (given, die, target) => {
          const count = shown(given).length;
          if (count > 0 && change(given, die % count, target)) made++;
        },
      ),
      { numRuns: RUNS },
    );
    expect(made).toBeGreaterThan(RUNS / 2);
  });
});

/** Changes one text of a page; false when that is refused, which it never is where no tags come or go. */
function change(given: string, index: number, target: string): boolean {
  const before = readHtmlTree(given);
  const { from, to, kind, text } = before[index]!;
  for (const format of [slow, fast]) {
    const file = format.parse(given, options);
    const { id } = file.entries[index]!;
    let after: string;
    try {
      after = applyPatches(
        given,
        format.edit(given, file, [{ kind: "set", id, targets: [target], state: "translated" }], options),
      );
    } catch (error) {
      if (!(error instanceof EditRefused)) throw error;
      expect(target + text).toContain("<");
      return false;
    }
    const written = after.slice(from, after.length - (given.length - to));
    expect(after).toBe(given.slice(0, from) + written + given.slice(to));
    const expected = shown(given);
    expected[index] = `${kind}: ${target}`;
    expect(shown(after)).toEqual(expected);
  }
  return true;
}
