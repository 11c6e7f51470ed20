import { describe, expect, it } from "vitest";
import { applyPatches, type EntryEdit, FormatError, formatOptions } from "@/lib/text/formats/kernel/format";
import { csvFormats } from "@/lib/text/formats/spreadsheet/csv";
import { convert, unit, units } from "../../converters/convert";
import { optionsFor, ownSamples } from "../samples";
import { HARD_TEXTS } from "../traps/traps";

const [csv, , simple, , iso] = csvFormats as [
  (typeof csvFormats)[0],
  (typeof csvFormats)[0],
  (typeof csvFormats)[0],
  (typeof csvFormats)[0],
  (typeof csvFormats)[0],
];
const cs = optionsFor("cs", { monolingual: false });
const keyed = optionsFor("cs", { monolingual: true });
const read = (name: string, format = csv): string => {
  const found = ownSamples(format.id).find((sample) => sample.path === `${format.id}/${name}`);
  if (!found) throw new Error(`no fixture ${name}`);
  return format.decode(found.bytes);
};

function change(text: string, edits: EntryEdit[], options = cs, format = csv): string {
  return applyPatches(text, format.edit(text, format.parse(text, options), edits, options));
}
const texts = (text: string, options = cs, format = csv) =>
  format.parse(text, options).entries.map((entry) => [entry.context, entry.sources[0], entry.targets[0], entry.state]);

describe("reading tables", () => {
  it("finds columns by their names", () => {
    const { entries } = csv.parse(read("cs.csv"), cs);
    expect(entries.map((entry) => [entry.context, entry.sources[0], entry.targets[0], entry.state])).toEqual([
      ["menu", "Open", "Otevřít", "translated"],
      ["state", "Open", "Otevřeno", "translated"],
      ["", "A pear, ripe", "Hruška, „zralá“", "needs-editing"],
      ["", 'Say "quince"', 'Řekni "kdoule"', "translated"],
      ["", "Two\nlines", "Dva\nřádky", "translated"],
      ["", "Not yet", "", "empty"],
      ["", "=SUM(A1)", "=SUMA(A1)|x", "translated"],
    ]);
    expect(entries[0]).toMatchObject({ location: "src/a.c:1", note: "Sloveso\nVerb, not adjective" });
  });

  it("reads other delimiters, unknown columns and short rows", () => {
    expect(texts(read("semicolon.cs.csv"))).toEqual([
      ["menu", "Open", "Otevřít", "translated"],
      ["menu", "Close", "Zavřít", "needs-editing"],
      ["", 'Say "quince"', "Řekni kdoule", "translated"],
      ["short", "Row", "", "empty"],
      ["", "Empty target", "", "empty"],
    ]);
  });

  it("knows the columns of files without a header", () => {
    expect(texts(read("no-header.cs.csv"))).toEqual([
      ["menu", "Open", "Otevřít", "needs-editing"],
      ["", "Close", "Zavřít", "translated"],
      ["", "Last, without an end", "Poslední", "translated"],
    ]);
    expect(texts("a,b\nc,d\n")).toEqual([
      ["", "a", "b", "translated"],
      ["", "c", "d", "translated"],
    ]);
    expect(texts("a,b\nc,d\n", keyed)).toEqual([
      ["a", "b", "b", "translated"],
      ["c", "d", "d", "translated"],
    ]);
    expect(texts("a,b,\nc,d,\n")[0]).toEqual(["", "a", "b", "translated"]);
  });

  it("takes the key from id, context or source, and the text from source where there is no target", () => {
    expect(texts(read("keyed.base.en.csv"), keyed)).toEqual([
      ["basket.title", "Basket", "Basket", "translated"],
      ["basket.close", "Close", "Close", "translated"],
    ]);
    expect(texts("context,source,target\nk,S,\n", formatOptions({ isTemplate: true }))[0]).toEqual([
      "k",
      "S",
      "S",
      "translated",
    ]);
  });

  it("ties the rows of a plural string together", () => {
    const text = read("plural.cs.csv");
    const [first, second] = csv.parse(text, cs).entries;
    expect(first).toMatchObject({
      plural: true,
      sources: ["%d quince", "%d quinces"],
      targets: ["%d kdoule", "%d kdoule", "%d kdoulí"],
    });
    expect(second).toMatchObject({ plural: false, targets: ["Otevřít"] });
    const edit: EntryEdit = { kind: "set", id: first!.id, targets: ["a", "%d kdoule", "c"], state: "translated" };
    expect(change(text, [edit])).toBe(text.replace('"%d kdoule","0","0"', '"a","0","0"').replace("%d kdoulí", "c"));
  });

  it("reads converted files back", async () => {
    const hard = HARD_TEXTS.filter((text) => !/[\0\p{Surrogate}]/u.test(text) && !text.includes("\r")).map((text, i) =>
      unit({ context: `k${i}`, sources: [`s${text}`], targets: [text], id: `${i}`, note: text, location: "" }),
    );
    const list = [...units, ...hard];
    const { entries } = csv.parse((await convert("csv", list)).toString(), cs);
    expect(entries.map((entry) => [entry.context, entry.sources, entry.targets, entry.plural, entry.note])).toEqual(
      list.map((string) => [string.context, string.sources, string.targets, string.plural, string.note]),
    );
  });

  it.each([
    ['source,target\na,"b', 2, 3],
    ["one column\nonly\n", 1, 1],
  ])("refuses %j with its place", (text, line, column) => {
    try {
      csv.parse(text, cs);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(FormatError);
      expect(error).toMatchObject({ line, column });
    }
  });
});

describe("editing tables", () => {
  const id = (context: string, source: string): string => JSON.stringify([context, source]);
  const set = (given: string, text: string, state: "translated" | "needs-editing" = "translated"): EntryEdit => ({
    kind: "set",
    id: given,
    targets: [text],
    state,
  });

  it.each(["0", "False", "false", ""])("leaves a fuzzy column of %j alone when a string is translated", (said) => {
    const table = (target: string) => `source,target,fuzzy\nOpen,${target},${said}\n`;
    expect(change(table("a"), [set(id("", "Open"), "b")])).toBe(table("b"));
  });

  it.each(["1", "True", "yes"])("empties a fuzzy column of %j when a string is translated", (said) => {
    const before = `source,target,fuzzy\nOpen,a,${said}\n`;
    expect(change(before, [set(id("", "Open"), "b")])).toBe("source,target,fuzzy\nOpen,b,\n");
  });

  it("changes the field and the mark alone", () => {
    const text = read("cs.csv");
    expect(change(text, [set(id("menu", "Open"), 'a "b"', "needs-editing")])).toBe(
      text.replace('"Otevřít","","","menu"', '"a ""b""","","True","menu"'),
    );
    expect(change(text, [set(id("", "A pear, ripe"), "Hruška")])).toBe(
      text.replace('"Hruška, „zralá“","","True"', '"Hruška","",""'),
    );
  });

  it("quotes only where it must, and fills short rows", () => {
    const text = read("semicolon.cs.csv");
    expect(change(text, [set(id("menu", "Open"), "a;b"), set(id("short", "Row"), "x", "needs-editing")])).toBe(
      text.replace("Otevřít;;keep", '"a;b";;keep').replace("short;Row\n", "short;Row;x;True\n"),
    );
  });

  it("guards formulas where the component asks for it, and never changes what reading would strip", () => {
    const text = "source,target\na,b\n";
    expect(change(text, [set(id("", "a"), "=1")])).toBe("source,target\na,=1\n");
    const guarded = { ...cs, params: { csv_escape_formulas: true } };
    expect(change(text, [set(id("", "a"), "=1|2")], guarded)).toBe("source,target\na,\"'=1\\|2'\"\n");
    expect(texts(change(text, [set(id("", "a"), "'=1'")]))[0]?.[2]).toBe("'=1'");
  });

  it("puts new keyed strings where the base has them", () => {
    const base = "context,target\na,A\nb,B\nc,C\n";
    const add = (context: string): EntryEdit => ({
      kind: "add",
      context,
      sources: [],
      targets: [`${context}!`],
      state: "translated",
      plural: false,
    });
    const options = { ...keyed, base };
    expect(change("context,target\nb,x\n", [add("c"), add("a"), add("z")], options)).toBe(
      "context,target\na,a!\nb,x\nc,c!\nz,z!\n",
    );
    expect(csv.create(base, options)).toBe("context,target\n");
    expect(change("", [add("a")], { ...keyed, base: "a,A\nb,B\n" }, simple)).toBe("a,a!\n");
  });

  it("empties a copy of the template for a new language", () => {
    expect(csv.create("source,target,fuzzy\na,b,1\n", cs)).toBe("source,target,fuzzy\na,,\n");
    expect(csv.create(undefined, cs)).toBeUndefined();
  });
});

describe("encodings of tables", () => {
  const latin = Uint8Array.from(Buffer.from("a,é\n", "latin1"));
  it("keeps the one of the file, and goes to UTF-8 for what it lacks", () => {
    const text = csv.decode(latin);
    expect(text).toBe("a,é\n");
    expect([...csv.encode(text, latin)]).toEqual([...latin]);
    expect(Buffer.from(csv.encode("a,ř\n", latin)).toString()).toBe("a,ř\n");
    expect(Buffer.from(csv.encode(text)).toString()).toBe("a,é\n");
  });

  it("reads and writes UTF-16 with its mark", () => {
    for (const mark of [Buffer.from("\ufeffa,ř\n", "utf16le"), Buffer.from("\ufeffa,ř\n", "utf16le").swap16()]) {
      const text = csv.decode(mark);
      expect(text).toBe("\ufeffa,ř\n");
      expect(Buffer.from(csv.encode(text, mark)).equals(mark)).toBe(true);
      expect(() => csv.decode(mark.subarray(0, mark.length - 1))).toThrow(FormatError);
    }
  });

  it("has a spelling for ISO 8859-1, which a byte order mark overrules", () => {
    expect(iso.decode(latin)).toBe("a,é\n");
    expect(iso.decode(Buffer.from("\ufeffa,ř\n"))).toBe("\ufeffa,ř\n");
    expect(Buffer.from(iso.encode("\ufeffa,ř\n")).toString()).toBe("\ufeffa,ř\n");
  });
});
