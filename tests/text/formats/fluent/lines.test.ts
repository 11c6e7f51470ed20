import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readFluentLines } from "@/lib/text/formats/fluent/lines";
import { bodyOf, composeFluent, FluentFile } from "@/lib/text/formats/fluent/read";
import type { ParsedFile, Patch } from "@/lib/text/formats/kernel/format";
import { findFormat } from "@/lib/text/formats/registry";
import { optionsFor } from "../samples";
import { bigFile } from "../traps/traps";
import { attempt, changedLines, chosenEdits, rare, shown, textsOf } from "../two-readers";

/** The places that are found without a tree are those that the grammar finds: entries, strings and edits. */

/** More of them find more; these few are for every day. */
const RUNS = Number(process.env.FLUENT_RUNS ?? 800);

const format = findFormat("fluent")!;
const blank = rare("", " ", "  ", "\n", "\n  ", "\t");
const name = rare("key", "a", "B-1", "x_y", "1a", "ř", "", "a.b", "-t", "key-");
const digits = rare("1", "0", "12.5", "-3", "1.", ".5", "--1");
const quoted = fc.constantFrom(
  ...[
    '""',
    '"x"',
    '"a b"',
    '"\\""',
    '"\\\\"',
    '"\\u00e9"',
    '"\\U01F600"',
    '"{"',
    '"}"',
    '"\\q"',
    '"\\u12"',
    '"a\nb"',
    '"x',
  ],
);
const simple: fc.Arbitrary<string> = fc.oneof(name, digits, quoted);
const text = fc.oneof(
  { arbitrary: fc.constantFrom("x", "Some text", "Řeč 😀", "a = b", 'it\'s "so"', "(n)"), weight: 8 },
  fc.constantFrom(" ", "}", "]", "(", ")", "[a]", "*", ".a", ". b", "\t", "#", "-", " \ud83d", '"', "->", "= "),
);
const line = rare("\n    ", "\n ", "\n\n  ", "\n", "\n   \n    ", "\n\t", "\n  \t", "\n        ");
const { pattern } = fc.letrec<{ expression: string; placeable: string; pattern: string; call: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    { arbitrary: name.map((one) => `$${one}`), weight: 8 },
    { arbitrary: simple, weight: 2 },
    { arbitrary: fc.tuple(name, rare("", ".attr", " .attr")).map(([one, more]) => `-${one}${more}`), weight: 2 },
    { arbitrary: fc.tuple(name, rare(".attr", ".")).map((parts) => parts.join("")), weight: 1 },
    {
      arbitrary: fc.tuple(rare("NUMBER", "D-1", "num", "-key"), blank, tie("call")).map((parts) => parts.join("")),
      weight: 1,
    },
    { arbitrary: tie("placeable"), weight: 1 },
  ),
  call: fc
    .tuple(
      fc.array(
        fc.oneof(
          { arbitrary: tie("expression"), weight: 2 },
          fc.tuple(name, blank, fc.oneof(digits, quoted)).map(([one, gap, value]) => `${one}${gap}:${gap}${value}`),
        ),
        { maxLength: 3 },
      ),
      blank,
      rare("", ",", " "),
    )
    .map(([parts, gap, last]) => `(${gap}${parts.join(`${gap},${gap}`)}${last}${gap})`),
  placeable: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    {
      arbitrary: fc
        .tuple(rare(" ", "", "\n", "\n  "), tie("expression"), rare(" ", "", "\n  "), rare("}", "", "}}"))
        .map((parts) => `{${parts.join("")}`),
      weight: 4,
    },
    fc
      .tuple(
        tie("expression"),
        rare(" ->", "->", " - >", "\n->", " -> x", " -> "),
        fc.array(
          fc
            .tuple(
              line,
              rare("[", "*[", "* [", "[ "),
              fc.oneof(name, digits),
              rare("] ", "]", " ]\n      "),
              tie("pattern"),
            )
            .map((parts) => parts.join("")),
          { minLength: 0, maxLength: 3 },
        ),
        line,
        rare("*[other] ", "[other]", "*[other]\n        "),
        tie("pattern"),
        rare("\n    ", "\n", ""),
      )
      .map(
        ([one, arrow, variants, gap, last, said, end]) =>
          `{ ${one}${arrow}${variants.join("")}${gap}${last}${said}${end}}`,
      ),
  ),
  pattern: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    { arbitrary: text, weight: 3 },
    {
      arbitrary: fc
        .array(
          fc.oneof(
            { arbitrary: text, weight: 5 },
            { arbitrary: tie("placeable"), weight: 2 },
            { arbitrary: line, weight: 1 },
          ),
          { minLength: 1, maxLength: 4 },
        )
        .map((parts) => parts.join("")),
      weight: 1,
    },
  ),
}));
const comment = rare(
  "",
  ...["# note\n", "# a\n# b\n", "# a\n#\n# b\n", "## group\n", "### file\n", "#\n", "#x\n", "#### x\n", "# a\n## b\n"],
  ...["# a\n\n", "# a\n  \n", "## a\n# b\n", " # a\n", "# { {\n", "#  deep \n", "# a\n#b\n", `# ${"{".repeat(120)}\n`],
);
const value = fc
  .tuple(rare(" = ", "=", " =  ", " =\n    ", " =\n", "\t= ", " =\n\n  ", " "), rare(" ", ""), pattern)
  .map(([equals, , said]) => equals + said);
const attribute = fc
  .tuple(rare("\n    .", "\n .", "\n.", "\n\n  .", " .", "\n    . "), name, value)
  .map((parts) => parts.join(""));
const entry = fc
  .tuple(
    comment,
    rare("", "-", " ", "--"),
    rare("key", "a", "b", "c", "d-1", "E", "1", "ř"),
    rare("", "x", "yy"),
    fc.oneof({ arbitrary: value, weight: 9 }, fc.constantFrom(" =", "", " = ", "=\n")),
    rare([], ["one"], ["one", "two"]).chain((many) => fc.tuple(...many.map(() => attribute))),
    rare("\n", "\n\n", "\n \n", "", "\n# end\n", " \n"),
  )
  .map(([note, mark, key, more, said, attributes, end]) => note + mark + key + more + said + attributes.join("") + end);
const grown = fc
  .tuple(
    rare("", "\ufeff", "\n", "  \n", "### top\n\n"),
    fc.array(entry, { maxLength: 4 }),
    rare("", "# end", "  ", "#"),
  )
  .map(([head, parts, tail]) => head + parts.join("") + tail);

const samples = textsOf("fluent");
const pieces = [
  ...[" ", "\n", "=", "{", "}", "{ ", "[", "]", "*[", "->", ".", "-", "#", "# ", "(", ")", '"', "\\", "\t", ":", ","],
  ...["$", "\n    ", "\n\n", "key = x\n", "", '{ "" }', "\r", "1", "\ud83d"],
];
const files = fc
  .tuple(fc.oneof(grown, grown, changedLines(samples, pieces, 0, 3)), rare("\n", "\r\n"), rare(false, true))
  .map(([whole, eol, cut]) => {
    const even = eol === "\n" ? whole : whole.replaceAll("\r", "").replaceAll("\n", eol);
    return cut ? even.trimEnd() : even;
  });

const options = optionsFor("cs");
const words = {
  texts: [
    ...["Nový", "", "a\nb", "{ $x }", "{", " x", "a\n.b = c"],
    ...["{ $n ->\n    [one] x\n   *[other] y\n}", ".c = d"],
  ],
  contexts: ["c", "new", "-term", "key", "a", "1", "z-9"],
  note: "A note\nof lines",
};

describe("Fluent without a tree", () => {
  it("reads real files and large ones, whatever their line ends", () => {
    for (const whole of samples) expect(readFluentLines(whole)).toBeDefined();
    expect(readFluentLines(bigFile("fluent", 1000))).toHaveLength(1000);
    const crlf = samples[0]!.replaceAll("\r", "").replaceAll("\n", "\r\n");
    expect(readFluentLines(crlf)).toEqual(composeFluent(crlf).entries);
  });

  it.each([
    "a\n",
    "a =\n",
    "-a =\n    .b = c\n",
    "a = }\n",
    "a = { $ }\n",
    "a = { b ->\n   *[c] d\n}\n",
    "a = { -b ->\n   *[c] d\n}\n",
    "a = { -b.c }\n",
    "a = { $b ->\n    [c] d\n}\n",
    "a = { f() }\n",
    'a = { F(b: "c", $d) }\n',
    'a = { F(b: "c", b: "d") }\n',
    'a = { "\\q" }\n',
    " a = b\n",
    "#a\n",
    "#### a\n",
    "a = b\n    .c\n",
    "a = b\r",
    `a = ${"{".repeat(30)}$b${"}".repeat(30)}\n`,
    `a = ${"{ $b }".repeat(101)}\n`,
  ])("leaves %j to the grammar", (whole) => {
    expect(readFluentLines(whole)).toBeUndefined();
  });

  it("finds the entries that the grammar finds, of what it reads at all", () => {
    let read = 0;
    fc.assert(
      fc.property(files, (whole) => {
        const fast = readFluentLines(bodyOf(whole));
        if (!fast) return;
        read++;
        expect(fast).toEqual(composeFluent(whole).entries);
      }),
      { numRuns: RUNS * 4 },
    );
    expect(read).toBeGreaterThan(RUNS);
  });

  it("gives up on no more than the grammar refuses, but for what is rare", () => {
    let [right, left] = [0, 0];
    fc.assert(
      fc.property(files, (whole) => {
        if (Array.isArray(attempt(() => composeFluent(whole)))) return;
        right++;
        if (!readFluentLines(bodyOf(whole))) left++;
      }),
      { numRuns: RUNS },
    );
    expect(left).toBeLessThan(right / 20);
  });

  it("gives the strings, errors and patches that the grammar gives", () => {
    const dices = fc.array(fc.nat(), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(files, files, fc.boolean(), dices, (whole, base, based, dice) => {
        if (/^[^\n]*\r[^\n]*$/.test(whole)) return;
        const given = based ? { ...options, base } : options;
        const slow = attempt(() => new FluentFile(whole, composeFluent).parsed());
        const fast = attempt(() => format.parse(whole, given));
        if (Array.isArray(slow) || Array.isArray(fast)) {
          expect(fast).toEqual(slow);
          return;
        }
        const edits = chosenEdits(slow, dice, words);
        const patch = (file: ParsedFile): Patch[] | unknown[] => attempt(() => format.edit(whole, file, edits, given));
        const expected = patch(slow);
        // Before and behind the reading of all entries, which the places are given up for.
        expect(patch(format.parse(whole, given))).toEqual(expected);
        expect(shown(fast)).toEqual(shown(slow));
        expect(patch(fast)).toEqual(expected);
        const ids = new Set(["key", "-a", ...dice.flatMap((die) => fast.entries[die % 9]?.id ?? [])]);
        expect(format.parse(whole, given).find?.(ids)).toEqual(fast.entries.filter(({ id }) => ids.has(id)));
      }),
      { numRuns: RUNS },
    );
  });
});
