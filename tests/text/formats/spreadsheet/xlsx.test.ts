import JSZip from "jszip";
import { describe, expect, it } from "vitest";
import { applyPatches, type EntryEdit, FormatError } from "@/lib/text/formats/kernel/format";
import { openZip, readMember } from "@/lib/text/formats/kernel/zip";
import { xlsx } from "@/lib/text/formats/spreadsheet/xlsx";
import { convert, units } from "../../converters/convert";
import { optionsFor, ownSamples } from "../samples";

const cs = optionsFor("cs", { monolingual: false });
const bytes = ownSamples("xlsx")[0]?.bytes ?? new Uint8Array();
const key = (context: string, source: string): string => JSON.stringify([context, source]);
const set = (id: string, text: string, state: "translated" | "needs-editing" = "translated"): EntryEdit => ({
  kind: "set",
  id,
  targets: [text],
  state,
});
/** The bytes of a workbook after edits. */
function change(before: Uint8Array, edits: EntryEdit[]): Uint8Array {
  const text = xlsx.decode(before);
  return xlsx.encode(applyPatches(text, xlsx.edit(text, xlsx.parse(text, cs), edits, cs)), before);
}
const texts = (given: Uint8Array) =>
  xlsx
    .parse(xlsx.decode(given), cs)
    .entries.map((entry) => [entry.context, entry.sources[0], entry.targets[0], entry.state]);

describe("workbooks", () => {
  it("have their table in the first sheet, with shared texts, runs and numbers", () => {
    expect(texts(bytes)).toEqual([
      ["menu", "Open", "Otevřít", "translated"],
      ["", "Close & go", "Zavřít", "needs-editing"],
      ["", "Two runs", "", "empty"],
      ["", "Inline", "12.50", "translated"],
    ]);
  });

  it("change in one member alone; the others keep their bytes", async () => {
    const after = change(bytes, [
      set(key("menu", "Open"), "a & b\n_x0041_"),
      set(key("", "Two runs"), "Dva", "needs-editing"),
    ]);
    expect(texts(after).slice(0, 3)).toEqual([
      ["menu", "Open", "a & b\n_x0041_", "translated"],
      ["", "Close & go", "Zavřít", "needs-editing"],
      ["", "Two runs", "Dva", "needs-editing"],
    ]);
    const [was, now] = [openZip(bytes), openZip(after)];
    expect([...now.members.keys()]).toEqual([...was.members.keys()]);
    for (const [name, member] of was.members) {
      if (name === "xl/worksheets/data.xml") continue;
      const other = now.members.get(name)!;
      const raw = (zip: typeof was, at: typeof member) =>
        zip.bytes.subarray(at.offset, at.offset + 30 + name.length + at.compressed);
      expect(raw(now, other).equals(raw(was, member))).toBe(true);
    }
    const zip = await JSZip.loadAsync(after, { checkCRC32: true });
    const sheet = await zip.file("xl/worksheets/data.xml")!.async("string");
    expect(sheet).toContain(
      '<c r="C2" s="1" t="inlineStr"><is><t xml:space="preserve">a &amp; b\n_x005F_x0041_</t></is></c>',
    );
    expect(sheet).toContain('<pageMargins left="0.7"/>');
  });

  it("are the same bytes when nothing changes", () => {
    expect(change(bytes, [set(key("menu", "Open"), "Otevřít")])).toBe(bytes);
  });

  it("read converted files back", async () => {
    const converted = await convert("xlsx");
    const { entries } = xlsx.parse(xlsx.decode(converted), cs);
    expect(entries.map((entry) => [entry.context, entry.sources, entry.targets])).toEqual(
      units.map((unit) => [unit.context, unit.sources, unit.targets]),
    );
  });

  it("are refused when they are damaged, never half read", () => {
    expect(() => xlsx.decode(new Uint8Array(100))).toThrow(FormatError);
    const zip = openZip(bytes);
    const sheet = zip.members.get("xl/worksheets/data.xml")!;
    for (const at of [sheet.offset, sheet.offset + 60, zip.directory, zip.end]) {
      const bad = Uint8Array.from(bytes);
      bad[at] = (bad[at] ?? 0) ^ 0xff;
      expect(() => xlsx.decode(bad)).toThrow(FormatError);
    }
    const renamed = Buffer.from(bytes);
    renamed.write("xl/workbooq.xml", renamed.lastIndexOf("xl/workbook.xml"));
    expect(() => xlsx.decode(renamed)).toThrow(/not a workbook|damaged/);
  });

  it("do not unpack a bomb", async () => {
    const bomb = new JSZip();
    bomb.file("xl/workbook.xml", new Uint8Array(250_000_000));
    const packed = await bomb.generateAsync({
      type: "uint8array",
      compression: "DEFLATE",
      compressionOptions: { level: 1 },
    });
    expect(packed.length).toBeLessThan(5_000_000);
    const zip = openZip(packed);
    const started = performance.now();
    expect(() => readMember(zip, "xl/workbook.xml")).toThrow(FormatError);
    expect(performance.now() - started).toBeLessThan(4000);
  });
});
