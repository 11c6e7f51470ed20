import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { gettextPo } from "@/lib/text/formats/gettext/gettext";
import { applyPatches, type EntryEdit, type FormatOptions } from "@/lib/text/formats/kernel/format";
import { askedFiles } from "../edited-files";
import { optionsFor, ownSamples, projectSamples, type Sample, spread } from "../samples";
import { missing } from "../tools";

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

if (!spawnSync("msgcat", ["--version"]).stdout?.toString().includes("0.21"))
  missing("GNU gettext 0.21", "what gettext reads and writes");
else
  describe("GNU gettext 0.21", () => {
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
        const theirs = execFileSync("msgcat", [path], { encoding: "utf8", stdio: "pipe" });
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
      const path = join(folder, "states.po");
      writeFileSync(path, source);
      const { stderr } = spawnSync("msgfmt", ["--statistics", "-o", "/dev/null", path], {
        encoding: "utf8",
        env: { ...process.env, LC_ALL: "C" },
      });
      expect(stderr).toContain("6 translated messages, 2 fuzzy translations, 1 untranslated message.");
    });
  });
