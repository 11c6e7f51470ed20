import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runChecks } from "@/lib/text/checks/run";
import { parseFlags } from "@/lib/text/flags/flags";
import { nearestWeight, spansOf } from "@/lib/text/fonts/metrics";
import { type FontFile, readFont } from "@/lib/text/fonts/read-font";
import { cmapOf, evenWidths, makeFont } from "../../support/fonts";

const read = (bytes: Uint8Array): FontFile => {
  const font = readFont(bytes);
  if (typeof font === "string") throw new Error(font);
  return font;
};

describe("a font that is uploaded", () => {
  it("is read: names, weight, widths", () => {
    const font = read(
      makeFont({ family: "Menu Sans", style: "Bold", weight: 700, widths: { a: 400, b: 400, d: 600, 語: 1000 } }),
    );
    expect(font).toEqual({
      family: "Menu Sans",
      style: "Bold",
      extension: "ttf",
      characters: 4,
      metrics: {
        unitsPerEm: 1000,
        weight: 700,
        spans: [
          [97, 2, 400],
          [100, 1, 600],
          [0x8a9e, 1, 1000],
        ],
      },
    });
  });

  it("has names without what cannot be seen", () => {
    expect(read(makeFont({ family: " Bad\u202e\u0000  Name\n", widths: { a: 1 } })).family).toBe("Bad Name");
    expect(read(makeFont({ family: "x".repeat(5000), widths: { a: 1 } })).family).toHaveLength(100);
  });

  it.each([
    ["collection", Buffer.concat([Buffer.from("ttcf"), Buffer.alloc(100)])],
    ["web", Buffer.concat([Buffer.from("wOF2"), Buffer.alloc(100)])],
    ["none", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
    ["none", Buffer.alloc(0)],
    ["broken", Buffer.concat([Buffer.from([0, 1, 0, 0]), Buffer.from([0xff, 0xff]), Buffer.alloc(20)])],
    ["broken", makeFont({ widths: { a: 1 }, tables: { hmtx: undefined } })],
    ["broken", makeFont({ widths: { a: 1 } }).subarray(0, 300)],
    ["broken", makeFont({ widths: { a: 1 }, unitsPerEm: 0 })],
    ["broken", makeFont({ widths: { a: 1 }, family: " " })],
    // One group for more characters than a font can have.
    ["broken", makeFont({ widths: { a: 1 }, tables: { cmap: cmapOf([[32, 200_000, 0]]) } })],
    ["broken", makeFont({ widths: { a: 1 }, tables: { cmap: cmapOf([[0, 0xff_ff_ff_ff, 0]]) } })],
    ["empty", makeFont({ widths: {} })],
    // Glyphs that are not there.
    ["empty", makeFont({ widths: { a: 1 }, tables: { cmap: cmapOf([[97, 99, 40_000]]) } })],
  ] as const)("is refused as %s", (problem, bytes) => {
    expect(readFont(bytes)).toBe(problem);
  });

  it("is told, never thrown, however it is spoilt", () => {
    const sound = makeFont({ widths: evenWidths(500) });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(sound.length - 1), fc.nat(255)), { minLength: 1, maxLength: 12 }),
        fc.nat(sound.length),
        (changes, length) => {
          const bytes = Buffer.from(sound);
          for (const [at, value] of changes) bytes[at] = value;
          const font = readFont(bytes.subarray(0, Math.max(12, length)));
          if (typeof font !== "string") expect(font.characters).toBeGreaterThan(0);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("max-size", () => {
  const metrics = (width: number, weight = 400) => ({
    unitsPerEm: 1000,
    weight,
    spans: spansOf(new Map([..."abcdefgh ".split("")].map((one) => [one.charCodeAt(0), width]))),
  });
  const fails = (flags: string, fonts?: Parameters<typeof runChecks>[0]["fonts"]) =>
    runChecks({ sources: ["x"], targets: ["abcdefgh"], flags: parseFlags(flags), languageCode: "cs", fonts }).some(
      ({ check }) => check === "max-size",
    );

  it("measures in the font of the group", () => {
    const fonts = { narrow: [metrics(300)], wide: [metrics(900)] };
    expect(fails("max-size:40, font-family:narrow", fonts)).toBe(false);
    expect(fails("max-size:40, font-family:wide", fonts)).toBe(true);
    expect(fails("max-size:72, font-family:wide", fonts)).toBe(false);
    expect(fails("max-size:71, font-family:wide", fonts)).toBe(true);
  });

  it("takes the font of the family whose weight is nearest, where one is asked for", () => {
    const fonts = { menu: [metrics(300), metrics(900, 700)] };
    expect(fails("max-size:40, font-family:menu", fonts)).toBe(false);
    expect(fails("max-size:40, font-family:menu, font-weight:bold", fonts)).toBe(true);
    expect(fails("max-size:40, font-family:menu, font-weight:light", fonts)).toBe(false);
    expect(nearestWeight(fonts.menu, 550)?.weight).toBe(400);
  });

  it("measures in the usual font where the project has no such group", () => {
    expect(fails("max-size:60, font-family:wide", {})).toBe(fails("max-size:60"));
    expect(fails("max-size:60, font-family:constructor", {})).toBe(false);
  });
});
