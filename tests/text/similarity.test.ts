import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { similarity } from "@/lib/text/similarity";

describe("likeness", () => {
  it("is 100 for equal texts only, and falls with every edit", () => {
    expect(similarity("Open file", "Open file")).toBe(100);
    expect(similarity("Open file", "Open files")).toBe(90);
    expect(similarity("Open file", "Close window")).toBeLessThan(40);
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

  it("ends soon for anything", () => {
    const began = performance.now();
    for (let round = 0; round < 20; round++) similarity("a b ".repeat(500), "b a ".repeat(500));
    similarity("x".repeat(1_000_000), "y".repeat(1_000_000));
    expect(performance.now() - began).toBeLessThan(2000);
  });
});
