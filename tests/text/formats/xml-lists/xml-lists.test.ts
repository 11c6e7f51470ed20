import { describe, expect, it } from "vitest";
import {
  applyPatches,
  EditRefused,
  type EntryEdit,
  type FormatOptions,
  formatOptions,
} from "@/lib/text/formats/kernel/format";
import { findFormat } from "@/lib/text/formats/registry";
import { expectedFor, optionsFor, ownSamples, projectSamples } from "../samples";
import { wellFormed } from "../well-formed";

const cs = optionsFor("cs");
const format = (id: string) => {
  const found = findFormat(id);
  if (!found) throw new Error(`no format ${id}`);
  return found;
};
const read = (id: string): string => format(id).decode(ownSamples(id)[0]!.bytes);
function change(id: string, text: string, edits: EntryEdit[], options: FormatOptions = cs): string {
  const known = format(id);
  return applyPatches(text, known.edit(text, known.parse(text, options), edits, options));
}
const texts = (id: string, text: string, options: FormatOptions = cs) =>
  format(id)
    .parse(text, options)
    .entries.map((entry) => [entry.context, entry.targets[0], entry.state, entry.note, entry.flags]);
const set = (id: string, target: string): EntryEdit => ({ kind: "set", id, targets: [target], state: "translated" });
const add = (context: string, target: string, note = ""): EntryEdit => ({
  kind: "add",
  context,
  sources: [],
  targets: [target],
  state: "translated",
  plural: false,
  note,
});

describe(".NET resources", () => {
  const text = read("resx");

  it("have texts, and data that is none", () => {
    expect(texts("resx", text)).toEqual([
      ["BasketTitle", 'Košík > "vše"', "translated", "Window title", ""],
      ["Spaces", "  dvě  ", "translated", "", ""],
      ["Empty", "", "empty", "", ""],
      ["Locked", "Quince Ltd", "read-only", "", "read-only"],
    ]);
  });

  it("change in the value alone, in the file's way to write >", () => {
    expect(change("resx", text, [set("BasketTitle", "a > b & c"), set("Empty", "x")])).toBe(
      text.replace('Košík &gt; "vše"', "a &gt; b &amp; c").replace("<value />", "<value>x</value>"),
    );
    expect(change("resx", text, [add("New", "Nový", "Why")])).toBe(
      text.replace(
        "\n</root>",
        '\n  <data name="New" xml:space="preserve">\n    <value>Nový</value>\n    <comment>Why</comment>\n  </data>\n</root>',
      ),
    );
    expect(() => change("resx", text, [set("Empty", "\u0001")])).toThrow(EditRefused);
  });

  it("start with Microsoft's header, or with all of the base that is no text", () => {
    const made = format("resx").create(undefined, cs) ?? "";
    expect(made).toContain("text/microsoft-resx");
    expect(change("resx", made, [add("A", "b")])).toContain(
      '  <data name="A" xml:space="preserve">\n    <value>b</value>\n  </data>\n</root>\n',
    );
    const copied = format("resx").create(text, cs) ?? "";
    expect(copied).toContain("xsd:schema");
    expect(copied).toContain("Bitmap");
    expect(copied).not.toContain("BasketTitle");
  });

  it(`agree with the translate toolkit (${projectSamples("resx").length} files of projects)`, () => {
    const samples = projectSamples("resx");
    expect(samples.length).toBeGreaterThan(2);
    for (const sample of samples) {
      const { entries } = format("resx").parse(format("resx").decode(sample.bytes), sample.options);
      const expected = expectedFor(sample) ?? [];
      expect(entries.map((entry) => [entry.context, entry.targets[0], entry.note])).toEqual(
        expected.map((row) => [row.context, row.target, row.notes ?? ""]),
      );
    }
  });
});

describe("other lists of keys in XML", () => {
  it("flat XML has names that parameters change", () => {
    expect(texts("flatxml", read("flatxml"))).toEqual([
      ["basket.title", "Košík & víc", "translated", "", ""],
      ["empty", "", "empty", "", ""],
      ["flagged", "Krátké", "translated", "", "max-length:10"],
    ]);
    const options = formatOptions({
      params: { flatxml_root_name: "texts", flatxml_value_name: "text", flatxml_key_name: "id" },
    });
    expect(texts("flatxml", '<texts><text id="a">b</text></texts>', options)[0]?.slice(0, 2)).toEqual(["a", "b"]);
    expect(format("flatxml").create(undefined, options)).toContain("<texts>\n</texts>");
    const base = '<root>\n  <str key="a">A</str>\n  <str key="b">B</str>\n  <str key="c">C</str>\n</root>\n';
    expect(
      change("flatxml", '<root>\n  <str key="b">x</str>\n</root>\n', [add("c", "z"), add("a", "<y>")], { ...cs, base }),
    ).toBe('<root>\n  <str key="a">&lt;y></str>\n  <str key="b">x</str>\n  <str key="c">z</str>\n</root>\n');
  });

  it("XAML keeps its prefixes", () => {
    const text = read("resourcedictionary");
    expect(texts("resourcedictionary", text).map((row) => row.slice(0, 2))).toEqual([
      ["basket_title", "Košík"],
      ["basket_close", "Zavřít  "],
    ]);
    const other =
      '<ResourceDictionary xmlns:k="k" xmlns:s="s">\n  <s:String k:Key="a">b</s:String>\n</ResourceDictionary>\n';
    expect(change("resourcedictionary", other, [add("c", "d")])).toContain('\n  <s:String k:Key="c">d</s:String>\n');
  });

  it("WiX texts stand in elements or attributes, in the language's culture", () => {
    const text = read("wxl");
    expect(texts("wxl", text).map((row) => row.slice(0, 3))).toEqual([
      ["Title", "Instalace", "translated"],
      ["Close", "Zavřít", "translated"],
      ["Single", "apostrof", "translated"],
      ["Empty", "", "empty"],
    ]);
    expect(change("wxl", text, [set("Close", 'a "b"\n'), set("Single", "it's"), set("Empty", "x")])).toBe(
      text
        .replace('"Zavřít"', '"a &quot;b&quot;&#10;"')
        .replace("'apostrof'", "'it&apos;s'")
        .replace('Id="Empty"><', 'Id="Empty">x<'),
    );
    expect(format("wxl").create(text, optionsFor("ja"))).toContain('Culture="ja"');
    expect(format("wxl").canAdd).toBe(false);
  });

  it("are well-formed whatever is typed", () => {
    for (const id of ["resx", "flatxml", "resourcedictionary", "wxl"]) {
      const text = read(id);
      const [first] = format(id).parse(text, cs).entries;
      for (const typed of ["a & b", "<b>", "]]>", "'\"", "\r\n"]) {
        const after = change(id, text, [set(first!.id, typed)]);
        expect(format(id).parse(after, cs).entries[0]?.targets).toEqual([typed]);
        wellFormed(after);
      }
    }
  });
});
