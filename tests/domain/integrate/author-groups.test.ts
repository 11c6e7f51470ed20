import fc from "fast-check";
import { expect, it } from "vitest";
import { groupByAuthor } from "@/lib/domain/integrate/internal/author-groups";

const edit = (author: string, idHash: string, kind = "edit") => ({
  kind,
  idHash,
  authorName: author,
  authorEmail: `${author}@example.org`,
});

const texts = (groups: ReturnType<typeof edit>[][]) =>
  groups.map((group) => group.map((one) => `${one.authorName} ${one.kind} ${one.idHash}`));

it("makes one commit for each author when they edit in turns", () => {
  const edits = [edit("petra", "1"), edit("jan", "2"), edit("petra", "3"), edit("jan", "4")];
  expect(texts(groupByAuthor(edits))).toEqual([
    ["petra edit 1", "petra edit 3"],
    ["jan edit 2", "jan edit 4"],
  ]);
});

it("keeps the order of edits of one string by several people", () => {
  const edits = [edit("petra", "1"), edit("jan", "1"), edit("petra", "1"), edit("petra", "2"), edit("jan", "3")];
  expect(texts(groupByAuthor(edits))).toEqual([
    ["petra edit 1"],
    ["jan edit 1", "jan edit 3"],
    ["petra edit 1", "petra edit 2"],
  ]);
});

it("lets no edit pass a string that was added or removed", () => {
  const edits = [edit("petra", "1"), edit("jan", "2", "add"), edit("petra", "3"), edit("jan", "4", "remove")];
  expect(texts(groupByAuthor(edits))).toEqual([["petra edit 1"], ["jan add 2"], ["petra edit 3"], ["jan remove 4"]]);
});

it("never lets an edit overtake one of the same string, and makes no more commits than runs of one author", () => {
  const edits = fc.array(
    fc
      .record({
        author: fc.constantFrom("a", "b", "c"),
        string: fc.constantFrom("1", "2", "3", "4", "5"),
        kind: fc.constantFrom("edit", "edit", "edit", "add", "remove"),
      })
      .map(({ author, string, kind }) => edit(author, string, kind)),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(edits, (given) => {
      const groups = groupByAuthor(given);
      const place = new Map(groups.flat().map((one, index) => [one, index]));
      expect(place.size).toBe(given.length);
      for (const [index, first] of given.entries())
        for (const second of given.slice(index + 1)) {
          const kept = first.idHash === second.idHash || first.kind !== "edit" || second.kind !== "edit";
          if (kept) expect(place.get(first)).toBeLessThan(place.get(second) ?? -1);
        }
      for (const group of groups) expect(new Set(group.map((one) => one.authorName)).size).toBe(1);
      const runs = given.filter((one, index) => one.authorName !== given[index - 1]?.authorName).length;
      expect(groups.length).toBeLessThanOrEqual(runs);
    }),
    { seed: 7, numRuns: 300 },
  );
});
