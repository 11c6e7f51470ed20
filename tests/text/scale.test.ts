import { describe, expect, it } from "vitest";
import { growsLinearly } from "../support/scale";

/** The measure that other tests judge growth with: told costs in place of a clock. */
const judge = (cost: (size: number) => number) =>
  growsLinearly(
    "work",
    1000,
    (size) => () => size,
    async (work) => cost(Number(work())),
  );

describe("the measure of growth", () => {
  it("passes work that is linear", () => judge((size) => size / 10));

  it("passes work with one step that is too high", () => judge((size) => (size > 1000 ? size / 5 : size / 25)));

  it("fails work that is quadratic, and says at which sizes", () =>
    expect(judge((size) => size ** 2 / 10_000)).rejects.toThrow(
      "work: 100 ms, and 1600 ms for four times as much; with four times the size 1600 ms, and 25600 ms for four times as much",
    ));

  it("fails work that is quadratic from the second step on", () =>
    expect(judge((size) => size ** 1.6)).rejects.toThrow("with four times the size"));
});
