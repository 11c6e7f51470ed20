import fc from "fast-check";
import { JSON_SCHEMA, load } from "js-yaml";
import { describe, expect, it } from "vitest";
import {
  applyPatches,
  EditRefused,
  type EntryEdit,
  FormatError,
  type FormatOptions,
} from "@/lib/text/formats/kernel/format";
import { findFormat } from "@/lib/text/formats/registry";
import { expectedFor, optionsFor, ownSamples, projectSamples } from "../samples";

const yaml = findFormat("yaml")!;
const ruby = findFormat("ruby-yaml")!;
const cs = optionsFor("cs");
const fixture = (path: string): string => {
  const found = ownSamples(path.split("/")[0]!).find((sample) => sample.path === path);
  if (!found) throw new Error(`no fixture ${path}`);
  return yaml.decode(found.bytes);
};
const brief = (format: typeof yaml, text: string, options = cs) =>
  format.parse(text, options).entries.map((entry) => [entry.context, entry.plural ? entry.targets : entry.targets[0]]);
function change(format: typeof yaml, text: string, edits: EntryEdit[], options: FormatOptions = cs): string {
  return applyPatches(text, format.edit(text, format.parse(text, options), edits, options));
}
function set(format: typeof yaml, text: string, context: string, ...targets: string[]): string {
  const entry = format.parse(text, cs).entries.find((one) => one.context === context);
  if (!entry) throw new Error(`no ${context}`);
  return change(format, text, [{ kind: "set", id: entry.id, targets, state: "translated" }]);
}
const add = (context: string, ...targets: string[]): EntryEdit => ({
  kind: "add",
  context,
  sources: targets,
  targets,
  state: "translated",
  plural: targets.length > 1,
});
const remove = (format: typeof yaml, text: string, ...contexts: string[]): string =>
  change(
    format,
    text,
    format
      .parse(text, cs)
      .entries.flatMap((one) => (contexts.includes(one.context) ? [{ kind: "remove", id: one.id }] : [])),
  );

describe("reading YAML", () => {
  it("shows texts, numbers and booleans; not null, aliases, merged keys or tagged values", () => {
    expect(brief(yaml, fixture("yaml/cs.yaml"))).toEqual([
      ["title", "Košík"],
      ["quoted", 'Otevřít "košík"'],
      ["single", 'Je to "v pořádku"'],
      ["basket->count", "%{count} kdoulí"],
      ["basket->tabs->[0]", "Vše"],
      ["basket->tabs->[1]", "Zralé"],
      ["basket->tabs->[2]", "S pecky"],
      ["basket->flow->open", "Otevřít"],
      ["basket->flow->close", "Zavřít"],
      ["basket->key with: colon", "hodnota"],
      ["basket->number", "12"],
      ["basket->flag", "true"],
      ["basket->default->save", "Uložit"],
      ["literal", "První řádek\n\n  odsazený\nposlední\n"],
      ["stripped", "bez konce"],
      ["folded", "Jeden dlouhý odstavec\na druhý\n"],
      ["plain multi", "text přes dva řádky"],
      ["list->[0]->name", "První"],
      ["list->[0]->text", "Text"],
      ["list->[1]->name", "Druhý"],
      ["list->[2]->[0]", "vnořený"],
      ["empty", ""],
      ["a.b->c", "šipka"],
    ]);
    const notes = yaml.parse(fixture("yaml/cs.yaml"), cs).entries.filter((entry) => entry.note !== "");
    expect(notes.map((entry) => [entry.context, entry.note])).toEqual([
      ["basket->count", "Shown under the basket\nof quinces"],
    ]);
  });

  it("folds plural categories under the language of the file", () => {
    const file = ruby.parse(fixture("ruby-yaml/cs.yml"), cs);
    expect(file.language).toBe("cs");
    expect(brief(ruby, fixture("ruby-yaml/cs.yml"))).toEqual([
      ["basket->title", "Košík"],
      ["basket->count", ["%{count} kdoule", "%{count} kdoule", "%{count} kdoulí"]],
      ["basket->pears", ["hruška", "", "hrušek"]],
      ["basket->medlars", ["", "", "mišpule"]],
      ["date->order->[0]", ":day"],
      ["date->order->[1]", ":month"],
      ["date->abbr_month_names->[1]", "led"],
      ["yes", "Ano"],
      ["no", "Ne"],
      ["time", "12:30"],
    ]);
    expect(file.entries[1]?.note).toBe("Number of quinces");
  });

  it.each([
    ["a: [1", 1],
    ['a: "x', 1],
    ["a: b\n c: d", 1],
    ["a: b\n\tc: d", 2],
    ["a: *x\nb: c: d", 1],
    ["{", 1],
  ])("refuses %j with its place", (broken, line) => {
    try {
      yaml.parse(broken, cs);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(FormatError);
      expect((error as FormatError).line).toBeGreaterThanOrEqual(line);
      expect((error as FormatError).message).toMatch(/\.$/);
    }
  });

  it("counts the last of equal keys, and reads the first document only", () => {
    const file = yaml.parse("a: 1\na: b\n---\nc: d\n", cs);
    expect(file.entries.map((entry) => entry.targets[0])).toEqual(["b"]);
    expect(file.warnings.map((warning) => warning.line)).toEqual([3, 1]);
    expect(yaml.parse(`${"a: {".repeat(90)}b: c${"}".repeat(90)}`, cs).entries).toHaveLength(1);
    expect(() => yaml.parse(`${"[".repeat(200)}${"]".repeat(200)}`, cs)).toThrow(/nested deeper/);
    expect(ruby.parse("- a\n", cs).entries).toEqual([]);
  });
});

describe("editing YAML", () => {
  const text = fixture("yaml/cs.yaml");
  it("keeps quotes, blocks, comments and anchors", () => {
    const line = (context: string, target: string) => {
      const after = set(yaml, text, context, target).split("\n");
      const before = text.split("\n");
      return after.filter((one, at) => one !== before[at] && !before.includes(one));
    };
    expect(line("title", "Můj košík")).toEqual(["title: Můj košík  # window title"]);
    expect(line("title", "ano: ne")).toEqual(['title: "ano: ne"  # window title']);
    expect(line("title", "yes")).toEqual(['title: "yes"  # window title']);
    expect(line("title", "12:30")).toEqual(['title: "12:30"  # window title']);
    expect(line("title", "")).toEqual(['title: ""  # window title']);
    expect(line("quoted", 'a "b"\n')).toEqual(['quoted: "a \\"b\\"\\n"']);
    expect(line("single", "it's")).toEqual(["single: 'it''s'"]);
    expect(line("single", "a\nb")).toEqual(['single: "a\\nb"']);
    expect(line("basket->tabs->[0]", "a, b")).toEqual(['  tabs: ["a, b", \'Zralé\', "S pecky"]']);
    expect(line("basket->number", "13.5")).toEqual(["  number: 13.5"]);
    expect(line("basket->number", "1:3")).toEqual(['  number: "1:3"']);
    expect(line("basket->flag", "no")).toEqual(['  flag: "no"']);
    expect(line("basket->default->save", "Ulož")).toEqual(["    save: Ulož"]);
    expect(set(yaml, text, "literal", "a\n b\n")).toContain("literal: |\n  a\n   b\nstripped:");
    expect(set(yaml, text, "literal", "a\nb")).toContain("literal: |-\n  a\n  b\nstripped:");
    expect(set(yaml, text, "literal", " a\n")).toContain('literal: " a\\n"\nstripped:');
    expect(set(yaml, text, "stripped", "a\n\nb\n")).toContain("stripped: |\n  a\n\n  b\nfolded:");
    expect(set(yaml, text, "folded", "a\nb\n\nc\n")).toContain("folded: >\n  a\n\n  b\n\n\n  c\nplain multi:");
    expect(set(yaml, text, "plain multi", "krátký")).toContain("plain multi: krátký\nlist:");
  });

  it("adds keys beside their neighbours of the base, in blocks and between brackets", () => {
    const base = `${text.replace("  number: 12\n", "  new: x\n  number: 12\n").replace("{ open:", "{ first: y, open:")}deep:\n  er: z\n`;
    const options = { ...cs, base };
    const edits = [add("basket->new", "New"), add("basket->flow->first", "F"), add("deep->er", "D"), add("top", "T")];
    const after = change(yaml, text, edits, options);
    expect(after).toContain('  "key with: colon": hodnota\n  new: New\n  number: 12\n');
    expect(after).toContain('flow: { first: F, open: Otevřít, close: "Zavřít" }');
    expect(after.endsWith("a.b->c: šipka\ndeep:\n  er: D\ntop: T\n")).toBe(true);
    expect(() => change(yaml, text, [add("title->x", "y")])).toThrow(EditRefused);
    expect(() => change(yaml, text, [add("title", "y")])).toThrow(EditRefused);
    expect(() => change(yaml, text, [add("list->[7]", "y")])).toThrow(EditRefused);
    expect(() => change(yaml, text, [add("x", "y", "z")])).toThrow(EditRefused);
    expect(change(yaml, "{}\n", [add("a->b", "c"), add("a->d", "e")])).toBe("a:\n  b: c\n  d: e\n");
    expect(change(yaml, "# only a comment", [add("a", "b")])).toBe("# only a comment\na: b\n");
  });

  it("removes keys with their comments, and maps that become empty", () => {
    const less = remove(
      yaml,
      text,
      "basket->count",
      "basket->flow->open",
      "basket->flow->close",
      "basket->default->save",
    );
    expect(less).not.toMatch(/Shown under|flow:|default:/);
    expect(load(remove(yaml, "a:\n  b: c\n", "a->b"))).toEqual({});
    expect(() => remove(yaml, text, "basket->tabs->[0]")).toThrow(EditRefused);
  });

  it("gives a text back its style, as the file writes such texts, where quotes were needed meanwhile", () => {
    const plain = "a: Ahoj\nb: Nazdar\n";
    const single = "a: 'Ahoj'\nb: 'it''s'\nc: 'x: y'\n";
    for (const other of ["x: y # z", "1", "", "Jeden\nDva", "\u0007"]) {
      expect(set(yaml, set(yaml, plain, "a", other), "a", "Ahoj")).toBe(plain);
      expect(set(yaml, set(yaml, single, "a", other), "a", "Ahoj")).toBe(single);
      expect(set(yaml, set(yaml, single, "b", other), "b", "it's")).toBe(single);
    }
    // Quotes that nothing asked for are the author's.
    expect(set(yaml, 'a: "Ahoj"\nb: Nazdar\n', "a", "Čau")).toBe('a: "Čau"\nb: Nazdar\n');
  });

  it("adds items to lists, in whatever order they come, and the keys of new items", () => {
    const list = "a:\n- one\n- two\nb: x\n";
    expect(change(yaml, list, [add("a->[3]", "four: 4"), add("a->[2]", "three")])).toBe(
      'a:\n- one\n- two\n- three\n- "four: 4"\nb: x\n',
    );
    expect(() => change(yaml, list, [add("a->[3]", "four")])).toThrow("would leave a gap in its list");
    expect(() => change(yaml, list, [add("a->[1]->name", "x")])).toThrow("in its place");
    expect(() => change(yaml, list, [add("a->name", "x")])).toThrow("in its place");
    expect(() => change(yaml, list, [add("b->[0]", "x")])).toThrow("in its place");
    const deep = "l:\n  - name: a\n    # Of a.\n    in:\n      - x\n  - name: b # end\n";
    const edits = [add("l->[2]->name", "c"), add("z", "Z"), add("l->[0]->in->[1]", "why"), add("l->[2]->in->[0]", "w")];
    expect(change(yaml, deep, edits)).toBe(
      "l:\n  - name: a\n    # Of a.\n    in:\n      - x\n      - why\n  - name: b # end\n  - name: c\n    in:\n      - w\nz: Z\n",
    );
    expect(change(yaml, "a: [x, y]\nb: []\n", [add("a->[2]", "z, z"), add("b->[0]->k", "v")])).toBe(
      'a: [x, y, "z, z"]\nb: [{ k: v }]\n',
    );
    expect(change(yaml, "a:\n- - x", [add("a->[0]->[1]", "why"), add("a->[1]->[0]", "z")])).toBe(
      "a:\n- - x\n  - why\n- - z",
    );
  });

  it("writes a key without quotes where the base or the file does, as a number is another key than its digits", () => {
    const base = "a:\n  6:\n    x: y\n  '7':\n    x: y\n";
    const adds = [add("a->6->x", "1st"), add("a->7->x", "2nd"), add("a->8->x", "3rd")];
    const grown = 'a:\n  6:\n    x: 1st\n  "7":\n    x: 2nd\n  "8":\n    x: 3rd\n';
    expect(change(yaml, "a:\n", adds, { ...cs, base })).toBe(grown);
    expect(change(yaml, `${grown}no: x\n`, [add("b->no", "z"), add("b->yes", "z")])).toBe(
      `${grown}no: x\nb:\n  no: z\n  "yes": z\n`,
    );
  });

  it("fills keys that have no value, with texts, maps and lists", () => {
    const blank = "a:\nb: ~ # None yet.\nc: { d: , e: null }\nf:\n    g:\n    h: null\n    i: x\n- j:\n".replace(
      "- j:\n",
      "j:",
    );
    expect(change(yaml, blank, [add("a", "A: 1"), add("b", "B"), add("c->d", "D"), add("c->e->[0]", "E")])).toBe(
      'a: "A: 1"\nb: B # None yet.\nc: { d: D, e: [E] }\nf:\n    g:\n    h: null\n    i: x\nj:',
    );
    const edits = [add("b->k", "K"), add("f->g->6->text", "G"), add("f->g->6->code", "C"), add("f->h->[0]", "H")];
    expect(change(yaml, blank, [...edits, add("j->k", "J"), add("b->l", "L"), add("f->m", "M")])).toBe(
      'a:\nb: # None yet.\n    k: K\n    l: L\nc: { d: , e: null }\nf:\n    g:\n        "6":\n            text: G\n            code: C\n    h:\n    - H\n    i: x\n    m: M\nj:\n    k: J',
    );
    expect(change(yaml, "cs:\n", [add("cs->a", "x")])).toBe("cs:\n  a: x\n");
    expect(change(yaml, "l:\n- a:\n  b: x\n", [add("l->[0]->a->c", "why")])).toBe("l:\n- a:\n    c: why\n  b: x\n");
    // A text that is empty is there, and so is what an anchor or a tag marks.
    for (const there of ['a: ""\n', "a: &x\n", "a: !!null\n", "a: [x]\n"])
      expect(() => change(yaml, there, [add("a->b", "x")])).toThrow(EditRefused);
  });

  it("makes a list where the base has one, standing as lists stand there", () => {
    const base = "a: x\nsteps:\n    - one\n    - two\n";
    expect(change(yaml, "a: y\n", [add("steps->[0]", "1st"), add("steps->[1]", "#2")], { ...cs, base })).toBe(
      'a: y\nsteps:\n    - 1st\n    - "#2"\n',
    );
    expect(change(yaml, "a: y\n", [add("b->[0]", "z")])).toBe("a: y\nb:\n- z\n");
  });

  it("puts keys that end in one place each into its own map", () => {
    expect(change(yaml, "a:\n  b:\n    c: 1\n", [add("d", "4"), add("a->e", "3"), add("a->b->f", "2")])).toBe(
      'a:\n  b:\n    c: 1\n    f: "2"\n  e: "3"\nd: "4"\n',
    );
  });

  it("makes what a list must have before a new item, where it is asked to: as the base has it, without texts", () => {
    const base =
      "months: [~, Jan, Feb]\nsteps:\n- name: First\n  code: |\n    go\n  more: [a, b]\n- name: Second\n- null\n- name: Fourth\n";
    const fill = { ...cs, base, fillGaps: true };
    expect(change(yaml, "x: y\n", [add("months->[2]", "únor")], fill)).toBe('months:\n- ~\n- ""\n- únor\nx: y\n');
    expect(change(yaml, "steps:\n", [add("steps->[3]->name", "Čtvrtý")], fill)).toBe(
      'steps:\n- name: ""\n  code: ""\n  more:\n  - ""\n  - ""\n- name: ""\n- null\n- name: Čtvrtý\n',
    );
    const grown = change(yaml, "steps:\n- name: První\n", [add("steps->[3]->name", "Čtvrtý")], fill);
    expect(grown).toBe('steps:\n- name: První\n- name: ""\n- null\n- name: Čtvrtý\n');
    // What is filled has its place for what comes later.
    expect(set(yaml, grown, "steps->[1]->name", "Druhý")).toContain("- name: Druhý\n- null\n");
    expect(() => change(yaml, "x: y\n", [add("months->[2]", "únor")], { ...cs, base })).toThrow("would leave a gap");
    expect(() => change(yaml, "a: [x]\n", [add("a->[1500]", "y")], fill)).toThrow("would leave a gap");
  });

  it("makes items of the kind of the one behind them, where no base tells it", () => {
    const fill = { ...cs, fillGaps: true };
    expect(change(yaml, "a:\n- x\n", [add("a->[2]", "z")], fill)).toBe('a:\n- x\n- ""\n- z\n');
    const maps = change(yaml, "a:\n- n: x\n", [add("a->[2]->n", "z"), add("a->[2]->m->[1]", "y")], fill);
    expect(maps).toBe('a:\n- n: x\n- {}\n- n: z\n  m:\n  - ""\n  - "y"\n');
    expect(change(yaml, maps, [add("a->[1]->n", "y")])).toContain('- { "n": "y" }\n- n: z\n');
    expect(change(yaml, "a: [[x]]\n", [add("a->[2]->[1]", "z")], fill)).toBe('a: [[x], [], ["", z]]\n');
  });

  it("puts into the place of an item that goes what is new there", () => {
    const gone = (text: string, ...contexts: string[]): EntryEdit[] =>
      yaml
        .parse(text, cs)
        .entries.flatMap(({ context, id }) => (contexts.includes(context) ? [{ kind: "remove", id }] : []));
    const texts = "a:\n  - one # One.\n  # Two.\n  - two\n  - |\n    three\nb: x\n";
    const map = [add("a->[1]->name", "Two"), add("a->[1]->code", "2")];
    expect(change(yaml, texts, [...gone(texts, "a->[1]"), ...map])).toBe(
      'a:\n  - one # One.\n  # Two.\n  - name: Two\n    code: "2"\n  - |\n    three\nb: x\n',
    );
    expect(change(yaml, texts, [...gone(texts, "a->[2]"), add("a->[2]->[0]", "3"), add("a->[3]", "4")])).toBe(
      'a:\n  - one # One.\n  # Two.\n  - two\n  - - "3"\n  - "4"\nb: x\n',
    );
    const maps = "a:\n-   name: one\n    deep:\n    -   x: |-\n            1\n-   name: two\nb: [x, {y: z}, w]\nc: d";
    expect(change(yaml, maps, [...gone(maps, "a->[0]->name", "a->[0]->deep->[0]->x"), add("a->[0]", "text")])).toBe(
      "a:\n- text\n-   name: two\nb: [x, {y: z}, w]\nc: d",
    );
    expect(change(yaml, maps, [...gone(maps, "b->[1]->y", "b->[0]"), add("b->[1]", "1"), add("b->[0]->u", "v")])).toBe(
      maps.replace("[x, {y: z}, w]", '[{ u: v }, "1", w]'),
    );
    expect(
      change(yaml, maps, [...gone(maps, "a->[1]->name"), add("a->[1]->code", "go"), add("a->[1]->end", "x")]),
    ).toBe(maps.replace("-   name: two\n", "- code: go\n  end: x\n"));
    // A list that loses all its items is made anew.
    expect(change(yaml, "a:\n- x\n", [...gone("a:\n- x\n", "a->[0]"), add("a->[0]->b", "c")])).toBe("a:\n- b: c\n");
    const noted = "a:\n- &mark x\n- y\n";
    expect(() => change(yaml, noted, [...gone(noted, "a->[0]"), add("a->[0]->b", "c")])).toThrow(EditRefused);
    // Without what comes into its place the others would move.
    expect(() => change(yaml, texts, gone(texts, "a->[1]"))).toThrow("Only the last items of a list");
  });

  it("puts a map in the place of the text behind a dash", () => {
    const text = "a:\n- k: one\n  # About m.\n  m: two\n";
    const [first] = yaml.parse(text, cs).entries;
    expect(
      change(yaml, text, [{ kind: "remove", id: first!.id }, add("a->[0]->k->l", "three")], {
        ...cs,
        base: "a:\n- k:\n    l: x\n  m: y\n",
      }),
    ).toBe("a:\n- k:\n    l: three\n  m: two\n");
  });

  it("keeps the place of an item that goes from among others as the base has it, where it is asked to", () => {
    const text = "a:\n- one\n- n: two\n  m: too\n- three\n";
    const keep = (base: string, fillGaps: boolean, contexts: string[], ...more: EntryEdit[]) => {
      const gone = yaml
        .parse(text, cs)
        .entries.flatMap(({ context, id }): EntryEdit[] =>
          contexts.includes(context) ? [{ kind: "remove", id }] : [],
        );
      return change(yaml, text, [...gone, ...more], { ...cs, base, fillGaps });
    };
    const map = ["a->[1]->n", "a->[1]->m"];
    expect(keep("a: [x, y, z]\n", true, map)).toBe('a:\n- one\n- ""\n- three\n');
    expect(keep("a: [x, ~, z]\n", true, map)).toBe("a:\n- one\n- ~\n- three\n");
    expect(keep("a: [x, {k: {l: y}}, z]\n", true, map)).toBe('a:\n- one\n- k:\n    l: ""\n- three\n');
    expect(keep("a: [x, y, z, w]\n", true, map, add("a->[3]", "four"))).toBe('a:\n- one\n- ""\n- three\n- four\n');
    expect(keep("a: [x, y, z]\n", true, [...map, "a->[2]"])).toBe("a:\n- one\n");
    // The base has one of the strings, or nothing there: then the others would move.
    for (const base of ["a: [x, {m: y}, z]\n", "a: [x]\n", "b: c\n"])
      expect(() => keep(base, true, map)).toThrow("Only the last items of a list");
    expect(() => keep("a: [x, y, z]\n", false, map)).toThrow("Only the last items of a list");
  });

  it("removes the last items of a list, and a list that becomes empty", () => {
    const list = "a:\n- one\n# About two.\n- two\n- n: 1\n  m: 2\nb: [x, y]\nc: z\n";
    expect(remove(yaml, list, "a->[2]->n", "a->[2]->m", "b->[1]")).toBe(
      "a:\n- one\n# About two.\n- two\nb: [x]\nc: z\n",
    );
    expect(remove(yaml, list, "a->[2]->n", "a->[2]->m", "a->[1]")).toBe("a:\n- one\nb: [x, y]\nc: z\n");
    expect(remove(yaml, list, "b->[0]", "b->[1]")).toBe("a:\n- one\n# About two.\n- two\n- n: 1\n  m: 2\nc: z\n");
    expect(() => remove(yaml, list, "a->[0]")).toThrow("Only the last items of a list");
    expect(remove(yaml, "- a\n- b\n", "[0]", "[1]")).toBe("[]\n");
  });

  it("removes keys behind a dash, however many", () => {
    const item = 'l:\n  -   a: "1"\n      b: "2"\n      # About c.\n      c: "3"\n  - d: "4"\n';
    expect(remove(yaml, item, "l->[0]->a")).toBe('l:\n  -   b: "2"\n      # About c.\n      c: "3"\n  - d: "4"\n');
    expect(remove(yaml, item, "l->[0]->a", "l->[0]->b")).toBe('l:\n  -   c: "3"\n  - d: "4"\n');
    expect(remove(yaml, item, "l->[0]->a", "l->[0]->c")).toBe('l:\n  -   b: "2"\n  - d: "4"\n');
  });

  it("fills plural forms in at their place", () => {
    const source = fixture("ruby-yaml/cs.yml");
    expect(set(ruby, source, "basket->pears", "1", "2", "3")).toContain('pears: { one: "1", few: "2", other: "3" }');
    expect(set(ruby, source, "basket->medlars", "a", "b", "c")).toMatch(
      /medlars:\n {6}other: c\n {6}zero: nic\n {6}one: a\n {6}few: b\n/,
    );
    expect(set(ruby, source, "date->order->[0]", ":year")).toContain("- :year\n");
    const options = { ...cs, base: fixture("ruby-yaml/en.yml") };
    expect(change(ruby, "cs:\n  basket:\n    title: Košík\n", [add("basket->count", "1", "2", "3x")], options)).toBe(
      'cs:\n  basket:\n    title: Košík\n    count:\n      one: "1"\n      few: "2"\n      other: "3x"\n',
    );
    expect(change(ruby, ruby.create(undefined, cs)!, [add("a->b", "c")])).toBe("cs:\n  a:\n    b: c\n");
  });

  it("starts a file with its language and its forms", () => {
    const made = (code: string) => load(ruby.create(fixture("ruby-yaml/en.yml"), optionsFor(code))!);
    expect(made("cs")).toEqual({
      cs: { basket: { title: "", count: { one: "", few: "", other: "" }, close: "" } },
    });
    expect(made("ja")).toEqual({ ja: { basket: { title: "", count: { other: "" }, close: "" } } });
    expect(ruby.create("en:\n  a: b\n", optionsFor("no"))).toBe('"no":\n  a: ""\n');
  });
});

describe("agreement with other readers", () => {
  it("writes texts that a second reader gives back, whatever they are and whatever stood there", () => {
    const holders = [
      "k: x\n",
      "k: 'x'\n",
      'k: "x"\n',
      "k: |\n  x\n",
      "k: >-\n  x\nz: 1\n",
      "{k: x, l: y}\n",
      "- - k: x\n",
    ];
    const piece = fc.constantFrom(
      "a",
      "b:",
      " ",
      "  ",
      "\n",
      "#",
      "- ",
      "'",
      '"',
      "é",
      "{",
      "}",
      ",",
      "1",
      "yes",
      "\t",
      "|",
      "\\",
    );
    const texts = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 8 }).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(fc.constantFrom(...holders), texts, (holder, target) => {
        fc.pre(!/\0/.test(target));
        const entry = yaml.parse(holder, cs).entries[0]!;
        const after = change(yaml, holder, [{ kind: "set", id: entry.id, targets: [target], state: "translated" }]);
        const seen = load(after, { schema: JSON_SCHEMA }) as { k: unknown } | { k: unknown }[][];
        expect(Array.isArray(seen) ? seen[0]![0]!.k : seen.k).toBe(target);
        expect(yaml.parse(after, cs).entries[0]?.targets).toEqual([target]);
      }),
      { numRuns: 500 },
    );
  });

  for (const format of [yaml, ruby]) {
    it(`${format.id}: ${projectSamples(format.id).length} real files`, () => {
      const samples = projectSamples(format.id);
      expect(samples.length).toBeGreaterThan(0);
      for (const sample of samples) {
        const { entries } = format.parse(format.decode(sample.bytes), sample.options);
        expect(
          entries
            .filter((entry) => entry.state !== "empty")
            .map((entry) => ({ context: entry.context, target: entry.plural ? entry.targets : entry.targets[0] })),
        ).toEqual(
          expectedFor(sample)?.map(({ context, target }) => ({
            context,
            // The other tool spells booleans as its own language does.
            target: target === "True" || target === "False" ? target.toLowerCase() : target,
          })),
        );
      }
    });
  }
});

describe("a key over several lines", () => {
  const text = '? a long key that\n  goes on\n: one\n? "a quoted key\n  goes on"\n: two\n1.0: three\n';

  it("is one line of text, quoted or not, and is found again when its text is edited", () => {
    expect(brief(yaml, text)).toEqual([
      ["a long key that goes on", "one"],
      ["a quoted key goes on", "two"],
      ["1.0", "three"],
    ]);
    expect(set(yaml, text, "a long key that goes on", "eins")).toBe(text.replace("one", "eins"));
    const edit = add("a long key that goes on", "jedna");
    expect(change(yaml, "b: x\n", [edit], { ...cs, base: text })).toBe("a long key that goes on: jedna\nb: x\n");
  });
});

it("shows what stands for plural forms that the file lacks, and keeps it", () => {
  const polish: FormatOptions = {
    ...optionsFor("pl"),
    plural: {
      number: 3,
      formula: "(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2)",
      categories: ["one", "few", "many"],
    },
  };
  const text = "pl:\n  post:\n    one: wpis\n    other: wpisy\n";
  const { entries } = ruby.parse(text, polish);
  expect(entries.map(({ context, targets }) => [context, targets])).toEqual([["post", ["wpis", "", "wpisy"]]]);
  const edited = (targets: string[]) =>
    change(ruby, text, [{ kind: "set", id: entries[0]!.id, targets, state: "translated" }], polish);
  expect(edited(["wpis", "", "wpisy"])).toBe(text);
  expect(ruby.parse(edited(["", "", ""]), polish).entries.map(({ targets }) => targets)).toEqual([["", "", ""]]);
  expect(edited(["wpis", "wpisy", "wpisy"])).toBe("pl:\n  post:\n    one: wpis\n    few: wpisy\n    other: wpisy\n");
  expect(ruby.parse(edited(["wpis", "wpisy", "wpisów"]), polish).entries[0]?.targets).toEqual([
    "wpis",
    "wpisy",
    "wpisów",
  ]);
});
