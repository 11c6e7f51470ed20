import { describe, expect, it } from "vitest";
import { applyPatches, EditRefused, type EntryEdit, type FormatOptions } from "@/lib/text/formats/kernel/format";
import { phpFormats } from "@/lib/text/formats/php/php";
import { worded } from "@/lib/text/messages/worded";
import { expectedFor, optionsFor, projectSamples } from "../samples";

const [php, laravel] = phpFormats as [(typeof phpFormats)[0], (typeof phpFormats)[0]];
const cs = optionsFor("cs");
const change = (format: typeof php, text: string, edits: EntryEdit[], options: FormatOptions = cs): string =>
  applyPatches(text, format.edit(text, format.parse(text, options), edits, options));
const set = (id: string, ...targets: string[]): EntryEdit => ({ kind: "set", id, targets, state: "translated" });
const add = (context: string, ...targets: string[]): EntryEdit => ({
  kind: "add",
  context,
  sources: targets,
  targets,
  state: "translated",
  plural: targets.length > 1,
});
const read = (format: typeof php, text: string, options: FormatOptions = cs) =>
  format.parse(text, options).entries.map((entry) => [entry.context, ...entry.targets]);

describe("PHP", () => {
  it("reads what is returned, assigned and defined", () => {
    const text = `<?php
defined('X') OR exit('no');
$lang['a'] = 'It\\'s \\n'; $lang["b"]['c'] = "n\\n\\x41\\u{10d}\\$x\\q";
define('OPEN', 'Open');
if (!defined('Y')) { define('Y', 'y'); }
$m = array('k' => 'v', 5 => 'five', Foo::BAR => 'bar', 'n' => 5, 'l' => ['x', 'y']);
return ['t' => 'T', 'd' => ['e' => 'f']];`;
    expect(read(php, text)).toEqual([
      ["$lang['a']", "It's \\n"],
      ["$lang[\"b\"]['c']", "n\nAč$x\\q"],
      ["define('OPEN'", "Open"],
      ["define('Y'", "y"],
      ["$m->'k'", "v"],
      ["$m->5", "five"],
      ["$m->Foo::BAR", "bar"],
      ["$m->'l'[]->0", "x"],
      ["$m->'l'[]->1", "y"],
      ["return[]->'t'", "T"],
      ["return[]->'d'[]->'e'", "f"],
    ]);
  });

  it("shows texts that code makes, and does not write them", () => {
    const text = "<?php return ['a' => 'x' . $y, 'b' => \"Hi $name\", 'c' => <<<X\ntext\nX, 'd' => 'e'];";
    const { entries } = php.parse(text, cs);
    expect(entries.map((entry) => [entry.state, entry.targets[0]])).toEqual([
      ["read-only", "'x' . $y"],
      ["read-only", '"Hi $name"'],
      ["read-only", "<<<X\ntext\nX"],
      ["translated", "e"],
    ]);
    expect(() => change(php, text, [set("return[]->'a'", "z")])).toThrow(EditRefused);
  });

  it("adds nothing that would take away what another text says", () => {
    const file =
      "<?php\nreturn [\n    'top' => 'Top',\n    'nav' => [\n        'home' => 'Home',\n    ],\n    'old' => array('x' => 'y'),\n];\n";
    for (const key of ["'nav'", '"top"', "'top'[]->'x'", "'top'->'x'", "'nav'[]->'home'[]->'x'"])
      expect(() => change(php, file, [add(`return[]->${key}`, "T")]), key).toThrow(EditRefused);
    expect(() => change(php, file, [add("return[]->'a'->'x'", "T"), add("return[]->'a'", "U")])).toThrow(
      "a map in its",
    );
    expect(() => change(php, file, [add("return[]->'nav'->'z'", "T")])).toThrow("written as “return[]->'nav'[]->'z'”");
    expect(() => change(php, file, [add("return[]->'old'[]->'z'", "T")])).toThrow("written as “return[]->'old'->'z'”");
    expect(() => change(php, file, [add("return->'z'", "T")])).toThrow("written as “return[]->'z'”");
    const steps = "<?php\n$l['a']['b'] = 'x';\n";
    expect(() => change(php, steps, [add("$l['a']['b']['c']", "T")])).toThrow("a text in its place");
    expect(() => change(php, steps, [add("$l['a']", "T")])).toThrow("a map in its place");
    expect(change(php, steps, [add("$l['a']['c']", "T")])).toBe(`${steps}$l['a']['c'] = 'T';\n`);
  });

  it("adds items to lists behind those that are there", () => {
    const list = "<?php\nreturn [\n    'a' => ['x', 'y'],\n    'b' => [\n        'p', // One.\n    ],\n];\n";
    const adds = [
      add("return[]->'a'[]->3", "w"),
      add("return[]->'a'[]->2", "z"),
      add("return[]->'b'[]->1[]->'k'", "v"),
    ];
    expect(change(php, list, adds)).toBe(
      "<?php\nreturn [\n    'a' => ['x', 'y', 'z', 'w'],\n    'b' => [\n        'p', // One.\n        [\n            'k' => 'v',\n        ],\n    ],\n];\n",
    );
    expect(change(php, list, [add("return[]->'c'[]->1", "n"), add("return[]->'c'[]->0", "m")])).toContain(
      "    'c' => [\n        'm',\n        'n',\n    ],\n",
    );
    expect(() => change(php, list, [add("return[]->'a'[]->3", "w")])).toThrow("would leave a gap in its list");
    expect(() => change(php, list, [add("return[]->'a'[]->'k'", "w")])).toThrow("its items have no keys");
    const holes = "<?php return ['a' => [$x, 5 + 1]];";
    expect(() => change(php, holes, [add("return[]->'a'[]->1", "w")])).toThrow("something else is there");
    // Numbers that are keys are no positions.
    expect(change(php, "<?php return ['a' => [1 => 'one']];", [add("return[]->'a'[]->5", "five")])).toBe(
      "<?php return ['a' => [1 => 'one', 5 => 'five']];",
    );
  });

  it("keeps the quotes of a text, and what they mean", () => {
    expect(change(php, "<?php $a = 'x';", [set("$a", "it's \\ $y\n")])).toBe("<?php $a = 'it\\'s \\\\ $y\n';");
    expect(change(php, '<?php $a = "x";', [set("$a", 'a "b" $y\n')])).toBe('<?php $a = "a \\"b\\" \\$y\\n";');
    expect(change(php, "<?php $a = 'x';\r\n", [set("$a", "1\n2")])).toBe("<?php $a = '1\r\n2';\r\n");
  });

  it.each([
    ["nothing", 1, 1],
    ["<?php\n$a = 'x", 2, 6],
    ["<?php return ['a' => 'b' 'c' => 'd'", 1, 36],
    ["<?php return ['a' => 'b'", 1, 25],
    ["<?php /* x", 1, 7],
  ])("refuses %j with its place", (text, line, column) =>
    expect(() => php.parse(text, cs)).toThrow(expect.objectContaining({ line, column })),
  );

  it("adds to arrays, makes missing ones, and adds statements", () => {
    const text = "<?php\nreturn [\n  'a' => '1', // one\n  'c' => ['x' => 'y']\n];\n";
    const options = { ...cs, base: "<?php return ['a' => '', 'b' => '', 'c' => ['w' => '', 'x' => '']];" };
    expect(change(php, text, [add("return[]->'b'", "2"), add("return[]->'c'[]->'w'", "v")], options)).toBe(
      "<?php\nreturn [\n  'a' => '1', // one\n  'b' => '2',\n  'c' => ['w' => 'v', 'x' => 'y']\n];\n".replace(
        "['w' => 'v', 'x' => 'y']",
        "['x' => 'y', 'w' => 'v']",
      ),
    );
    const grown = change(php, "<?php\n", [add("return[]->'d'[]->'e'", "1"), add("return[]->'d'[]->'f'", "2")]);
    expect(grown).toBe("<?php\nreturn [\n    'd' => [\n        'e' => '1',\n        'f' => '2',\n    ],\n];\n");
    expect(read(php, grown)).toHaveLength(2);
    expect(change(php, '<?php\n$l["a"] = "b";\n?>\n', [add("$l['c']", "d")])).toBe(
      '<?php\n$l["a"] = "b";\n$l[\'c\'] = "d";\n?>\n',
    );
    expect(() => change(php, "<?php\n", [add("$a; system('x')", "d")])).toThrow(EditRefused);
    expect(() => change(php, "<?php\nreturn [];\n", [add("return[]->'a' . f()", "d")])).toThrow(EditRefused);
  });

  const expected = [...projectSamples("php"), ...projectSamples("laravel")].filter((sample) => expectedFor(sample));
  it("has files with lists of their strings", () => expect(expected.length).toBeGreaterThan(10));
  it.each(expected.map((sample) => [sample.path, sample] as const))("agrees with another reader on %s", (_, sample) => {
    const format = sample.format === "laravel" ? laravel : php;
    const { entries } = format.parse(format.decode(sample.bytes), sample.options);
    const list = expectedFor(sample)!;
    const name = (context: unknown) =>
      format === php ? context : String(context).replace(/^return\[\]->'((?:[^'\\]|\\.)*)'/, "$1");
    expect(entries.map((entry) => entry.context)).toEqual(list.map(({ context }) => name(context)));
    entries.forEach((entry, index) => {
      const theirs = [list[index]!.target].flat();
      // Texts with ranges are one text here: a language has no forms for them.
      if (!entry.plural) expect(entry.targets).toEqual([theirs.join("|")]);
      else expect(entry.targets).toEqual(entry.targets.map((_form, form) => theirs[form] ?? ""));
      expect(entry.note).toBe(list[index]!.notes ?? "");
    });
  });
});

describe("Laravel", () => {
  const text = "<?php\nreturn [\n    'a' => 'x|y',\n    'r' => '{0} none|[1,*] some',\n    'p' => 'plain',\n];\n";
  it("reads forms, and texts with ranges as one", () => {
    expect(read(laravel, text)).toEqual([
      ["a", "x", "y", ""],
      ["r", "{0} none|[1,*] some"],
      ["p", "plain"],
    ]);
    expect(laravel.parse(text, cs).entries.map((entry) => entry.plural)).toEqual([true, false, false]);
  });
  it("writes forms, and keeps those the language does not have", () => {
    expect(change(laravel, text, [set("a", "1", "2", "3")])).toContain("'a' => '1|2|3'");
    expect(change(laravel, text, [set("a", "1", "", "")])).toContain("'a' => '1|'");
    expect(change(laravel, text, [set("a", "1")], optionsFor("ja"))).toContain("'a' => '1|y'");
    expect(change(laravel, text, [set("r", "{0} nic|[1,*] něco")])).toContain("'{0} nic|[1,*] něco'");
    expect(() => change(laravel, text, [set("p", "a|b")])).toThrow(EditRefused);
    expect(() => change(laravel, text, [set("a", "a|b", "c", "d")])).toThrow(EditRefused);
  });
  it("takes from the base that a text has forms", () => {
    const options = { ...cs, base: "<?php return ['p' => 'x|y'];" };
    expect(change(laravel, text, [set("p", "1", "2", "3")], options)).toContain("'p' => '1|2|3'");
  });
  it("keeps a text with ranges whole where the base has forms, and writes it so, or forms in its place", () => {
    const options = { ...cs, base: "<?php return ['r' => 'x|y', 'a' => 'one'];" };
    const ranged = "{1} jeden|[3,10] pár|[2,*] moc";
    const file = `<?php\nreturn [\n    'r' => '${ranged}',\n    'a' => 'x|y',\n];\n`;
    const entries = laravel.parse(file, options).entries;
    expect(entries.map(({ targets, plural }) => ({ targets, plural }))).toEqual([
      { targets: [ranged, "", ""], plural: true },
      // The base has one text here, and so a bar is a bar.
      { targets: ["x|y"], plural: false },
    ]);
    expect(change(laravel, file, [set("r", ranged, "", ""), set("a", "x|y")], options)).toBe(file);
    const longer = "{1} jeden|[3,10] několik|[2,*] moc";
    expect(change(laravel, file, [set("r", longer, "", "")], options)).toBe(file.replace(ranged, longer));
    expect(change(laravel, file, [set("r", "1", "2", "3")], options)).toBe(file.replace(ranged, "1|2|3"));
    expect(change(laravel, file, [set("a", "jeden")], options)).toBe(file.replace("x|y", "jeden"));
    expect(() => change(laravel, file, [set("r", ranged, "2", "3")], options)).toThrow(EditRefused);
    expect(laravel.refuses?.([longer, "", ""])).toBeUndefined();
    expect(worded(laravel.refuses?.([longer, "2", ""]) ?? "").message).toMatch("cannot contain the character |");
  });
  it("adds texts under their short keys", () => {
    const options = { ...cs, base: "<?php return ['a' => 'x|y', 'b' => 'z', 'g' => ['h' => 'i']];" };
    expect(change(laravel, text, [add("b", "Z"), add("g[]->'h'", "I"), add("q", "1", "2")], options)).toBe(
      "<?php\nreturn [\n    'a' => 'x|y',\n    'b' => 'Z',\n    'r' => '{0} none|[1,*] some',\n    'p' => 'plain',\n    'g' => [\n        'h' => 'I',\n    ],\n    'q' => '1|2',\n];\n",
    );
    expect(change(laravel, laravel.create(options.base, cs)!, [add("b", "it's")])).toBe(
      "<?php\n\nreturn [\n    'b' => 'it\\'s',\n];\n",
    );
  });
});
