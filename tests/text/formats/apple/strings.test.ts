import { describe, expect, it } from "vitest";
import { stringsFormats } from "@/lib/text/formats/apple/strings";
import { applyPatches, type EntryEdit, FormatError, type FormatOptions } from "@/lib/text/formats/kernel/format";
import { convert, units } from "../../converters/convert";
import { expectedFor, optionsFor, ownSamples, projectSamples } from "../samples";

const [strings, utf8] = stringsFormats as [(typeof stringsFormats)[0], (typeof stringsFormats)[0]];
const cs = optionsFor("cs");
const file = ownSamples("strings").find((sample) => sample.path === "strings/cs.strings");
const text = strings.decode(file?.bytes ?? new Uint8Array());
const wide = ownSamples("strings").find((sample) => sample.path.includes("wide"));

const change = (source: string, edits: EntryEdit[], options: FormatOptions = cs): string =>
  applyPatches(source, strings.edit(source, strings.parse(source, options), edits, options));
const set = (id: string, target: string): EntryEdit => ({ kind: "set", id, targets: [target], state: "translated" });
const add = (context: string, target: string, note?: string): EntryEdit => ({
  kind: "add",
  context,
  sources: [],
  targets: [target],
  state: "translated",
  plural: false,
  note,
});

describe("Apple strings", () => {
  it("reads keys, texts and notes", () => {
    const { entries, warnings } = strings.parse(text, cs);
    expect(entries.map((entry) => [entry.context, entry.targets[0], entry.note, entry.state])).toEqual([
      ["basket.title", 'Otevřít "košík"', "Window title", "translated"],
      ["NSCameraUsageDescription", "Naskenuj kód", "", "translated"],
      ["lines", "první\nřádek; a \\ víc é", "A line comment", "translated"],
      ["empty", "", "", "empty"],
      ["doubled", "second", "", "translated"],
    ]);
    expect(warnings).toEqual([expect.objectContaining({ line: 13, column: 1 })]);
  });

  it.each([
    ['"a" = "\\U0041\\101\\t\\q";', "AA\tq"],
    ['"a"="b";', "b"],
    ['/* x */ "a" /* y */ = // z\n "b" /* w */ ;', "b"],
    ["a = b.c-d;", "b.c-d"],
    ['"a";', "a"],
  ])("reads %j", (source, target) => expect(strings.parse(source, cs).entries[0]?.targets).toEqual([target]));

  it.each([
    ['"a" = "b"', 1, 10],
    ['"a" = ;', 1, 7],
    ['\n"a', 2, 1],
    ["/* a", 1, 1],
    ["{", 1, 1],
  ])("refuses %j with its place", (source, line, column) => {
    try {
      strings.parse(source, cs);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(FormatError);
      expect(error).toMatchObject({ line, column });
    }
  });

  it("changes the value alone, and leaves bare keys bare", () => {
    expect(change(text, [set("NSCameraUsageDescription", 'a "b"\n'), set("doubled", "x")])).toBe(
      text.replace("Naskenuj kód", 'a \\"b\\"\\n').replace('"second"', '"x"'),
    );
    expect(change('"a";', [set("a", "b")])).toBe('"a" = "b";');
  });

  it("adds and removes pairs with their comments", () => {
    const base = '"a" = "A";\n"b" = "B";\n"c" = "C";\n';
    expect(change('"b" = "x";\n', [add("c", "z"), add("a", "y", "Why")], { ...cs, base })).toBe(
      '/* Why */\n"a" = "y";\n"b" = "x";\n"c" = "z";\n',
    );
    expect(change("\n", [add("a", "y")])).toBe('\n"a" = "y";\n');
    expect(change(text, [{ kind: "remove", id: "basket.title" }])).toBe(
      text.replace('/* Window title */\n"basket.title" = "Otevřít \\"košík\\"";\n', ""),
    );
    expect(strings.create(text, cs)).toBe("\n");
  });

  it("keeps UTF-16 with its byte order", () => {
    const bytes = wide?.bytes ?? new Uint8Array();
    const decoded = strings.decode(bytes);
    expect(decoded.startsWith("\ufeff/* Loquat")).toBe(true);
    expect(Buffer.from(strings.encode(decoded, bytes)).equals(Buffer.from(bytes))).toBe(true);
    // The mark wins over the spelling.
    expect(utf8.decode(bytes)).toBe(decoded);
    // A new file made from such a base is UTF-16 too, and has a mark.
    expect([...strings.encode("\n", bytes)]).toEqual([0xfe, 0xff, 0, 10]);
    expect([...strings.encode("\n")]).toEqual([10]);
  });

  it("reads converted files back", async () => {
    const { entries } = strings.parse((await convert("strings")).toString(), cs);
    const single = units.filter((unit) => !unit.plural && unit.targets[0] !== "");
    for (const unit of single)
      expect(entries.find((entry) => entry.context === unit.context)?.targets).toEqual(unit.targets);
  });

  it(`extracts what the translate toolkit does (${projectSamples("strings").length} files of projects)`, () => {
    const samples = projectSamples("strings").filter((sample) => expectedFor(sample));
    expect(samples.length).toBeGreaterThan(5);
    for (const sample of samples) {
      const { entries } = strings.parse(strings.decode(sample.bytes), sample.options);
      // That tool shows keys with their escapes.
      const expected = (expectedFor(sample) ?? []).map((row) => [
        String(row.context).replaceAll("\\n", "\n").replaceAll('\\"', '"'),
        row.target,
      ]);
      const unique = [...new Map(expected.map((row) => [row[0], row])).values()];
      expect(entries.map((entry) => [entry.context, entry.targets[0]]).sort()).toEqual(unique.sort());
    }
  });
});
