import { describe, expect, it } from "vitest";
import { aresource } from "@/lib/text/formats/android/android";
import { applyPatches, type EntryEdit, FormatError, formatOptions } from "@/lib/text/formats/kernel/format";
import { expectedFor, optionsFor, ownSamples, projectSamples } from "../samples";
import { wellFormed } from "../well-formed";

const en = formatOptions({ isTemplate: true });
const read = (name: string): string => {
  const found = ownSamples("aresource").find((sample) => sample.path === `aresource/${name}`);
  if (!found) throw new Error(`no fixture ${name}`);
  return aresource.decode(found.bytes);
};
const base = read("en.xml");
const czech = read("cs.xml");
const cs = optionsFor("cs", { base });

function change(text: string, edits: EntryEdit[], options = cs): string {
  return applyPatches(text, aresource.edit(text, aresource.parse(text, options), edits, options));
}
const set = (id: string, ...targets: string[]): EntryEdit => ({ kind: "set", id, targets, state: "translated" });
const add = (context: string, ...targets: string[]): EntryEdit => ({
  kind: "add",
  context,
  sources: [],
  targets,
  state: "translated",
  plural: targets.length > 1,
});
/** What one string element holds after its text was set to something. */
function written(text: string, content = "old", options = en): string {
  const file = `<resources xmlns:xliff="u"><string name="a">${content}</string></resources>`;
  return /<string name="a">([\s\S]*)<\/string>/.exec(change(file, [set("string:a", text)], options))?.[1] ?? "";
}
/** The text a content is read as. */
const readAs = (content: string): string | undefined =>
  aresource.parse(`<!DOCTYPE r [<!ENTITY app "x">]><resources><string name="a">${content}</string></resources>`, en)
    .entries[0]?.targets[0];

describe("reading Android resources", () => {
  const file = aresource.parse(base, en);
  const find = (context: string) => file.entries.find((entry) => entry.context === context);

  it("gives texts, notes, flags and states", () => {
    expect(file.entries.map((entry) => [entry.context, entry.targets])).toEqual([
      ["basket_title", ["Quince's basket"]],
      ["vendor", ["Quince Ltd"]],
      ["welcome", ["Welcome to &app;"]],
      ["quoted", ["  two  "]],
      ["broken", ["Text over two lines"]],
      ["escapes", ["line\nfeed é @home ? \\n <b> & co"]],
      ["tags", ["<b>bold</b>"]],
      ["markup", ['Hello <b>big</b> <xliff:g id="name" example="Jana">%1$s</xliff:g>!']],
      ["cdata", ["<a href=x>It's</a>"]],
      ["flagged", ["%d of %d"]],
      ["empty", [""]],
      ["closed", [""]],
      ["basket_count", ['<xliff:g id="n">%d</xliff:g> quince', '<xliff:g id="n">%d</xliff:g> quinces']],
    ]);
    expect(find("basket_title")?.note).toBe("Window title\nKeep it short");
    expect(find("vendor")?.state).toBe("read-only");
    expect(find("flagged")?.flags).toBe("max-length:10");
    expect(["markup", "basket_count", "tags", "cdata", "quoted"].map((name) => find(name)?.flags)).toEqual([
      "xml-text",
      "xml-text",
      "safe-html",
      "auto-safe-html",
      "",
    ]);
    expect(find("empty")?.state).toBe("empty");
    expect(find("basket_count")).toMatchObject({ plural: true, note: "Basket size" });
  });

  it.each([
    ["It\\'s", "It's"],
    ["it's", "it's"],
    ['a"b"c', "abc"],
    ['"  two  "', "  two  "],
    ["a\n   b", "a b"],
    ["\n  a  \n", "a"],
    ["\\n\\t\\u00e9\\@\\?\\\\n", "\n\té@?\\n"],
    ["\\u0020lead", " lead"],
    ["a\\qb", "ab"],
    ["&lt;b&gt;", "<b>"],
    ["<b>x</b>", "<b>x</b>"],
    ["<b>a  b</b>  <i>\\'</i>", "<b>a b</b> <i>'</i>"],
    ["<![CDATA[<b>x</b> &amp;]]>", "<b>x</b> &amp;"],
    ["Hi &app;", "Hi &app;"],
    ["\\ud83d\\ude00", "😀"],
    ["\\ud83d", "\ufffd"],
    ["\\u12", "\\u12"],
    ["&#233;&#xe9;", "éé"],
    ["a<!-- c -->b", "ab"],
  ])("reads %j as %j", (content, text) => expect(readAs(content)).toBe(text));

  it("keeps variants for products apart", () => {
    const text =
      '<resources><string name="a" product="phone">P</string><string name="a" product="tablet">T</string></resources>';
    const { entries } = aresource.parse(text, en);
    expect(entries.map((entry) => entry.context)).toEqual(["a", "a[product=tablet]"]);
  });

  it.each([
    ["<resources>", 1, 1],
    ["<resources><string name='a'>x</resources>", 1, 30],
    ["<resources><string name='a' name='b'/></resources>", 1, 29],
    ["<resources>\n<string name='a'>a & b</string></resources>", 2, 20],
    ["<resources>\n<string name='a'>&b;</string></resources>", 2, 18],
    ["<resources/><resources/>", 1, 13],
    ["<other/>", 1, 1],
    ["<resources/>x", 1, 13],
    ["<resources a=b/>", 1, 14],
    ["<resources>]]></resources>", 1, 12],
  ])("refuses %j with its place", (broken, line, column) => {
    expect(() => aresource.parse(broken, en)).toThrow(FormatError);
    try {
      aresource.parse(broken, en);
    } catch (error) {
      expect(error).toMatchObject({ line, column });
    }
  });
});

describe("writing Android text", () => {
  it.each([
    ["it's", "it\\'s"],
    ['"q"', '\\"q\\"'],
    ["a\\b", "a\\\\b"],
    ["a\nb\tc", "a\\nb\\tc"],
    ["@x", "\\@x"],
    ["a@b?c", "a@b?c"],
    ["?x", "\\?x"],
    [" a", '" a"'],
    ["a  b", '"a  b"'],
    ["a & b < c", "a &amp; b &lt; c"],
    ["<b>x</b>", "<b>x</b>"],
    ["<b>it's</b>  x", "<b>it\\'s</b> \\u0020x"],
    ['<xliff:g id="1">%s</xliff:g>', '<xliff:g id="1">%s</xliff:g>'],
    ["<other:g>x</other:g>", "&lt;other:g>x&lt;/other:g>"],
    ["<b>x", "&lt;b>x"],
    ["100 %", "100 %"],
    ["😀\u00a0", "😀\u00a0"],
    ["]]>", "]]&gt;"],
    ["\u0001", "\\u0001"],
  ])("writes %j as %j", (text, content) => expect(written(text)).toBe(content));

  it("keeps CDATA and escaped tags of the base", () => {
    expect(written("<b>it's</b>", "<![CDATA[<b>x</b>]]>")).toBe("<![CDATA[<b>it\\'s</b>]]>");
    expect(written("a]]>b", "<![CDATA[x]]>")).toBe("<![CDATA[a]]]]><![CDATA[>b]]>");
    expect(written("<i>y</i>", "&lt;b>x&lt;/b>")).toBe("&lt;i>y&lt;/i>");
    const after = change(czech, [add("cdata", "<b>x</b>"), add("tags", "<b>y</b>"), add("markup", "<b>z</b>")]);
    expect(after).toContain('<string name="cdata"><![CDATA[<b>x</b>]]></string>');
    expect(after).toContain('<string name="tags">&lt;b>y&lt;/b></string>');
    expect(after).toContain('<string name="markup"><b>z</b></string>');
  });
});

describe("editing Android resources", () => {
  it("opens a closed element, and keeps a base string that is emptied", () => {
    expect(change(base, [set("string:closed", "x")], en)).toBe(
      base.replace('<string name="closed"/>', '<string name="closed">x</string>'),
    );
    expect(change(base, [set("string:tags", "")], en)).toContain('<string name="tags"></string>');
  });

  it("takes an emptied translation out of the file", () => {
    expect(change(czech, [set("string:quoted", "")])).toBe(
      czech.replace('    <string name="quoted">"  dvě  "</string>\n', ""),
    );
  });

  it("adds in the order of the base with its attributes, and asks for the namespace", () => {
    const bare = czech.replace(/ xmlns:xliff="[^"]*"/, "");
    const after = change(bare, [
      add("flagged", '<xliff:g id="n">%d</xliff:g> z'),
      add("welcome", "Vítej"),
      add("new_one", "Nový"),
    ]);
    expect(after).toBe(
      bare
        .replace("<resources>", '<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">')
        .replace("Košík</string>\n", 'Košík</string>\n    <string name="welcome">Vítej</string>\n')
        .replace(
          '"  dvě  "</string>\n',
          '"  dvě  "</string>\n    <string name="flagged" weblate-flags="max-length:10" formatted="false"><xliff:g id="n">%d</xliff:g> z</string>\n',
        )
        .replace("    </plurals>\n", '    </plurals>\n    <string name="new_one">Nový</string>\n'),
    );
  });

  it("starts an empty file", () => {
    const made = aresource.create(undefined, cs) ?? "";
    expect(
      change(made, [add("basket_title", "Košík"), add("basket_count", "1", "2", "5")]),
    ).toBe(`<?xml version="1.0" encoding="utf-8"?>
<resources>
    <string name="basket_title">Košík</string>
    <plurals name="basket_count">
        <item quantity="one">1</item>
        <item quantity="few">2</item>
        <item quantity="many">5</item>
        <item quantity="other">5</item>
    </plurals>
</resources>
`);
    expect(change("<resources/>", [add("a", "x")])).toBe('<resources>\n    <string name="a">x</string>\n</resources>');
    expect(aresource.create(base, cs)).toBe(base.replace(/(tools">)[\s\S]*(<\/resources>)/, "$1\n$2"));
  });

  it("writes only plural items that change, and keeps the copy for lint a copy", () => {
    expect(change(czech, [set("plurals:basket_count", "%d kdoule", "%d kdoule", "%d kdoulí!")])).toBe(
      czech.replaceAll("kdoulí<", "kdoulí!<"),
    );
    expect(change(czech, [set("plurals:basket_count", "jedna", "%d kdoule", "%d kdoulí")])).toBe(
      czech.replace('"one">%d kdoule', '"one">jedna'),
    );
    const own = czech.replace('"many">%d kdoulí', '"many">%d kdoule (desetinné)');
    expect(change(own, [set("plurals:basket_count", "%d kdoule", "%d kdoule", "x")])).toContain(
      '"many">%d kdoule (desetinné)',
    );
  });

  it("adds and removes plural items in the usual order", () => {
    const russian = optionsFor("ru");
    const two = '<resources>\n  <plurals name="a">\n    <item quantity="few">2</item>\n  </plurals>\n</resources>\n';
    expect(change(two, [set("plurals:a", "1", "2", "5")], russian)).toBe(
      '<resources>\n  <plurals name="a">\n    <item quantity="one">1</item>\n    <item quantity="few">2</item>\n    <item quantity="many">5</item>\n    <item quantity="other">5</item>\n  </plurals>\n</resources>\n',
    );
    expect(change(two, [set("plurals:a", "1", "", "")], russian)).toBe(
      '<resources>\n  <plurals name="a">\n    <item quantity="one">1</item>\n    <item quantity="other">1</item>\n  </plurals>\n</resources>\n',
    );
    const none = '<resources>\n  <plurals name="a"/>\n</resources>\n';
    expect(change(none, [set("plurals:a", "1", "", "5")], russian)).toBe(
      '<resources>\n  <plurals name="a">\n    <item quantity="one">1</item>\n    <item quantity="many">5</item>\n    <item quantity="other">5</item>\n  </plurals>\n</resources>\n',
    );
  });
});

describe("agreement with other tools", () => {
  it(`extracts what the translate toolkit does (${projectSamples("aresource").length} files of projects)`, () => {
    const samples = projectSamples("aresource");
    expect(samples.length).toBeGreaterThan(0);
    for (const sample of samples) {
      const { entries } = aresource.parse(aresource.decode(sample.bytes), sample.options);
      const expected = expectedFor(sample) ?? [];
      const { categories } = sample.options.plural;
      expect(entries.map((entry) => [entry.context, entry.targets])).toEqual(
        expected.map(({ context, target }) => [
          context,
          typeof target === "string"
            ? [target]
            : categories.map((category) => (target as Record<string, string>)[category] ?? ""),
        ]),
      );
    }
  });

  it("writes well-formed XML", () => {
    const texts = [
      "<b>x</b> & y",
      "a < b",
      "]]>",
      "\u0001",
      '<xliff:g id="1">%s</xliff:g>',
      "&app;",
      "'\"",
      "<b>&amp;</b>",
    ];
    for (const text of texts) {
      const after = change(
        base,
        [set("string:welcome", text), set("string:cdata", text), set("string:tags", text)],
        en,
      );
      const entries = aresource
        .parse(after, en)
        .entries.filter((entry) => ["welcome", "cdata", "tags"].includes(entry.context));
      expect(entries.map((entry) => entry.targets[0])).toEqual([text, text, text]);
      wellFormed(after);
    }
  });
});
