import gettextParser from "gettext-parser";
import { describe, expect, it } from "vitest";
import { findConverter, offeredConverters } from "@/lib/text/converters/registry";
import { guardFormula, keepFromReading, unguardFormula } from "@/lib/text/formats/kernel/formula-guard";
import { findFormat } from "@/lib/text/formats/registry";
import { optionsFor } from "../formats/samples";
import { HARD_TEXTS } from "../formats/traps/traps";
import { convert, head, unit, units } from "./convert";

const cs = optionsFor("cs");

/** What a format of ours reads from converted bytes. */
function readBack(id: string, bytes: Uint8Array) {
  const format = findFormat(id);
  if (!format) throw new Error(`no format ${id}`);
  return format.parse(format.decode(bytes), cs).entries;
}

const hard = HARD_TEXTS.filter((text) => !/[\0\p{Surrogate}]/u.test(text)).map((text, index) =>
  unit({ context: `key${index}`, sources: [`s${text}`], targets: [text], id: String(index) }),
);

describe("the registry of conversions", () => {
  it("names each once and finds it", () => {
    const ids = offeredConverters().map((converter) => converter.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(["po", "csv", "csv-multi", "json", "json-nested"]));
    for (const id of ids) expect(findConverter(id)?.id).toBe(id);
    expect(findConverter("__proto__")).toBeUndefined();
  });

  it("offers each where it fits", () => {
    const fitting = (formatId: string, monolingual: boolean) =>
      offeredConverters()
        .filter((converter) => converter.suits({ formatId, monolingual }))
        .map((converter) => converter.id);
    expect(fitting("po", false)).not.toContain("json");
    expect(fitting("aresource", true)).toEqual(expect.arrayContaining(["po", "csv", "json", "json-nested"]));
    expect(fitting("csv-multi", true)).toContain("csv-multi");
    expect(fitting("csv", true)).not.toContain("csv-multi");
  });

  it("writes a file without strings", async () => {
    for (const { id } of offeredConverters()) expect((await convert(id, [])).length).toBeGreaterThan(0);
    expect(JSON.parse((await convert("json", [])).toString())).toEqual({});
    expect(JSON.parse((await convert("json-nested", [])).toString())).toEqual({});
  });
});

describe("gettext PO", () => {
  it("is read back by our own reader", async () => {
    const entries = readBack("po", await convert("po"));
    expect(entries.map((entry) => [entry.context, entry.sources, entry.targets])).toEqual(
      units.map(({ context, sources, targets }) => [context, sources, targets]),
    );
    expect(entries[1]).toMatchObject({
      note: units[1]!.note,
      location: units[1]!.location,
      flags: "c-format",
      plural: true,
    });
    expect(entries[2]).toMatchObject({ state: "needs-editing", previousSource: "A pear" });
  });

  it("is read by gettext-parser", async () => {
    const bytes = await convert("po");
    expect(bytes.toString()).toContain("Language: cs\\n");
    const theirs = gettextParser.po.parse(Buffer.from(bytes), { validation: true });
    const texts = Object.values(theirs.translations).flatMap((context) => Object.values(context));
    expect(texts.filter((one) => one?.msgid !== "").map((one) => one?.msgstr)).toEqual(
      expect.arrayContaining(units.map(({ targets }) => targets)),
    );
  });

  it("keeps hard texts, and the header apart from them", async () => {
    const odd = [unit({ context: "", sources: [""], targets: ["Language: xx\n"] }), ...hard];
    const entries = readBack("po", await convert("po", odd));
    expect(entries.map((entry) => entry.targets[0])).toEqual(hard.map((string) => string.targets[0]));
    const broken = { ...head, project: 'two\nlines" "' };
    const po = findConverter("po")!;
    const pieces: Uint8Array[] = [];
    for await (const piece of po.write(broken, (async function* () {})())) pieces.push(piece);
    expect(readBack("po", Buffer.concat(pieces))).toEqual([]);
  });
});

/** The fields of a table in which every field is quoted. */
const fieldsOf = (text: string): string[][] =>
  text
    .split("\r\n")
    .filter(Boolean)
    .map((line) => [...line.matchAll(/"((?:[^"]|"")*)"/g)].map((match) => match[1]!.replaceAll('""', '"')));

describe("CSV", () => {
  it("has one row for each form, tied by the number of the string", async () => {
    const rows = fieldsOf((await convert("csv")).toString().replaceAll("\n", "\\n").replaceAll("\r\\n", "\r\n"));
    expect(rows[0]?.slice(0, 8)).toEqual(
      "location,source,target,id,fuzzy,context,translator_comments,developer_comments".split(","),
    );
    expect(rows.filter((row) => row[10] === unguardFormula("'-12'")).length).toBe(0);
    const plural = rows.filter((row) => row[10] === "'-12'");
    expect(plural.map((row) => [row[1], row[2], row[8], row[9]])).toEqual([
      ["%d quince", "%d kdoule", "0", "0"],
      ["%d quinces", "%d kdoule", "1", "1"],
      ["%d quinces", "%d kdoulí", "1", "2"],
    ]);
    expect(rows.find((row) => row[5] === "draft")?.[4]).toBe("True");
    expect(rows.find((row) => row[5] === "sum")?.slice(1, 3)).toEqual(["'=1+1\\|x'", "'=2\\|y'"]);
  });

  it("guards formulas so that reading gives every text back", () => {
    for (const text of ["=1", "+1", "-1", "@x", "'=1'", "''=1''", "'=", "'", "''", "=|a\\|", "'-x\n'", ...HARD_TEXTS]) {
      expect(unguardFormula(guardFormula(text))).toBe(text);
      expect(unguardFormula(keepFromReading(text))).toBe(text);
      expect(guardFormula(text)).not.toMatch(/^[=+\-@]/);
    }
    expect(guardFormula("plain | text")).toBe("plain | text");
  });

  it("gives every value of a key its row", async () => {
    const many = unit({ context: "k", sources: ["s"], targets: ["one", "two", "three"] });
    expect(fieldsOf((await convert("csv-multi", [many])).toString()).map((row) => row[2])).toEqual([
      "target",
      "one",
      "two",
      "three",
    ]);
  });
});

describe("JSON", () => {
  it("has a key for each translated string", async () => {
    expect(JSON.parse((await convert("json")).toString())).toEqual({
      "basket.title": "Otevřít „košík“",
      "basket.count_one": "%d kdoule",
      "basket.count_few": "%d kdoule",
      "basket.count_other": "%d kdoulí",
      draft: "Hruška & <b>víc</b>",
      sum: "=2|y",
      quoted: "'-b|'",
      lines: units[6]!.targets[0],
    });
    const strings = hard.filter((string) => string.targets[0] !== "");
    const entries = readBack("json", await convert("json", strings));
    expect(entries.map((entry) => entry.targets)).toEqual(strings.map((string) => string.targets));
  });

  it("nests keys, and keeps whole what cannot nest", async () => {
    const keys = [
      "a.b",
      "c",
      "a.d[1]",
      "a.d[0]",
      "a.d[3]",
      "__proto__.x",
      "c.e",
      "a",
      "f.",
      ".g",
      "h..i",
      "j[2]",
      "j.k",
      "[5]",
    ];
    const list = keys.map((context) => unit({ context, targets: [`text of ${context}`] }));
    const bytes = await convert("json-nested", list, 3);
    const entries = readBack("json-nested", bytes).filter((entry) => entry.targets[0] !== "");
    expect(new Map(entries.map((entry) => [entry.context, entry.targets[0]]))).toEqual(
      new Map(keys.map((key) => [key, `text of ${key}`])),
    );
    const plain = JSON.parse((await convert("json-nested", units)).toString());
    expect(plain.basket).toEqual({
      title: "Otevřít „košík“",
      count_one: "%d kdoule",
      count_few: "%d kdoule",
      count_other: "%d kdoulí",
    });
  });
});
