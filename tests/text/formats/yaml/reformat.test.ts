import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { FormatError, formatOptions } from "@/lib/text/formats/kernel/format";
import { reformatFile } from "@/lib/text/formats/kernel/reformat";
import type { YamlNode } from "@/lib/text/formats/kernel/yaml/nodes";
import { composeYaml } from "@/lib/text/formats/kernel/yaml/tree";
import { findFormat } from "@/lib/text/formats/registry";

/** Whole YAML files with other indentation and width. */

const yaml = findFormat("yaml")!;
const shape = (text: string, params: Record<string, unknown>): string =>
  reformatFile(yaml, text, formatOptions({ params }));

describe("indentation", () => {
  it("changes level by level, with comments, lists, blocks and what goes over several lines", () => {
    const text = `# top
--- # start
a: &x
    # of b
    b: 'one
      two

      three'   # behind
    c:
    -   d: 1
        e: >-

            folded
              more
            text

        # end of the item
    - !!str
        own line
    -
        - - deep
          - deeper
    # end of a
f: {g: 1,
    h: [
      2 ]}

i:   *x
j: |2
     kept
    blanks
k: |+
      block
        # no comment

  # a comment
l: |
        block
    # a comment in the column that the block gets
`;
    expect(shape(text, { yaml_indent: 2 })).toBe(`# top
--- # start
a: &x
  # of b
  b: 'one
    two

    three'   # behind
  c:
  -   d: 1
      e: >-

        folded
          more
        text

      # end of the item
  - !!str
    own line
  -
    - - deep
      - deeper
  # end of a
f: {g: 1,
    h: [
      2 ]}

i:   *x
j: |2
     kept
    blanks
k: |+
  block
    # no comment

# a comment
l: |
  block
# a comment in the column that the block gets
`);
  });

  it("is left alone where nothing else is possible, and with a byte order mark or other line ends", () => {
    for (const text of ["just\n   text\n", "|\n     block\n", "{a: 1,\n      b: 2}\n", "", "# only\n", "a: 1\n"])
      expect(shape(text, { yaml_indent: 4 })).toBe(text);
    expect(shape("\ufeffa:\r\n  b: 1\r\n  c: |\r\n   x\r\n\r\n", { yaml_indent: 4 })).toBe(
      "\ufeffa:\r\n    b: 1\r\n    c: |\r\n        x\r\n\r\n",
    );
    expect(shape("a:\n b: 1\n---\nc:\n d: 2\n", { yaml_indent: 3 })).toBe("a:\n   b: 1\n---\nc:\n   d: 2\n");
    expect(() => shape("a: [\n", { yaml_indent: 2 })).toThrow(FormatError);
  });
});

describe("width", () => {
  const words = (count: number): string => Array.from({ length: count }, (_, at) => `word${at}`).join(" ");

  it("breaks texts at single blanks only, and no line that says something by its shape", () => {
    const text = `plain: ${words(20)}
double: "${words(20)}  two blanks and\\ one ${words(5)}"
single: '${words(20)}' # ${words(30)}
folded: >
  ${words(30)}
   more ${words(30)}
literal: |
  ${words(30)}
flow: [${words(30)}]
? ${words(10)}
: - ${words(20)} - (a) -- # b
`;
    const wrapped = shape(text, { yaml_line_wrap: 80 });
    const long = wrapped.split("\n").filter((line) => line.length > 80);
    expect(long.map((line) => line.slice(0, 9))).toEqual([
      expect.stringMatching(/' # word0|word1\d/),
      "   more w",
      "  word0 w",
      "flow: [wo",
    ]);
    expect(shape(text, { yaml_line_wrap: 65535 })).toBe(text);
    expect(wrapped).not.toBe(text);
  });

  it("keeps the indentation of further lines, and words that are too long", () => {
    const word = "x".repeat(90);
    expect(shape(`a: b ${word} c\n`, { yaml_line_wrap: 80 })).toBe(`a: b\n  ${word}\n  c\n`);
    expect(shape(`a: '${words(10)}\n      ${words(14)}'\n`, { yaml_line_wrap: 80 })).toBe(
      `a: '${words(10)}\n      ${words(12)}\n      word12 word13'\n`,
    );
    expect(shape(`a:\n    b: ${words(14)}\n`, { yaml_line_wrap: 80, yaml_indent: 4 })).toBe(
      `a:\n    b: ${words(12)}\n        word12 word13\n`,
    );
  });
});

/** Random YAML, printed by hand with whatever indentation. */
type Dice = (most: number) => number;

const WORDS = ["a", "b c", "quince and medlar", "x: y", "# no", "- z", "it's", '"q"', "ř", "\\", "end.", "12", "~"];
const some = <T>(dice: Dice, list: readonly T[]): T => list[dice(list.length - 1)]!;

function sentence(dice: Dice): string {
  return Array.from({ length: 1 + dice(14) }, () =>
    some(dice, ["word", "longer-word", "b", "č", "end.", "(x)", "12"]),
  ).join(dice(9) === 0 ? "  " : " ");
}

/** A value behind its key or dash: begins on that line. `column` is that of what holds it. */
function printValue(dice: Dice, column: number, depth: number): string {
  const inner = " ".repeat(column + 1 + dice(5));
  const prop = dice(7) === 0 ? some(dice, ["&anchor ", "!!str ", "!tag "]) : "";
  switch (dice(depth > 3 ? 6 : 9)) {
    case 0:
      return `${prop}${sentence(dice)}${dice(3) === 0 ? " # note" : ""}\n`;
    case 1:
      return `${prop}'${some(dice, WORDS).replaceAll("'", "''")} ${sentence(dice)}\n${dice(2) ? "" : "\n"}${inner}${sentence(dice)}'\n`;
    case 2:
      return `${prop}"${sentence(dice)}${some(dice, [" ", "\\\n", "\\ ", "\\n", "\n\n", "\n"])}${inner}${sentence(dice)}"\n`;
    case 3:
      return `${prop}${sentence(dice)}\n${inner}${sentence(dice)}\n`;
    case 4: {
      const lines = Array.from({ length: 1 + dice(4) }, (_, at) => {
        const body =
          at > 0 && dice(3) === 0
            ? `${" ".repeat(dice(3))}${sentence(dice)}`
            : some(dice, ["text", "# text", sentence(dice)]);
        return at > 0 && dice(4) === 0 ? " ".repeat(dice(9)) : inner + body;
      });
      const head = `${some(dice, ["|", ">"])}${some(dice, ["", "-", "+"])}${dice(4) === 0 ? " # head" : ""}`;
      return `${prop === "!tag " ? "" : prop}${head}\n${dice(4) === 0 ? "\n" : ""}${lines.join("\n")}\n`;
    }
    case 5:
      return `{k: ${some(dice, ["1", "'x'"])},\n${inner}# in\n${inner}l: [a,\n${inner}b]}\n`;
    case 6:
      return `\n${inner}${prop}${sentence(dice)}\n`;
    case 7: {
      const seat = dice(1) === 0 && column >= 0 ? column : inner.length;
      return `${dice(3) === 0 ? " # list" : ""}\n${printList(dice, seat, depth + 1, false)}`;
    }
    default:
      return `${prop === "&anchor " ? prop.trim() : ""}\n${printMap(dice, inner.length, depth + 1, false)}`;
  }
}

const comment = (dice: Dice, column: number): string =>
  dice(4) === 0 ? `${" ".repeat(Math.max(0, column + dice(2) - 1))}# remark\n${dice(2) === 0 ? "\n" : ""}` : "";

function printMap(dice: Dice, column: number, depth: number, begun: boolean): string {
  let out = "";
  for (let at = 0; at <= dice(3); at++) {
    const lead = begun && at === 0 ? "" : comment(dice, column) + " ".repeat(column);
    const key = some(dice, [`k${at}`, `'k ${at}'`, `"k${at}"`]);
    out += `${lead}${key}: ${printValue(dice, column, depth)}`;
  }
  return out;
}

function printList(dice: Dice, column: number, depth: number, begun: boolean): string {
  let out = "";
  for (let at = 0; at <= dice(2); at++) {
    const lead = begun && at === 0 ? "" : comment(dice, column) + " ".repeat(column);
    const gap = " ".repeat(1 + dice(3));
    const seat = column + 1 + gap.length;
    const kind = dice(4);
    if (kind === 0 && depth < 4) out += `${lead}-${gap}${printMap(dice, seat, depth + 1, true)}`;
    else if (kind === 1 && depth < 4) out += `${lead}-${gap}${printList(dice, seat, depth + 1, true)}`;
    else {
      const value = printValue(dice, column, depth);
      out += `${lead}-${gap}${/^ # list\n|^\n *-/.test(value) ? "x\n" : value}`;
    }
  }
  return out;
}

/** Columns of maps inside of maps, less those of the maps around them. */
function levels(text: string, node: YamlNode | undefined, found: number[] = []): number[] {
  const column = (at: number): number => at - (text.lastIndexOf("\n", at - 1) + 1);
  if (node?.kind === "map" && !node.flow)
    for (const { keyStart, value } of node.pairs) {
      const inner = value?.kind === "map" && !value.flow ? value.pairs[0]?.keyStart : undefined;
      if (inner !== undefined) found.push(column(inner) - column(keyStart));
      levels(text, value, found);
    }
  if (node?.kind === "list" && !node.flow) for (const item of node.items) levels(text, item, found);
  return found;
}

const meaning = (text: string): unknown =>
  parseAllDocuments(text, { uniqueKeys: false, logLevel: "silent" }).map((document) => [
    document.errors.length,
    document.toJS({ maxAliasCount: 10 }),
  ]);

describe("random files", () => {
  it("say the same, have the levels that are asked for, and are then left alone", { timeout: 120_000 }, () => {
    let read = 0;
    fc.assert(
      fc.property(
        fc.infiniteStream(fc.nat(9999)),
        fc.boolean(),
        fc.integer({ min: 1, max: 8 }),
        fc.constantFrom(undefined, 80, 100),
        fc.constantFrom("\n", "\r\n"),
        (stream, list, unit, width, eol) => {
          const dice: Dice = (most) => (stream.next().value as number) % (most + 1);
          const made = list ? printList(dice, 0, 0, false) : printMap(dice, 0, 0, false);
          const text = made.replaceAll("\n", eol);
          try {
            yaml.parse(text, formatOptions());
          } catch (error) {
            expect(error).toBeInstanceOf(FormatError);
            return;
          }
          read++;
          const params = { yaml_indent: unit, ...(width !== undefined && { yaml_line_wrap: width }) };
          const after = shape(text, params);
          expect(meaning(after)).toEqual(meaning(text));
          expect(new Set(levels(after, composeYaml(after).root)).size).toBeLessThan(2);
          for (const level of levels(after, composeYaml(after).root)) expect(level).toBe(unit);
          expect(shape(after, params)).toBe(after);
          expect(after.match(/# (?:remark|note|head|list|in)/g)).toEqual(text.match(/# (?:remark|note|head|list|in)/g));
          expect(after.split("\n").filter((line) => line.trim() === "").length).toBe(
            text.split("\n").filter((line) => line.trim() === "").length,
          );
        },
      ),
      {
        numRuns: Number(process.env.YAML_RUNS ?? 600),
        ...(process.env.YAML_SEED && { seed: Number(process.env.YAML_SEED) }),
      },
    );
    expect(read).toBeGreaterThan(100);
  });
});
