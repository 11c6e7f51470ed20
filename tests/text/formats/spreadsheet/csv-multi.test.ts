import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { applyPatches, type EntryEdit, formatOptions } from "@/lib/text/formats/kernel/format";
import { findFormat } from "@/lib/text/formats/registry";

const multi = findFormat("csv-multi")!;
const fixture = (name: string) =>
  readFileSync(join(import.meta.dirname, "../../../fixtures/formats/csv-multi", name), "utf8");
const parse = (text: string, given = {}) => multi.parse(text, formatOptions(given)).entries;
const change = (text: string, edits: EntryEdit[], given = {}): string => {
  const options = formatOptions(given);
  return applyPatches(text, multi.edit(text, multi.parse(text, options), edits, options));
};
const set = (id: string, targets: string[], state: "translated" | "needs-editing" = "translated"): EntryEdit => ({
  kind: "set",
  id,
  targets,
  state,
});
/** Lines that are in one text and not in the other. */
const difference = (before: string, after: string) => {
  const [old, now] = [before.split("\n"), after.split("\n")];
  return { gone: old.filter((line) => !now.includes(line)), come: now.filter((line) => !old.includes(line)) };
};

const PEAR = JSON.stringify(["fruit", "pear"]);
const PLUM = JSON.stringify(["", "plum"]);
const text = fixture("synonyms_cs.csv");
const row = (value: string) => `"basket.c:1","pear","${value}","","","fruit","","A fruit"`;

describe("a table with several values of one string", () => {
  it("gives one string with the values of its rows, wherever those stand", () => {
    expect(parse(text).map(({ sources, targets, plural, state }) => [sources, targets, plural, state])).toEqual([
      [["pear"], ["hruška", "hruštička", 'hruňka, "malá"'], false, "translated"],
      [["quince"], ["kdoule"], false, "translated"],
      [["medlar"], [""], false, "empty"],
      [["plum"], ["švestka", "slíva"], false, "needs-editing"],
      [["fig"], ["fík"], false, "translated"],
    ]);
    const keyed = parse(fixture("keyed_cs.csv"), { monolingual: true });
    expect(keyed.map(({ context, sources }) => [context, sources])).toEqual([
      ["greeting", ["Ahoj", "Nazdar"]],
      ["bye", ["Sbohem", "Na shledanou"]],
      ["empty", [""]],
    ]);
  });

  it("changes one row for one changed value", () => {
    const after = change(text, [set(PEAR, ["hruška", "hruštička zralá", 'hruňka, "malá"'])]);
    expect(difference(text, after)).toEqual({ gone: [row("hruštička")], come: [row("hruštička zralá")] });
  });

  it("adds and removes rows as there are more or fewer values, and goes back", () => {
    const values = ["hruška", "hruštička", "dula", 'hruňka, "malá"'];
    const more = change(text, [set(PEAR, values)]);
    expect(difference(text, more)).toEqual({ gone: [], come: [row("dula")] });
    expect(parse(more)[0]?.targets).toEqual(values);
    expect(change(more, [set(PEAR, ["hruška", "hruštička", 'hruňka, "malá"'])])).toBe(text);
    const fewer = change(text, [set(PEAR, ['hruňka, "malá"'])]);
    expect(difference(text, fewer)).toEqual({ gone: [row("hruška"), row("hruštička")], come: [] });
    const none = change(text, [set(PEAR, ["", ""])]);
    expect(parse(none).map(({ targets }) => targets[0])).toEqual(["", "kdoule", "", "švestka", "fík"]);
    expect(difference(text, none).come).toEqual([row("")]);
  });

  it("marks all rows of a string for editing, and none any more", () => {
    const clear = change(text, [set(PLUM, ["švestka", "slíva", "blumka"])]);
    expect(difference(text, clear).come).toEqual([
      '"basket.c:4","plum","švestka","","","","",""',
      '"basket.c:4","plum","slíva","","","","",""',
      '"basket.c:4","plum","blumka","","","","",""',
    ]);
    const marked = change(text, [set(PEAR, ["hruška", "dula"], "needs-editing")]);
    expect(parse(marked)[0]).toMatchObject({ targets: ["hruška", "dula"], state: "needs-editing" });
    expect(marked.match(/pear.*True/g)).toHaveLength(2);
  });

  it("takes new strings with their values, also in a file without a last line end", () => {
    const add: EntryEdit = {
      kind: "add",
      context: "thanks",
      sources: ["Thanks"],
      targets: ["Díky", "", "Děkuji"],
      state: "translated",
      plural: false,
    };
    const keyed = fixture("keyed_cs.csv");
    const after = change(keyed, [add, set("greeting", ["Ahoj", "Nazdar", "Čau"])], { monolingual: true });
    expect(parse(after, { monolingual: true }).map(({ context, targets }) => [context, targets])).toEqual([
      ["greeting", ["Ahoj", "Nazdar", "Čau"]],
      ["bye", ["Sbohem", "Na shledanou"]],
      ["empty", [""]],
      ["thanks", ["Díky", "Děkuji"]],
    ]);
  });

  it("starts a language with one row for each string", () => {
    const made = multi.create(text, formatOptions({ languageCode: "de" })) ?? "";
    expect(made.split("\n")).toHaveLength(7);
    expect(parse(made).every(({ targets }) => targets.length === 1 && targets[0] === "")).toBe(true);
    expect(change(made, [set(PEAR, ["Birne", "Birnchen"])])).toContain(`${row("Birne")}\n${row("Birnchen")}\n`);
  });

  it("shows at most 500 values of one string and says so", () => {
    const many = `source,target\n${"a,b\n".repeat(600)}`;
    const file = multi.parse(many, formatOptions());
    expect(file.entries[0]?.targets).toHaveLength(500);
    expect(file.warnings).toHaveLength(100);
  });
});
