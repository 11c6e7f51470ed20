import { describe, expect, it } from "vitest";
import { applyPatches, EditRefused, type EntryEdit, type FormatOptions } from "@/lib/text/formats/kernel/format";
import { findFormat } from "@/lib/text/formats/registry";
import { optionsFor } from "./samples";

/** What random files have found, each case once. */

function change(id: string, text: string, edits: EntryEdit[], more: Partial<FormatOptions> = {}): string {
  const format = findFormat(id)!;
  const options = optionsFor("cs", more);
  return applyPatches(text, format.edit(text, format.parse(text, options), edits, options));
}
const set = (id: string, ...targets: string[]): EntryEdit => ({ kind: "set", id, targets, state: "translated" });
const keyed = { monolingual: true };

describe("cases that random files have found", () => {
  it("tables: rows at the end of a file without a last line end go together", () => {
    const text = "source,target\na,b\nc,d\ne,f";
    const removes = ["c", "e"].map((source): EntryEdit => ({ kind: "remove", id: JSON.stringify(["", source]) }));
    expect(change("csv", text, removes)).toBe("source,target\na,b");
  });

  it("tables: what would change how the columns are told is refused", () => {
    expect(() => change("csv", "source,context\na,b\n", [set('["b","a"]', "x")])).toThrow(/no column for translations/);
    const odd = 'x\t"a, b",c\n';
    const id = JSON.stringify(["", 'x\t"a']);
    expect(() => change("csv-simple", odd, [set(id, "one\ntwo")])).toThrow(/columns of the table/);
  });

  it("properties: a key without a separator gets one with its text", () => {
    expect(change("mi18n-lang", "key \n", [set("key", "text")], keyed)).toBe("key =text\n");
    expect(change("xwiki-java-properties", "key\n", [set("key", "text")], keyed)).toBe("key=text\n");
    expect(change("gwt", "a=b\na[one]\n", [set("a", "x", "y", "z")], keyed)).toContain("a[one]=x\n");
    expect(() => change("properties", "key\\", [set("key\\", "text")], keyed)).toThrow(/incomplete escape sequence/);
  });

  it("Apple strings: an escaped CRLF stays one in a file with such line ends", () => {
    const text = '"a" = "b";\r\n';
    const after = change("strings", text, [set("a", "x\r\ny")]);
    expect(findFormat("strings")!.parse(after, optionsFor("cs")).entries[0]?.targets).toEqual(["x\r\ny"]);
  });

  it("Apple strings: a remark behind a removed pair does not come into the comment before it", () => {
    const text = '"a" = "b";\n\n// One\n\n/* Two\n */ "c" = "d"; /* three\n four */\n"e" = "f";\n';
    const after = change("strings", text, [{ kind: "remove", id: "c" }]);
    expect(
      findFormat("strings")!
        .parse(after, optionsFor("cs"))
        .entries.map((entry) => entry.id),
    ).toEqual(["a", "e"]);
  });

  it("Apple strings: a remark about a pair, behind it on its line, goes and stays with it", () => {
    const text = '"a" = "b"; /* about a */\n"c" = "d"; // about c\n';
    expect(change("strings", text, [{ kind: "remove", id: "a" }])).toBe('"c" = "d"; // about c\n');
    expect(change("strings", text, [{ kind: "remove", id: "c" }])).toBe('"a" = "b"; /* about a */\n');
    const add = { context: "e", sources: ["f"], targets: ["f"], state: "translated", plural: false } as const;
    const added = change("strings", text, [{ kind: "add", ...add, sources: ["f"], targets: ["f"] }]);
    expect(added).toBe(`${text}"e" = "f";\n`);
    expect(change("strings", added, [{ kind: "remove", id: "e" }])).toBe(text);
  });

  it("Apple XLIFF: a form that the file lacks gets a unit", () => {
    const unit = (form: string) =>
      `<trans-unit id="/k:dict/n:dict/${form}:dict/:string">\n<source>${form}</source>\n<target>x</target>\n</trans-unit>\n`;
    const text = `<xliff version="1.2"><file original="L.stringsdict" source-language="en" target-language="cs"><body>\n${unit("one")}${unit("other")}</body></file></xliff>\n`;
    const format = findFormat("apple-xliff")!;
    const [entry] = format.parse(text, optionsFor("cs")).entries;
    const after = change("apple-xliff", text, [set(entry!.id, "1", "2", "5")]);
    expect(format.parse(after, optionsFor("cs")).entries.map(({ id, targets }) => [id, targets])).toEqual([
      [entry!.id, ["1", "2", "5"]],
    ]);
    expect(after).toContain('<trans-unit id="/k:dict/n:dict/few:dict/:string">\n<source>other</source>\n<target>2<');
  });

  it("PHP: forms that would be one text with ranges are refused", () => {
    const text = "<?php\nreturn ['a' => 'x|y|z'];\n";
    expect(() => change("laravel", text, [set("a", "{0}", "b", "c")], keyed)).toThrow(/as a range/);
    const returns = "<?php\rreturn ['a' => 'x'];\r";
    expect(change("laravel", returns, [set("a", "one\ntwo")], keyed)).toContain("'one\ntwo'");
  });

  it("PHP: a statement is added before the array that a file returns, as what is behind is not run", () => {
    const text = "<?php\n\nreturn array(\n    'a' => 'x',\n);\n";
    const add = { kind: "add", context: "$lang['b']", sources: ["y"], targets: ["y"], plural: false } as const;
    const added = change("php", text, [{ ...add, sources: ["y"], targets: ["y"], state: "translated" }], keyed);
    expect(added).toBe("<?php\n\n$lang['b'] = 'y';\nreturn array(\n    'a' => 'x',\n);\n");
    expect(change("php", added, [{ kind: "remove", id: "$lang['b']" }], keyed)).toBe(text);
  });

  it("i18next: a form behind a gap is a form, and keys that stand twice are renamed both times", () => {
    const format = findFormat("i18next")!;
    const told = (text: string) =>
      format.parse(text, optionsFor("cs")).entries.map(({ context, targets }) => [context, targets]);
    const gap = '{\n  "a_0": "x",\n  "a_2": "z"\n}\n';
    expect(told(gap)).toEqual([["a", ["x", "", "z"]]]);
    const filled = change("i18next", gap, [set('["a"]*', "1", "2", "3")]);
    expect(told(filled)).toEqual([["a", ["1", "2", "3"]]]);
    const twice = '{\n  "a": "1",\n  "a": "x",\n  "a_plural": "y",\n  "b": "c"\n}\n';
    expect(told(change("i18next", twice, [set('["a"]*', "1", "2", "3")]))).toEqual([
      ["a", ["1", "2", "3"]],
      ["b", ["c"]],
    ]);
  });

  it("terminology: a concept that the wanted language alone names has nothing to be translated", () => {
    const one = (code: string) => `<langSet xml:lang="${code}"><tig><term>${code}</term></tig></langSet>`;
    const text = `<martif xml:lang="en"><text><body><termEntry>${one("cs")}</termEntry><termEntry>${one("en")}${one("en")}</termEntry></body></text></martif>`;
    const { entries } = findFormat("tbx")!.parse(text, optionsFor("cs"));
    expect(entries.map(({ sources, targets }) => [sources, targets])).toEqual([[["en"], [""]]]);
  });

  it("HTML: an element whose tags cross others is not read a second time", () => {
    const text = "<ul><li><a title='A'>One</x> item</li></ul><p>Two</p>\n";
    const format = findFormat("html")!;
    const { entries } = format.parse(text, optionsFor("cs", { base: text }));
    const spans = entries.map(({ span }) => span);
    for (const [at, span] of spans.entries()) expect(span.start).toBeGreaterThanOrEqual(spans[at - 1]?.end ?? 0);
  });

  it("documents: a text that changes how others are read is refused where the marks are broken", () => {
    const text = "<div><b>One<p>Two</p><p>Three</p></div>\n";
    const format = findFormat("html")!;
    const options = optionsFor("cs", { base: text });
    const file = format.parse(text, options);
    let refused = 0;
    for (const { id } of file.entries)
      for (const hard of ["x</b>", "</div>y", "z"])
        try {
          const after = applyPatches(text, format.edit(text, file, [set(id, hard)], options));
          const told = format.parse(after, options).entries.map(({ targets }) => targets[0]);
          expect(told).toEqual(file.entries.map((entry) => (entry.id === id ? hard : entry.targets[0])));
        } catch (error) {
          expect((error as Error).name).toBe("EditRefused");
          refused++;
        }
    expect(refused).toBeGreaterThan(0);
    expect(refused).toBeLessThan(file.entries.length * 3);
  });

  it("subtitles: the blank line of an empty one still ends it when it has a text", () => {
    const text = "1\n00:00:03,000 --> 00:00:04,000\n  \n3\n00:00:05,000 --> 00:00:06,000\nx\n";
    const after = change("srt", text, [set("00:00:03,000-->00:00:04,000", "a")], keyed);
    expect(after).toBe(text.replace("  \n", "a\n  \n"));
  });

  it("Ruby YAML: a key that a tag or a key of marks needs beside it stays", () => {
    for (const [text, id] of [
      ["en:\n  a: b\n  ! c: d\n", '["c"]'],
      ["---\nen:\n  a: b\n? # x\n    c:\n      d: e\n", '["a"]'],
    ] as const)
      expect(() => change("ruby-yaml", text, [{ kind: "remove", id }], { languageCode: "en" })).toThrow(EditRefused);
  });

  it("Ruby YAML: of two equal keys at the top the last is the language", () => {
    const text = "cs:\n  a: b\ncs:\n  c: d\n";
    expect(change("ruby-yaml", text, [{ kind: "remove", id: '["c"]' }], { languageCode: "en" })).toBe("{}\n");
  });

  it("TOML and XWiki: what their readers would take in another way is refused with a place", () => {
    const read = (id: string, text: string) => () => findFormat(id)!.parse(text, optionsFor("cs"));
    expect(read("toml", 'a = "b"\rc = "d"\n')).toThrow(/carriage return/);
    const page = (content: string) => `<xwikidoc><title/><content>${content}</content></xwikidoc>`;
    expect(read("xwiki-page-properties", page("<![CDATA[a=b]]>"))).toThrow(/markup/);
    expect(read("xwiki-page-properties", page("a=b\n<!-- c -->\n"))).toThrow(/markup/);
    expect(read("xwiki-page-properties", page("a=b\n"))).not.toThrow();
  });

  it("TOML: a last line of a text that begins with # is no comment, and a form that stands there is not put in", () => {
    const text = 'a = """\nx"""\nb = "y"\n';
    const after = change("toml", text, [set('["a"]', "#")]);
    const { entries } = findFormat("toml")!.parse(after, optionsFor("cs"));
    expect(entries.map(({ targets, note }) => [targets[0], note])).toEqual([
      ["#", ""],
      ["y", ""],
    ]);
    expect(change("toml", after, [{ kind: "remove", id: '["b"]' }])).toBe('a = """\n#"""\n');
    const lines = 'a = """\r\nx"""\r\n';
    const dos = change("toml", lines, [set('["a"]', "dos\r\nlines\nx")]);
    expect(findFormat("toml")!.parse(dos, optionsFor("cs")).entries[0]?.targets).toEqual(["dos\r\nlines\nx"]);
    const odd = '[t]\none = "x"\nother = 12\n';
    expect(() => change("go-i18n-toml", odd, [set('["t"]', "1", "2", "3")])).toThrow(
      /cannot be added to this file: something else is in its place/,
    );
  });

  it("a text that shows what its encoding lacks stays when it is not edited", () => {
    const format = findFormat("csv-simple-iso")!;
    const text = "Open,\u0000x\n";
    const options = optionsFor("cs");
    const file = format.parse(text, options);
    expect(file.entries[0]?.targets).toEqual(["\ufffdx"]);
    expect(format.edit(text, file, [set(file.entries[0]!.id, "\ufffdx")], options)).toEqual([]);
  });
});
