import { SaxesParser } from "saxes";
import { describe, expect, it } from "vitest";
import { decodeXmlText, escapeXmlAttribute, escapeXmlText } from "@/lib/text/formats/kernel/xml/escape";
import { attributeOf, scanXml, scanXmlFragment, usedPrefixes } from "@/lib/text/formats/kernel/xml/scanner";
import type { XmlNode } from "@/lib/text/formats/kernel/xml/tree";
import { ownSamples, projectSamples } from "../../samples";

const XML_FOLDERS = ["aresource", "ts", "resx", "xliff", "xliff2", "stringsdict"];
const samples = [...ownSamples("aresource"), ...XML_FOLDERS.flatMap((format) => projectSamples(format))];

/** Start and end tags with attributes, as both readers can tell them. */
function ours(text: string): string[] {
  const events: string[] = [];
  const walk = (nodes: readonly XmlNode[]): void => {
    for (const node of nodes) {
      if (node.kind !== "element") continue;
      expect(text.startsWith(`<${node.name}`, node.start)).toBe(true);
      expect(text.slice(node.start, node.end).endsWith(">")).toBe(true);
      expect(text[node.openEnd - 1]).toBe(">");
      if (!node.selfClosing) expect(text.startsWith(`</${node.name}`, node.closeStart)).toBe(true);
      events.push(`<${node.name} ${JSON.stringify(node.attributes.map(({ name, value }) => [name, value]))}`);
      walk(node.children);
      events.push(`>${node.name}`);
    }
  };
  walk(scanXml(text).children);
  return events;
}

function theirs(text: string): string[] {
  const events: string[] = [];
  const parser = new SaxesParser();
  // Our fixture declares it; saxes does not read declarations.
  parser.ENTITIES.app = "&app;";
  parser.on("opentag", (tag) => events.push(`<${tag.name} ${JSON.stringify(Object.entries(tag.attributes))}`));
  parser.on("closetag", (tag) => events.push(`>${tag.name}`));
  parser.on("error", (error) => {
    throw error;
  });
  parser.write(text).close();
  return events;
}

describe("XML with ranges", () => {
  it(`sees the same elements as saxes (${samples.length} files)`, () => {
    expect(samples.length).toBeGreaterThan(20);
    for (const sample of samples) {
      const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(sample.bytes);
      expect(ours(text)).toEqual(theirs(text));
    }
  });

  it.each([
    "<a>",
    "<a></b>",
    "<a b></a>",
    "<a b=1/>",
    "<a b='1' b='2'/>",
    "<a>&</a>",
    "<a>&x;</a>",
    "<a><!-- </a>",
    "<a/><b/>",
    "x<a/>",
    "<a b='<'/>",
    "<a b='1'c='2'/>",
    "<a>\u0001</a>",
    "",
    "<a>]]></a>",
    "</a>",
    "<1/>",
    "<a><!DOCTYPE b></a>",
  ])("refuses %j, as saxes does", (text) => {
    expect(() => scanXml(text)).toThrow(/./);
    if (!text.includes("-- </a>")) expect(() => theirs(text)).toThrow(/./);
  });

  it("keeps entities as they stand and never loads any", () => {
    const { entities, root } = scanXml(
      '<!DOCTYPE r [<!-- ]> --><!ENTITY % p "x"><!ENTITY app "Quince > ]"><!ENTITY f SYSTEM "file:///etc/passwd">]><r a="&app;">&app;&f;</r>',
    );
    expect([...entities]).toEqual(["app", "f"]);
    expect(attributeOf(root, "a")?.value).toBe("&app;");
    expect(decodeXmlText("&app;&lt;&#x1F600;&#13;&#0;\r\n")).toBe("&app;<😀\r\ufffd\n");
  });

  it("writes what it reads", () => {
    for (const text of ["a & b < c > d", "]]>", 'quo"te', "tab\tfeed\n", "\r", "&amp;"]) {
      expect(decodeXmlText(escapeXmlText(text))).toBe(text);
      expect(scanXml(`<a b="${escapeXmlAttribute(text)}"/>`).root.attributes[0]?.value).toBe(text);
    }
  });

  it("reads fragments, and says which prefixes they use", () => {
    expect(scanXmlFragment("a <b>")).toBeUndefined();
    const nodes = scanXmlFragment('x <a:b c:d="1" xmlns:e="u"><f xml:lang="cs"/></a:b>') ?? [];
    expect([...usedPrefixes(nodes)]).toEqual(["a", "c"]);
  });
});
