import { readFileSync } from "node:fs";
import { join } from "node:path";
import gettextParser from "gettext-parser";
import { describe, expect, it } from "vitest";
import { gettextPo } from "@/lib/text/formats/gettext/gettext";
import { PAGE, wrapField } from "@/lib/text/formats/gettext/wrap";
import { applyPatches, type EntryEdit } from "@/lib/text/formats/kernel/format";
import { dataFolder, expectedFor, optionsFor, ownSamples, projectSamples, type Sample, spread } from "../samples";

const cs = optionsFor("cs");
const fixture = (name: string): Sample => {
  const found = ownSamples("po").find((sample) => sample.path === `po/${name}`);
  if (!found) throw new Error(`no fixture ${name}`);
  return found;
};
const text = gettextPo.decode(fixture("cs.po").bytes);

function edit(source: string, edits: EntryEdit[], options = cs): string {
  return applyPatches(source, gettextPo.edit(source, gettextPo.parse(source, options), edits, options));
}
const set = (id: string, targets: string[], state: "translated" | "needs-editing" = "translated"): EntryEdit => ({
  kind: "set",
  id,
  targets,
  state,
});

describe("agreement with other tools", () => {
  it(`extracts what the translate toolkit does (${projectSamples("po").length} files of projects)`, () => {
    const samples = projectSamples("po");
    expect(samples.length).toBeGreaterThan(0);
    for (const sample of samples) {
      const { entries } = gettextPo.parse(gettextPo.decode(sample.bytes), sample.options);
      const got = entries.map((entry) => ({
        context: entry.context,
        source: entry.plural ? entry.sources : entry.sources[0],
        target: entry.plural ? entry.targets : entry.targets[0],
        locations: entry.location.split(", ").filter(Boolean),
        ...(entry.flags && { flags: entry.flags.split(", ") }),
        ...(entry.state === "needs-editing" && { fuzzy: true }),
        ...(entry.previousSource && { previous_source: entry.previousSource }),
      }));
      // The dump lists the previous singular and an empty plural where the file has a singular alone.
      const expected = expectedFor(sample)?.map((row) =>
        Array.isArray(row.previous_source) ? { ...row, previous_source: row.previous_source[0] } : row,
      );
      expect(got).toEqual(expected);
    }
  });

  it("reads what gettext-parser reads", () => {
    // That parser needs a blank line between entries; the Russian file has none.
    const samples = [fixture("cs.po"), ...projectSamples("po").filter(({ path }) => !path.includes("/ru/"))];
    for (const sample of samples) {
      const theirs = gettextParser.po.parse(Buffer.from(sample.bytes)).translations;
      for (const entry of gettextPo.parse(gettextPo.decode(sample.bytes), sample.options).entries) {
        // That parser takes an empty context for none, and does not know the bell.
        if (entry.sources[0] === "Open" || entry.sources[0]?.includes("\u0007")) continue;
        expect(theirs[entry.context]?.[entry.sources[0]!]?.msgstr).toEqual(entry.targets);
      }
    }
  });

  it("wraps like msgcat 0.21 in every stored case", () => {
    const path = join(dataFolder, "_expected/po-wrap-gettext-0.21.json");
    const cases = JSON.parse(readFileSync(path, "utf8")) as {
      keyword: string;
      value: string;
      flags: string;
      lines: string[];
    }[];
    expect(cases.length).toBeGreaterThan(70);
    for (const { keyword, value, flags, lines } of cases) expect(wrapField(keyword, value, PAGE, flags)).toEqual(lines);
  });
});

describe("our own files", () => {
  const long =
    "Velmi dlouhá věta s adresou https://docs.example.org/en/latest/admin/continuous.html, 字字字字 a %d koncem.\nDalší řádek";
  const longLines = [
    '"Velmi dlouhá věta s adresou https://docs.example.org/en/latest/admin/"',
    '"continuous.html, 字字字字 a %d koncem.\\n"',
    '"Další řádek"',
  ];

  it("are wrapped as the stored lines of msgcat are", () => {
    const samples = [fixture("cs.po"), ...projectSamples("po").filter((sample) => sample.path.endsWith(".po"))];
    for (const sample of samples) {
      const source = gettextPo.decode(sample.bytes);
      const options = { ...sample.options, params: { po_line_wrap: 77 } };
      const file = gettextPo.parse(source, options);
      const edits = spread(
        file.entries.filter((entry) => !entry.flags && !entry.plural),
        10,
      ).map((entry) => set(entry.id, [long]));
      const after = applyPatches(source, gettextPo.edit(source, file, edits, options));
      expect(after.split(`\nmsgstr ""\n${longLines.join("\n")}\n`).length - 1).toBe(edits.length);
    }
  });

  it("have the plural forms of their language when they are new, and what gettext-parser compiles", () => {
    const template = gettextPo.decode(fixture("template.pot").bytes);
    for (const code of ["cs", "ar", "ja", "pt_BR"]) {
      const options = optionsFor(code);
      const made = gettextPo.create(template, options) ?? "";
      const forms = Array(options.plural.number).fill("%d y");
      const filled = edit(made, [set("Open", ["x"]), set("%d quince", forms)], options);
      expect(filled).toContain(`nplurals=${options.plural.number};`);
      const theirs = gettextParser.mo.parse(gettextParser.mo.compile(gettextParser.po.parse(Buffer.from(filled))));
      expect(theirs.translations[""]?.["%d quince"]?.msgstr).toEqual(forms);
    }
  });

  it("keep their states", () => {
    const source = edit(text, [set("Open", ["x"], "needs-editing"), set("Close", ["Zavřít"])]);
    const states = gettextPo.parse(source, cs).entries.map((entry) => entry.state);
    const ours = ["translated", "needs-editing", "empty"].map(
      (state) => states.filter((s) => s === state || (state === "translated" && s === "read-only")).length,
    );
    expect(ours).toEqual([6, 2, 1]);
  });
});
