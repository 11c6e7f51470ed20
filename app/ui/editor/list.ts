import type { EditorUnit } from "@/lib/domain/editor/unit";
import type { UnitWindow } from "@/lib/domain/editor/window";

/** A piece of a list of strings: what stands in a row, and where in the list the piece begins. */
export interface ListPiece {
  /** Ids in order. */
  order: readonly number[];
  /** Place of the first one in the list, from 0. */
  first: number;
  /** Strings in the list. */
  total: number;
}

/** The piece a whole window makes. */
export function pieceOf(window: UnitWindow): ListPiece {
  return { order: window.units.map((unit) => unit.id), first: window.first ?? 0, total: window.total ?? 0 };
}

/** The piece with more strings behind or before it. Places never move: the list stays as it was when it was opened. */
export function extended(piece: ListPiece, units: readonly EditorUnit[], at: "later" | "earlier"): ListPiece {
  const known = new Set(piece.order);
  const fresh = units.map((unit) => unit.id).filter((id) => !known.has(id));
  if (at === "earlier") {
    // Fewer may be left than there were when the list was opened, or more.
    const first = Math.max(0, piece.first - fresh.length);
    return { ...piece, first, order: [...fresh, ...piece.order] };
  }
  const order = [...piece.order, ...fresh];
  // Two may have waited for one answer: what is known already says nothing about the end of the list.
  const total = units.length === 0 ? piece.first + order.length : Math.max(piece.total, piece.first + order.length);
  return { ...piece, order, total };
}

/** How many strings the piece has behind a place in it, and how many the list has beyond the piece. */
export function aheadOf(piece: ListPiece, index: number): { loaded: number; beyond: number } {
  return {
    loaded: piece.order.length - 1 - index,
    beyond: piece.total - piece.first - piece.order.length,
  };
}
