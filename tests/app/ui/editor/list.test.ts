import { describe, expect, it } from "vitest";
import { aheadOf, type ListPiece, merged, neighbourhood } from "@/app/ui/editor/list";

const piece: ListPiece = { order: [11, 12], first: 10, total: 14 };
const list = (...order: number[]): ListPiece => ({ order, first: 0, total: order.length });

describe("a list that has been asked for anew", () => {
  it("is taken as it is when it has all that was known", () => {
    expect(merged(piece, list(1, 11, 12, 13))).toEqual(list(1, 11, 12, 13));
  });

  it("keeps strings that it does not find any more behind those that they followed", () => {
    const known = { order: [4, 5, 6, 7, 8], first: 3, total: 9 };
    expect(merged(known, list(1, 2, 3, 4, 7, 9))).toEqual(list(1, 2, 3, 4, 5, 6, 7, 8, 9));
  });

  it("keeps those that stood before all others before them", () => {
    expect(merged({ order: [4, 5, 6], first: 3, total: 9 }, list(1, 2, 6, 7))).toEqual(list(1, 2, 4, 5, 6, 7));
  });

  it("keeps strings at their place when it finds none of them", () => {
    expect(merged({ order: [4, 5], first: 1, total: 4 }, list(1, 6))).toEqual(list(1, 4, 5, 6));
    expect(merged({ order: [4, 5], first: 7, total: 9 }, list(1))).toEqual(list(1, 4, 5));
  });
});

describe("a piece of a list", () => {
  it("knows how far it reaches beyond a string, and the list beyond it", () => {
    expect(aheadOf(piece, 0)).toEqual({ loaded: 1, beyond: 2 });
    expect(aheadOf({ ...piece, total: 12 }, 1)).toEqual({ loaded: 0, beyond: 0 });
  });

  it("gives the strings around a place", () => {
    expect(neighbourhood(list(1, 2, 3, 4, 5), 2, 1, 1)).toEqual([2, 3, 4]);
    expect(neighbourhood(list(1, 2, 3), 0, 5, 9)).toEqual([1, 2, 3]);
  });
});
