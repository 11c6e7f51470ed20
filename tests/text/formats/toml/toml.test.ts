import fc from "fast-check";
import { parse as second } from "smol-toml";
import { describe, expect, it } from "vitest";
import {
  applyPatches,
  EditRefused,
  type EntryEdit,
  FormatError,
  type FormatOptions,
} from "@/lib/text/formats/kernel/format";
import { findFormat } from "@/lib/text/formats/registry";
import { optionsFor, ownSamples, projectSamples } from "../samples";

const toml = findFormat("toml")!;
const go = findFormat("go-i18n-toml")!;
const cs = optionsFor("cs");
const fixture = (path: string): string => {
  const found = [...ownSamples("toml"), ...ownSamples("go-i18n-toml")].find((sample) => sample.path === path);
  if (!found) throw new Error(`no fixture ${path}`);
  return toml.decode(found.bytes);
};
const brief = (format: typeof toml, text: string, options = cs) =>
  format.parse(text, options).entries.map((entry) => [entry.context, entry.plural ? entry.targets : entry.targets[0]]);
function change(format: typeof toml, text: string, edits: EntryEdit[], options: FormatOptions = cs): string {
  return applyPatches(text, format.edit(text, format.parse(text, options), edits, options));
}
function set(format: typeof toml, text: string, context: string, ...targets: string[]): string {
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

describe("TOML", () => {
  const text = fixture("toml/cs.toml");
  it("shows texts with their notes, and nothing else", () => {
    expect(brief(toml, text)).toEqual([
      ["title", "Košík"],
      ["quoted key", 'Otevřít "košík"'],
      ["basket.count", "{n} kdoulí"],
      ["basket.tabs[0]", "Vše"],
      ["basket.tabs[1]", "Zralé"],
      ["basket.long", 'První řádek\n  "druhý" dál\n'],
      ["basket.raw", "Cesta C:\\x\nkonec"],
      ["basket.flow.open", "Otevřít"],
      ["basket.flow.close", ""],
      ["basket.deep.a.b", "tečka"],
      ["list[0].name", "První"],
      ["list[1].name", "Druhý"],
    ]);
    expect(toml.parse(text, cs).entries[2]?.note).toBe("Shown under the basket");
  });

  it("keeps the kind of literal where it can", () => {
    expect(set(toml, text, "title", 'a "b"\n')).toContain('title = "a \\"b\\"\\n" # window title\n');
    expect(set(toml, text, "quoted key", 'x "y" \\')).toContain("'x \"y\" \\'\n");
    expect(set(toml, text, "quoted key", "it's")).toContain('"quoted key" = "it\'s"\n');
    expect(set(toml, text, "basket.long", 'a\n"""\\')).toContain('long = """\na\n\\"\\"\\"\\\\"""\n');
    expect(set(toml, text, "basket.raw", "a\n\\b")).toContain("raw = '''a\n\\b'''\n");
    expect(set(toml, text, "basket.long", '""""')).toContain('long = """\n\\"\\"\\"\\""""\n');
    expect(set(toml, text, "basket.long", '"a" "b"\\t')).toContain('long = """\n"a" "b"\\\\t"""\n');
    expect(set(toml, text, "basket.raw", "a'''b")).toContain('raw = """a\'\'\'b"""\n');
  });

  it("adds keys to their tables and removes them with their notes", () => {
    const added = change(toml, text, [
      add("basket.new", "N"),
      add("top", "T"),
      add("far.away", "F"),
      add("basket.flow.x", "X"),
    ]);
    expect(second(added)).toMatchObject({
      top: "T",
      far: { away: "F" },
      basket: { new: "N", flow: { open: "Otevřít", close: "", x: "X" } },
    });
    const { entries } = toml.parse(text, cs);
    const less = change(toml, text, [
      { kind: "remove", id: entries[2]!.id },
      { kind: "remove", id: entries[7]!.id },
    ]);
    expect(less).not.toContain("Shown under");
    expect(less).toContain('flow = { close = "" }');
    expect(() => change(toml, text, [{ kind: "remove", id: entries[3]!.id }])).toThrow(EditRefused);
    for (const wrong of [
      "title",
      "title.x",
      "list[3].name",
      "basket.tabs[3]",
      "basket.tabs[0].x",
      "title[0]",
      "basket.number",
      "",
    ])
      expect(() => change(toml, text, [add(wrong, "x")])).toThrow(EditRefused);
  });

  it("adds items to lists behind those that are there", () => {
    const adds = [add("basket.tabs[3]", "Čtvrté"), add("basket.tabs[2]", "Nové"), add("list[2].name", "Třetí")];
    const grown = change(toml, text, [...adds, add("list[1].note", "x"), add("fresh[0]", "a"), add("fresh[1].b", "c")]);
    expect(grown).toContain(`tabs = ["Vše", 'Zralé', "Nové", "Čtvrté"]\n`);
    expect(second(grown)).toMatchObject({
      basket: { tabs: ["Vše", "Zralé", "Nové", "Čtvrté"] },
      list: [{ name: "První" }, { name: "Druhý", note: "x" }, { name: "Třetí" }],
      fresh: ["a", { b: "c" }],
    });
    expect(() => change(toml, text, [add("list[3].name", "x")])).toThrow("would leave a gap in its list");
    expect(() => change(toml, text, [add("basket.tabs[3]", "x")])).toThrow("would leave a gap in its list");
    const fill = { ...cs, fillGaps: true };
    const filled = [add("list[3].name", "x"), add("basket.tabs[4]", "y"), add("fresh[1].b", "c"), add("new[1]", "z")];
    expect(second(change(toml, text, filled, fill))).toMatchObject({
      basket: { tabs: ["Vše", "Zralé", "", "", "y"] },
      list: [{ name: "První" }, { name: "Druhý" }, {}, { name: "x" }],
      fresh: [{}, { b: "c" }],
      new: ["", "z"],
    });
    expect(() => change(toml, text, [add("list[2]", "x")])).toThrow("has tables and cannot hold a text");
    expect(() => change(toml, text, [add("basket.tabs[0].name", "x")])).toThrow("there is no table in its place");
  });

  it.each([
    ['a = [\n  "x", # One.\n  "y" # Two.\n]\n', 'a = [\n  "x", # One.\n  "y", # Two.\n  "z"\n]\n'],
    ['a = [\n\t"x",\n\t"y",  # Two, three.\n]\n', 'a = [\n\t"x",\n\t"y",  # Two, three.\n\t"z",\n]\n'],
    ['a = [\r\n "x",\r\n "y"]\r\n', 'a = [\r\n "x",\r\n "y",\r\n "z"]\r\n'],
    ['a = ["x", "y", ]', 'a = ["x", "y", "z", ]'],
    ['a = [[], "y"]', 'a = [[], "y", "z"]'],
  ])("writes a new item as the items of %j stand", (before, after) => {
    expect(change(toml, before, [add("a[2]", "z")])).toBe(after);
  });

  it("writes new tables of a list behind the last one with all that is in it", () => {
    const tables = '[[a]]\nk = "1"\n[a.in]\nx = "2"\n\n[b]\ny = "3"';
    expect(change(toml, tables, [add("a[1].k", "4"), add("a[1].in.x", "5"), add("b.l[0]", "6")])).toBe(
      '[[a]]\nk = "1"\n[a.in]\nx = "2"\n\n[[a]]\nk = "4"\nin = { x = "5" }\n\n[b]\ny = "3"\nl = ["6"]',
    );
    const base = '[[a]]\nk = "1"\n\n[[a]]\nk = "2"\n';
    expect(change(toml, "\n", [add("a[0].k", "x"), add("a[1].k", "y")], { ...cs, base })).toBe(
      '\n[[a]]\nk = "x"\n[[a]]\nk = "y"\n',
    );
    expect(change(toml, "a = []\n", [add("a[0].k", "x"), add("a[1]", "y")])).toBe('a = [{ k = "x" }, "y"]\n');
  });

  it.each([
    ['a = "b', 1],
    ['a = "b"\na = "c"', 2],
    ["a = \n", 2],
    ["[a\n", 2],
    ['a = "\\q"', 1],
  ])("refuses %j with its place", (broken, line) => {
    try {
      toml.parse(broken, cs);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(FormatError);
      expect((error as FormatError).line).toBe(line);
    }
  });

  it("writes texts that a second reader gives back", () => {
    const holders = ['k = "x"\n', "k = 'x'\n", 'k = """x"""\n', "k = '''\nx'''\n", 'a = {k = "x"}\n', 'a = ["x"]\r\n'];
    const piece = fc.constantFrom("a", "t", '"', '""', "'", "'''", "\\", "\n", "\r", "\t", " ", "é", "\u007f", "#");
    const texts = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 8 }).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(fc.constantFrom(...holders), texts, (holder, target) => {
        fc.pre(!/\0/.test(target));
        const entry = toml.parse(holder, cs).entries[0]!;
        const after = change(toml, holder, [{ kind: "set", id: entry.id, targets: [target], state: "translated" }]);
        const seen = second(after) as { k?: unknown; a?: { k: unknown } & unknown[] };
        expect(seen.k ?? seen.a?.k ?? seen.a?.[0]).toBe(target);
        expect(toml.parse(after, cs).entries[0]?.targets).toEqual([target]);
      }),
      { numRuns: 1500 },
    );
  });

  it("takes several pairs out of braces at once", () => {
    const text = 'a = { k = "1", l = "2", m = "3", n = "4" }\n';
    const gone = (...contexts: string[]) =>
      change(
        toml,
        text,
        toml
          .parse(text, cs)
          .entries.flatMap(({ id, context }): EntryEdit[] =>
            contexts.includes(context) ? [{ kind: "remove", id }] : [],
          ),
      );
    expect(gone("a.k", "a.l")).toBe('a = { m = "3", n = "4" }\n');
    expect(gone("a.m", "a.n")).toBe('a = { k = "1", l = "2" }\n');
    expect(gone("a.l", "a.n", "a.k")).toBe('a = { m = "3" }\n');
    expect(gone("a.k", "a.l", "a.m", "a.n")).toBe("a = {  }\n");
  });

  it("puts nothing where it would be read as something else", () => {
    const base = 'a = "x"\n\n[[c.k]]\nk = "y"\n';
    expect(() => change(toml, '[[c]]\nn = "z"\n', [add("c.k[0].k", "y")], { ...cs, base })).toThrow(EditRefused);
  });
});

describe("TOML of go-i18n", () => {
  const text = fixture("go-i18n-toml/cs.toml");
  it("folds tables of categories", () => {
    expect(brief(go, text)).toEqual([
      ["title", "Košík"],
      ["quince", ["{{.Count}} kdoule", "{{.Count}} kdoule", "{{.Count}} kdoulí"]],
      ["pear", ["hruška", "", "hrušek"]],
      ["menu.open", ""],
      ["close", "Zavřít"],
    ]);
    expect(go.parse(text, cs).entries.map((entry) => entry.note)).toEqual([
      "Window title",
      "Shown under the basket",
      "",
      "",
      "",
    ]);
    const options = { ...cs, base: fixture("go-i18n-toml/en.toml") };
    expect(brief(go, '[quince]\nother = "x"\n[b]\nother = "y"\n', options)).toEqual([
      ["quince", ["", "", "x"]],
      ["b", "y"],
    ]);
  });

  it("puts forms and tables where they belong", () => {
    expect(set(go, text, "pear", "1", "2", "3")).toContain('one = "1"\nfew = "2"\nmany = "hrušky"\nother = "3"\n');
    const options = { ...cs, base: fixture("go-i18n-toml/en.toml") };
    const made = change(go, 'title = "Košík"\n', [add("quince", "1", "2", "3"), add("close", "Z")], options);
    expect(made).toBe('title = "Košík"\nclose = "Z"\n\n[quince]\none = "1"\nfew = "2"\nother = "3"\n');
    expect(second(go.create(options.base, optionsFor("ja"))!)).toEqual({ title: "", close: "", quince: { other: "" } });
    expect(second(go.create(options.base, cs)!)).toMatchObject({ quince: { one: "", few: "", other: "" } });
  });

  it(`reads what a second reader reads in ${projectSamples("go-i18n-toml").length} files of projects`, () => {
    for (const sample of [...projectSamples("go-i18n-toml"), ...ownSamples("go-i18n-toml")]) {
      const source = go.decode(sample.bytes);
      const seen = JSON.stringify(second(source));
      const { entries } = go.parse(source, sample.options);
      expect(entries.length).toBeGreaterThan(0);
      for (const entry of entries) for (const target of entry.targets) expect(seen).toContain(JSON.stringify(target));
    }
  });
});
