import { describe, expect, it } from "vitest";
import { aheadOf, extended, type ListPiece } from "@/app/ui/editor/list";
import type { EditorUnit } from "@/lib/domain/editor/unit";

const units = (...ids: number[]) => ids.map((id) => ({ id }) as EditorUnit);
const piece: ListPiece = { order: [11, 12], first: 10, total: 14 };

describe("a piece of a list", () => {
  it("grows behind, without the strings it has already", () => {
    expect(extended(piece, units(12, 13), "later")).toEqual({ order: [11, 12, 13], first: 10, total: 14 });
  });

  it("is longer than the list was when strings have been added meanwhile", () => {
    expect(extended(piece, units(13, 14, 15), "later")).toEqual({ order: [11, 12, 13, 14, 15], first: 10, total: 15 });
  });

  it("ends the list when nothing comes behind it", () => {
    expect(extended(piece, [], "later")).toEqual({ order: [11, 12], first: 10, total: 12 });
  });

  it("keeps its end when two requests bring the same strings", () => {
    expect(extended(piece, units(11, 12), "later")).toEqual(piece);
  });

  it("grows before, and its strings keep their places", () => {
    expect(extended(piece, units(9, 10, 11), "earlier")).toEqual({ order: [9, 10, 11, 12], first: 8, total: 14 });
  });

  it("never begins before the list", () => {
    expect(extended({ ...piece, first: 1 }, units(9, 10), "earlier")).toMatchObject({ first: 0 });
  });

  it("knows how far it reaches beyond a string, and the list beyond it", () => {
    expect(aheadOf(piece, 0)).toEqual({ loaded: 1, beyond: 2 });
    expect(aheadOf({ ...piece, total: 12 }, 1)).toEqual({ loaded: 0, beyond: 0 });
  });
});
