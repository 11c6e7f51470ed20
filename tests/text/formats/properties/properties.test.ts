import { describe, expect, it } from "vitest";
import {
  applyPatches,
  EditRefused,
  type EntryEdit,
  type FileFormat,
  type FormatOptions,
} from "@/lib/text/formats/kernel/format";
import { findFormat } from "@/lib/text/formats/registry";
import { expectedFor, optionsFor, ownSamples, projectSamples } from "../samples";

const format = (id: string): FileFormat => findFormat(id)!;
const cs = optionsFor("cs");
const change = (id: string, text: string, edits: EntryEdit[], options: FormatOptions = cs): string =>
  applyPatches(text, format(id).edit(text, format(id).parse(text, options), edits, options));
const set = (id: string, ...targets: string[]): EntryEdit => ({ kind: "set", id, targets, state: "translated" });
const add = (context: string, ...targets: string[]): EntryEdit => ({
  kind: "add",
  context,
  sources: targets,
  targets,
  state: "translated",
  plural: targets.length > 1,
});
const read = (id: string, text: string, options: FormatOptions = cs) =>
  format(id)
    .parse(text, options)
    .entries.map((entry) => [entry.context, ...entry.targets]);
const own = (folder: string, name: string) => ownSamples(folder).find((sample) => sample.path.endsWith(name))!;

describe("Java properties", () => {
  // What java.util.Properties says of each.
  it.each([
    ["a=b", "a", "b"],
    ["a = b ", "a", "b "],
    ["a b", "a", "b"],
    ["a:b", "a", "b"],
    ["a : = b", "a", "= b"],
    ["a", "a", ""],
    ["  a\t=\fb", "a", "b"],
    ["a=\\ b", "a", " b"],
    ["a=b\\\n   c", "a", "bc"],
    ["a=b\\\r\n   c", "a", "bc"],
    ["a=b\\\\\nc=d", "a", "b\\"],
    ["a\\\n  b=c", "ab", "c"],
    ["a=\\u0041\\u010d\\q\\:", "a", "Ačq:"],
    ["a=\\u00", "a", "u00"],
    ["a=b#c!d", "a", "b#c!d"],
    ["a=\\", "a", ""],
    ["a=\\\n\n", "a", ""],
    ["a\\ b\\=c=d", "a\\ b\\=c", "d"],
  ])("reads %j", (text, key, value) => expect(read("properties", text)[0]).toEqual([key, value]));

  it("gives comments directly above a string as its note", () => {
    const { entries } = format("properties").parse("# head\n\n#one\n! two\na=b\n# gone\n\nc=d\n", cs);
    expect(entries.map((entry) => entry.note)).toEqual(["one\ntwo", ""]);
  });

  it("counts the last of equal keys and takes all of them away", () => {
    const text = "a=1\nb=2\na=3\n";
    const file = format("properties").parse(text, cs);
    expect(file.warnings).toEqual([expect.objectContaining({ line: 1, column: 1 })]);
    expect(change("properties", text, [set("a", "x")])).toBe("a=1\nb=2\na=x\n");
    expect(change("properties", text, [{ kind: "remove", id: "a" }])).toBe("b=2\n");
  });

  it("changes the value alone, in the spelling of the file", () => {
    expect(change("properties", "a  :  b\n", [set("a", "čau é")])).toBe("a  :  \\u010Dau \\u00E9\n");
    expect(change("properties", "a=\\u00e4\nb=c\n", [set("b", "č")])).toBe("a=\\u00e4\nb=\\u010d\n");
    expect(change("properties", "a=ä\nb=c\n", [set("b", "čü😀")])).toBe("a=ä\nb=\\u010Dü\\uD83D\\uDE00\n");
    expect(change("properties", "a=č\nb=c\n", [set("b", "ďü")])).toBe("a=č\nb=ďü\n");
    expect(change("properties-utf8", "b=c\n", [set("b", "ď")])).toBe("b=ď\n");
    expect(change("properties", "b=c\n", [set("b", " x\t\\\n")])).toBe("b=\\ x\\t\\\\\\n\n");
    expect(change("properties", "b=c\\n\\\n   d\nx=y\n", [set("b", "1\n2\n")])).toBe("b=1\\n\\\n   2\\n\nx=y\n");
    expect(change("properties", "b=c\\n\\\n   d\n", [set("b", "1")])).toBe("b=1\n");
  });

  it("writes ISO 8859-1, UTF-8 and UTF-16 as the file has it", () => {
    for (const name of ["latin.de.properties", "ascii.cs.properties", "wide.cs.properties", "/cs.properties"]) {
      const { bytes } = own("properties", name);
      const text = format("properties").decode(bytes);
      const [first] = format("properties").parse(text, cs).entries;
      const now = format("properties").encode(change("properties", text, [set(first!.id, "Žluťoučký é")]), bytes);
      expect(read("properties", format("properties").decode(now))[0]![1]).toBe("Žluťoučký é");
      // A file of one byte a character, or of UTF-16, stays what it is.
      if (name.startsWith("wide")) expect([...now.slice(0, 2)]).toEqual([0xff, 0xfe]);
      if (name.startsWith("latin")) expect(now.includes(0xc4)).toBe(true);
      if (name.startsWith("ascii")) expect(now.every((byte) => byte < 0x80)).toBe(true);
    }
  });

  it("puts new strings where the base has them, with the separator of the file", () => {
    const base = "a=1\nb=2\nc=3\nd=4\n";
    const options = { ...cs, base };
    expect(change("properties", "# n\nb : x\nd : y\n", [add("c", "z"), add("a", "w")], options)).toBe(
      "a : w\n# n\nb : x\nc : z\nd : y\n",
    );
    expect(change("properties", "b=x", [add("c", "z")], options)).toBe("b=x\nc=z");
    expect(() => change("properties", "b=x", [add("a b", "z")])).toThrow(EditRefused);
    expect(change("properties", "b=x", [add("a\\ b", "z")])).toBe("b=x\na\\ b=z");
  });

  const expected = projectSamples("properties").filter((sample) => expectedFor(sample));
  it("has files with lists of their strings", () => expect(expected.length).toBeGreaterThan(3));
  it.each(expected.map((sample) => [sample.path, sample] as const))("agrees with another reader on %s", (_, sample) => {
    const text = format("properties").decode(sample.bytes);
    const list = expectedFor(sample)!.map(({ context, target }) => [context, target]);
    expect(read("properties", text)).toEqual(list);
  });
});

describe("GWT properties", () => {
  const text = "n = {0} z\nn[one] = {0} o\n\nt=It''s\n";
  it("reads and writes forms", () => {
    expect(read("gwt", text)).toEqual([
      ["n", "{0} o", "", "{0} z"],
      ["t", "It's"],
    ]);
    expect(change("gwt", text, [set("n", "{0} o", "it's", "{0} z")])).toBe(
      "n = {0} z\nn[one] = {0} o\nn[few] = it''s\n\nt=It''s\n",
    );
    expect(change("gwt", "a=b\n", [add("k", "1", "2", "3")])).toBe("a=b\nk=3\nk[one]=1\nk[few]=2\n");
    expect(change("gwt", text, [{ kind: "remove", id: "n" }])).toBe("\nt=It''s\n");
  });
  it("takes from the base that a string has forms", () => {
    const options = { ...cs, base: "n=x\nn[one]=y\n" };
    expect(change("gwt", "n=a\n", [set("n", "1", "", "3")], options)).toBe("n=3\nn[one]=1\n");
  });
  it("calls the form for zero “none”", () => {
    const ar = optionsFor("ar");
    expect(read("gwt", "n=x\nn[none]=y\n", ar)).toEqual([["n", "y", "", "", "", "", "x"]]);
  });
});

describe("Joomla", () => {
  it.each([
    ['A="b"', "b"],
    ['A = "b" ; c', "b"],
    ['A="b ; c"', "b ; c"],
    ['A="a "b" c"', 'a "b" c'],
    ['A="\\"b\\" \\n\\\\n \\d"', '"b" \n\\n \\d'],
    ['A=""_QQ_"b"_QQ_""', '"b"'],
    ["A=b", "b"],
  ])("reads %s", (text, value) => expect(read("joomla", text)).toEqual([["A", value]]));
  it.each([
    ['A="b', 1, 3],
    ["\nA", 2, 1],
    ['="b"', 1, 1],
  ])("refuses %j with its place", (text, line, column) =>
    expect(() => format("joomla").parse(text, cs)).toThrow(expect.objectContaining({ line, column })),
  );
  it("keeps the file's way with quotes", () => {
    expect(change("joomla", 'A="b"\n', [set("A", 'x "y"')])).toBe('A="x \\"y\\""\n');
    expect(change("joomla", 'A="b"\nB="_QQ_"\n', [set("A", 'x "y"')])).toBe('A="x "_QQ_"y"_QQ_""\nB="_QQ_"\n');
    expect(change("joomla", 'A = "b"\n', [add("B", "c")])).toBe('A = "b"\nB = "c"\n');
  });
});

describe("XWiki", () => {
  const base = "a=Hello\nb=It''s {0}\n";
  const options = { ...cs, base };
  it("keeps missing texts as comments", () => {
    const made = format("xwiki-java-properties").create(base, options)!;
    expect(made).toBe("### Missing: a=Hello\n### Missing: b=It''s {0}\n");
    const filled = change("xwiki-java-properties", made, [set("b", "Je to '{0}'")], options);
    expect(filled).toBe("### Missing: a=Hello\nb=Je to ''{0}''\n");
    expect(change("xwiki-java-properties", filled, [set("b", "")], options)).toBe(made);
  });
  it("makes a page of another language", () => {
    const { bytes } = own("xwiki-page-properties", "cs.xml");
    const text = format("xwiki-page-properties").decode(bytes);
    expect(read("xwiki-page-properties", text)).toEqual([
      ["basket.title", "Otevřít <b>košík</b>"],
      ["basket.arg", "Košík '{0}' & další"],
      ["basket.missing", ""],
      ["basket.end", "konec"],
    ]);
    const made = format("xwiki-page-properties").create(text, optionsFor("de"))!;
    expect(made).toContain('locale="de"');
    expect(made).toContain("<language>de</language>");
    expect(made).toContain("### Missing: basket.title=Otevřít &lt;b&gt;košík&lt;/b&gt;");
    expect(format("xwiki-page-properties").parse(made, cs).language).toBe("de");
  });
});
