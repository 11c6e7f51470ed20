import { describe, expect, it } from "vitest";
import {
  applyPatches,
  EditRefused,
  type EntryEdit,
  type EntryState,
  FormatError,
} from "@/lib/text/formats/kernel/format";
import { findFormat } from "@/lib/text/formats/registry";
import { convert, units } from "../../converters/convert";
import { expectedFor, optionsFor, ownSamples, projectSamples } from "../samples";
import { wellFormed } from "../well-formed";

const cs = optionsFor("cs", { monolingual: false });
const format = (id: string) => {
  const found = findFormat(id);
  if (!found) throw new Error(`no format ${id}`);
  return found;
};
const read = (id: string, name: string): string => {
  const found = ownSamples(id).find((sample) => sample.path === `${id}/${name}`);
  if (!found) throw new Error(`no fixture ${name}`);
  return format(id).decode(found.bytes);
};
function change(id: string, text: string, edits: EntryEdit[], options = cs): string {
  const known = format(id);
  return applyPatches(text, known.edit(text, known.parse(text, options), edits, options));
}
const keyedBase = read("plainxliff", "keyed.base.en.xlf").replace(
  "<source>Close</source>",
  "<source>close_key</source><target>Close</target>",
);
const key = (context: string, source: string): string => JSON.stringify([context, source]);
const set = (id: string, text: string, state: EntryState = "translated"): EntryEdit => ({
  kind: "set",
  id,
  targets: [text],
  state,
});

describe("reading XLIFF 1.2", () => {
  const entries = format("xliff").parse(read("xliff", "cs.xlf"), cs).entries;

  it("gives contexts, texts and states", () => {
    expect(entries.map((entry) => [entry.context, entry.sources[0], entry.targets[0], entry.state])).toEqual([
      ["basket.title", 'Open <g id="1">basket</g>', 'Otevřít <g id="1">košík</g>', "translated"],
      ["basket///13", "A pear & a <b>quince</b>", "Hruška & <b>kdoule</b>", "needs-editing"],
      ["basket///14", "Not yet", "", "empty"],
      ["basket///15", "Quince Ltd", "Quince Ltd", "read-only"],
      ["basket///16", "Done", "Hotovo", "approved"],
      ["basket///17", "In a row", "V <řadě> & vedle", "translated"],
      ["other///12", "Same id in another file", "Stejné id jinde", "translated"],
    ]);
  });

  it("makes limits of lengths and of sizes of maxwidth, by its unit", () => {
    const flagsOf = (attributes: string) =>
      format("xliff").parse(
        `<xliff version="1.2"><file source-language="en" target-language="cs" datatype="x" original="f"><body><trans-unit id="a" maxwidth="9" ${attributes}><source>A</source></trans-unit></body></file></xliff>`,
        cs,
      ).entries[0]?.flags;
    expect(["", 'size-unit="pixel"', 'size-unit="point"'].map(flagsOf)).toEqual(Array(3).fill("max-size:9"));
    expect(['size-unit="byte"', 'size-unit="char"'].map(flagsOf)).toEqual(Array(2).fill("max-length:9"));
    expect(flagsOf('size-unit="row"')).toBe("");
    expect(flagsOf('size-unit="char" font="Open Sans;12;bold"')).toBe(
      "max-length:9, font-family:Open_Sans, font-size:12, font-weight:bold",
    );
  });

  it("gives notes, places, flags and the previous source", () => {
    expect(entries[0]).toMatchObject({
      note: "Window title\nKeep it short",
      location: "src/a.c:7",
      flags: "max-length:30",
    });
    expect(entries[1]?.previousSource).toBe("A pear");
    expect(entries[4]?.flags).toBe("max-size:200, font-family:Arial, font-size:12, font-weight:bold");
  });

  it("shows flat text without placeables", () => {
    const [first] = format("plainxliff").parse(read("plainxliff", "cs.xlf"), cs).entries;
    expect([first?.sources[0], first?.targets[0]]).toEqual(["Open basket", "Otevřít košík"]);
  });

  it("reads a base's target before its source", () => {
    const text = keyedBase;
    const parsed = format("plainxliff").parse(text, optionsFor("en", { isTemplate: true }));
    expect(parsed.entries.map((entry) => [entry.context, entry.sources[0]])).toEqual([
      ["basket.title", "Basket"],
      ["basket.close", "Close"],
    ]);
  });

  it.each([
    ["xliff", "<other/>", 1, 1],
    ["xliff", '\n<xliff version="2.0"/>', 2, 1],
    ["xliff2", '<xliff version="1.2"/>', 1, 1],
    ["xliff", '<xliff version="1.2"><file>', 1, 22],
  ])("%s refuses %j with its place", (id, text, line, column) => {
    try {
      format(id).parse(text, cs);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(FormatError);
      expect(error).toMatchObject({ line, column });
    }
  });
});

describe("writing XLIFF 1.2", () => {
  const text = read("xliff", "cs.xlf");

  it("brings states up to date where they are, and adds them where they are needed", () => {
    const title = key("basket.title", 'Open <g id="1">basket</g>');
    expect(change("xliff", text, [set(title, 'Košík <g id="1">x</g>', "needs-editing")])).toBe(
      text.replace('state="translated">Otevřít <g id="1">košík</g>', 'state="needs-translation">Košík <g id="1">x</g>'),
    );
    expect(change("xliff", text, [set(key("basket///13", "A pear & a <b>quince</b>"), "a & <b>b</b>")])).toBe(
      text.replace(
        'state="needs-translation" state-qualifier="leveraged-mt">Hruška &amp; &lt;b&gt;kdoule&lt;/b&gt;',
        'state="translated">a &amp; &lt;b&gt;b&lt;/b&gt;',
      ),
    );
    expect(change("xliff", text, [set(key("basket///16", "Done"), "Konec")])).toBe(
      text.replace("approved='yes'", "approved='no'").replace("'final'>Hotovo", "'translated'>Konec"),
    );
    expect(change("xliff", text, [set(key("basket///17", "In a row"), "x", "approved")])).toBe(
      text.replace('id="17"', 'id="17" approved="yes"').replace("<![CDATA[V <řadě> & vedle]]>", "x"),
    );
  });

  it("puts a target behind its source, and takes it away again", () => {
    const id = key("basket///14", "Not yet");
    const filled = change("xliff", text, [set(id, "Už")]);
    expect(filled).toBe(
      text.replace("<source>Not yet</source>", "<source>Not yet</source>\n        <target>Už</target>"),
    );
    expect(change("xliff", filled, [set(id, "")])).toBe(text);
    expect(change("xliff", text, [set(id, "Už", "needs-editing")])).toContain(
      '<target state="needs-translation">Už</target>',
    );
    expect(change("xliff", text, [set(key("basket///16", "Done"), "")])).toContain("<target state='new'></target>");
  });

  it("writes known inline elements as markup and all else as text", () => {
    const id = key("basket///14", "Not yet");
    for (const [typed, written] of [
      ['a <x id="1"/> &amp; b', 'a <x id="1"/> &amp; b'],
      ["a <b>b</b>", "a &lt;b&gt;b&lt;/b&gt;"],
      ['a <x id="1"> & b', 'a &lt;x id="1"&gt; &amp; b'],
      ['<u:x xmlns:u="u"/>', '&lt;u:x xmlns:u="u"/&gt;'],
      ["]]>", "]]&gt;"],
    ] as const) {
      const after = change("xliff", text, [set(id, typed)]);
      expect(after).toContain(`<target>${written}</target>`);
      expect(format("xliff").parse(after, cs).entries[2]?.targets).toEqual([typed]);
    }
    expect(change("plainxliff", text, [set(id, '<x id="1"/>')])).toContain('<target>&lt;x id="1"/&gt;</target>');
    expect(() => change("xliff", text, [set(id, "\u0001")])).toThrow(EditRefused);
  });

  it("adds strings to the file they name, in its indentation", () => {
    const add = (context: string): EntryEdit => ({
      kind: "add",
      context,
      sources: ["New"],
      targets: ["Nový"],
      state: "needs-editing",
      plural: false,
      note: "Why",
    });
    const after = change("xliff", text, [add("basket///new"), add("own.key")]);
    expect(after).toContain(
      '\n      <trans-unit id="new">\n        <source>New</source>\n        <target state="needs-translation">Nový</target>\n        <note>Why</note>\n      </trans-unit>\n    </body>\n  </file>\n  <file original="other"',
    );
    expect(after).toContain('      <trans-unit id="own.key" resname="own.key">');
    expect(() => change("xliff", text, [add("basket.title"), add("basket.title")])).toThrow(EditRefused);
    expect(() => change("xliff", text, [{ ...add("p"), plural: true } as EntryEdit])).toThrow(EditRefused);
  });

  it("follows the base of a monolingual component", () => {
    const base = keyedBase;
    const options = optionsFor("cs", { base });
    const czech = read("plainxliff", "keyed.cs.xlf");
    expect(change("plainxliff", czech.replace("Close<", "Shut<"), [set("basket.close", "Zavři")], options)).toBe(
      czech.replace("Zavřít", "Zavři"),
    );
    const english = optionsFor("en", { isTemplate: true });
    expect(change("plainxliff", base, [set("basket.title", "Cart"), set("basket.close", "Shut")], english)).toBe(
      base.replace("Basket<", "Cart<").replace("Close<", "Shut<"),
    );
    const made = format("plainxliff").create(base, options) ?? "";
    expect(made).toContain('datatype="plaintext" target-language="cs"');
    expect(format("plainxliff").parse(made, options).language).toBe("cs");
  });
});

describe("plural forms in XLIFF", () => {
  it("are units of a group as gettext has them", async () => {
    const text = read("poxliff", "cs.xlf");
    const { entries } = format("poxliff").parse(text, cs);
    expect(entries.map((entry) => [entry.context, entry.sources, entry.targets])).toEqual([
      ["basket.po///2", ["Open"], ["Otevřít"]],
      ["basket.po///3", ["%d quince", "%d quinces"], ["%d kdoule", "%d kdoule", "%d kdoulí"]],
    ]);
    const edit: EntryEdit = { kind: "set", id: entries[1]!.id, targets: ["a", "%d kdoule", "c"], state: "translated" };
    expect(change("poxliff", text, [edit])).toBe(
      text.replace("<target>%d kdoule", "<target>a").replace("%d kdoulí", "c"),
    );
    const converted = format("poxliff").parse((await convert("xliff")).toString(), cs).entries;
    expect(converted.map((entry) => [entry.context, entry.sources, entry.targets, entry.state, entry.note])).toEqual(
      units.map((unit) => [unit.context, unit.sources, unit.targets, unit.state, unit.note]),
    );
    expect(converted[1]?.location).toBe(units[1]!.location);
  });

  it("are ids with categories as Apple has them", () => {
    const text = read("apple-xliff", "cs.xliff");
    const { entries } = format("apple-xliff").parse(text, cs);
    const file = "App/en.lproj/Localizable";
    expect(entries.map((entry) => [entry.context, entry.sources, entry.targets, entry.plural])).toEqual([
      [`${file}.strings///basket.title`, ["Basket"], ["Košík"], false],
      [`${file}.stringsdict////basket.count:dict/NSStringLocalizedFormatKey:dict/:string`, ["%#@n@"], ["%#@n@"], false],
      [
        `${file}.stringsdict////basket.count:dict/n`,
        ["%d quince", "%d quinces"],
        ["%d kdoule", "%d kdoule", "%d kdoulí"],
        true,
      ],
    ]);
  });
});

describe("XLIFF 2.0", () => {
  it("has one string for each segment", () => {
    const { entries, language } = format("xliff2-placeables").parse(read("xliff2", "cs.xliff"), cs);
    expect(language).toBe("cs");
    expect(entries.map((entry) => [entry.context, entry.targets[0], entry.state])).toEqual([
      ["title", 'Otevřít <pc id="1">košík</pc>', "translated"],
      ["two::s1", "Hruška", "needs-editing"],
      ["two::segment-2", "Hotovo", "approved"],
      ["empty", "", "empty"],
      ["vendor", "Quince Ltd", "read-only"],
    ]);
    expect(entries[0]?.note).toBe("Window title");
  });

  it("writes states on segments", () => {
    const text = read("xliff2", "cs.xliff");
    expect(change("xliff2", text, [set(key("two::s1", "A pear"), "Hruška", "approved")])).toBe(
      text.replace('id="s1" state="initial"', 'id="s1" state="reviewed"'),
    );
    expect(change("xliff2", text, [set(key("empty", "Not yet"), "Už")])).toBe(
      text.replace(
        '<segment state="initial">\n          <source>Not yet</source>',
        '<segment state="translated">\n          <source>Not yet</source>\n          <target>Už</target>',
      ),
    );
    expect(format("xliff2").create(undefined, cs)).toBeUndefined();
    expect(format("xliff2").create(text, optionsFor("ja"))).toContain('trgLang="ja"');
  });
});

describe("agreement with other tools", () => {
  it(`extracts what the translate toolkit does (${projectSamples("xliff").length} files of projects)`, () => {
    const samples = projectSamples("xliff");
    expect(samples.length).toBeGreaterThan(3);
    for (const sample of samples) {
      const { entries } = format("xliff").parse(format("xliff").decode(sample.bytes), sample.options);
      const expected = expectedFor(sample) ?? [];
      // That tool drops blanks around texts; ours keeps them, for they are what the file says.
      expect(entries.map((entry) => [entry.context, entry.sources[0]?.trim(), entry.targets[0]?.trim()])).toEqual(
        expected.map((row) => [row.resname ?? String(row.context).replace("\u0004", "///"), row.source, row.target]),
      );
    }
  });

  it("writes well-formed XML", () => {
    const text = read("xliff", "cs.xlf");
    for (const typed of ["a & b", "<g>", '<g id="1">x</g>', "]]>", "'\"", "&#65;"]) {
      const after = change("xliff", text, [set(key("basket///14", "Not yet"), typed)]);
      expect(format("xliff").parse(after, cs).entries[2]?.targets).toEqual([typed]);
      wellFormed(after);
    }
  });
});
