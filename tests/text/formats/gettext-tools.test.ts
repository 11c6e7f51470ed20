import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import gettextParser from "gettext-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { applyPatches, type EntryEdit, type FormatOptions } from "@/lib/text/formats/format";
import { gettextPo } from "@/lib/text/formats/gettext";
import { PAGE, wrapField } from "@/lib/text/formats/gettext-wrap";
import { askedFiles } from "./edited-files";
import {
  dataFolder,
  expectedFor,
  hasRealData,
  optionsFor,
  ownSamples,
  realSamples,
  type Sample,
  spread,
} from "./samples";

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
  it(`extracts what the translate toolkit does (${realSamples("po").length} real files)`, () => {
    if (!hasRealData) return expect(ownSamples("po").length).toBeGreaterThan(3);
    const samples = realSamples("po");
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
    for (const sample of [fixture("cs.po"), ...realSamples("po")]) {
      const theirs = gettextParser.po.parse(Buffer.from(sample.bytes)).translations;
      for (const entry of gettextPo.parse(gettextPo.decode(sample.bytes), sample.options).entries) {
        // That parser takes an empty context for none.
        if (entry.sources[0] === "Open") continue;
        expect(theirs[entry.context]?.[entry.sources[0]!]?.msgstr).toEqual(entry.targets);
      }
    }
  });

  it("wraps like msgcat 0.21 in every stored case", () => {
    const path = join(dataFolder, "_expected/po-wrap-gettext-0.21.json");
    const stored = [
      { keyword: "msgstr", value: "two\nlines", flags: "", lines: ['msgstr ""', '"two\\n"', '"lines"'] },
      { keyword: "#~ msgstr", value: "\n", flags: "", lines: ['#~ msgstr "\\n"'] },
      {
        keyword: "msgstr",
        value: "Contact the team at translators-and-more-people-and-others@lists.example.org today",
        flags: "",
        lines: [
          'msgstr ""',
          '"Contact the team at translators-and-more-people-and-others@lists.example.org "',
          '"today"',
        ],
      },
    ];
    const cases = existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as typeof stored) : stored;
    expect(cases.length).toBeGreaterThan(existsSync(path) ? 100 : 2);
    for (const { keyword, value, flags, lines } of cases) expect(wrapField(keyword, value, PAGE, flags)).toEqual(lines);
  });
});

const tools = spawnSync("msgcat", ["--version"]).stdout?.toString().includes("0.21") === true;

describe(
  tools ? "GNU gettext 0.21 on this machine" : "stored answers, as GNU gettext 0.21 is not on this machine",
  () => {
    let folder = "";
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), "loquat-po-"));
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    const long =
      "Velmi dlouhá věta s adresou https://docs.example.org/en/latest/admin/continuous.html, 字字字字 a %d koncem.\nDalší řádek";
    const longLines = [
      '"Velmi dlouhá věta s adresou https://docs.example.org/en/latest/admin/"',
      '"continuous.html, 字字字字 a %d koncem.\\n"',
      '"Další řádek"',
    ];

    it("accepts what we write, and would write the edited entries the same", () => {
      const samples = [fixture("cs.po"), ...realSamples("po").filter((sample) => sample.path.endsWith(".po"))];
      for (const sample of samples) {
        const source = gettextPo.decode(sample.bytes);
        const options = { ...sample.options, params: { po_line_wrap: 77 } };
        const file = gettextPo.parse(source, options);
        const edits = spread(
          file.entries.filter((entry) => !entry.flags && !entry.plural),
          10,
        ).map((entry) => set(entry.id, [long]));
        const after = applyPatches(source, gettextPo.edit(source, file, edits, options));
        if (!tools) {
          expect(after.split(`\nmsgstr ""\n${longLines.join("\n")}\n`).length - 1).toBe(edits.length);
          continue;
        }
        const path = join(folder, "case.po");
        writeFileSync(path, after);
        const printed = execFileSync("msgcat", [path], { encoding: "utf8" });
        expect(printed.split(`\nmsgstr ""\n${longLines.join("\n")}\n`).length - 1).toBe(edits.length);
        expect(after.split(`\nmsgstr ""\n${longLines.join("\n")}\n`).length - 1).toBe(edits.length);
      }
    });

    it("reads every hard text as we do, and would write it in the same lines", () => {
      const files = askedFiles(gettextPo).filter(
        ({ name }) => name.startsWith("po/cs.po, ") || name.includes("of a day"),
      );
      expect(files.length).toBeGreaterThan(60);
      const told = (source: string, options: FormatOptions) =>
        gettextPo.parse(source, options).entries.map(({ id, targets, state }) =>
          // That tool drops flags that it does not know.
          ({ id, targets, state: state === "read-only" ? "translated" : state }),
        );
      /** The lines of the translation of the entry that was changed, if it is one. */
      const linesOf = (source: string, name: string): string | undefined => {
        const entry = gettextPo.parse(source, cs).entries.find(({ id }) => name.endsWith(` in ${id}`));
        return entry && /^msgstr[\s\S]*/m.exec(source.slice(entry.span.start, entry.span.end))?.[0].trimEnd();
      };
      for (const file of files) {
        const ours = gettextPo.decode(file.bytes);
        // What has no header yet is ASCII to that tool.
        if (!ours.includes("charset=UTF-8")) continue;
        const path = join(folder, "asked.po");
        writeFileSync(path, file.bytes);
        const theirs = tools ? execFileSync("msgcat", [path], { encoding: "utf8", stdio: "pipe" }) : ours;
        expect([file.name, told(theirs, file.options)]).toEqual([file.name, told(ours, file.options)]);
        expect([file.name, linesOf(theirs, file.name)]).toEqual([file.name, linesOf(ours, file.name)]);
      }
    });

    it("compiles new files in four languages", () => {
      const template = gettextPo.decode(fixture("template.pot").bytes);
      for (const code of ["cs", "ar", "ja", "pt_BR"]) {
        const options = optionsFor(code);
        const made = gettextPo.create(template, options) ?? "";
        const filled = edit(
          made,
          [
            set("Open", ["x"]),
            set("%d quince", Array(options.plural.number).fill("%d y")),
            {
              kind: "header",
              header: {
                revisionDate: new Date(0),
                lastTranslator: "A <a@example.org>",
                languageTeam: "T <t@example.org>",
              },
            },
          ],
          options,
        );
        expect(filled).toContain(`nplurals=${options.plural.number};`);
        if (!tools) continue;
        const path = join(folder, `${code}.po`);
        writeFileSync(path, filled);
        const result = spawnSync("msgfmt", ["-c", "-o", "/dev/null", path], { encoding: "utf8" });
        expect(result.stderr).toBe("");
        expect(result.status).toBe(0);
      }
    });

    it("merges what we write with its template without a change", () => {
      const template = fixture("template.pot");
      const made = gettextPo.create(gettextPo.decode(template.bytes), cs) ?? "";
      const file = gettextPo.parse(made, cs);
      const filled = edit(
        made,
        file.entries.map((entry) =>
          set(
            entry.id,
            entry.targets.map((_, form) => `${long} ${form}`),
          ),
        ),
      );
      const ours = gettextPo.parse(filled, cs).entries.map(({ id, targets, state }) => ({ id, targets, state }));
      expect(ours.every((entry) => entry.state === "translated" && entry.targets[0]?.startsWith(long))).toBe(true);
      if (!tools) return;
      const [po, pot] = [join(folder, "merge.po"), join(folder, "merge.pot")];
      writeFileSync(po, filled);
      writeFileSync(pot, template.bytes);
      const merged = execFileSync("msgmerge", ["--quiet", po, pot], { encoding: "utf8" });
      const theirs = gettextPo.parse(merged, cs).entries.map(({ id, targets, state }) => ({ id, targets, state }));
      expect(theirs).toEqual(ours);
      for (const line of longLines) expect(merged).toContain(line.replace(/"$/, ""));
    });

    it("agrees about states", () => {
      const source = edit(text, [set("Open", ["x"], "needs-editing"), set("Close", ["Zavřít"])]);
      const states = gettextPo.parse(source, cs).entries.map((entry) => entry.state);
      const ours = ["translated", "needs-editing", "empty"].map(
        (state) => states.filter((s) => s === state || (state === "translated" && s === "read-only")).length,
      );
      expect(ours).toEqual([6, 2, 1]);
      if (!tools) return;
      const path = join(folder, "states.po");
      writeFileSync(path, source);
      const { stderr } = spawnSync("msgfmt", ["--statistics", "-o", "/dev/null", path], {
        encoding: "utf8",
        env: { ...process.env, LC_ALL: "C" },
      });
      expect(stderr).toContain("6 translated messages, 2 fuzzy translations, 1 untranslated message.");
    });
  },
);
