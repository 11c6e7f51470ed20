import { describe, expect, it } from "vitest";
import { applyPatches, EditRefused, type EntryEdit, type FormatOptions } from "@/lib/text/formats/kernel/format";
import { openZip, readMember } from "@/lib/text/formats/kernel/zip";
import { findFormat } from "@/lib/text/formats/registry";
import { optionsFor, ownSamples } from "./samples";

const cs = optionsFor("cs");
const change = (id: string, text: string, edits: EntryEdit[], options: FormatOptions = cs): string => {
  const format = findFormat(id)!;
  return applyPatches(text, format.edit(text, format.parse(text, options), edits, options));
};
const set = (id: string, target: string): EntryEdit => ({ kind: "set", id, targets: [target], state: "translated" });
const add = (context: string, target: string): EntryEdit => ({
  kind: "add",
  context,
  sources: [""],
  targets: [target],
  state: "translated",
  plural: false,
});
const entries = (id: string, text: string, options: FormatOptions = cs) => findFormat(id)!.parse(text, options).entries;
const texts = (id: string, text: string): [string, string][] =>
  entries(id, text).map((entry) => [entry.id.replace(/-[a-z0-9]+(?:-\d+)?$/, ""), entry.targets[0]!]);
const base = (id: string): string =>
  findFormat(id)!.decode(ownSamples(id).find((sample) => sample.path.includes("base."))!.bytes);

describe("documents", () => {
  const source = "One\n\nTwo\n\nThree\n";
  const named = new Map(
    entries("txt", source, { ...cs, isTemplate: true }).map((entry) => [entry.sources[0], entry.id]),
  );

  it("know a string by its text, wherever it stands", () => {
    const moved = entries("txt", "Zero\n\nThree\n\nOne\n", { ...cs, isTemplate: true });
    expect(moved.slice(1).map((entry) => entry.id)).toEqual([named.get("Three"), named.get("One")]);
    const twice = entries("txt", "a\n\na\n").map((entry) => entry.id);
    expect(twice[1]).toBe(`${twice[0]}-2`);
  });

  it("take what says the same as the base for not translated", () => {
    const found = entries("txt", "Jedna\n\nTwo\n\nTři\n", { ...cs, base: source });
    expect(found.map(({ sources, targets, state }) => [sources[0], targets[0], state])).toEqual([
      ["One", "Jedna", "translated"],
      ["Two", "", "empty"],
      ["Three", "Tři", "translated"],
    ]);
  });

  it("are made again from the base where that has other blocks", () => {
    const grown = "One\n\nFresh\n\nTwo\n\nThree\n\nLast\n";
    const options: FormatOptions = { ...cs, base: grown };
    const file = "One\n\nTwo\n\nTři\n";
    const known = entries("txt", grown, { ...cs, isTemplate: true }).map((entry) => entry.id);
    const now = change("txt", file, [add(known[4]!, "Poslední")], options);
    // Whether “Tři” is the third or the last is not certain, so it is taken from what is stored.
    expect(now).toBe("One\n\nFresh\n\nTwo\n\nThree\n\nPoslední\n");
    const stored = new Map([[known[3]!, "Tři"]]);
    expect(change("txt", file, [add(known[4]!, "Poslední")], { ...options, stored })).toBe(
      "One\n\nFresh\n\nTwo\n\nTři\n\nPoslední\n",
    );
    expect(change("txt", "Jedna\n\nTwo\n\nThree\n", [add(known[4]!, "P")], options)).toBe(
      "One\n\nFresh\n\nTwo\n\nThree\n\nP\n",
    );
    expect(() => change("txt", file, [add("p-unknown", "x")], options)).toThrow(EditRefused);
  });

  it("are refused what would become another block", () => {
    for (const hard of ["a\n\nb", " a", "a "])
      expect(() => change("txt", source, [set(named.get("One")!, hard)], { ...cs, base: source })).toThrow(EditRefused);
  });
});

describe("wikis and AsciiDoc", () => {
  it.each([
    [
      "dokuwiki",
      [
        "h Quinces",
        "p Some **bold** text\non two lines.",
        "li First item",
        "li Second item",
        "li Deeper [[link|name]]",
        "h More",
        "p Text under it.",
      ],
    ],
    [
      "mediawiki",
      [
        "h Quinces",
        "p Some '''bold''' text\non two lines.",
        "li First item",
        "li Second item",
        "h More",
        "p Text under it.",
      ],
    ],
    [
      "asciidoc",
      [
        "h Quinces",
        "p Some *bold* text\non two lines.",
        "title A title",
        "li First item",
        "li Second item",
        "note Mind the seeds.",
        "h More",
        "p Text under it.",
      ],
    ],
  ])("reads %s", (id, expected) =>
    expect(texts(id, base(id)).map(([kind, text]) => `${kind} ${text}`)).toEqual(expected),
  );
});

describe("AsciiDoc", () => {
  it("shows no literal paragraphs, listings or marks of blocks", () => {
    const text =
      "Title\n=====\n:toc:\n\nSection\n-------\n\n literal\ntext\n\n  * Item\n    goes on\n\n[source]\n----\ncode\n----\n\n" +
      "====\nExample\n====\n\n....\nas is\n....\n\n|===\n|a\n|===\n\n.Name\n  literal\n\n--\nOpen\n--\n\nThe end\n";
    expect(texts("asciidoc", text)).toEqual([
      ["p", "Title\n====="],
      ["p", "Section\n-------"],
      ["li", "Item"],
      ["p", "goes on"],
      ["p", "Example"],
      ["title", "Name"],
      ["p", "Open"],
      ["p", "The end"],
    ]);
    const find = (says: string) => entries("asciidoc", text).find(({ sources }) => sources[0] === says)!.id;
    expect(change("asciidoc", text, [set(find("goes on"), "dál")])).toBe(text.replace("goes on", "dál"));
    expect(change("asciidoc", text, [set(find("Section\n-------"), "Díl\n---")])).toContain("\nDíl\n---\n");
    expect(() => change("asciidoc", text, [set(find("Section\n-------"), "Díl\n-------")])).toThrow(EditRefused);
  });
});

describe("Markdown", () => {
  it("reads blocks without the marks before them", () => {
    expect(texts("markdown", base("markdown"))).toEqual([
      ["front", "title: Quinces"],
      ["h1", "Quinces"],
      ["p", "Some **bold** text with `code`\non two lines."],
      ["p", "Setext"],
      ["li", "First item\ngoes on"],
      ["li", "Second item"],
      ["li", "Deeper item"],
      ["p", "A quote\non two lines"],
      ["td", "Name"],
      ["td", "Count"],
      ["td", "Quince"],
      ["td", "1"],
      ["code", "const a = 1;"],
      ["p", "The end."],
    ]);
  });
  it("puts the marks before new lines", () => {
    const find = (text: string) => entries("markdown", base("markdown")).find((entry) => entry.sources[0] === text)!.id;
    expect(change("markdown", base("markdown"), [set(find("A quote\non two lines"), "a\nb\nc")])).toContain(
      "\n> a\n> b\n> c\n",
    );
    expect(change("markdown", base("markdown"), [set(find("First item\ngoes on"), "a\nb")])).toContain(
      "\n- a\n  b\n- [ ]",
    );
    expect(() => change("markdown", base("markdown"), [set(find("The end."), "# x")])).toThrow(EditRefused);
    expect(() => change("markdown", base("markdown"), [set(find("Quinces"), "a\nb")])).toThrow(EditRefused);
  });
  it("writes into items, quotes and code within one another", () => {
    const text =
      "1. One\n\n   Two\n   lines\n\n   > - Three\n   >   four\n\n   ```\n   a\n   ```\n\n       b\n\n       c\n";
    expect(texts("markdown", text)).toEqual([
      ["li", "One"],
      ["p", "Two\nlines"],
      ["li", "Three\nfour"],
      ["code", "   a"],
      ["code", "b\n\nc"],
    ]);
    const ids = entries("markdown", text).map(({ id }) => id);
    const write = (index: number, target: string) => change("markdown", text, [set(ids[index]!, target)]);
    expect(write(1, "Dva\nřádky\ntři")).toBe(text.replace("Two\n   lines", "Dva\n   řádky\n   tři"));
    expect(write(2, "a\nb")).toBe(text.replace("Three\n   >   four", "a\n   >   b"));
    expect(write(3, "   x\n\n   y")).toBe(text.replace("   a\n", "   x\n\n   y\n"));
    expect(write(4, "x\n\n  y\nz")).toBe(text.replace("b\n\n       c", "x\n\n         y\n       z"));
    for (const [index, hard] of [
      [0, "- a"],
      [1, "a\n- b"],
      [1, "a\n==="],
      [1, "[a]: b"],
      [1, "<div>"],
      [2, "# a"],
      [3, "   ```"],
      [3, "a"],
      [4, "a\n\n"],
    ] as const)
      expect(() => write(index, hard), hard).toThrow(EditRefused);
  });
  it("shows no HTML, no definitions and no rows without a table", () => {
    const text = "<div>\nA\n</div>\n\n<!-- B\n\nC -->\n\n[d]: e\n  'f'\n\n| g | h |\n\ni | j\n--|--\nk | l \\| m\n";
    expect(texts("markdown", text)).toEqual([
      ["p", "| g | h |"],
      ["td", "i"],
      ["td", "j"],
      ["td", "k"],
      ["td", "l \\| m"],
    ]);
  });
  it("leaves code and front matter out when it is told to", () => {
    const params = { md_extract_code_blocks: false, md_extract_frontmatter: false };
    const kinds = entries("markdown", base("markdown"), { ...cs, params }).map((entry) => entry.id.split("-")[0]);
    expect(kinds).not.toContain("code");
    expect(kinds).not.toContain("front");
  });
  it("keeps the code of MDX over many lines", () => {
    const text =
      "export const a = {\n  b: '}',\n\n  c: 1,\n};\n\n<Tabs\n  a={{ b: 1 }}\n>\n  Text\n</Tabs>\n\n{/* d\n\ne */}\n\n{f} g\n";
    expect(texts("mdx", text)).toEqual([
      ["p", "Text"],
      ["p", "{f} g"],
    ]);
  });
  it("keeps the code of MDX", () => {
    expect(texts("mdx", base("mdx"))).toEqual([
      ["h1", "Quinces"],
      ["p", "Some **bold** text {props.name}."],
      ["li", "First item"],
    ]);
  });
});

describe("HTML", () => {
  it("reads texts with their inline elements, and attributes", () => {
    expect(texts("html", base("html"))).toEqual([
      ["title", "Quinces &amp; friends"],
      ["@content", 'All about "quinces"'],
      ["h1", "Quinces"],
      ["p", "Some <b>bold</b> text\n    on two lines."],
      ["li", "First item"],
      ["li", "Deeper"],
      ["li", "<a href=\"x\" title='A link'>Second</a> item"],
      ["@alt", "A quince"],
      ["td", "Cell"],
    ]);
  });
  it("writes complete HTML alone", () => {
    const text = '<p>Hello <b>you</b></p><img alt="x">';
    const [p, alt] = entries("html", text);
    expect(change("html", text, [set(p!.id, "Ahoj <i>ty</i> & já")])).toBe('<p>Ahoj <i>ty</i> & já</p><img alt="x">');
    expect(change("html", text, [set(alt!.id, 'a "b" & c')])).toBe(
      '<p>Hello <b>you</b></p><img alt="a &quot;b&quot; &amp; c">',
    );
    for (const hard of ["</p><p>x", "<b>x", "<p>x</p>", "<!-- x", "a<script>x</script>"])
      expect(() => change("html", text, [set(p!.id, hard)])).toThrow(EditRefused);
  });
});

describe("containers", () => {
  it("read paragraphs of all parts", () => {
    expect(texts("odf", base("odf"))).toEqual([
      ["h", "Quinces"],
      ["p", 'Some <text:span text:style-name="T1">bold</text:span> text &amp; more'],
      ["p", "Plain text."],
      ["p", "Two  blanks\ttab\nline"],
      ["p", "Page footer"],
    ]);
    expect(texts("idml", base("idml"))).toEqual([
      ["content", "Quinces"],
      ["content", "Some <text> & more"],
      ["content", "Other story"],
    ]);
  });
  it.each([
    ["odf", 0, "content.xml"],
    ["odf", 4, "styles.xml"],
    ["idml", 2, "Stories/Story_u3.xml"],
  ])("change in %s the part of entry %i alone", (id, index, part) => {
    const format = findFormat(id)!;
    const { bytes } = ownSamples(id).find((sample) => sample.path.includes("base."))!;
    const text = format.decode(bytes);
    const now = format.encode(change(id, text, [set(entries(id, text)[index]!.id, "Nový <text> & ")]), bytes);
    expect(entries(id, format.decode(now))[index]!.targets).toEqual(["Nový <text> & "]);
    const [before, after] = [openZip(bytes), openZip(now)];
    expect([...after.members.keys()]).toEqual([...before.members.keys()]);
    for (const [name, member] of before.members) {
      const other = after.members.get(name)!;
      const same = readMember(before, name)!.equals(readMember(after, name)!);
      expect([name, same]).toEqual([name, name !== part]);
      if (same) expect([other.method, other.compressed]).toEqual([member.method, member.compressed]);
    }
    // The kind of a document stands first, not packed.
    expect(now.subarray(0, 60)).toEqual(bytes.subarray(0, 60));
    expect(format.encode(text, bytes)).toBe(bytes);
  });
  it("refuse what is no container", () => {
    expect(() => findFormat("odf")!.decode(Buffer.from("x"))).toThrow(/not a readable ZIP/);
    expect(() => findFormat("idml")!.decode(ownSamples("odf")[0]!.bytes)).toThrow(/no part with text/);
  });
});
