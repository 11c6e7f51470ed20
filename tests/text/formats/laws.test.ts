import { describe, expect, it } from "vitest";
import {
  applyPatches,
  EditRefused,
  type Entry,
  type EntryEdit,
  type EntryState,
  type FileFormat,
  FormatError,
  type FormatOptions,
  monolingualOf,
  storedState,
} from "@/lib/text/formats/format";
import { offeredFormats } from "@/lib/text/formats/registry";
import { hasRealData, optionsFor, ownSamples, realSamples, type Sample, seeded, spread } from "./samples";
import { bigFile, HARD_TEXTS, hostileFiles } from "./traps";
import { cannotHold, holdsFew, NO_REAL_LINES, widens } from "./traps-lines";
import { isXml } from "./traps-xml";

/** Formats where an emptied string leaves the file. */
const EMPTY_LEAVES = new Set(["aresource", "moko-resource", "cmp-resource"]);
/** Formats that show texts without their inline elements, and so cannot write those back. */
const FLATTENS = new Set(["plainxliff", "apple-xliff", "xliff2"]);
/** Containers, whose changed cells take another shape than the tool's that made them. */
const REWRITES = new Set(["xlsx"]);
/** Formats without real files in the data folder. */
const NO_REAL_FILES = new Set([
  "po-mono",
  "csv-simple-iso",
  "flatxml",
  "resourcedictionary",
  "wxl",
  "ts1",
  "tbx",
  "moko-resource",
  "xlsx",
  ...NO_REAL_LINES,
]);

/** Characters that XML has no way to hold. */
const NOT_XML = /[\x01-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;

/** Whether the strings of a sample are known by keys. */
const isKeyed = (format: FileFormat, options: FormatOptions): boolean =>
  format.kind === "monolingual" || (format.kind === "both" && (keyedAlways.has(format.id) || monolingualOf(options)));
/** Formats that may do without a base file, yet always have keys. */
const keyedAlways = new Set(["json", "json-nested", "strings", "strings-utf8", "stringsdict"]);

const bare = ({ span: _, ...rest }: Entry): Omit<Entry, "span"> => rest;

interface Opened {
  text: string;
  entries: Entry[];
}

function open(format: FileFormat, text: string, options: FormatOptions): Opened {
  return { text, entries: format.parse(text, options).entries };
}

function change(format: FileFormat, text: string, edits: EntryEdit[], options: FormatOptions): string {
  const patches = format.edit(text, format.parse(text, options), edits, options);
  return applyPatches(text, patches);
}

function setEdit(entry: Entry, text: string, state: EntryState = "translated"): EntryEdit {
  const targets = entry.targets.map((_, form) => (text === "" ? "" : form ? `${text} ${form}` : text));
  return { kind: "set", id: entry.id, targets, state };
}

const back = (entry: Entry): EntryEdit => ({ kind: "set", id: entry.id, targets: entry.targets, state: entry.state });

/** Everything but one entry is the same; that one says what was asked. */
function expectOnlyChanged(before: Entry[], after: Entry[], id: string, targets: string[], state: EntryState): void {
  expect(after.map((entry) => entry.id)).toEqual(before.map((entry) => entry.id));
  before.forEach((entry, index) => {
    const now = after[index]!;
    if (entry.id !== id) expect(bare(now)).toEqual(bare(entry));
    else {
      expect(now.targets).toEqual(targets);
      expect(now.state).toBe(entry.state === "read-only" ? "read-only" : state);
    }
  });
}

const COMBINATIONS = { crlf: [false, true], bom: [false, true], open: [false, true] };

function variants(format: FileFormat, sample: Sample): string[] {
  const text = format
    .decode(sample.bytes)
    .replace(/^\ufeff/, "")
    .replaceAll("\r\n", "\n");
  const found: string[] = [];
  for (const crlf of COMBINATIONS.crlf)
    for (const bom of COMBINATIONS.bom)
      for (const unended of COMBINATIONS.open) {
        let variant = unended ? text.replace(/\n+$/, "") : text;
        if (crlf) variant = variant.replaceAll("\n", "\r\n");
        found.push(bom ? `\ufeff${variant}` : variant);
      }
  return found;
}

const isUtf8 = (sample: Sample): boolean => !sample.path.includes("latin");

for (const format of offeredFormats()) {
  const own = ownSamples(format.id);
  const real = realSamples(format.id);
  const samples = [...own, ...real];

  describe(`laws of ${format.id} (${own.length} own files, ${real.length} real files)`, () => {
    it("has files to be tested with", () => {
      expect(own.length).toBeGreaterThan(0);
      if (hasRealData && !NO_REAL_FILES.has(format.id)) expect(real.length).toBeGreaterThan(0);
    });

    describe.each(samples.map((sample) => [sample.path, sample] as const))("%s", (_, sample) => {
      const { options } = sample;
      const text = format.decode(sample.bytes);
      const { entries } = open(format, text, options);
      const some = spread(entries, 25);

      it("1: nothing changed, nothing differs", () => {
        const file = format.parse(text, options);
        expect(format.edit(text, file, [], options)).toEqual([]);
        expect(format.edit(text, file, entries.map(back), options)).toEqual([]);
        expect(Buffer.from(format.encode(text, sample.bytes)).equals(Buffer.from(sample.bytes))).toBe(true);
        expect(new Set(entries.map((entry) => entry.id)).size).toBe(entries.length);
      });

      it("2 and 3: an edit stays in its entry and is read back", () => {
        const file = format.parse(text, options);
        for (const entry of some) {
          const edit = setEdit(entry, "Zcela nový text");
          const patches = format.edit(text, file, [edit], options);
          expect(patches.length).toBeGreaterThan(0);
          for (const patch of patches) {
            expect(patch.start).toBeGreaterThanOrEqual(entry.span.start);
            expect(patch.end).toBeLessThanOrEqual(entry.span.end);
          }
          const after = open(format, applyPatches(text, patches), options);
          const targets = (edit as { targets: string[] }).targets;
          expectOnlyChanged(entries, after.entries, entry.id, targets, "translated");
        }
      });

      it("4: setting the old text gives the old file", () => {
        let same = 0;
        const filled = some.filter((entry) => entry.state !== "empty" || !EMPTY_LEAVES.has(format.id));
        for (const entry of filled) {
          const changed = change(format, text, [setEdit(entry, "Jiný text")], options);
          const restored = change(format, changed, [back(entry)], options);
          const now = open(format, restored, options).entries;
          expect(now.map((other) => other.targets)).toEqual(entries.map((other) => other.targets));
          if (restored === text) same++;
        }
        // Files by other tools have entries that are not in the canonical style: other wraps, escapes, missing forms.
        const flattened = REWRITES.has(format.id) || (FLATTENS.has(format.id) && sample.path.includes("inline"));
        expect(same).toBeGreaterThanOrEqual(flattened ? 0 : Math.floor(filled.length * 0.5));
      });

      it("5: states are written and taken back", () => {
        for (const entry of spread(
          entries.filter((e) => e.state !== "read-only"),
          10,
        )) {
          const states = format.parse(text, options).states ?? format.states;
          const expected = (state: EntryState): EntryState => storedState({ states }, state);
          let now = text;
          for (const state of ["needs-editing", "approved", "needs-editing", "translated"] as const) {
            now = change(format, now, [setEdit(entry, "Text", state)], options);
            expect(open(format, now, options).entries.find((e) => e.id === entry.id)?.state).toBe(expected(state));
          }
          now = change(format, now, [setEdit(entry, "", "needs-editing")], options);
          const emptied = open(format, now, options).entries.find((e) => e.id === entry.id);
          if (EMPTY_LEAVES.has(format.id)) expect(emptied).toBeUndefined();
          else expect(emptied?.state).toBe("empty");
        }
      });

      it("6: what is added can be removed without a trace", () => {
        if (!format.canAdd) return expect(format.canRemove).toBe(false);
        const add: Extract<EntryEdit, { kind: "add" }> = {
          kind: "add",
          context: isKeyed(format, options) ? "zz_new_key" : "menu",
          sources: ["A new string"],
          targets: ["Nový řetězec"].map((t) => (isUtf8(sample) ? t : "Novy")),
          state: "translated",
          plural: false,
        };
        let added: string;
        try {
          added = change(format, text, [add], options);
        } catch (error) {
          // Not every file has a place for a context.
          expect(error).toBeInstanceOf(EditRefused);
          expect((error as EditRefused).reason).toMatch(/context/);
          expect(isKeyed(format, options)).toBe(false);
          add.context = "";
          added = change(format, text, [add], options);
        }
        const ids = new Set(entries.map((entry) => entry.id));
        const fresh = open(format, added, options).entries.filter((entry) => !ids.has(entry.id));
        expect(fresh).toHaveLength(1);
        expect(fresh[0]).toMatchObject({ context: add.context, targets: add.targets, state: "translated" });
        expect(change(format, added, [{ kind: "remove", id: fresh[0]!.id }], options)).toBe(text);
        expect(() => change(format, added, [add], options)).toThrow(EditRefused);
      });

      it("removes any of its entries and keeps the others", () => {
        for (const entry of spread(entries, 8)) {
          let now: Entry[];
          try {
            now = open(format, change(format, text, [{ kind: "remove", id: entry.id }], options), options).entries;
          } catch (error) {
            expect(error).toBeInstanceOf(EditRefused);
            continue;
          }
          // Places that are told from the string before are lost with it.
          const told = (other: Entry) => (/ line="[+-]/.test(text) ? { ...bare(other), location: "" } : bare(other));
          expect(now.map(told)).toEqual(entries.filter((other) => other !== entry).map(told));
        }
        const removable = entries.filter((entry) => !entry.id.includes("[") || format.id.startsWith("po"));
        const all = removable.map((entry): EntryEdit => ({ kind: "remove", id: entry.id }));
        try {
          const left = open(format, change(format, text, all, options), options).entries;
          expect(left.map((entry) => entry.id)).toEqual(
            entries.filter((entry) => !removable.includes(entry)).map((entry) => entry.id),
          );
        } catch (error) {
          expect(error).toBeInstanceOf(EditRefused);
        }
      });

      it("7: makes a new language file from it", () => {
        for (const code of ["cs", "ar", "ja", "pt_BR"]) {
          const given = optionsFor(code, { base: text });
          const made = format.create(text, given);
          if (made === undefined) throw new Error("a base was given");
          const file = format.parse(made, given);
          for (const entry of file.entries) expect(entry.targets.every((target) => target === "")).toBe(true);
          if (format.kind === "bilingual") {
            expect(file.entries.map((entry) => entry.id)).toEqual(entries.map((entry) => entry.id));
            for (const entry of file.entries.filter((e) => e.plural)) {
              expect(entry.targets).toHaveLength(given.plural.number);
            }
          }
        }
      });

      it("8: reads and edits with CRLF, byte order mark and no last line end", () => {
        if (!isUtf8(sample) && widens(format.id))
          return expect(format.decode(format.encode(`${text}\u0416`))).toBe(`${text}\u0416`);
        if (!isUtf8(sample)) return expect(() => format.encode(`${text}\u0416`)).toThrow(EditRefused);
        for (const variant of variants(format, sample)) {
          const file = format.parse(variant, options);
          expect(format.decode(format.encode(variant))).toBe(variant);
          expect(format.edit(variant, file, file.entries.map(back), options)).toEqual([]);
          expect(file.entries.map((entry) => entry.id)).toEqual(entries.map((entry) => entry.id));
          for (const entry of spread(file.entries, 3)) {
            const changed = change(format, variant, [setEdit(entry, "První\ndruhý")], options);
            const targets = (setEdit(entry, "První\ndruhý") as { targets: string[] }).targets;
            expectOnlyChanged(file.entries, open(format, changed, options).entries, entry.id, targets, "translated");
            if (variant.includes("\r\n")) expect(/(?<!\r)\n/.test(changed)).toBe(false);
            else expect(changed.includes("\r")).toBe(text.includes("\r") && changed.includes("\r"));
          }
        }
      });

      it("9: holds hard text, or says why not", () => {
        for (const entry of spread(entries, text.length > 20_000 ? 1 : 3)) {
          for (const hard of HARD_TEXTS) {
            const edit: EntryEdit = {
              kind: "set",
              id: entry.id,
              targets: entry.targets.map(() => hard),
              state: "translated",
            };
            let changed: string;
            try {
              changed = change(format, text, [edit], options);
            } catch (error) {
              expect(error).toBeInstanceOf(EditRefused);
              expect((error as EditRefused).reason).toMatch(/\.$/);
              expect(
                !isUtf8(sample) ||
                  /[\0\p{Surrogate}]/u.test(hard) ||
                  (isXml(format.id) && NOT_XML.test(hard)) ||
                  cannotHold(format.id, hard),
              ).toBe(true);
              continue;
            }
            const now = open(format, changed, options).entries.find((other) => other.id === entry.id);
            expect(now?.targets).toEqual(entry.targets.map(() => hard));
          }
        }
      });

      it("10: a cut file is read or refused with a place", () => {
        const random = seeded(text.length);
        for (let i = 0; i < 50; i++) {
          const cut = sample.bytes.subarray(0, Math.floor(random() * sample.bytes.length));
          try {
            format.parse(format.decode(cut), options);
          } catch (error) {
            expect(error).toBeInstanceOf(FormatError);
            expect((error as FormatError).line).toBeGreaterThanOrEqual(1);
            expect((error as FormatError).column).toBeGreaterThanOrEqual(1);
          }
        }
      });
    });

    it("7: starts a file from nothing, or says that it needs a base", () => {
      for (const code of ["cs", "ar", "ja", "pt_BR"]) {
        const options = optionsFor(code);
        const made = format.create(undefined, options);
        if (made === undefined) {
          expect(format.kind === "monolingual" && format.canAdd).toBe(false);
          continue;
        }
        expect(format.parse(made, options).entries).toEqual([]);
        const added = change(
          format,
          made,
          [{ kind: "add", context: "key", sources: ["Text"], targets: ["Text"], state: "translated", plural: false }],
          options,
        );
        expect(open(format, added, options).entries.map((entry) => entry.context)).toEqual(["key"]);
      }
    });

    // Only the names are kept: the files of all formats together would fill the memory.
    const hostile = hostileFiles(format.id).map(([name], index) => [name, index] as const);
    it.each(hostile)("11: survives %s", (_, index) => {
      const text = hostileFiles(format.id)[index]![1];
      const started = performance.now();
      try {
        format.parse(text, optionsFor("cs"));
      } catch (error) {
        expect(error).toBeInstanceOf(FormatError);
      }
      expect(performance.now() - started).toBeLessThan(2000);
    });

    it("12: reads 20,000 entries and edits one of them quickly", () => {
      const options = optionsFor("cs");
      const text = bigFile(format.id, 20_000);
      let reading = Number.POSITIVE_INFINITY;
      let editing = Number.POSITIVE_INFINITY;
      for (let run = 0; run < 4; run++) {
        const start = performance.now();
        const file = format.parse(text, options);
        reading = Math.min(reading, performance.now() - start);
        if (!holdsFew(format.id)) expect(file.entries).toHaveLength(20_000);
        const second = performance.now();
        format.edit(text, file, [setEdit(file.entries[file.entries.length >> 1]!, "Nový text")], options);
        editing = Math.min(editing, performance.now() - second);
      }
      expect(reading).toBeLessThan(1000);
      expect(editing).toBeLessThan(50);
    });
  });
}

describe("real files", () => {
  const counts = offeredFormats().map((format) => [format.id, realSamples(format.id).length] as const);
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  it(`are read: ${total} (${counts.map(([id, count]) => `${id} ${count}`).join(", ")})`, () => {
    // A folder that is there but empty would make all laws above say nothing about real files.
    if (hasRealData) expect(total).toBeGreaterThan(20);
    else expect(total).toBe(0);
  });
});
