import gettextParser from "gettext-parser";
import JSZip from "jszip";
import { describe, expect, it } from "vitest";
import { offeredConverters } from "@/lib/text/converters/registry";
import { decodeXmlText } from "@/lib/text/formats/kernel/xml/escape";
import { attributeOf, scanXml } from "@/lib/text/formats/kernel/xml/scanner";
import type { XmlElement } from "@/lib/text/formats/kernel/xml/tree";
import { findFormat } from "@/lib/text/formats/registry";
import { optionsFor } from "../formats/samples";
import { HARD_TEXTS } from "../formats/traps/traps";
import { wellFormed } from "../formats/well-formed";
import { convert, head, unit, units } from "./convert";

const hard = HARD_TEXTS.map((text, index) =>
  unit({
    context: `key${index}<&">`,
    sources: [`s${text}`],
    targets: [text],
    note: text,
    location: text,
    id: `${index}`,
  }),
);

/** All elements of a name, in order. */
function elements(text: string, name: string): XmlElement[] {
  const found: XmlElement[] = [];
  const visit = (element: XmlElement): void => {
    if (element.name === name) found.push(element);
    for (const child of element.children) if (child.kind === "element") visit(child);
  };
  visit(scanXml(text).root);
  return found;
}

const textOf = (text: string, element: XmlElement): string =>
  decodeXmlText(text.slice(element.openEnd, element.closeStart));

describe("XML conversions", () => {
  it.each(["xliff", "xliff11", "tbx", "tmx", "aresource"])("%s is well-formed for any text", async (id) => {
    wellFormed((await convert(id, [...units, ...hard])).toString());
  });

  it("has plural forms of XLIFF in groups, with states, notes and places", async () => {
    const text = (await convert("xliff")).toString();
    expect(text).toContain('xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2"');
    expect(text).toContain('source-language="en" target-language="cs"');
    const [group] = elements(text, "group");
    expect(attributeOf(group!, "restype")?.value).toBe("x-gettext-plurals");
    const forms = group!.children.filter((node): node is XmlElement => node.kind === "element");
    expect(forms.map((form) => attributeOf(form, "id")?.value)).toEqual(["-12[0]", "-12[1]", "-12[2]"]);
    const states = elements(text, "trans-unit").map((element) => [
      attributeOf(element, "resname")?.value,
      elements(text.slice(element.start, element.end), "target").map(
        (target) => attributeOf(target, "state")?.value,
      )[0],
      attributeOf(element, "approved")?.value,
    ]);
    expect(states).toContainEqual(["draft", "needs-translation", undefined]);
    expect(states).toContainEqual(["empty", undefined, undefined]);
    expect(states).toContainEqual(["sum", "final", "yes"]);
    expect(text).toContain(
      '<context context-type="sourcefile">src/basket.c</context><context context-type="linenumber">41</context>',
    );
    expect((await convert("xliff11")).toString()).toContain('document:1.1" version="1.1"');
  });

  it("has one term entry for each string", async () => {
    const text = (
      await convert("tbx", [...units, unit({ targets: ["x"], flags: "terminology, forbidden" })])
    ).toString();
    expect(elements(text, "termEntry").map((element) => attributeOf(element, "id")?.value)).toEqual([
      ...units.map((string) => string.context),
      undefined,
    ]);
    expect(elements(text, "langSet").filter((set) => attributeOf(set, "xml:lang")?.value === "cs")).toHaveLength(7);
    expect(text).toContain('<termNote type="administrativeStatus">forbidden</termNote>');
  });

  it("has only finished pairs in a memory", async () => {
    const text = (await convert("tmx")).toString();
    const segments = elements(text, "seg").map((element) => textOf(text, element));
    expect(segments.slice(0, 6)).toEqual([
      "Open “basket”",
      "Otevřít „košík“",
      "%d quince",
      "%d kdoule",
      "%d quinces",
      "%d kdoulí",
    ]);
    expect(segments).not.toContain("Not yet");
    expect(segments).not.toContain("A pear & <b>more</b>");
  });

  it("is read back from Android resources", async () => {
    const format = findFormat("aresource")!;
    const list = [...units, ...hard.filter((string) => !/[\0\p{Surrogate}]/u.test(string.targets[0]!))];
    const entries = format.parse((await convert("aresource", list)).toString(), optionsFor("cs")).entries;
    const translated = list.filter((string) => string.targets.some((target) => target !== ""));
    expect(entries.map((entry) => [entry.context, entry.targets])).toEqual(
      translated.map((string) => [string.context, string.targets]),
    );
    expect(entries[1]?.note).toBe(units[1]!.note);
  });
});

describe("strings", () => {
  it("has a quoted pair for each translated form", async () => {
    const text = (await convert("strings")).toString();
    expect(text).toContain('\n"basket.title" = "Otevřít „košík“";\n');
    expect(text).toContain('/* Shown under the basket\nKeep it short */\n"basket.count_few" = "%d kdoule";\n');
    expect(text).toContain('"lines" = "dva\\nřádky\\tse \\"závorkou\\" \\\\ a \'apostrofem\'";');
    expect(text).not.toContain('"empty"');
    const odd = unit({ context: "a", note: "end */ here", targets: ["x"] });
    expect((await convert("strings", [odd])).toString()).toContain("/* end * / here */");
  });
});

/** Pairs of a compiled catalogue, read by its tables. */
function readMo(bytes: Buffer): [string, string][] {
  const [magic, , count = 0, ids = 0, texts = 0] = [0, 4, 8, 12, 16].map((at) => bytes.readUInt32LE(at));
  expect(magic).toBe(0x950412de);
  const at = (table: number, index: number): string => {
    const length = bytes.readUInt32LE(table + index * 8);
    const offset = bytes.readUInt32LE(table + index * 8 + 4);
    expect(bytes[offset + length]).toBe(0);
    return bytes.toString("utf8", offset, offset + length);
  };
  return Array.from({ length: count }, (_, index) => [at(ids, index), at(texts, index)]);
}

describe("gettext MO", () => {
  it("is sorted and holds what is finished", async () => {
    const pairs = readMo(await convert("mo"));
    expect(pairs[0]?.[0]).toBe("");
    expect(pairs[0]?.[1]).toContain("Plural-Forms: nplurals=3;");
    const ids = pairs.map(([id]) => Buffer.from(id));
    expect(ids).toEqual([...ids].sort(Buffer.compare));
    expect(new Map(pairs).get("basket.count\u0004%d quince\0%d quinces")).toBe("%d kdoule\0%d kdoule\0%d kdoulí");
    expect(pairs).toHaveLength(6);
  });

  it("is read by gettext-parser", async () => {
    const bytes = await convert("mo", [...units, ...hard]);
    const theirs = gettextParser.mo.parse(Buffer.from(bytes)).translations;
    const texts = new Map(
      Object.entries(theirs).flatMap(([context, all]) =>
        Object.values(all).map((one) => [context, one?.msgstr] as const),
      ),
    );
    for (const string of [...units, ...hard]) {
      if (string.targets.every((target) => target === "") || string.state === "needs-editing") continue;
      if (/[\0\p{Surrogate}]/u.test(string.targets[0]!)) continue;
      expect(texts.get(string.context)).toEqual(string.targets);
    }
  });

  it("fits PO components only", () => {
    const fits = (formatId: string) =>
      offeredConverters()
        .find((converter) => converter.id === "mo")!
        .suits({ formatId, monolingual: false });
    expect([fits("po"), fits("xliff")]).toEqual([true, false]);
  });
});

describe("XLSX", () => {
  it("is a workbook that other readers open, with formulas guarded", async () => {
    const bytes = await convert("xlsx", [...units, ...hard]);
    const zip = await JSZip.loadAsync(bytes, { checkCRC32: true });
    expect(Object.keys(zip.files).sort()).toEqual([
      "[Content_Types].xml",
      "_rels/.rels",
      "xl/_rels/workbook.xml.rels",
      "xl/workbook.xml",
      "xl/worksheets/sheet1.xml",
    ]);
    for (const name of Object.keys(zip.files)) wellFormed(await zip.file(name)!.async("string"));
    const sheet = await zip.file("xl/worksheets/sheet1.xml")!.async("string");
    const texts = elements(sheet, "t").map((cell) => textOf(sheet, cell));
    expect(texts.slice(0, 3)).toEqual(["location", "source", "target"]);
    expect(sheet).toContain("'=2\\|y'");
    expect(sheet).not.toMatch(/preserve">[=+\-@]/);
    expect(elements(sheet, "row")).toHaveLength(1 + 9 + hard.length);
  });
});

describe("large translations", () => {
  it.each(offeredConverters().map((converter) => [converter.id, converter] as const))(
    "%s writes 100,000 strings page by page",
    async (_, converter) => {
      const page = (at: number) =>
        Array.from({ length: 1000 }, (__, i) =>
          unit({
            context: `group${at}.key${i}`,
            sources: [`Text ${at} ${i}`],
            targets: [`Řetězec číslo ${i}`],
            id: `${at * 1000 + i}`,
          }),
        );
      async function* pages() {
        for (let at = 0; at < 100; at++) yield page(at);
      }
      let size = 0;
      let largest = 0;
      for await (const piece of converter.write(head, pages())) {
        size += piece.length;
        largest = Math.max(largest, piece.length);
      }
      expect(size).toBeGreaterThan(converter.id === "xlsx" ? 500_000 : 2_000_000);
      if (converter.id !== "mo") expect(largest).toBeLessThan(2_000_000);
    },
  );
});
