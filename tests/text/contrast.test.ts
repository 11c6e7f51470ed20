import { describe, expect, it } from "vitest";
import { accentContrast, contrast } from "@/lib/text/contrast";

/** Contrast as WCAG 2.2 defines it. */

describe("contrast", () => {
  it.each([
    ["#000000", "#ffffff", 21],
    ["#ffffff", "#ffffff", 1],
    ["#777777", "#ffffff", 4.48],
    ["#767676", "#ffffff", 4.54],
    ["#ff0000", "#ffffff", 4],
    ["#0000ff", "#ffffff", 8.59],
  ])("of %s and %s is %d", (one, other, expected) => {
    expect(contrast(one, other)).toBeCloseTo(expected, 2);
    expect(contrast(other, one)).toBeCloseTo(expected, 2);
  });

  it("of an accent is that with the ground that suits it least", () => {
    expect(accentContrast("#767676", "light")).toBeLessThan(4.5);
    expect(accentContrast("#136147", "light")).toBeGreaterThan(6);
    expect(accentContrast("#136147", "dark")).toBeLessThan(3);
  });
});
