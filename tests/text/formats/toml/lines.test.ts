import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FormatOptions, ParsedFile, Patch } from "@/lib/text/formats/kernel/format";
import { findFormat } from "@/lib/text/formats/registry";
import { readTomlLines } from "@/lib/text/formats/toml/lines";
import { composeToml } from "@/lib/text/formats/toml/read";
import { TomlFile } from "@/lib/text/formats/toml/strings";
import { optionsFor } from "../samples";
import { bigFile } from "../traps/traps";
import { attempt, changedLines, chosenEdits, expectFound, rare, shown, textsOf, withLineEnds } from "../two-readers";

/** What is read without the grammar says the same as what the grammar reads: trees, strings and edits. */

/** More of them find more; these few are for every day. */
const RUNS = Number(process.env.TOML_RUNS ?? 800);

const name = fc.oneof(
  {
    arbitrary: fc.constantFrom("a", "b", "c", "one", "few", "other", "description", "hash", "key-1", "x_y"),
    weight: 12,
  },
  {
    arbitrary: fc.constantFrom(
      ...['"q r"', "'s'", '"a.b"', '"\\u00e9\\n"', '""', "''", "1", "12", "true", "-", '"\\u0000"', "'x\"y'", "'a'"],
      ...["ř", '"ř"', '"😀"', '"\\ud83d"', '"""t"""', '"\\q"', "a b", "a ", "", '"x', "__proto__", "#", "[", "\ufeffa"],
    ),
    weight: 1,
  },
);
const key = fc
  .tuple(fc.array(name, { minLength: 1, maxLength: 3 }), rare(".", " . ", "\t.", "..", ". \n"), fc.nat(3))
  .map(([names, dot, die]) => (die === 0 ? names.join(dot) : names[0]!));

const plain = fc.constantFrom('"x"', "'y'", '"some text"', '"Řeč"', '""', "''", '"a\\n\\"b\\""', "'''m'''", '"""m"""');
const odd = fc.constantFrom(
  ...["12", "-1", "+1.5", "1_000", "0x1f", "1e3", "007", "true", "false", "inf", "nan", "2020-01-01", "12:30:00", "x"],
  ...['"\\u0041\\U0001F600"', '"\\ud800"', '"\\U00110000"', '"\\e"', '"\\x41"', '"\\"', '"a', "'a", "'\\'", '"a\tb"'],
  ...['"""\nm\n"""', '"""\r\nm"""', '"""a \\\n  b"""', '"""a\\  \n\n b"""', '"""a \\ b"""', '"""""""', '""""""""'],
  ...['"""a""""', '"""a"""""', '"""a""""""', '"""a\\""""', '"""a"b""c"""', "'''\n'm''m'\n'''", "''''m'''", "'''m''''"],
  ...[
    '"""# no\n# note\n"""',
    "'''[a]\nb = 1\n'''",
    '"😀"',
    '"\ud83d"',
    '"\u007f"',
    '"\u0001"',
    '"\u0085\u2028"',
    '"""',
  ],
  ...["", "[", "{", "]", "{ }", "{\n}", "[ ]", "[,]", "1 2", '"x" "y"', "tru", "1.", ".5", '"a\\\n"', '"a\\ \n b"'],
  '"\\ud83d\\ude00"',
);
const gap = rare("", " ", "\n", "\n  ", " # c\n", "\t", "#]\n");
const value = fc.letrec<{ any: string; list: string; braces: string }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    { arbitrary: plain, weight: 12 },
    { arbitrary: odd, weight: 1 },
    { arbitrary: tie("list"), weight: 1 },
    { arbitrary: tie("braces"), weight: 1 },
  ),
  list: fc
    .tuple(fc.array(tie("any"), { maxLength: 3 }), gap, gap, rare(",", ", ", ",\n", ", # c\n"), rare("", ",", ",,"))
    .map(([items, before, behind, comma, last]) => `[${before}${items.join(`${behind}${comma}`)}${last}${behind}]`),
  braces: fc
    .tuple(
      fc.array(fc.tuple(key, tie("any")), { maxLength: 3 }),
      rare(" ", "", "\n"),
      rare(", ", ",", ",\n"),
      rare("", ","),
    )
    .map(
      ([pairs, blank, comma, last]) =>
        `{${blank}${pairs.map(([one, said]) => `${one} = ${said}`).join(comma)}${last}${blank}}`,
    ),
})).any;
const comment = rare("", " # note", "#n", "\t# n", " ", " # \u0001", " x", " # \ud83d", ' # "');
const noise = rare("", "\n", "# c\n", "  # deep\n\n", "#\n# d\n", "   \n", "\t\n", "#\u007f\n", "\ufeff", "; x\n");
const equals = rare(" = ", "=", "\t=  ", " =\n", " == ", " : ");
const line = fc.tuple(noise, rare("", "  ", "\t"), key, equals, value, comment).map((parts) => `${parts.join("")}\n`);
const header = fc
  .tuple(noise, key, rare("[]", "[[]]", "[ ]", "[[ ]]", "[ []]", "[[] ]", "[", "[]]", "[\n]"), comment)
  .map(([above, one, marks, note]) => {
    const open = /^[[\s]*/.exec(marks)![0];
    return `${above}${open}${one}${marks.slice(open.length)}${note}\n`;
  });
const list = fc.tuple(noise, name, comment).map(([above, one, note]) => `${above}[[${one}]]${note}\n`);

const grown = fc
  .tuple(
    rare("", "\ufeff", "\n", "# top\n"),
    fc.array(
      fc.oneof({ arbitrary: line, weight: 6 }, { arbitrary: header, weight: 2 }, { arbitrary: list, weight: 1 }),
      { maxLength: 9 },
    ),
    rare("", "# end", "\n"),
  )
  .map(([head, parts, tail]) => head + parts.join("") + tail);

const samples = textsOf("toml", "go-i18n-toml");
const pieces = [
  ...[" ", "\n", "=", " = ", ".", ",", "#", " # c", "'", '"', '"""', "'''", "\t", "\\", "[", "]", "[[", "]]", "{", "}"],
  ...["other", "[a]\n", "a.b", '"x"', "\u0001", "\r", "", "1", "\\u0041", "\ud83d"],
];
const files = withLineEnds(fc.oneof(grown, grown, changedLines(samples, pieces, 2, 3)));

const options: FormatOptions = optionsFor("cs");
const words = {
  texts: ["Nový", "", "a = b", "12", "x\ny\n", ' "x" ', "it's", "'''", "\u0001"],
  contexts: ["c", "new", "a.b", "other.one", "a", "key-1.x", "list[0].z", "x y"],
  note: "A note",
  plurals: true,
};

describe("TOML without the grammar", () => {
  it("reads real files and large ones, whatever their line ends", () => {
    for (const text of samples) expect(readTomlLines(text)).toBeDefined();
    expect(readTomlLines(bigFile("toml", 1000))).toBeDefined();
    const text = "# c\r\na = \"b\" # n\r\n[c.d]\r\n'e' = '''\r\nf\r\n'''\r\n[[g]]\r\nh = [\r\n  \"i\",\r\n]\r\n";
    expect(readTomlLines(text)).toEqual({ ...composeToml(text), simple: true });
  });

  it.each([
    "a = 1\na = 2\n",
    "[a]\n[a]\n",
    "[a]\n[[a]]\n",
    "[[a]]\n[a]\n",
    "[a.b]\n[a]\nb = 1\n",
    "a.b = 1\n[a]\n",
    "a.b = 1\n[a.c]\n",
    "[a]\nb = 1\n[a.b]\n",
    "[a]\nb.c = 1\n[a.b]\n",
    "a = { b = 1 }\n[a]\n",
    "a = { b = 1, b = 2 }\n",
    'a = "b" c\n',
    'a = "b\n',
    'a = "\\q"\n',
    'a = "\u0001"\n',
    "a = b\n",
    "a = 2020-01-01\n",
    "a\n",
    "= b\n",
    "[a\n",
    "# \u0001\n",
  ])("leaves %j to the grammar", (text) => {
    expect(readTomlLines(text)).toBeUndefined();
  });

  it("leaves what is very long or deep to the grammar", () => {
    expect(readTomlLines(`a = "${"x".repeat(40_000)}"\n`)).toBeUndefined();
    expect(readTomlLines(`a = ${"[".repeat(60)}${"]".repeat(60)}\n`)).toBeUndefined();
  });

  it("makes the tree that the grammar makes, of what it reads at all", () => {
    let read = 0;
    fc.assert(
      fc.property(files, (text) => {
        const fast = readTomlLines(text);
        if (!fast) return;
        read++;
        expect(fast).toEqual({ ...composeToml(text), simple: true });
      }),
      { numRuns: RUNS * 4 },
    );
    expect(read).toBeGreaterThan(RUNS);
  });

  it.each([false, true])("gives the strings, errors and patches that the grammar gives, with plurals: %s", (go) => {
    const format = findFormat(go ? "go-i18n-toml" : "toml")!;
    const dices = fc.array(fc.nat(), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(files, files, fc.boolean(), dices, (text, base, based, dice) => {
        const given = based && !base.includes("\r") ? { ...options, base } : options;
        if (text.includes("\r") && /\r(?!\n)/.test(text)) return;
        const slow = attempt(() => new TomlFile(text, given, go, composeToml).parsed());
        const fast = attempt(() => format.parse(text, given));
        if (Array.isArray(slow) || Array.isArray(fast)) {
          expect(fast).toEqual(slow);
          return;
        }
        const edits = chosenEdits(slow, dice, words);
        const patch = (file: ParsedFile): Patch[] | unknown[] => attempt(() => format.edit(text, file, edits, given));
        const expected = patch(slow);
        // Before and behind the reading of all entries, which the tree is given up for.
        expect(patch(format.parse(text, given))).toEqual(expected);
        expect(shown(fast)).toEqual(shown(slow));
        expect(patch(fast)).toEqual(expected);
        expect(attempt(() => format.create(text, given))).toEqual(attempt(() => format.create(text, options)));
      }),
      { numRuns: RUNS },
    );
  });

  it.each(["toml", "go-i18n-toml"])("%s: finds strings as it reads them with all others", (id) => {
    const format = findFormat(id)!;
    fc.assert(
      fc.property(files, fc.array(fc.nat(), { maxLength: 3 }), (text, dice) => {
        expectFound(format, text, ["[]", '["a","one"]', '["a"]', "no id"], dice);
      }),
      { numRuns: RUNS },
    );
  });
});
