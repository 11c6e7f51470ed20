import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aresource } from "@/lib/text/formats/android/android";
import { gettextPo } from "@/lib/text/formats/gettext/gettext";
import { json } from "@/lib/text/formats/json/tree";
import {
  applyPatches,
  EditRefused,
  type EntryEdit,
  type EntryState,
  type FileFormat,
  formatOptions,
} from "@/lib/text/formats/kernel/format";
import { findFormat } from "@/lib/text/formats/registry";
import { type MergeEntry, mergeEntries } from "@/lib/text/merge/merge";

const entry = (id: string, text: string, state: EntryState = text === "" ? "empty" : "translated"): MergeEntry => ({
  id,
  context: id,
  sources: [id],
  targets: [text],
  state,
  plural: false,
});

/** Some of seven keys with some of four texts, one of them empty, and a state that fits. */
const side = fc
  .dictionary(
    fc.constantFrom("a", "b", "c", "d", "e", "f", "g"),
    fc.tuple(fc.constantFrom("", "A", "B", "C"), fc.boolean()),
  )
  .map((texts) =>
    Object.entries(texts).map(([id, [text, fuzzy]]) =>
      entry(id, text, text === "" ? "empty" : fuzzy ? "needs-editing" : "translated"),
    ),
  );
const rule = fc.constantFrom("ours" as const, "theirs" as const);

/** What edits make of a list of entries. */
function apply(theirs: readonly MergeEntry[], edits: readonly EntryEdit[]): MergeEntry[] {
  const result = new Map(theirs.map((item) => [item.id, item]));
  for (const edit of edits) {
    if (edit.kind === "set") result.set(edit.id, { ...result.get(edit.id)!, targets: edit.targets, state: edit.state });
    else if (edit.kind === "remove") result.delete(edit.id);
    else if (edit.kind === "add") {
      expect(result.has(edit.context)).toBe(false);
      result.set(edit.context, {
        id: edit.context,
        context: edit.context,
        sources: edit.sources,
        targets: edit.targets,
        state: edit.state,
        plural: edit.plural,
      });
    }
  }
  return [...result.values()];
}
const texts = (entries: readonly MergeEntry[]): Record<string, string> =>
  Object.fromEntries(entries.map((item) => [item.id, `${item.targets[0]}/${item.state}`]));

describe("merging one string", () => {
  const A = entry("x", "A");
  const B = entry("x", "B");
  const C = entry("x", "C");
  const empty = entry("x", "");
  const fuzzy = (text: string) => entry("x", text, "needs-editing");
  const one = (
    base: MergeEntry | undefined,
    ours: MergeEntry | undefined,
    theirs: MergeEntry | undefined,
    by: "ours" | "theirs" = "ours",
  ) => {
    const list = (item: MergeEntry | undefined): MergeEntry[] => (item ? [item] : []);
    const { edits, clashes } = mergeEntries(list(base), list(ours), list(theirs), by);
    return { edit: edits[0], clash: clashes[0], count: edits.length + clashes.length };
  };

  it("follows its table", () => {
    expect(one(A, A, C)).toMatchObject({ count: 0 });
    expect(one(A, B, A)).toMatchObject({
      count: 1,
      edit: { kind: "set", id: "x", targets: ["B"], state: "translated" },
    });
    expect(one(A, B, B)).toMatchObject({ count: 0 });
    expect(one(A, B, C)).toMatchObject({
      edit: { kind: "set", targets: ["B"] },
      clash: { kind: "changed", base: ["A"], ours: ["B"], theirs: ["C"], winner: "ours" },
    });
    expect(one(A, B, C, "theirs")).toMatchObject({ count: 1, clash: { kind: "changed", winner: "theirs" } });
    expect(one(A, B, undefined)).toMatchObject({
      count: 1,
      clash: { kind: "removed-by-them", ours: ["B"], theirs: undefined, winner: "theirs" },
    });
    expect(one(A, A, undefined)).toMatchObject({ count: 0 });
    expect(one(A, empty, undefined)).toMatchObject({ count: 0 });
    expect(one(A, undefined, empty, "theirs")).toMatchObject({ count: 1, edit: { kind: "remove", id: "x" } });
    expect(one(A, undefined, A)).toMatchObject({ count: 1, edit: { kind: "remove", id: "x" } });
    expect(one(A, undefined, C)).toMatchObject({
      count: 2,
      edit: { kind: "remove" },
      clash: { kind: "removed-by-us", theirs: ["C"] },
    });
    expect(one(A, undefined, C, "theirs")).toMatchObject({ count: 1, clash: { winner: "theirs" } });
    expect(one(undefined, B, undefined)).toMatchObject({
      count: 1,
      edit: { kind: "add", context: "x", targets: ["B"] },
    });
    expect(one(undefined, undefined, C)).toMatchObject({ count: 0 });
    expect(one(undefined, B, B)).toMatchObject({ count: 0 });
    expect(one(undefined, B, empty)).toMatchObject({ count: 1, edit: { kind: "set", targets: ["B"] } });
    expect(one(undefined, empty, C)).toMatchObject({ count: 0 });
    expect(one(undefined, B, C)).toMatchObject({ count: 2, clash: { kind: "added" } });
    expect(one(A, empty, A)).toMatchObject({ count: 1, edit: { kind: "set", targets: [""], state: "empty" } });
  });

  it("merges states of one text, and keeps a state with its text", () => {
    expect(one(fuzzy("A"), A, fuzzy("A"))).toMatchObject({
      count: 1,
      edit: { kind: "set", targets: ["A"], state: "translated" },
    });
    expect(one(A, A, fuzzy("A"))).toMatchObject({ count: 0 });
    expect(one(empty, fuzzy("B"), B)).toMatchObject({ count: 1, edit: { state: "needs-editing" } });
    expect(one(empty, fuzzy("B"), B, "theirs")).toMatchObject({ count: 0 });
    expect(one(fuzzy("A"), A, fuzzy("C"))).toMatchObject({ count: 0 });
    // Without a base, an empty string of theirs says nothing yet, so the state is ours.
    expect(one(undefined, fuzzy(""), empty, "theirs")).toMatchObject({
      count: 1,
      edit: { targets: [""], state: "needs-editing" },
    });
    expect(one(A, B, fuzzy("A"))).toMatchObject({ count: 1, edit: { targets: ["B"], state: "translated" } });
  });

  it("does not write into what became read-only, and keeps our text", () => {
    const locked = entry("x", "A", "read-only");
    expect(one(A, B, locked)).toMatchObject({ count: 1, clash: { kind: "changed", ours: ["B"], winner: "theirs" } });
    expect(one(A, A, locked)).toMatchObject({ count: 0 });
    // Both sides say the same: there is nothing to keep elsewhere.
    expect(one(A, B, entry("x", "B", "read-only"))).toMatchObject({ count: 0 });
    expect(one(undefined, B, locked)).toMatchObject({ count: 1, clash: { kind: "added", winner: "theirs" } });
    expect(one(A, fuzzy("A"), entry("x", "C", "read-only"))).toMatchObject({ count: 0 });
  });

  it("takes missing plural forms for empty ones", () => {
    const forms = (...targets: string[]): MergeEntry => ({ ...A, targets, plural: true });
    expect(one(forms("a", "b"), forms("a", "b", ""), forms("a", "b"))).toMatchObject({ count: 0 });
    expect(one(forms("a", "b"), forms("a", "b", "c"), forms("a", "b"))).toMatchObject({
      edit: { targets: ["a", "b", "c"] },
    });
  });
});

describe("laws of the merge", () => {
  it("loses no text of ours", () => {
    fc.assert(
      fc.property(side, side, side, rule, (base, ours, theirs, by) => {
        const { edits, clashes } = mergeEntries(base, ours, theirs, by);
        const merged = new Map(apply(theirs, edits).map((item) => [item.id, item]));
        const before = new Map(base.map((item) => [item.id, item]));
        for (const mine of ours) {
          const text = mine.targets[0];
          if (text === "" || text === before.get(mine.id)?.targets[0]) continue;
          const kept =
            merged.get(mine.id)?.targets[0] === text ||
            clashes.some((clash) => clash.id === mine.id && clash.ours?.[0] === text);
          expect(kept).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("loses no text of theirs", () => {
    fc.assert(
      fc.property(side, side, side, rule, (base, ours, theirs, by) => {
        const { edits, clashes } = mergeEntries(base, ours, theirs, by);
        const merged = new Map(apply(theirs, edits).map((item) => [item.id, item]));
        const before = new Map(base.map((item) => [item.id, item]));
        for (const other of theirs) {
          const text = other.targets[0];
          if (text === "" || text === before.get(other.id)?.targets[0]) continue;
          const kept =
            merged.get(other.id)?.targets[0] === text ||
            clashes.some((clash) => clash.id === other.id && clash.theirs?.[0] === text);
          expect(kept).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("changes nothing when we changed nothing, and takes ours when they changed nothing", () => {
    fc.assert(
      fc.property(side, side, rule, (base, other, by) => {
        expect(mergeEntries(base, base, other, by)).toEqual({ edits: [], clashes: [] });
        const { edits, clashes } = mergeEntries(base, other, base, by);
        expect(clashes).toEqual([]);
        expect(texts(apply(base, edits))).toEqual(texts(other));
      }),
      { numRuns: 1000 },
    );
  });

  it("has nothing left to do the second time", () => {
    fc.assert(
      fc.property(side, side, side, rule, (base, ours, theirs, by) => {
        const merged = apply(theirs, mergeEntries(base, ours, theirs, by).edits);
        expect(mergeEntries(base, ours, merged, by).edits).toEqual([]);
        expect(mergeEntries(merged, merged, merged, by)).toEqual({ edits: [], clashes: [] });
      }),
      { numRuns: 2000 },
    );
  });

  it("gives both sides the same file, whoever merges", () => {
    fc.assert(
      fc.property(side, side, side, rule, (base, ours, theirs, by) => {
        // What one removed and the other changed stays removed from the file when theirs removed it: not symmetric by design.
        const ids = new Set(base.map((item) => item.id));
        const both = ours.filter((item) => !ids.has(item.id) || theirs.some((other) => other.id === item.id));
        const others = theirs.filter((item) => !ids.has(item.id) || both.some((mine) => mine.id === item.id));
        const here = mergeEntries(base, both, others, by);
        const there = mergeEntries(base, others, both, by === "ours" ? "theirs" : "ours");
        expect(texts(apply(others, here.edits))).toEqual(texts(apply(both, there.edits)));
        expect(here.clashes.map((clash) => clash.id).sort()).toEqual(there.clashes.map((clash) => clash.id).sort());
      }),
      { numRuns: 2000 },
    );
  });
});

describe("merging real files", () => {
  const options = formatOptions({ languageCode: "de" });
  const frames: [FileFormat, (items: readonly MergeEntry[]) => string, (id: string) => string][] = [
    [
      gettextPo,
      (items) =>
        `msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n${items
          .map(
            (item) =>
              `\n# note\n${item.state === "needs-editing" ? "#, fuzzy\n" : ""}msgctxt "${item.id}"\nmsgid "${item.id}"\nmsgstr "${item.targets[0]}"\n`,
          )
          .join("")}`,
      (id) => `${id}\u0004${id}`,
    ],
    [
      json,
      (items) => `{${items.map((item) => `\n "${item.id}": "${item.targets[0]}"`).join(",")}\n}\n`,
      (id) => JSON.stringify([id]),
    ],
    [
      aresource,
      (items) =>
        `<resources>\n${items.map((item) => `  <!-- n -->\n  <string name="${item.id}">${item.targets[0]}</string>\n`).join("")}</resources>\n`,
      (id) => `string:${id}`,
    ],
  ];

  it.each(frames)("gives the merged entries in $id", (format, print, idOf) => {
    fc.assert(
      fc.property(side, side, side, rule, (base, ours, theirs, by) => {
        const read = (text: string): MergeEntry[] => format.parse(text, options).entries;
        // The service's rows carry the ids of the file.
        const stored = (items: readonly MergeEntry[]): MergeEntry[] => read(print(items));
        const text = print(theirs);
        const [was, mine, upstream] = [stored(base), stored(ours), read(text)];
        const { edits } = mergeEntries(was, mine, upstream, by);
        const after = read(applyPatches(text, format.edit(text, format.parse(text, options), edits, options)));
        const wanted = apply(
          upstream.map((item) => ({ ...item, id: item.context })),
          edits.map((edit) =>
            "id" in edit ? { ...edit, id: upstream.find((item) => item.id === edit.id)!.context } : edit,
          ),
        );
        // An Android string without text is no string.
        const kept = (items: readonly MergeEntry[]): Record<string, string> =>
          texts(items.filter((item) => format !== aresource || item.targets[0] !== ""));
        expect(kept(after.map((item) => ({ ...item, id: item.context })))).toEqual(kept(wanted));
        expect(after.every((item) => item.id === idOf(item.context))).toBe(true);
        const again = mergeEntries(was, mine, after, by).edits;
        expect(again.filter((edit) => format !== aresource || edit.kind !== "add" || edit.targets[0] !== "")).toEqual(
          [],
        );
      }),
      { numRuns: 300 },
    );
  });
});

describe("a text that only repeats its source", () => {
  const said = (text: string, sources = ["Apple"]): MergeEntry => ({ ...entry("a", text), sources });
  const merged = (base: MergeEntry[], ours: MergeEntry, theirs: MergeEntry, by: "ours" | "theirs" = "theirs") =>
    mergeEntries(base, [ours], [theirs], by);
  const ours = [{ kind: "set", id: "a", targets: ["Jablko"], state: "translated" }];

  it("gives way to a translation of ours where there was none before", () => {
    for (const base of [[], [said("")]])
      for (const by of ["ours", "theirs"] as const)
        expect(merged(base, said("Jablko"), said("Apple"), by)).toEqual({ edits: ours, clashes: [] });
  });

  it("is a clash where it is ours, where another text stood before, and where both repeat or neither does", () => {
    const clash = { clashes: [expect.objectContaining({ id: "a" })] };
    expect(merged([], said("Apple"), said("Jablko"))).toMatchObject(clash);
    expect(merged([said("Jabko")], said("Jablko"), said("Apple"))).toMatchObject(clash);
    expect(merged([], said("Jablko"), said("Hruška"))).toMatchObject(clash);
    expect(merged([], said("Jablko"), said("Hruška", ["Hruška"]))).toMatchObject(clash);
    expect(merged([], said("Jablko", ["Jablko"]), said("Apple"))).toMatchObject(clash);
  });
});

/** Shapes that real merges had, with texts of our own. */
describe("merging YAML whose maps and lists differ", () => {
  const yaml = findFormat("yaml") as FileFormat;
  const options = formatOptions({ languageCode: "cs" });
  const read = (text: string) => yaml.parse(text, options);
  /** Their file with our edits; those that it cannot hold are told of. */
  function merge(base: string, ours: string, theirs: string) {
    const { edits, clashes } = mergeEntries(read(base).entries, read(ours).entries, read(theirs).entries, "theirs");
    const refused: string[] = [];
    const held = edits.filter((edit) => {
      // Items of one list come together.
      if (edit.kind === "add" && /\[\d+\]/.test(edit.context)) return true;
      try {
        yaml.edit(theirs, read(theirs), [edit], options);
        return true;
      } catch (error) {
        if (!(error instanceof EditRefused)) throw error;
        refused.push(error.message);
        return false;
      }
    });
    const text = applyPatches(theirs, yaml.edit(theirs, read(theirs), held, { ...options, base: ours }));
    return { text, refused, clashes: clashes.map(({ id, kind }) => [id, kind]) };
  }

  it("fills levels that the other side has without a value", () => {
    const base = "games:\n    quiz:\n        levels:\n        name: Kvíz\n";
    const ours =
      "games:\n    quiz:\n        levels:\n            6:\n                story: Hádej\n                code: a is 1\n        name: Kvíz\n";
    const theirs = base.replace("Kvíz", "Hádanka");
    expect(merge(base, ours, theirs)).toEqual({ text: ours.replace("Kvíz", "Hádanka"), refused: [], clashes: [] });
  });

  it("refuses levels where the other side has a text, and takes all else over", () => {
    const base = "games:\n    quiz:\n        name: Kvíz\n";
    const theirs = "games:\n    quiz:\n        name: Kvíz\n        levels: brzy\n";
    const ours =
      "games:\n    quiz:\n        name: Hádanka\n        levels:\n            6:\n                story: Hádej\n";
    expect(merge(base, ours, theirs)).toEqual({
      text: theirs.replace("Kvíz", "Hádanka"),
      refused: ["“games->quiz->levels->6->story” cannot be added: there is a text or list in its place."],
      clashes: [],
    });
  });

  it("lets a list grow that both sides grew elsewhere", () => {
    const base = "pages:\n-   title: První\n    text: Jedna\nfoot: Pata\n";
    const ours = base.replace("foot", "-   title: Druhá\n    text: Dvě\n-   title: Třetí\n    text: Tři\nfoot");
    const theirs = base.replace("Pata", "Patička");
    expect(merge(base, ours, theirs)).toEqual({
      text: theirs.replace("foot", "- title: Druhá\n  text: Dvě\n- title: Třetí\n  text: Tři\nfoot"),
      refused: [],
      clashes: [],
    });
  });
});
