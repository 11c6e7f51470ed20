import { describe, expect, it } from "vitest";
import type { StringChange } from "@/lib/domain/files/file-strings";
import type { FileString } from "@/lib/domain/files/strings";
import { type FormerEdit, type MergeRule, mergeStrings, type Ours } from "@/lib/domain/sync/internal/merge-strings";
import { findFormat } from "@/lib/text/formats/registry";

const po = findFormat("po")!;
const json = findFormat("json")!;
const xliff = findFormat("xliff")!;

const string = (target: string, given: Partial<FileString> = {}): FileString => ({
  idHash: "1",
  entryId: "entry",
  context: "menu",
  sources: ["Quit"],
  targets: [target],
  state: target === "" ? 0 : 20,
  note: "note",
  location: "a.c:1",
  flags: "c-format",
  previousSource: "Leave",
  position: 4,
  readOnly: true,
  ...given,
});
const edit = (target: string, given: Partial<Ours> = {}): Ours => ({
  id: 5,
  kind: "edit",
  idHash: "1",
  unitId: 100,
  context: "menu",
  sources: ["Quit"],
  targets: [target],
  state: target === "" ? 0 : 20,
  authorId: 7,
  authorName: "Petra",
  createdAt: new Date(0),
  ...given,
});
const merge = (change: StringChange, ours: Ours, format = po) => mergeStrings(format, [ours], [change]);
/** What the row of an edit holds that goes on waiting. */
const waits = ({ changes, settled }: ReturnType<typeof merge>) => {
  expect(settled).toEqual([]);
  const { targets, state } = changes[0]?.after ?? {};
  return { targets, state };
};

describe("upstream's change of a string that waits here", () => {
  const A = string("A");
  const C = string("C");

  it("goes into the rows as it is where nothing waits", () => {
    const changes = [
      { before: A, after: C },
      { before: A, after: undefined },
    ];
    const other = edit("B", { idHash: "2" });
    expect(mergeStrings(po, [other], changes)).toEqual({
      changes,
      kept: [],
      clashes: [],
      settled: [],
      arrived: [],
    });
  });

  it("is theirs in a clash, and our text is kept", () => {
    const ours = edit("B");
    expect(merge({ before: A, after: C }, ours)).toEqual({
      changes: [{ before: A, after: C }],
      kept: [{ ours, targets: ["B"], authorId: 7 }],
      clashes: [{ ours, kind: "changed", before: A, theirs: C, winner: "theirs" }],
      settled: ["1"],
      arrived: [],
    });
  });

  it("settles the edit where both say the same, and leaves the row alone", () => {
    expect(merge({ before: A, after: string("B") }, edit("B"))).toEqual({
      changes: [],
      kept: [],
      clashes: [],
      settled: ["1"],
      arrived: [],
    });
  });

  it("settles an edit of ours that only says what upstream said before", () => {
    const done = merge({ before: A, after: C }, edit("A"));
    expect(done).toMatchObject({ changes: [{ before: A, after: C }], kept: [], clashes: [], settled: ["1"] });
  });

  it("keeps our text where upstream changed something else of the string", () => {
    const after = string("A", {
      note: "new note",
      position: 9,
      flags: "python-format",
      location: "b.c:2",
      entryId: "n",
    });
    const done = merge({ before: A, after }, edit("B"));
    expect(done).toEqual({
      changes: [
        {
          before: A,
          after: {
            idHash: "1",
            entryId: "n",
            context: "menu",
            sources: ["Quit"],
            targets: ["B"],
            state: 20,
            note: "new note",
            location: "b.c:2",
            flags: "python-format",
            previousSource: "",
            position: 9,
            readOnly: false,
          },
        },
      ],
      kept: [],
      clashes: [],
      settled: [],
      arrived: [],
    });
  });

  it("keeps our text, though upstream removed the string: it is kept for a suggestion", () => {
    const done = merge({ before: A, after: undefined }, edit("B"));
    expect(done).toMatchObject({ changes: [{ before: A, after: undefined }], settled: ["1"] });
    expect(done.clashes).toMatchObject([{ kind: "removed-by-them", before: A, theirs: undefined, winner: "theirs" }]);
    expect(done.kept).toHaveLength(1);
  });

  it("takes a removal where we said nothing new", () => {
    const done = merge({ before: A, after: undefined }, edit("A"));
    expect(done).toMatchObject({ changes: [{ before: A, after: undefined }], clashes: [], settled: ["1"], kept: [] });
  });

  it("adds our text to an empty string of theirs", () => {
    const done = merge({ before: undefined, after: string("") }, edit("B"));
    expect(done.changes[0]?.after).toMatchObject({ targets: ["B"], state: 20 });
    expect(waits(done)).toEqual({ targets: ["B"], state: 20 });
  });

  it("wins against ours where both added the string", () => {
    const done = merge({ before: undefined, after: C }, edit("B"));
    expect(done).toMatchObject({ changes: [{ before: undefined, after: C }], settled: ["1"] });
    expect(done.clashes).toMatchObject([{ kind: "added", before: undefined, theirs: C, winner: "theirs" }]);
  });
});

describe("a clash by each rule", () => {
  const [A, C] = [string("A"), string("C")];
  const ours = edit("B");
  const by = (rule: MergeRule, after: FileString | undefined, stays = false) =>
    mergeStrings(po, [ours], [{ before: A, after }], [], { rule, stays: () => stays });

  it.each(["theirs", "ask"] as const)("is upstream's by %s, and our text is kept", (rule) => {
    expect(by(rule, C)).toMatchObject({
      changes: [{ after: C }],
      kept: [{ targets: ["B"] }],
      settled: ["1"],
      clashes: [{ winner: "theirs" }],
    });
  });

  it("is ours by that rule: the edit waits on, and nothing of ours is kept elsewhere", () => {
    expect(by("ours", C)).toMatchObject({
      changes: [{ after: { targets: ["B"] } }],
      kept: [],
      settled: [],
      clashes: [{ kind: "changed", winner: "ours", theirs: C }],
    });
  });

  it("about a text that only the language's file lost is ours by that rule, and upstream's where the string is gone", () => {
    expect(by("ours", undefined, true)).toMatchObject({
      changes: [],
      kept: [],
      settled: [],
      clashes: [{ winner: "ours" }],
    });
    expect(by("ours", undefined)).toMatchObject({ settled: ["1"], clashes: [{ winner: "theirs" }] });
    expect(by("theirs", undefined, true)).toMatchObject({ settled: ["1"], clashes: [{ winner: "theirs" }] });
  });

  it("is none where ours is kept in any case", () => {
    expect(by("keep", C)).toMatchObject({ clashes: [], settled: [] });
  });
});

describe("a former edit of ours that upstream has got", () => {
  const C = string("C");
  const former = (target: string, given: Partial<FormerEdit> = {}): FormerEdit => ({
    id: 3,
    kind: "edit",
    idHash: "1",
    targets: [target],
    ...given,
  });
  const change = { before: string("A"), after: C };
  const merged = (given: readonly FormerEdit[], ours = edit("B"), of: StringChange = change) =>
    mergeStrings(po, [ours], [of], given);

  it("is no change of theirs: the newer edit waits, and nothing is kept for a suggestion", () => {
    expect(merged([former("C")])).toEqual({
      changes: [],
      kept: [],
      clashes: [],
      settled: [],
      arrived: [former("C")],
    });
  });

  it("is the newest one that says what upstream has", () => {
    const edits = [former("C", { id: 1 }), former("C", { id: 2 }), former("D", { id: 3 })];
    expect(merged(edits).arrived).toEqual([former("C", { id: 2 })]);
  });

  it("is told by its string and its text, and is no removal", () => {
    const theirs = { kind: "changed", winner: "theirs" };
    const clash = { changes: [change], clashes: [theirs], settled: ["1"], arrived: [] };
    for (const other of [former("D"), former("C", { idHash: "2" }), former("C", { kind: "remove" })])
      expect(merged([other])).toMatchObject(clash);
    const removed = { before: string("A"), after: undefined };
    expect(merged([former("A")], edit("B"), removed)).toMatchObject({
      changes: [removed],
      clashes: [{ kind: "removed-by-them", winner: "theirs" }],
      arrived: [],
    });
  });

  it("does not hold up an edit that says the same again", () => {
    expect(merged([former("C")], edit("C"))).toMatchObject({ changes: [], settled: ["1"], arrived: [] });
    const newState = { before: string("A"), after: string("C", { state: 10 }) };
    const done = merged([former("C")], edit("C"), newState);
    expect(done.arrived).toEqual([]);
    expect(done.changes).toHaveLength(1);
  });
});

describe("a string that we removed", () => {
  const removal = edit("", { kind: "remove" });

  it("comes back when upstream changed it: no text is lost", () => {
    const after = string("C");
    const before = string("A");
    expect(merge({ before, after }, removal)).toEqual({
      changes: [{ before: undefined, after }],
      kept: [],
      clashes: [{ ours: removal, kind: "removed-by-us", before, theirs: after, winner: "theirs" }],
      settled: ["1"],
      arrived: [],
    });
  });

  it("stays removed where ours stands, and the clash tells of it", () => {
    const [before, after] = [string("A"), string("C")];
    expect(mergeStrings(po, [removal], [{ before, after }], [], { rule: "ours" })).toEqual({
      changes: [],
      kept: [],
      clashes: [{ ours: removal, kind: "removed-by-us", before, theirs: after, winner: "ours" }],
      settled: [],
      arrived: [],
    });
  });

  it("is done with when upstream removed it too", () => {
    expect(merge({ before: string("A"), after: undefined }, removal)).toEqual({
      changes: [],
      kept: [],
      clashes: [],
      settled: ["1"],
      arrived: [],
    });
  });
});

describe("states", () => {
  const fuzzy = string("A", { state: 10 });

  it("of ours go with our text", () => {
    const done = merge({ before: string("A"), after: string("A", { note: "x" }) }, edit("B", { state: 12 }));
    expect(waits(done)).toEqual({ targets: ["B"], state: 12 });
  });

  it("of upstream win where the text is the same and only they changed it", () => {
    const done = merge({ before: string("A"), after: fuzzy }, edit("A", { state: 20 }));
    expect(done).toMatchObject({ changes: [{ after: { state: 10 } }], settled: ["1"], clashes: [] });
  });

  it("of ours win where the text is the same and only we changed it", () => {
    const done = merge({ before: fuzzy, after: string("A", { state: 10, note: "x" }) }, edit("A", { state: 20 }));
    expect(waits(done)).toEqual({ targets: ["A"], state: 20 });
    expect(done.settled).toEqual([]);
  });

  it("of upstream win where the text is the same and both changed it", () => {
    const done = merge({ before: string("A"), after: fuzzy }, edit("A", { state: 30 }), xliff);
    expect(done).toMatchObject({ changes: [{ after: { state: 10 } }], settled: ["1"], clashes: [] });
  });

  it("that differ with equal texts are no agreement", () => {
    const done = merge({ before: string("C"), after: string("B", { state: 10 }) }, edit("B"));
    expect(done.changes).toHaveLength(1);
  });

  it("that the format cannot say do not count: an approval in a JSON file is a translation", () => {
    const done = merge({ before: string("A"), after: string("B") }, edit("B", { state: 30 }), json);
    expect(done).toMatchObject({ changes: [], settled: ["1"], clashes: [] });
    const kept = merge({ before: string("A"), after: string("A", { note: "x" }) }, edit("B", { state: 30 }), json);
    expect(waits(kept)).toEqual({ targets: ["B"], state: 30 });
  });
});

describe("plural strings", () => {
  const plural = (...targets: string[]) => string("", { sources: ["%d file", "%d files"], targets, state: 20 });

  it("are compared form by form", () => {
    const ours = edit("", { sources: ["%d file", "%d files"], targets: ["a", "b", "x"], state: 20 });
    const done = merge({ before: plural("a", "b", "c"), after: plural("a", "b", "c") }, ours);
    expect(waits(done)).toEqual({ targets: ["a", "b", "x"], state: 20 });
    expect(merge({ before: plural("a", "b", "c"), after: plural("y", "b", "c") }, ours).clashes).toHaveLength(1);
  });
});

describe("several strings", () => {
  it("are each merged with their own edit", () => {
    const two = (target: string) => string(target, { idHash: "2" });
    const done = mergeStrings(
      po,
      [edit("B"), edit("X", { idHash: "2", authorId: 8 })],
      [
        { before: string("A"), after: string("C") },
        { before: two("A"), after: two("X") },
      ],
    );
    expect(done.settled).toEqual(["1", "2"]);
    expect(done.kept.map((item) => item.authorId)).toEqual([7]);
    expect(done.changes).toHaveLength(1);
  });
});

describe("where our texts are kept", () => {
  const keep = (change: StringChange, ours: Ours, stays = false) =>
    mergeStrings(po, [ours], [change], [], { rule: "keep", stays: () => stays });

  it.each(["A", "B"])("%s stands against any other text of upstream, and goes on waiting", (text) => {
    const ours = edit(text);
    for (const theirs of ["C", ""]) {
      const done = keep({ before: string("A"), after: string(theirs, { readOnly: false }) }, ours);
      expect(waits(done)).toEqual({ targets: [text], state: 20 });
      expect(done).toMatchObject({ kept: [], arrived: [] });
    }
  });

  it("what both say is settled", () => {
    const done = keep({ before: string("A"), after: string("B") }, edit("B"));
    expect(done).toMatchObject({ changes: [], settled: ["1"], clashes: [] });
  });

  it("a string that upstream removed goes, and a key that only a language lost stays", () => {
    const gone: StringChange = { before: string("A"), after: undefined };
    expect(keep(gone, edit("A"))).toMatchObject({ changes: [gone], settled: ["1"] });
    expect(keep(gone, edit("A"), true)).toMatchObject({ changes: [], settled: [] });
    expect(keep(gone, edit("A", { kind: "remove" }), true)).toMatchObject({ settled: ["1"] });
  });

  it("what was removed here stays removed", () => {
    const done = keep({ before: string("A"), after: string("C") }, edit("A", { kind: "remove" }));
    expect(done).toMatchObject({ changes: [], settled: [] });
  });
});

describe("a text that came from another string", () => {
  const ours = edit("B", { kind: "carry", authorId: null });
  const blank = string("");
  const nothing = { changes: [], kept: [], clashes: [], settled: [], arrived: [] };
  const keyed = (change: StringChange) => mergeStrings(json, [ours], [change], [], { stays: () => true });

  it("stays where upstream has none, and gives way to upstream's without a word", () => {
    expect(merge({ before: undefined, after: blank }, ours)).toEqual(nothing);
    const change = { before: undefined, after: string("C") };
    expect(merge(change, ours)).toEqual({ ...nothing, changes: [change], settled: ["1"] });
  });

  it("that is none waits for nothing, whatever upstream has", () => {
    const none = { ...ours, targets: [""] };
    expect(merge({ before: undefined, after: blank }, none)).toMatchObject({ settled: ["1"] });
    const gone = { before: string("A"), after: undefined };
    expect(mergeStrings(json, [none], [gone], [], { stays: () => true })).toMatchObject({ settled: ["1"] });
  });

  it("stays where upstream repeats the source, as tools do under new keys, unless it is the source itself", () => {
    expect(merge({ before: undefined, after: string("Quit") }, ours)).toEqual(nothing);
    expect(keyed({ before: string("A"), after: string("Quit") })).toEqual(nothing);
    const same = { ...ours, targets: ["Quit"] };
    expect(merge({ before: undefined, after: string("Quit") }, same)).toMatchObject({ settled: ["1"] });
  });

  it("waits no longer where upstream has the same text under the new key, and the row stands", () => {
    expect(keyed({ before: string("A"), after: string("A") })).toEqual({ ...nothing, settled: ["1"] });
  });

  it("goes with a string that only its file named, and stays where a base names it", () => {
    const change = { before: blank, after: undefined };
    expect(merge(change, ours)).toEqual({ ...nothing, changes: [change], settled: ["1"] });
    expect(keyed(change)).toEqual(nothing);
  });
});

describe("an edit of a string whose key upstream has renamed", () => {
  const renamed = (target: string) => ({ before: { ...string("A"), context: "former" }, after: string(target) });

  it("goes on waiting where upstream repeats the source under the new key, and is a clash with any other text", () => {
    expect(waits(merge(renamed("Quit"), edit("B")))).toEqual({ targets: ["B"], state: 20 });
    expect(merge(renamed("C"), edit("B")).clashes).toHaveLength(1);
    const now = { sourcesOf: () => ["Quit it"] };
    expect(waits(mergeStrings(po, [edit("B")], [renamed("Quit it")], [], now))).toEqual({ targets: ["B"], state: 20 });
    // Under the key that it had, somebody has put the source there.
    expect(merge({ before: string("A"), after: string("Quit") }, edit("B")).clashes).toHaveLength(1);
  });
});
