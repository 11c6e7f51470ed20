import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { likelyPairs } from "@/lib/text/renames/likely";
import { type PairedString, pairStrings } from "@/lib/text/renames/pair";

const string = (context: string, source: string | string[], position: number, location = ""): PairedString => ({
  context,
  sources: [source].flat(),
  location,
  position,
});
const names = (gone: PairedString[], came: PairedString[], keyed = true) =>
  pairStrings(gone, came, { keyed }).map(({ from, to }) => [
    from.context || from.sources[0],
    to.context || to.sources[0],
  ]);

describe("strings with keys", () => {
  it("are the same where the source text is the same", () => {
    expect(names([string("a.ok", "Save the file", 3)], [string("zz.other", "Save the file", 90)])).toEqual([
      ["a.ok", "zz.other"],
    ]);
  });

  it("are told apart by key and place where several have the same text", () => {
    const gone = [string("menu.open", "Open", 4), string("status.open", "Open", 9)];
    const came = [string("state.open", "Open", 9), string("top_menu.open", "Open", 4)];
    expect(names(gone, came).sort()).toEqual([
      ["menu.open", "top_menu.open"],
      ["status.open", "state.open"],
    ]);
  });

  it("are the same where the text is reworded, and where only the style of keys is another", () => {
    expect(names([string("a", "Delete this message", 1)], [string("b", "Delete this message?", 7)])).toHaveLength(1);
    expect(names([string("dialog.save-as", "Save", 1)], [string("dialogSaveAs", "Save as", 50)])).toHaveLength(1);
  });

  it("are not the same for a short text that is nearly the same somewhere else", () => {
    expect(names([string("menu.edit", "Edit", 1)], [string("quit", "Exit", 70)])).toEqual([]);
    expect(names([string("menu.edit", "Edit", 3)], [string("menu.edits", "Edits", 3)])).toHaveLength(1);
  });

  it("are not the same for texts without a letter or figure", () => {
    expect(names([string("a", "…", 1)], [string("b", "…", 40)])).toEqual([]);
    expect(names([string("a", "", 1)], [string("b", "", 1)])).toEqual([]);
  });
});

describe("strings whose keys and texts are both others", () => {
  const same = (one: string, other: string) =>
    names([string("a.first", one, 3)], [string("z_other", other, 90)]).length === 1;

  it("are the same for the same words in another order or form", () => {
    expect(same("Integrity check", "Check integrity")).toBe(true);
    expect(same("File moved", "Move file")).toBe(true);
    expect(same("Integrity check", "Check spelling")).toBe(false);
    expect(same("Open all files", "Open all of the files")).toBe(true);
    expect(same("File file moved", "Move the moved file")).toBe(false);
  });

  it("are the same where one text is the beginning of the other, in whole words", () => {
    const long = "Merged entries into a new one and kept the old";
    expect(same(long, "Merged entries")).toBe(true);
    expect(same("Merged entries", long)).toBe(true);
    expect(same(long, "Merged entr")).toBe(false);
    expect(same("Open it in a new window, please", "Open it")).toBe(false);
    expect(same("Merged", long)).toBe(false);
  });
});

describe("strings known by their source", () => {
  it("are the same where the text is reworded", () => {
    expect(
      names([string("", "The file cannot be opened", 5)], [string("", "The file could not be opened", 5)], false),
    ).toHaveLength(1);
    expect(names([string("", "The file cannot be opened", 5)], [string("", "Print in colour", 5)], false)).toEqual([]);
  });

  it("are the same where the context is another, or the text below one of its own", () => {
    expect(names([string("verb", "Open", 5)], [string("button", "Open", 60)], false)).toHaveLength(1);
    expect(
      names([string("id-17", "Go to the store", 5)], [string("id-17", "Visit the store", 60)], false),
    ).toHaveLength(1);
  });

  it("take the likeliest one, not the first", () => {
    const gone = [string("", "Remove all the red apples", 1), string("", "Remove all the green apples", 2)];
    const came = [string("", "Remove all of the green apples", 1), string("", "Remove all of the red apples", 2)];
    expect(names(gone, came, false).sort()).toEqual([
      ["Remove all the green apples", "Remove all of the green apples"],
      ["Remove all the red apples", "Remove all of the red apples"],
    ]);
  });

  it("find a plural that was one text", () => {
    expect(
      names(
        [string("", "%d files were copied", 5)],
        [string("", ["%d file was copied", "%d files were copied"], 5)],
        false,
      ),
    ).toHaveLength(1);
  });

  it("look less alike without their place", () => {
    const reworded = (position: number) =>
      names([string("", "Show hidden files", 5)], [string("", "Display hidden items", position)], false);
    expect(reworded(5)).toHaveLength(1);
    expect(reworded(50)).toEqual([]);
  });
});

const anyString = fc.record({
  context: fc.constantFrom("", "a", "a.b", "A_b", "c"),
  sources: fc.array(fc.constantFrom("Open", "Open it", "Open the file", "Close the file", "", "…", "%d files"), {
    minLength: 1,
    maxLength: 2,
  }),
  location: fc.constantFrom("", "a.c:1", "a.c:2, b.c:7"),
  position: fc.integer({ min: 1, max: 12 }),
});

it("pairs each string once, and alike in whatever order the strings come", () => {
  fc.assert(
    fc.property(
      fc.array(anyString, { maxLength: 12 }),
      fc.array(anyString, { maxLength: 12 }),
      fc.boolean(),
      (gone, came, keyed) => {
        const pairs = pairStrings(gone, came, { keyed });
        expect(new Set(pairs.map(({ from }) => from)).size).toBe(pairs.length);
        expect(new Set(pairs.map(({ to }) => to)).size).toBe(pairs.length);
        expect(pairStrings(gone.toReversed(), came.toReversed(), { keyed })).toEqual(pairs);
      },
    ),
    { seed: 5, numRuns: 300 },
  );
});

it("finds 5,000 renamed strings among 20,000, texts that are all nearly alike included", () => {
  const words = ["apple", "pear", "plum", "fig", "quince", "medlar", "cherry", "grape", "lemon", "melon"];
  const text = (number: number) =>
    number % 2 === 0
      ? `Item ${number} of the list`
      : `${words[number % 10]} ${words[(number >> 3) % 10]} and the ${words[(number >> 7) % 10]} number ${number}`;
  const strings = Array.from({ length: 20_000 }, (_, at) => at).filter((at) => at % 4 === 0);
  const gone = strings.map((at) => string(`old.key_${at}`, text(at + (at % 8 === 0 ? 0 : 1)), at + 1));
  const came = strings.map((at) => string(`new.section.key_${at}`, `${text(at + (at % 8 === 0 ? 0 : 1))}!`, at + 1));
  expect(likelyPairs(gone, came).length).toBeLessThan(5000 * 32);
  const pairs = pairStrings(gone, came, { keyed: true });
  expect(pairs.filter(({ from, to }) => from.position === to.position)).toHaveLength(5000);
});
