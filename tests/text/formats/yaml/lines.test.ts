import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FormatOptions, ParsedFile, Patch } from "@/lib/text/formats/kernel/format";
import { readYamlLines } from "@/lib/text/formats/kernel/yaml/lines";
import { composeYaml } from "@/lib/text/formats/kernel/yaml/tree";
import { findFormat } from "@/lib/text/formats/registry";
import { YamlFile } from "@/lib/text/formats/yaml/strings";
import { optionsFor } from "../samples";
import { bigFile } from "../traps/traps";
import { attempt, changedLines, chosenEdits, expectFound, rare, shown, textsOf, withLineEnds } from "../two-readers";

/** What is read line by line says the same as what the whole grammar reads: trees, strings and edits. */

/** More of them find more; these few are for every day. */
const RUNS = Number(process.env.YAML_RUNS ?? 800);

const key = fc.oneof(
  { arbitrary: fc.constantFrom("a", "b", "key", "one", "few", "other", "x y", "'s'", '"q"', "cs", "ř"), weight: 8 },
  {
    arbitrary: fc.constantFrom(
      ...["a.b", '"q\\n\\u00e9"', "'it''s'", "<<", "1", "null", "~", "true", ":sym", "-n", "?q", "a:b", "😀", "#k"],
      ...[
        "k#",
        "a'b",
        'k"',
        "12:30",
        "...",
        "---",
        "? x",
        "&a k",
        "*a",
        "!t k",
        "[a]",
        "{a}",
        "",
        "\ufeffk",
        "k ",
        "k\t",
      ],
    ),
    weight: 1,
  },
);
const simple = fc.constantFrom(
  "x",
  "some text",
  "'s'",
  "'it''s'",
  '"d"',
  '"a\\n\\"b"',
  "12",
  "~",
  "true",
  "",
  "{}",
  "[]",
  "-x",
);
const odd = fc.constantFrom(
  ...["'# no'", "-1", "+1", ".5", "1.", "1e3", "0x1F", "0o17", ".inf", "-.INF", ".NaN", "Null", "nULL", "FALSE", "yes"],
  ...["{ }", "[a]", "{a: b}", "a: b", "a:b", "a #c", "a#c", "x:", "&a x", "*a", "!t x", "- x", "?", "? x", "?x", ":x"],
  ...[
    ": x",
    "%x",
    "@x",
    "`x`",
    "a\tb",
    "x  ",
    "'x' # c",
    "'x'#c",
    '"x"y',
    '"a',
    "'a",
    '"\\q"',
    '"\\ud83d"',
    "<<",
    ",x",
  ],
  ...["}", "]x", "#x", "\ufeff", "---", "...", "x\u0085y", "x\u2028y", "'a: b'", '"a\tb"', '"\\\tb"', "- - x", "\x01"],
  ...['"\\x41\\U0001F600"', '"\\U00110000"', '"\\x4"', "2020-01-01", "x\n   more", "'x\n   more'", '"x\\\n   more"'],
);
const long = fc
  .tuple(
    fc.constantFrom("", "'", '"'),
    fc.array(fc.constantFrom("x", "a b", "- c", "d: e", "f ", "#g", "''", '\\"', "\\", "", "%h", "i #j", "\tk"), {
      minLength: 1,
      maxLength: 3,
    }),
    rare("\n ", "\n", "\n   ", "\n\n "),
  )
  .map(([quote, lines, between]) => `${quote}long${between}${lines.join(between)}${quote}`);
const blockLine = fc.constantFrom(
  "line",
  "line",
  "line",
  "",
  "# c",
  " more",
  "   ",
  "a: b",
  "- z",
  "end ",
  "\ttab",
  "'q",
);
const block = fc
  .tuple(
    fc.oneof(
      { arbitrary: fc.constantFrom("|", "|-", ">", ">-"), weight: 5 },
      fc.constantFrom("|+", "|2", "| # c", ">#c"),
    ),
    fc.integer({ min: 0, max: 3 }),
    fc.array(blockLine, { maxLength: 5 }),
  )
  .map(([mark, deep, lines]) => ({ mark, deep, lines }));
const comment = rare("", " # note", "  # n", "#n", "\t# n", " ");
const noise = rare("", "\n", "# c\n", "  # deep\n", "       # deeper\n", "   \n", "\t\n");

interface Shape {
  list: boolean;
  /** Columns deeper than what holds it, and blanks behind its dashes. */
  deep: number;
  shift: number;
  items: {
    key: string;
    value: string | { mark: string; deep: number; lines: string[] } | Shape;
    comment: string;
    noise: string;
    gap: string;
  }[];
}

const { shape } = fc.letrec<{ shape: Shape; value: Shape["items"][number]["value"] }>((tie) => ({
  shape: fc.record({
    list: fc.integer({ max: 2, min: 0 }).map((die) => die === 0),
    deep: rare(2, 0, 1, 4),
    shift: rare(0, 1),
    items: fc.array(fc.record({ key, value: tie("value"), comment, noise, gap: rare(" ", "  ", "", "\t", " \t") }), {
      minLength: 1,
      maxLength: 4,
    }),
  }),
  value: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    { arbitrary: simple, weight: 6 },
    { arbitrary: odd, weight: 1 },
    { arbitrary: long, weight: 1 },
    { arbitrary: block, weight: 1 },
    { arbitrary: tie("shape"), weight: 4 },
  ),
}));

/** Lines of a map or list at a column; the first of them behind a dash when `inline`. */
function write({ list, shift, items }: Shape, column: number, inline: boolean): string {
  return items
    .map(({ key: name, value, comment: note, noise: above, gap }, at) => {
      const pad = " ".repeat(at === items.length - 1 ? column + shift : column);
      const start = inline && at === 0 ? "" : above + pad;
      const head = list ? "-" : `${name}:`;
      if (typeof value === "string") {
        // Further lines of a text stand deeper than what holds it.
        const said = value.replaceAll("\n ", `\n${" ".repeat(column + 1)}`);
        return `${start}${head}${said === "" ? "" : gap}${said}${note}\n`;
      }
      if ("mark" in value) {
        const inner = " ".repeat(column + value.deep);
        return `${start}${head} ${value.mark}\n${value.lines.map((line) => `${line === "" ? "" : inner}${line}\n`).join("")}`;
      }
      const compact = list && gap !== "" && value.deep === 2;
      if (compact) return `${start}-${gap}${write(value, column + 1 + gap.length, true)}`;
      return `${start}${head}${note}\n${write(value, column + (list ? Math.max(1, value.deep) : value.deep), false)}`;
    })
    .join("");
}

const grown = fc
  .tuple(
    rare("", "\ufeff", "---\n", "# top\n", "# t\n---\n", "\n", "  "),
    shape,
    rare("", "# end\n", "  # end\n", "...\n", "---\n", "  "),
  )
  .map(([head, root, tail]) => head + write(root, 0, false) + tail);

const samples = textsOf("yaml", "ruby-yaml");
const pieces = [
  " ",
  "  ",
  "\n",
  ":",
  ": ",
  "- ",
  "#",
  " #",
  "'",
  '"',
  "\t",
  "|",
  ">",
  "\\",
  "{}",
  "&",
  "*",
  "~",
  "---\n",
  "",
];
const files = withLineEnds(fc.oneof(grown, grown, changedLines(samples, pieces, 2, 4)));

const options: FormatOptions = optionsFor("cs");
const words = {
  texts: ["Nový", "", "a: b", "12", "x\ny\n", " x", "true"],
  contexts: Array.from({ length: 40 }, (_, die) => `new${die}->k`),
};

describe("YAML line by line", () => {
  it("reads real files and large ones, whatever their line ends", () => {
    expect(samples.some((text) => readYamlLines(text))).toBe(true);
    expect(readYamlLines(bigFile("yaml", 1000))).toBeDefined();
    const text = "# c\r\n---\r\ncs:\r\n  \"k\": 'v' # n\r\n  l:\r\n  - a: |\r\n      x\r\n";
    expect(readYamlLines(text)?.root).toEqual(composeYaml(text).root);
  });

  it.each([
    "a: &b c\n",
    "a: *b\n",
    "a: !c d\n",
    "a: [b]\n",
    "a: { b: c }\n",
    "a: b\n\n  c\n",
    "a: b\n  c: d\n",
    'a: "b\n\n  c"\n',
    'a: "b\\\n  c"\n',
    "? a\n: b\n",
    "a: b\n---\nc: d\n",
    "a: b\n...\n",
    "%YAML 1.2\n---\na: b\n",
    "a:\n\tb: c\n",
    "<<: a\n",
    "a: b: c\n",
    "a: |2\n   b\n",
    "a: b\n c: d\n",
    "",
    "a",
  ])("leaves %j to the grammar", (text) => {
    expect(readYamlLines(text)).toBeUndefined();
  });

  it("makes the tree that the grammar makes, of what it reads at all", () => {
    let read = 0;
    fc.assert(
      fc.property(files, (text) => {
        const fast = readYamlLines(text);
        if (!fast) return;
        read++;
        expect(fast.root).toEqual(composeYaml(text).root);
        expect(composeYaml(text).second).toBeUndefined();
      }),
      { numRuns: RUNS * 4 },
    );
    expect(read).toBeGreaterThan(RUNS / 4);
  });

  it.each(["yaml", "ruby-yaml"])("%s: gives the strings and patches that the grammar gives", (id) => {
    const format = findFormat(id)!;
    fc.assert(
      fc.property(files, files, fc.array(fc.nat(), { minLength: 1, maxLength: 4 }), (text, base, dice) => {
        if (!readYamlLines(text)) return;
        const slow = new YamlFile(text, options, id === "ruby-yaml", composeYaml).parsed();
        const fast = format.parse(text, options);
        const edits = chosenEdits(slow, dice, words);
        const given = readYamlLines(base) ? { ...options, base } : options;
        const patch = (file: ParsedFile): Patch[] | unknown[] => attempt(() => format.edit(text, file, edits, given));
        const expected = patch(slow);
        // Before and behind the reading of all entries, which the tree is given up for.
        expect(patch(format.parse(text, options))).toEqual(expected);
        expect(shown(fast)).toEqual(shown(slow));
        expect(patch(fast)).toEqual(expected);
      }),
      { numRuns: RUNS },
    );
  });

  it.each(["yaml", "ruby-yaml"])("%s: finds strings as it reads them with all others", (id) => {
    const format = findFormat(id)!;
    fc.assert(
      fc.property(files, fc.array(fc.nat(), { maxLength: 3 }), (text, dice) => {
        expectFound(format, text, ["[]", '["a","one"]', "no id"], dice);
      }),
      { numRuns: RUNS },
    );
  });
});
