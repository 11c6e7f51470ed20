/** Big and hostile files of the formats that are XML: what stands around their strings, and one string. */

interface Frame {
  start: string;
  end: string;
  /** One string with a key and the XML of its text. */
  item: (key: string, xml: string) => string;
}

const resources: Frame = {
  start: "<resources>\n",
  end: "</resources>\n",
  item: (key, xml) => `    <string name="${key}">${xml}</string>\n`,
};

const xliff1: Frame = {
  start:
    '<xliff version="1.2"><file original="f" source-language="en" target-language="cs" datatype="plaintext"><body>\n',
  end: "</body></file></xliff>\n",
  item: (key, xml) =>
    `<trans-unit id="${key}">\n  <source>Text ${key}</source>\n  <target>${xml}</target>\n</trans-unit>\n`,
};

const xliff2: Frame = {
  start: '<xliff version="2.0" srcLang="en" trgLang="cs"><file id="f">\n',
  end: "</file></xliff>\n",
  item: (key, xml) =>
    `<unit id="${key}"><segment>\n  <source>Text ${key}</source>\n  <target>${xml}</target>\n</segment></unit>\n`,
};

const simple = (start: string, end: string, item: Frame["item"]): Frame => ({
  start: `${start}\n`,
  end: `${end}\n`,
  item,
});

const linguist = simple(
  '<TS version="2.1" language="cs"><context><name>C</name>',
  "</context></TS>",
  (key, xml) => `<message>\n  <source>${key}</source>\n  <translation>${xml}</translation>\n</message>\n`,
);

const FRAMES: Readonly<Record<string, Frame>> = {
  aresource: resources,
  "moko-resource": resources,
  "cmp-resource": resources,
  xlsx: simple(
    '<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>source</t></is></c><c r="B1" t="inlineStr"><is><t>target</t></is></c></row>',
    "</sheetData></worksheet>",
    (key, xml) => `<row><c t="inlineStr"><is><t>${key}</t></is></c><c t="inlineStr"><is><t>${xml}</t></is></c></row>\n`,
  ),
  stringsdict: simple(
    "<plist><dict>",
    "</dict></plist>",
    (key, xml) => `<key>${key}</key><dict><key>NSStringLocalizedFormatKey</key><string>${xml}</string></dict>\n`,
  ),
  tbx: simple(
    '<martif type="TBX" xml:lang="en"><text><body>',
    "</body></text></martif>",
    (key, xml) =>
      `<termEntry id="${key}"><langSet xml:lang="en"><tig><term>${key}</term></tig></langSet><langSet xml:lang="cs"><tig><term>${xml}</term></tig></langSet></termEntry>\n`,
  ),
  plainxliff: xliff1,
  xliff: xliff1,
  poxliff: xliff1,
  "apple-xliff": xliff1,
  xliff2,
  "xliff2-placeables": xliff2,
  ts: linguist,
  ts1: linguist,
  resx: simple(
    "<root>",
    "</root>",
    (key, xml) => `  <data name="${key}" xml:space="preserve">\n    <value>${xml}</value>\n  </data>\n`,
  ),
  flatxml: simple("<root>", "</root>", (key, xml) => `  <str key="${key}">${xml}</str>\n`),
  resourcedictionary: simple(
    '<ResourceDictionary xmlns:x="x" xmlns:s="s">',
    "</ResourceDictionary>",
    (key, xml) => `  <s:String x:Key="${key}">${xml}</s:String>\n`,
  ),
  wxl: simple("<WixLocalization>", "</WixLocalization>", (key, xml) => `  <String Id="${key}">${xml}</String>\n`),
};

/** Whether a format is XML. */
export function isXml(format: string): boolean {
  return Object.hasOwn(FRAMES, format);
}

/** A file with `count` strings. */
export function bigXml(format: string, count: number): string {
  const { start, end, item } = FRAMES[format]!;
  return start + Array.from({ length: count }, (_, i) => item(`key${i}`, `Řetězec číslo ${i}`)).join("") + end;
}

const MANY = 100_000;
const LONG = 1_000_000;

/** Files that try to take time or memory, by name. */
export function hostileXml(format: string): [string, string][] {
  const { start, end, item } = FRAMES[format]!;
  const bomb = Array.from({ length: 40 }, (_, i) => `<!ENTITY a${i} "${`&a${i ? i - 1 : ""};`.repeat(20)}">`).join("");
  return [
    ["100,000 nested elements", `${start}${"<a>".repeat(MANY)}${"</a>".repeat(MANY)}${end}`],
    ["an entity bomb", `<!DOCTYPE r [<!ENTITY a "ha">${bomb}]>${start}${item("x", "&a39;")}${end}`],
    ["an outside entity", `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${start}${item("x", "&x;")}${end}`],
    ["100,000 attributes", `<r ${Array.from({ length: MANY }, (_, i) => `a${i}="b"`).join(" ")}/>`],
    ["20,000 equal strings", `${start}${item("a", "b").repeat(MANY / 5)}${end}`],
    ["a text of 1 MB", `${start}${item("a", "a ".repeat(LONG / 2))}${end}`],
    ["a key of 1 MB", `${start}${item("a".repeat(LONG), "a")}${end}`],
    ["an unclosed comment of 1 MB", `${start}<!--${"-".repeat(LONG)}`],
    ["many unclosed comments", `${start}${"<!--".repeat(MANY)}`],
    ["many open CDATA", `${start}${"<![CDATA[".repeat(MANY)}`],
    ["many open tags", "<".repeat(MANY)],
    ["100,000 comments before one string", `${start}${"<!--a-->".repeat(MANY)}${item("a", "b")}${end}`],
    ["2 MB of empty elements", `${start}${"<a/>".repeat(LONG / 2)}${end}`],
    ["100,000 empty elements", `${start}${"<a/>".repeat(MANY)}${end}`],
  ];
}
