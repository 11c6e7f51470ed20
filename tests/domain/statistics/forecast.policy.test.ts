import { describe, expect, it } from "vitest";
import { costOf, forecast } from "@/lib/domain/statistics/forecast";

const NOW = new Date("2026-03-01T12:00:00Z");
const weeks = (...added: number[]) =>
  added.map((one) => ({ added: one, edited: 50, approved: 50, suggested: 50, words: 0 }));

describe("a forecast", () => {
  it("goes on at the pace of new texts in the last eight weeks", () => {
    expect(forecast(40, weeks(900, 10, 10, 10, 10, 10, 10, 10, 10), NOW)).toEqual({
      left: 40,
      pace: 10,
      date: "2026-03-29",
    });
  });

  it("names no date where nobody adds anything, or it is too far", () => {
    expect(forecast(40, weeks(0, 0), NOW).date).toBeNull();
    expect(forecast(5200, weeks(10, 10), NOW).date).not.toBeNull();
    expect(forecast(5201, weeks(10, 10), NOW).date).toBeNull();
  });

  it("is today where nothing is left", () => {
    expect(forecast(0, weeks(0), NOW)).toEqual({ left: 0, pace: 0, date: "2026-03-01" });
  });
});

describe("costs", () => {
  it("are those of words without a translation and of words that need editing", () => {
    const words = { totalWords: 100, translatedWords: 60, fuzzyWords: 10 };
    expect(costOf(words, { empty: 0.1, editing: 0.05 })).toBe(3.5);
    expect(costOf({ ...words, translatedWords: 95 }, { empty: 1, editing: 0 })).toBe(0);
  });
});
