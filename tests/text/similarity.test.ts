import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editsBetween, similarity } from "@/lib/text/similarity";

describe("likeness", () => {
  it("is 100 for equal texts only, and falls with every edit", () => {
    expect(similarity("Open file", "Open file")).toBe(100);
    expect(similarity("Open file", "Open files")).toBe(90);
    expect(similarity("Open file", "Close window")).toBeLessThan(40);
    // Two thirds are 66: a share is never rounded up to the next whole number.
    expect(similarity("abc", "abd")).toBe(66);
    expect(similarity("abcdef", "abcdex")).toBe(83);
    expect(similarity("", "")).toBe(100);
    expect(similarity("", "a")).toBe(0);
    const long = "A sentence of some words, again and again. ".repeat(20);
    expect(similarity(long, long.replace("some", "many"))).toBe(99);
    expect(similarity(long, long.slice(0, 430))).toBeLessThan(60);
  });

  it("is the same both ways, within bounds, and may stop early", () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 60 }),
        fc.string({ maxLength: 60 }),
        fc.integer({ min: 0, max: 100 }),
        (a, b, least) => {
          const full = similarity(a, b);
          expect(full).toBe(similarity(b, a));
          expect(full).toBeGreaterThanOrEqual(0);
          expect(full === 100).toBe(a === b);
          const quick = similarity(a, b, least);
          if (full >= least) expect(quick).toBe(full);
          else expect(quick).toBeLessThan(Math.max(least, 1));
        },
      ),
    );
  });

  it("counts a letter beyond the basic plane once, and of long texts whole words", () => {
    expect(similarity("😀😀ab", "😀😁ab")).toBe(75);
    const words = Array.from({ length: 150 }, (_, at) => `w${at}`);
    const changed = words.map((word, at) => (at % 10 === 0 ? `new${at}` : word));
    expect(similarity(words.join(" "), changed.join(" "))).toBe(94);
  });

  it("ends soon for anything", () => {
    const began = performance.now();
    for (let round = 0; round < 20; round++) similarity("a b ".repeat(500), "b a ".repeat(500));
    similarity("x".repeat(1_000_000), "y".repeat(1_000_000));
    expect(performance.now() - began).toBeLessThan(2000);
  });
});

describe("edits between two texts", () => {
  it("are counted in letters", () => {
    for (const [a, b, count] of [
      ["", "", 0],
      ["", "abc", 3],
      ["kitten", "sitting", 3],
      ["aaa", "aa", 1],
      ["😀x", "😁x", 1],
      ["abcabc", "abc", 3],
    ] as const) {
      expect(editsBetween(a, b)).toBe(count);
      expect(editsBetween(b, a)).toBe(count);
    }
  });

  it("are the fewest that lead from one to the other", () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "b", "é", "😀", "😁", "\0"), maxLength: 12 });
    fc.assert(
      fc.property(letters, letters, (a, b) => {
        const [from, to] = [[...a], [...b]];
        let above = [0, ...to.map((_, at) => at + 1)];
        for (const [row, letter] of from.entries()) {
          const line = [row + 1];
          for (const [at, other] of to.entries())
            line.push(Math.min(above[at]! + (letter === other ? 0 : 1), above[at + 1]! + 1, line[at]! + 1));
          above = line;
        }
        expect(editsBetween(a, b)).toBe(above.at(-1));
      }),
    );
  });

  it("of long texts cost little: what differs everywhere counts as typed anew", () => {
    expect(editsBetween("ab".repeat(50_000), "cde".repeat(50_000))).toBe(150_000);
    expect(editsBetween(`${"a".repeat(90_000)}x`, `${"a".repeat(90_000)}yz`)).toBe(2);
  });
});
