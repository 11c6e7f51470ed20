import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EditRefused, FormatError, formatOptions } from "@/lib/text/formats/kernel/format";
import { reformatFile, reformatParams } from "@/lib/text/formats/kernel/reformat";
import { scanXml } from "@/lib/text/formats/kernel/xml/scanner";
import type { XmlNode } from "@/lib/text/formats/kernel/xml/tree";
import { findFormat, offeredFormats } from "@/lib/text/formats/registry";

/** Whole XML files with empty elements closed in one of the two ways. */

const shape = (id: string, text: string, pairs: unknown): string =>
  reformatFile(findFormat(id)!, text, formatOptions({ params: { xml_closing_tags: pairs } }));

describe("empty elements", () => {
  it("of Android are closed as asked, but for markup inside of texts, comments, CDATA and doctype", () => {
    const text = `<!DOCTYPE resources [<!ENTITY a "<b/>">]>
<!-- <c/> <c></c> -->
<resources xmlns:x="urn:x">
  <string name="a" />
  <string name="b"></string>
  <string name="c">Two <b/> and <i></i></string>
  <string name="d"><![CDATA[<d/><d></d>]]></string>
  <plurals name="e"><item quantity="one"/><item quantity="other">%d</item></plurals>
  <other
  />
</resources>
`;
    const inside = "Two <b/> and <i></i>";
    const open = shape("aresource", text, true);
    expect(open).toBe(
      text
        .replace('name="a" />', 'name="a"></string>')
        .replace('quantity="one"/>', 'quantity="one"></item>')
        .replace("<other\n  />", "<other></other>"),
    );
    expect(open).toContain(inside);
    expect(shape("aresource", text, false)).toBe(text.replace('<string name="b"></string>', '<string name="b" />'));
    expect(shape("aresource", open, false)).toBe(
      text
        .replace('"a" />', '"a"/>')
        .replace('<string name="b"></string>', '<string name="b"/>')
        .replace("<other\n  />", "<other/>"),
    );
    for (const none of [undefined, null, "true"]) expect(shape("aresource", text, none)).toBe(text);
  });

  it("of Qt include plural forms; what the translation is stays", () => {
    const message = (...parts: string[]) =>
      `<TS version="2.1" language="cs"><context><name/>${parts.map((part) => `<message${part}</message>`).join("")}</context></TS>`;
    const text = message(
      "><source>a</source><translation></translation>",
      '><source>b</source><translation type="unfinished"/>',
      ' numerus="yes"><source>%n</source><translation><numerusform/><numerusform></numerusform><numerusform>x</numerusform></translation>',
      '><source>x<byte value="x9"/></source><translation>y<byte value="x9"></byte></translation>',
    );
    expect(shape("ts", text, true)).toBe(
      text
        .replace("<name/>", "<name></name>")
        .replace('"unfinished"/>', '"unfinished"></translation>')
        .replace("<numerusform/>", "<numerusform></numerusform>"),
    );
    expect(shape("ts", text, false)).toBe(
      text
        .replace("<translation></translation>", "<translation/>")
        .replace("<numerusform></numerusform>", "<numerusform/>"),
    );
  });

  it("of exchange files keep their inline elements as they are", () => {
    const text = `<xliff version="1.2"><file original="a" source-language="en" target-language="cs" datatype="x"><header/><body><trans-unit id="a"><source>A <x id="1"/> <g id="2"></g></source><target/></trans-unit><trans-unit id="b"><source><x id="1"/></source><target><x id="1"></x></target></trans-unit></body></file></xliff>`;
    for (const id of ["plainxliff", "xliff", "poxliff", "apple-xliff"]) {
      const open = shape(id, text, true);
      expect(open).toBe(text.replace("<header/>", "<header></header>").replace("<target/>", "<target></target>"));
      expect(shape(id, open, false)).toBe(text);
    }
  });

  it("of broken files are no matter", () => {
    expect(() => shape("aresource", "<resources><string></resources>", true)).toThrow(FormatError);
    expect(() => shape("resx", "<other/>", true)).toThrow(FormatError);
  });
});

/** What a document says, however its empty elements are closed. */
function infoset(text: string, nodes: readonly XmlNode[]): unknown[] {
  return nodes.map((node) =>
    node.kind === "element"
      ? [node.name, node.attributes.map(({ name, value }) => [name, value]), infoset(text, node.children)]
      : [node.kind, text.slice(node.start, node.end)],
  );
}

/** Some content by format, with which anything may be mixed. */
const FRAMES: Readonly<Record<string, readonly [open: string, close: string, parts: readonly string[]]>> = {
  aresource: [
    "<resources>",
    "</resources>",
    [
      '<string name="#"/>',
      '<string name="#">a<b/></string>',
      '<string-array name="#"><item/><item></item></string-array>',
      '<plurals name="#"><item quantity="other" /></plurals>',
    ],
  ],
  flatxml: [
    "<root>",
    "</root>",
    ['<str key="#"/>', '<str key="#" ></str>', '<str key="#">a</str>', "<other><in/></other>"],
  ],
  resx: [
    "<root>",
    "</root>",
    [
      '<data name="#"><value/></data>',
      '<data name="#"><value></value><comment/></data>',
      '<assembly a="/>" />',
      '<resheader name="x"></resheader>',
    ],
  ],
  resourcedictionary: [
    '<ResourceDictionary xmlns:x="urn:x" xmlns:s="urn:s">',
    "</ResourceDictionary>",
    ['<s:String x:Key="#"/>', '<s:String x:Key="#"></s:String>', "<Style><Setter a='b'/></Style>"],
  ],
  wxl: [
    '<WixLocalization Culture="cs">',
    "</WixLocalization>",
    ['<String Id="#"/>', '<String Id="#" Value="x"></String>', '<UI Id="#"/>'],
  ],
  ts: [
    '<TS version="2.1"><context><name>C</name>',
    "</context></TS>",
    [
      "<message><source>#</source><translation/></message>",
      '<message numerus="yes"><source>#</source><translation><numerusform/></translation></message>',
      "<message><location a='b'/><source>#</source><translation>a<byte value='x9'/></translation></message>",
    ],
  ],
  xliff2: [
    '<xliff version="2.0" srcLang="en" trgLang="cs"><file id="f">',
    "</file></xliff>",
    [
      '<unit id="#"><segment><source>#</source><target/></segment></unit>',
      '<unit id="#"><notes/><segment><source>a<ph id="1"/></source><target><ph id="1"></ph></target></segment></unit>',
    ],
  ],
  tbx: [
    "<martif><text><body>",
    "</body></text></martif>",
    [
      '<termEntry id="#"><langSet xml:lang="en"><tig><term>#</term></tig></langSet><langSet xml:lang="cs"><tig><term/></tig></langSet></termEntry>',
      "<termEntry/>",
      "<termEntry></termEntry>",
    ],
  ],
  stringsdict: [
    "<plist><dict>",
    "</dict></plist>",
    [
      "<key>#</key><dict><key>NSStringLocalizedFormatKey</key><string>%#@v@</string><key>v</key><dict><key>other</key><string/></dict></dict>",
      "<key>#</key><dict></dict>",
      "<key>#</key><dict/>",
    ],
  ],
};
const NOISE = [
  "<!-- <a/><b></b> -->",
  "<?a <b/>?>",
  "\n  ",
  "<x:y xmlns:x='u' a='>'/>",
  "<z\n></z >",
  "<z><![CDATA[<c/>]]></z>",
];

describe.each(Object.entries(FRAMES))("random files of %s", (id, [open, close, parts]) => {
  it("say the same, are then left alone, and come back", () => {
    const piece = fc.constantFrom(...parts, ...(id === "stringsdict" ? NOISE.slice(0, 3) : NOISE));
    let read = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.boolean(), (pieces, pairs) => {
        const text = open + pieces.map((one, at) => one.replace(/#(?!@)/g, `k${at}`)).join("") + close;
        let after: string;
        try {
          after = shape(id, text, pairs);
        } catch (error) {
          // Refused as it is, or not at all.
          expect(error).not.toBeInstanceOf(EditRefused);
          expect(error).toBeInstanceOf(FormatError);
          return;
        }
        read++;
        expect(infoset(after, scanXml(after).children)).toEqual(infoset(text, scanXml(text).children));
        expect(shape(id, after, pairs)).toBe(after);
        const back = shape(id, shape(id, after, !pairs), pairs);
        const bare = (one: string): string => one.replace(/\s+(?=\/?>)/g, "");
        expect(bare(back)).toBe(bare(after));
      }),
      { numRuns: 300 },
    );
    expect(read).toBeGreaterThan(100);
  });
});

describe("formats of XML", () => {
  it("all can be reformatted so", () => {
    const able = offeredFormats().filter((format) => reformatParams(format).includes("xml_closing_tags"));
    expect(able.map(({ id }) => id).sort()).toEqual(
      [
        ...["apple-xliff", "aresource", "cmp-resource", "flatxml", "moko-resource", "plainxliff", "poxliff"],
        ...["resourcedictionary", "resx", "stringsdict", "tbx", "ts", "ts1", "wxl", "xliff", "xliff2"],
        "xliff2-placeables",
      ].sort(),
    );
  });
});
