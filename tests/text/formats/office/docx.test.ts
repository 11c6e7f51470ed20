import { describe, expect, it } from "vitest";
import { applyPatches, type EntryEdit, type FormatOptions } from "@/lib/text/formats/kernel/format";
import { openZip, readMember } from "@/lib/text/formats/kernel/zip";
import { findFormat } from "@/lib/text/formats/registry";
import { optionsFor } from "../samples";
import { docxOf, field, p, part, picture, r, textBox } from "./docx-files";

const docx = findFormat("docx")!;
const B = "<w:b/><w:bCs/>";

/** Texts that a document with this body shows. */
const shown = (body: string): string[] =>
  entries(docx.decode(docxOf({ document: body }))).map((entry) => entry.sources[0]!);
const optionsOf = (base: string, more: Partial<FormatOptions> = {}): FormatOptions =>
  optionsFor("cs", { base, isTemplate: false, ...more });
const entries = (text: string, base = text) => docx.parse(text, optionsOf(base)).entries;

/** The text of a document after its strings that say something say something else, and the entries then. */
function translate(text: string, wanted: Readonly<Record<string, string>>, base = text): string {
  const options = optionsOf(base);
  const file = docx.parse(text, options);
  const edits = Object.entries(wanted).map(([source, target]): EntryEdit => {
    const entry = file.entries.find(({ sources }) => sources[0] === source);
    if (!entry) throw new Error(`“${source}” is not in ${JSON.stringify(file.entries.map((one) => one.sources[0]))}`);
    return { kind: "set", id: entry.id, targets: [target], state: target === "" ? "empty" : "translated" };
  });
  const made = applyPatches(text, docx.edit(text, file, edits, options));
  for (const [source, target] of Object.entries(wanted))
    expect(entries(made, base).find(({ sources }) => sources[0] === source)?.targets).toEqual([target]);
  return made;
}

/** The body of a document after a paragraph was translated. */
function body(inside: string, wanted: Readonly<Record<string, string>>): string {
  const text = docx.decode(docxOf({ document: inside }));
  const made = translate(text, wanted);
  return /<w:body>(.*)<w:sectPr\/>/s.exec(made)![1]!;
}

describe("texts of Word documents", () => {
  it("are one where only spelling and revisions cut them", () => {
    const cut = `${r("Quin", '<w:lang w:val="en-GB"/>')}<w:proofErr w:type="spellStart"/>${r("ce", "", ' w:rsidR="001"')}<w:proofErr w:type="spellEnd"/><w:bookmarkStart w:id="0" w:name="_GoBack"/><w:bookmarkEnd w:id="0"/><w:r><w:rPr><w:noProof/></w:rPr><w:lastRenderedPageBreak/><w:t xml:space="preserve"> trees</w:t></w:r>`;
    expect(shown(p(cut))).toEqual(["Quince trees"]);
    expect(body(p(cut), { "Quince trees": "Kdouloně" })).toBe(
      p(
        `<w:r><w:rPr><w:lang w:val="en-GB"/></w:rPr><w:t>Kdouloně</w:t></w:r><w:bookmarkStart w:id="0" w:name="_GoBack"/><w:bookmarkEnd w:id="0"/>`,
      ),
    );
  });

  it("are read as LibreOffice and Google Docs write them", () => {
    const libre =
      '<w:p><w:pPr><w:pStyle w:val="Normal"/><w:bidi w:val="0"/><w:jc w:val="start"/><w:rPr></w:rPr></w:pPr><w:r><w:rPr></w:rPr><w:t xml:space="preserve">Plain </w:t></w:r><w:r><w:rPr><w:b/><w:bCs/></w:rPr><w:t>bold</w:t></w:r></w:p>';
    expect(shown(libre)).toEqual(['Plain <g id="1">bold</g>']);
    const google =
      '<w:p w:rsidR="00000000" w:rsidP="00000000"><w:pPr><w:rPr/></w:pPr><w:sdt><w:sdtPr><w:tag w:val="goog_rdk_0"/></w:sdtPr><w:sdtContent><w:r w:rsidR="0"><w:rPr><w:rtl w:val="0"/></w:rPr><w:t xml:space="preserve">A line</w:t></w:r></w:sdtContent></w:sdt><w:r w:rsidR="0"><w:rPr><w:rtl w:val="0"/></w:rPr></w:r></w:p>';
    expect(shown(google)).toEqual(["A line"]);
    expect(body(google, { "A line": "Řádek" })).toBe(google.replace("A line", "Řádek"));
  });

  it("have marks where they look different", () => {
    const paragraph = p(r("Some ") + r("bold", B) + r(" and ") + r("it", "<w:i/>") + r("alic", "<w:i/>") + r(" text."));
    expect(shown(paragraph)).toEqual(['Some <g id="1">bold</g> and <g id="2">italic</g> text.']);
    const now = body(paragraph, {
      'Some <g id="1">bold</g> and <g id="2">italic</g> text.': '<g id="2">Kurzíva</g> a <g id="1">tučné</g>.',
    });
    expect(now).toBe(p(r("Kurzíva", "<w:i/>") + r(" a ") + r("tučné", B) + r(".")));
    expect(shown(p(r("All bold", B)))).toEqual(["All bold"]);
    // Blanks look the same in bold.
    expect(shown(p(r("a") + r(" ", B) + r("b")))).toEqual(["a b"]);
  });

  it("have tabs, breaks and hyphens as characters", () => {
    const paragraph = p(
      "<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:noBreakHyphen/><w:t>d</w:t><w:softHyphen/><w:t>e</w:t><w:cr/><w:t>f</w:t></w:r>",
    );
    expect(shown(paragraph)).toEqual(["a\tb\nc\u2011d\u00ade\nf"]);
    expect(body(paragraph, { "a\tb\nc\u2011d\u00ade\nf": " x\ty\n z\u2011\u00ad" })).toBe(
      p(
        '<w:r><w:t xml:space="preserve"> x</w:t><w:tab/><w:t>y</w:t><w:br/><w:t xml:space="preserve"> z</w:t><w:noBreakHyphen/><w:softHyphen/></w:r>',
      ),
    );
  });

  it("show links and what has no text as marks, which must stay", () => {
    const link = `<w:hyperlink r:id="rId5" w:history="1">${r("the ", '<w:rStyle w:val="Hyperlink"/>')}${r("manual", '<w:rStyle w:val="Hyperlink"/>')}</w:hyperlink>`;
    const note = '<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteReference w:id="2"/></w:r>';
    const paragraph = p(
      r("See ") + link + note + r(", page ") + field("PAGEREF _Toc1 \\h", r("7")) + picture(1) + r("."),
    );
    const source = 'See <a id="1">the manual</a><x id="2"/>, page <x id="3"/><x id="4"/>.';
    expect(shown(paragraph)).toEqual([source]);
    expect(body(paragraph, { [source]: '<x id="4"/>Na straně <x id="3"/> je <a id="1">příručka</a><x id="2"/>' })).toBe(
      p(
        `${picture(1)}${r("Na straně ")}${field("PAGEREF _Toc1 \\h", r("7"))}${r(" je ")}<w:hyperlink r:id="rId5" w:history="1">${r("příručka", '<w:rStyle w:val="Hyperlink"/>')}</w:hyperlink>${note}`,
      ),
    );
    for (const [wrong, why] of [
      ['Viz <a id="1">x</a><x id="2"/><x id="3"/>', /placeholder <x id="4"\/> for a picture is missing/],
      ['Viz <x id="2"/><x id="3"/><x id="4"/>', /placeholder <a id="1"> for a link is missing/],
      ['Viz <a id="1">x</a><x id="2"/><x id="2"/><x id="3"/><x id="4"/>', /<x id="2"\/> more often than the source/],
      ['Viz <a id="1">x</a><x id="2"/><x id="3"/><x id="4"/><x id="9"/>', /<x id="9"\/>, which is not in the source/],
      ['Viz <a id="1">x<x id="2"/><x id="3"/><x id="4"/>', /closing tag <\/a> is missing/],
      ['Viz <g id="1">x</g><x id="2"/>', /<g id="1">, which is not in the source/],
      ['<a id="1"></a><x id="2"/><x id="3"/><x id="4"/>', /must not be blank/],
      ["Viz </a>", /<\/a> without a matching start tag/],
    ] as const)
      expect(() => body(paragraph, { [source]: wrong }), wrong).toThrow(why);
  });

  it("tell how marks are to be set that could be set in several ways", () => {
    const paragraph = p(r("a ") + r("b", B) + r(" c"));
    const source = 'a <g id="1">b</g> c';
    expect(() => body(paragraph, { [source]: '<g id="1">a</g><g id="1">b</g> c' })).toThrow(
      /as follows: <g id="1">ab<\/g> c$/,
    );
    expect(() => body(paragraph, { [source]: 'a<g id="1"></g>' })).toThrow(/as follows: a$/);
    expect(body(paragraph, { [source]: "plain" })).toBe(p(r("plain")));
  });

  it("may look like marks", () => {
    const text = 'Write &lt;g id="1"&gt; or &amp;lt;x id="2"/> here';
    expect(shown(p(r(text)))).toEqual(['Write &lt;g id="1"> or &amp;lt;x id="2"/> here']);
    const source = 'Write &lt;g id="1"> or &amp;lt;x id="2"/> here';
    expect(body(p(r(text)), { [source]: 'Pište &lt;g id="1"> <b>&lt;' })).toBe(
      p(r('Pište &lt;g id="1"> &lt;b>&amp;lt;')),
    );
  });

  it("are shown without what is around all of them", () => {
    const entry = `<w:hyperlink w:anchor="_Toc1">${r("Chapter one")}</w:hyperlink>`;
    expect(shown(p(entry))).toEqual(["Chapter one"]);
    expect(body(p(entry), { "Chapter one": "První kapitola" })).toBe(p(entry.replace("Chapter one", "První kapitola")));
    // In a translation a link may become all of its text.
    const part = p(r("See ") + entry);
    expect(body(part, { 'See <a id="1">Chapter one</a>': '<a id="1">Kapitola</a>' })).toBe(
      p(entry.replace("Chapter one", "Kapitola")),
    );
  });

  it("never show codes of fields, deleted text or comments", () => {
    const removed = '<w:del w:id="1" w:author="A"><w:r><w:delText>old </w:delText></w:r></w:del>';
    const inserted = `<w:ins w:id="2" w:author="A">${r("new ")}</w:ins>`;
    const paragraph = p(
      `<w:commentRangeStart w:id="3"/>${r("A ")}${removed}${inserted}${r("text")}<w:commentRangeEnd w:id="3"/><w:r><w:commentReference w:id="3"/></w:r>`,
    );
    expect(shown(paragraph)).toEqual(["A new text"]);
    expect(body(paragraph, { "A new text": "Nový text" })).toBe(
      p(
        `<w:commentRangeStart w:id="3"/>${r("Nový text")}${removed}<w:commentRangeEnd w:id="3"/><w:r><w:commentReference w:id="3"/></w:r>`,
      ),
    );
    // All of it was put in: it stays so.
    expect(body(p(`<w:ins w:id="2">${r("new")}</w:ins>`), { new: "nový" })).toBe(
      p(`<w:ins w:id="2">${r("nový")}</w:ins>`),
    );
    expect(
      shown(p(`<w:moveFrom w:id="1">${r("gone")}</w:moveFrom>`) + p(`<w:moveTo w:id="1">${r("here")}</w:moveTo>`)),
    ).toEqual(["here"]);
  });

  it("are those of links that are fields, and not those of other fields", () => {
    const old = p(r("Go ") + field('HYPERLINK "https://example.org"', r("there", B)) + r("!"));
    expect(shown(old)).toEqual(['Go <a id="1">there</a>!']);
    expect(body(old, { 'Go <a id="1">there</a>!': '<a id="1">Tam</a> jdi!' })).toBe(
      p(field('HYPERLINK "https://example.org"', r("Tam", B)) + r(" jdi!")),
    );
    const simple = `<w:fldSimple w:instr=" DATE ">${r("1 May")}</w:fldSimple>`;
    expect(shown(p(r("Today: ") + simple))).toEqual(['Today: <x id="1"/>']);
    // A table of contents begins in one paragraph and ends in another.
    const [begin, finish] = field("TOC \\o", "|").split("|");
    const contents = p(`${begin}${r("One")}`) + p(r("Two")) + p(`${r("Three")}${finish}`);
    expect(shown(contents)).toEqual(["One", "Two", "Three"]);
    expect(body(contents, { One: "1", Three: "3" })).toBe(
      p(`${begin}${r("1")}`) + p(r("Two")) + p(`${r("3")}${finish}`),
    );
  });

  it("have names by their style and part, and may be equal", () => {
    const text = docx.decode(
      docxOf({
        footer1: p(r("Foot")),
        document:
          p(r("Title"), '<w:pStyle w:val="Title"/>') +
          p(r("Head"), '<w:pStyle w:val="Heading2"/>') +
          `<w:tbl><w:tr><w:tc>${p(r("Cell"))}</w:tc><w:tc>${p(r("Cell"))}</w:tc></w:tr></w:tbl>`,
        header10: p(r("Ten")),
        header2: p(r("Two")),
        footnotes: `<w:footnote w:type="separator" w:id="-1">${p("<w:r><w:separator/></w:r>")}</w:footnote><w:footnote w:id="2">${p(`<w:r><w:footnoteRef/></w:r>${r(" A note")}`)}</w:footnote>`,
        endnotes: `<w:endnote w:id="1">${p(r("An end"))}</w:endnote>`,
        comments: `<w:comment w:id="1">${p(r("Private"))}</w:comment>`,
      }),
    );
    expect(entries(text).map(({ id, sources }) => [id.replace(/-[a-z0-9]+(-\d)?$/, "$1"), sources[0]])).toEqual([
      ["title", "Title"],
      ["h2", "Head"],
      ["p", "Cell"],
      ["p-2", "Cell"],
      ["header", "Two"],
      ["header", "Ten"],
      ["footer", "Foot"],
      ["footnote", " A note"],
      ["endnote", "An end"],
    ]);
  });
});

describe("text boxes", () => {
  const box = (inside: string) => textBox(p(inside));

  it("are texts of their own, for newer and older programs at once", () => {
    const paragraph = p(r("Before ") + box(r("In the box")) + r("after"));
    expect(shown(paragraph)).toEqual(["Before after", "In the box"]);
    expect(body(paragraph, { "In the box": "V rámečku" })).toBe(p(r("Before ") + box(r("V rámečku")) + r("after")));
    expect(body(paragraph, { "In the box": "V rámečku", "Before after": "Okolo" })).toBe(
      p(r("Okolo") + box(r("V rámečku"))),
    );
    const text = docx.decode(docxOf({ document: paragraph }));
    const made = translate(text, { "In the box": "V rámečku", "Before after": "Okolo" });
    const back = translate(made, { "In the box": "", "Before after": "" }, text);
    expect(entries(back, text).map(({ state }) => state)).toEqual(["empty", "empty"]);
    expect(translate(translate(text, { "In the box": "V rámečku" }), { "In the box": "" }, text)).toBe(text);
  });

  it("are told apart where the two say different things", () => {
    const paragraph = p(textBox(p(r("New")), "anchor", p(r("Old"))));
    expect(shown(paragraph)).toEqual(["New", "Old"]);
  });

  it("stay in their order among the letters", () => {
    const inline = (text: string) => textBox(p(r(text)), "inline");
    const paragraph = p(r("a ") + inline("one") + r(" b ") + inline("two") + r(" c"));
    expect(shown(paragraph)).toEqual(['a <x id="1"/> b <x id="1"/> c', "one", "two"]);
    expect(body(paragraph, { 'a <x id="1"/> b <x id="1"/> c': '<x id="1"/><x id="1"/> abc', two: "dva" })).toBe(
      p(inline("one") + inline("dva") + r(" abc")),
    );
  });

  it("keep equal texts outside of boxes apart", () => {
    const text = docx.decode(docxOf({ document: p(r("Same")) + p(box(r("Same"))) + p(r("Same")) }));
    const ids = entries(text).map(({ id }) => id);
    expect(ids).toEqual([ids[0], `${ids[0]}-2`, `${ids[0]}-3`]);
    const options = optionsOf(text);
    const file = docx.parse(text, options);
    const second: EntryEdit = { kind: "set", id: ids[1]!, targets: ["Jiné"], state: "translated" };
    const made = applyPatches(text, docx.edit(text, file, [second], options));
    expect(made).toBe(text.replace(box(r("Same")), box(r("Jiné"))));
  });
});

describe("translations of Word documents", () => {
  const paragraph = p(r("A ") + r("bold", B) + r(" and ") + r("slanted", "<w:i/>") + r(" word"));
  const source = 'A <g id="1">bold</g> and <g id="2">slanted</g> word';

  it("have the numbers of their base, in whatever order they stand", () => {
    const base = docx.decode(docxOf({ document: paragraph }));
    const other = docx.decode(docxOf({ document: p(r("Šikmé", "<w:i/>") + r(" a ") + r("tučné", B)) }));
    expect(entries(other, base)[0]?.targets).toEqual(['<g id="2">Šikmé</g> a <g id="1">tučné</g>']);
    // Another program spells it otherwise: what is left over is paired in order.
    const spelled = docx.decode(
      docxOf({
        document: p(r("Tučné", "<w:b/>") + r(" a ", '<w:sz w:val="20"/>') + r("šikmé slovo", '<w:sz w:val="20"/>')),
      }),
    );
    expect(entries(spelled, base)[0]?.targets).toEqual(['<g id="1">Tučné</g> a šikmé slovo']);
    expect(translate(spelled, { [source]: 'Jen <g id="2">šikmé</g>' }, base)).toContain(
      p(r("Jen ") + r("šikmé", "<w:i/>")),
    );
  });

  it("are made again from a base that has other things, with its members", () => {
    const old = docxOf({ document: p(r("One")) + p(r("Two")) });
    const fresh = docxOf({ document: p(r("One") + picture(1) + r(" more")) + p(r("Two")), header1: p(r("Head")) });
    const [text, base] = [docx.decode(old), docx.decode(fresh)];
    const made = translate(text, { Two: "Dva" });
    const file = docx.parse(made, optionsOf(base));
    expect(file.madeAgain).toBe(true);
    const two = entries(base).find(({ sources }) => sources[0] === "Two")!;
    const options = optionsOf(base, { stored: new Map([[two.id, "Dva"]]) });
    const head: EntryEdit = {
      kind: "add",
      context: entries(base).find(({ sources }) => sources[0] === "Head")!.id,
      sources: ["Head"],
      targets: ["Hlava"],
      state: "translated",
      plural: false,
    };
    const again = applyPatches(made, docx.edit(made, docx.parse(made, options), [head], options));
    // What was refused before leaves out that text alone.
    const bad = new Map([...options.stored!, [entries(base)[0]!.id, "Jedna bez obrázku"]]);
    const badly = optionsOf(base, { stored: bad });
    expect(applyPatches(made, docx.edit(made, docx.parse(made, badly), [head], badly))).toBe(again);
    const bytes = docx.encode(again, fresh);
    expect(entries(docx.decode(bytes), base).map(({ targets }) => targets[0])).toEqual(["", "Dva", "Hlava"]);
  });
});

describe("containers of Word documents", () => {
  const bytes = docxOf({
    document: p(r("One")),
    header1: p(r("Two")),
    comments: `<w:comment w:id="1">${p(r("c"))}</w:comment>`,
  });

  it("change in the part of the text alone", () => {
    const text = docx.decode(bytes);
    const now = docx.encode(translate(text, { Two: "Dvě" }), bytes);
    const [before, after] = [openZip(bytes), openZip(now)];
    expect([...after.members.keys()]).toEqual([...before.members.keys()]);
    for (const name of before.members.keys()) {
      const [was, is] = [readMember(before, name)!, readMember(after, name)!];
      if (name === "word/header1.xml") expect(is.toString()).toBe(was.toString().replace("Two", "Dvě"));
      else expect([name, is.equals(was)]).toEqual([name, true]);
    }
    expect(docx.encode(text, bytes)).toBe(bytes);
    expect(docx.decode(docx.encode(text))).toBe(text);
  });

  it("may have parts of other names, and prefixes of their own", () => {
    const named = docxOf(
      {},
      {
        "[Content_Types].xml":
          '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/main7.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
        "word/main7.xml": part("document", p(r("One")))
          .replaceAll("w:", "x:")
          .replaceAll("xmlns:x=", "xmlns:x="),
      },
    );
    const text = docx.decode(named);
    expect(translate(text, { One: "Jedna\t" })).toContain("<x:r><x:t>Jedna</x:t><x:tab/></x:r>");
  });

  it.each([
    ["what is no container", Buffer.from("x"), /not a readable ZIP/],
    ["an old or encrypted document", Buffer.from("d0cf11e0a1b11ae1", "hex"), /encrypted or an old \.doc/],
    ["another container", docxOf({ header1: p(r("x")) }), /no main part/],
    [
      "a container without types",
      Buffer.from(findFormat("odf")!.encode("<?member content.xml?><a/>")),
      /not a Word document/,
    ],
    [
      "entities in the list of parts",
      docxOf({}, { "[Content_Types].xml": '<!DOCTYPE a [<!ENTITY b "c">]><Types/>' }),
      /document type/,
    ],
  ])("refuse %s", (_, hostile, why) => {
    expect(() => docx.decode(hostile)).toThrow(why);
  });

  it("refuse document types and nesting in a part", () => {
    const read = (xml: string) => docx.parse(`<?member word/document.xml?>${xml}`, optionsFor("cs"));
    expect(() => read('<!DOCTYPE a [<!ENTITY b "c">]><w:document>&b;</w:document>')).toThrow(/document type/);
    expect(() => read(`<w:document>${"<w:p>".repeat(300)}`)).toThrow(/nested deeper/);
    expect(() => read("<w:document><w:p></w:document>")).toThrow(/w:p/);
  });
});
