import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ALL_COMBINATIONS } from "../../../support/combinations";
import { ownSamples, spread } from "../samples";
import { isBeyondMdast, RULES, type Told, toldByMdast, toldByUs } from "./oracle";

/** Markdown is read by our own reader of lines, for its speed; here mdast has the last word about what it finds. */

const RUNS = ALL_COMBINATIONS ? 3 : 1;

const agree = (text: string, mdx = false): number => {
  const wanted = toldByMdast(text, mdx);
  expect({ text, blocks: toldByUs(text, mdx) }).toEqual({ text, blocks: wanted });
  return wanted.length;
};

/** Lines that mean something, and what may stand before them. */
const MARKS = ["", " ", "   ", "    ", "     ", "\t", " \t", "> ", ">", ">\t", "- ", "-  ", "-\t", "* ", "1. ", "2. "];
const MORE = ["10) ", "-     ", "+ ", "- - ", "> - ", "- > ", "  - ", "    - "];
const LINES =
  `foo|foo bar|# head|## head ##|### x \\#|#nohead|---|***|- - -|===|==|--|\`\`\`|~~~|\`\`\`\`|\`\`\` js|\`\`\`a\`b
<div>|</div>|<b>|<b>x|<a href='x'>|<!-- c|-->|<!-- c -->|<?php|?>|<!X|<![CDATA[|]]>|<pre>|</pre>|<script>|<TABLE
[a]: b|[a]:|b|'title'|[a]: b 'x'|[a]: <b> (t|t)|[^1]: two words|[\\]]: b|[a]|[ ] task|[x] task|  trail  |a\\|1. x|2. x
-|*|+|#|:-:|\\# x|[a]: (b "t"|[a]: b c`.split(/[|\n]/);
const TABLES = [
  "| a | b |",
  "|---|---|",
  "| x \\| y | z",
  "a | b",
  "--|--",
  ":-:|",
  "|-",
  "| a |",
  "c | d | e",
  "`a|b`",
];

const line = fc
  .tuple(
    fc.array(fc.constantFrom(...MARKS, ...MARKS, ...MORE), { maxLength: 2 }),
    fc.constantFrom("", "", ...LINES, ...TABLES),
  )
  .map(([marks, text]) => marks.join("") + text);

const soup = fc
  .tuple(fc.array(line, { minLength: 1, maxLength: 7 }), fc.constantFrom("\n", "\n", "\r\n", "\r"))
  .map(([lines, end]) => lines.join(end) + end)
  .filter((text) => !isBeyondMdast(text));

const word = fc.constantFrom(
  "pear",
  "*quince*",
  "`a | b`",
  "[link](x)",
  "**b**",
  "![i](y)",
  "a\\*b",
  "1.5",
  "x_y",
  "&amp;",
);
const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((all) => all.join(" "));
const wrapped = fc.array(words, { minLength: 1, maxLength: 3 });
const cell = fc.constantFrom("a", "", "`c`", "x \\| y", "*d*", "two words");
const row = fc.array(cell, { minLength: 2, maxLength: 2 }).map((cells) => `| ${cells.join(" | ")} |`);
const html = fc.constantFrom<string[][]>(
  ["<script>", "a", "</script>"],
  ["<!-- a", "", "b -->"],
  ["<?php", "a ?>"],
  ["<!DOCTYPE a>"],
  ["<![CDATA[", "a", "", "]]>"],
  ["<div>", "a", "</div>"],
  ["<x-y a='b'>", "a"],
);

/** Documents as people write them: blocks with empty lines between, in quotes and lists within one another. */
const { document } = fc.letrec<{ block: string[]; blocks: string[]; document: string }>((tie) => ({
  block: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    wrapped,
    fc.tuple(fc.integer({ min: 1, max: 6 }), words).map(([depth, text]) => [`${"#".repeat(depth)} ${text}`]),
    fc.tuple(wrapped, fc.constantFrom("===", "---")).map(([lines, under]) => [...lines, under]),
    wrapped.map((lines) => ["```js", ...lines, "", "```"]),
    wrapped.map((lines) => lines.map((text) => `    ${text}`)),
    html,
    fc.constantFrom<string[][]>(["***"], ["[a]: https://example.org 'Title'"], ["[b]: <x>", "  (title)"]),
    fc.array(row, { minLength: 1, maxLength: 3 }).map(([head, ...rows]) => [head!, "|---|:-:|", ...rows]),
    tie("blocks").map((lines) => lines.map((text) => `> ${text}`.trimEnd())),
    fc.tuple(wrapped, words).map(([lines, lazy]) => [...lines.map((text) => `> ${text}`), lazy]),
    fc
      .tuple(
        fc.constantFrom("- ", "*   ", "1. ", "12) ", "-\t"),
        fc.boolean(),
        fc.array(tie("blocks"), { minLength: 1, maxLength: 3 }),
      )
      .map(([mark, loose, items]) =>
        items.flatMap((lines) => [
          ...lines.map((text, at) => {
            const blanks = mark === "-\t" ? "\t" : " ".repeat(mark.length);
            return at === 0 ? mark + text : (text && blanks) + text;
          }),
          ...(loose ? [""] : []),
        ]),
      ),
  ),
  blocks: fc
    .array(tie("block"), { minLength: 1, maxLength: 3 })
    .map((all) => all.flatMap((lines) => [...lines, ""]).slice(0, -1)),
  document: fc
    .tuple(
      fc.constantFrom([], [], ["---", "title: A", "---", ""]),
      fc.array(tie("block"), { minLength: 1, maxLength: 5 }),
    )
    .map(([front, all]) => [...front, ...all.flatMap((lines) => [...lines, ""])].join("\n"))
    .filter((text) => !isBeyondMdast(text)),
}));

const module = fc.constantFrom<string[][]>(
  ["import A from 'a'"],
  ["export const a = {", "  b: [1,", "", "  2],", "}"],
  ['<Note kind="tip">', "", "pear *b*", "", "</Note>"],
  ["<A", "  b={{c: 1}}", "/>"],
  ["<A><B c='>' /></A>"],
  ["<Tabs>", "  text", "</Tabs>"],
  ["<b>inline</b> text"],
  ["{/* a", "", "comment */}"],
  ["{a}", "text"],
  ["{a} is text"],
  ["text", "{b}"],
  ["text", "<A/>", "more"],
  ["<>", "a", "", "</>"],
  ["<a.b /> <c:d />"],
  ["- item", "", "  <A>", "", "  - deep", "", "  </A>"],
  ["text", "import x"],
  ["      no code"],
  ["> quote", "> {x}"],
  ["-      item"],
);
const mdxDocument = fc
  .array(
    fc.oneof(
      module,
      wrapped,
      wrapped.map((lines) => [`## ${lines[0]}`, ...lines]),
    ),
    { minLength: 1, maxLength: 6 },
  )
  // A name is declared once in a module.
  .map((all) => all.map((lines, at) => lines.map((text) => text.replace(/^(import|export const) (\w)/, `$1 $2${at}`))))
  .map((all) => all.flatMap((lines) => [...lines, ""]).join("\n"));

const MDX_MARKS = ["", "", "", "", "", " ", "    ", "\t", "> ", "- ", "1. ", "  ", "> - "];
const MDX_LINES =
  `foo|foo bar|||# head|---|===|\`\`\`|{a}|{a} b|{/* c|*/}|{\`|\`}|{|}|<A>|</A>|<A/>|<A b='c'|/>|<A b={{c: 1}}>
<b>x</b>|<b>x</b> y|x <b>y</b>|<>|</>|import a from 'b'|export const c = {|};|export default 1|importx|{"}"}
<A b="x > y" />|<A {...b} />|<a.b /> {c}|{a} <B/>|<A>{x}</A>|<p>text</p>|<p>|{/* d */}`.split(/[|\n]/);
const mdxSoup = fc
  .array(fc.tuple(fc.constantFrom(...MDX_MARKS), fc.constantFrom(...MDX_LINES, ...TABLES.slice(0, 2))), {
    minLength: 1,
    maxLength: 5,
  })
  .map((lines) => lines.map(([mark, text]) => `${mark}${text}\n`).join(""))
  .filter((text) => !isBeyondMdast(text, true));

/** What mdast finds; undefined for what it takes for no MDX at all. */
function toldByMdx(text: string): Told[] | undefined {
  try {
    return toldByMdast(text, true);
  } catch {
    return undefined;
  }
}

describe("Markdown beside mdast", () => {
  it("is the same in our own files", () => {
    for (const [id, mdx] of [
      ["markdown", false],
      ["mdx", true],
    ] as const)
      for (const { bytes } of ownSamples(id)) expect(agree(Buffer.from(bytes).toString(), mdx)).toBeGreaterThan(2);
  });

  it("is the same in the documents of the packages that are installed", () => {
    const root = join(import.meta.dirname, "../../../../node_modules");
    const found = readdirSync(root)
      .flatMap((name) =>
        name.startsWith("@") ? readdirSync(join(root, name)).map((part) => join(name, part)) : [name],
      )
      .flatMap((name) => ["README.md", "readme.md", "CHANGELOG.md"].map((file) => join(root, name, file)));
    const texts = found.flatMap((path) => {
      try {
        return [
          readFileSync(path, "utf8")
            .replace(/^\ufeff/, "")
            .slice(0, 60_000),
        ];
      } catch {
        return [];
      }
    });
    expect(texts.length).toBeGreaterThan(100);
    let blocks = 0;
    for (const text of spread(texts, 150)) if (!isBeyondMdast(text)) blocks += agree(text);
    expect(blocks).toBeGreaterThan(3000);
  }, 60_000);

  it("is the same in documents as people write them", () => {
    fc.assert(
      fc.property(document, (text) => void agree(text)),
      { numRuns: 500 * RUNS, seed: 11 },
    );
  }, 60_000);

  it("is the same in lines of any kind", () => {
    fc.assert(
      fc.property(soup, (text) => void agree(text)),
      { numRuns: 2000 * RUNS, seed: 12 },
    );
  }, 60_000);

  it("is the same in lines of MDX of any kind", () => {
    let asked = 0;
    const check = (text: string): void => {
      const wanted = toldByMdx(text);
      if (!wanted) return;
      asked++;
      expect({ text, blocks: toldByUs(text, true) }).toEqual({ text, blocks: wanted });
    };
    fc.assert(fc.property(mdxSoup, check), { numRuns: 1300 * RUNS, seed: 14 });
    expect(asked).toBeGreaterThan(300);
  }, 60_000);

  it("is the same in MDX", () => {
    fc.assert(
      fc.property(mdxDocument, (text) => void agree(text, true)),
      { numRuns: 500 * RUNS, seed: 13 },
    );
  }, 60_000);

  it.each([
    ["a heading in an item", "- # a\n- b\n  ===\n"],
    ["a paragraph behind definitions", "[a]: b\n[c]: <d>\n  'e'\nfoo\nbar\n"],
    ["definitions alone above a line", "[a]: b\n===\n"],
    ["a title that is not closed", "[a]: b 'c\n\nd\n"],
    ["tags within a text", "foo\n<b>\nbar\n\n<b>\nfoo\n"],
    ["code below a text", "foo\n    bar\n\n    code\n\n\n    more\n"],
    ["a table below a text", "foo\na | b\n--|--\nc | d | e\nf\n\n| a |\n|---|\n\n| a |\n---\n"],
    ["text that looks like a table", "| a | b |\n\n| c |\n|--|--|\n"],
    ["a lazy table", "> a | b\n--|--\n"],
    ["tabs", "-\ta\n\n\tb\n\n\t\tcode\n\n>\t\tcode\n"],
    ["an item that starts empty", "-\n  a\n\n-\n\n  b\n"],
    ["code that is not closed", "> ```\n> a\n\nb\n\n~~~\nc\n\n"],
  ])("is the same for %s", (_, text) => void agree(text));
});

describe("Markdown differs from mdast on purpose:", () => {
  const ours = (text: string, mdx: boolean) =>
    toldByUs(text, mdx).map(([kind, from, to, code]) => [kind, code || text.slice(from, to)]);
  it.each<[keyof typeof RULES, string, [string, string][]]>([
    ["underlinedHeading", "a\n===\n", [["p", "a"]]],
    [
      "firstOfItem",
      "- a\n\n  b\n",
      [
        ["li", "a"],
        ["p", "b"],
      ],
    ],
    [
      "task",
      "- [ ] a\n- [x]b\n",
      [
        ["li", "a"],
        ["li", "[x]b"],
      ],
    ],
    ["codeInQuotes", "> ```\n> a\n> ```\n", []],
    ["codeInItems", "- ```\n  a\n  ```\n", [["code", "a"]]],
    [
      "splitCode",
      "- a\n>\n    b\n    c\n",
      [
        ["li", "a"],
        ["code", "b\nc"],
      ],
    ],
    ["lazyTag", "- a\n<b>\n", [["li", "a\n<b>"]]],
    [
      "openCode",
      "{\n1. };\n",
      [
        ["p", "{"],
        ["li", "};"],
      ],
    ],
    ["openFront", "---\n> - a\n", [["li", "a"]]],
    ["blankText", "\u00a0\n\nb\n", [["p", "b"]]],
    ["deep", `${">".repeat(101)} a\n`, [["p", "> a"]]],
    ["footnote", "[^1]: word\n", [["p", "[^1]: word"]]],
  ])("%s", (rule, text, wanted) => {
    expect(ours(text, rule === "openCode"), RULES[rule]).toEqual(wanted);
  });
  it("has a case for every rule", () => {
    expect(Object.keys(RULES)).toHaveLength(12);
  });
});
