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

/** Strings that pages bring with them: some before the open one, most from it on. Others come as they are scrolled to. */
export const PAGES = {
  /** Beside the open string: what a screen shows with as much below it, so that nothing is asked for at once. */
  list: { before: 12, ahead: 36 },
  /** Where the rows are the page. */
  rows: { before: 20, ahead: 80 },
} as const;

/** The piece a whole window makes. */
export function pieceOf(window: Pick<UnitWindow, "first" | "total"> & { units: readonly { id: number }[] }): ListPiece {
  return { order: window.units.map((unit) => unit.id), first: window.first, total: window.total };
}

/**
 * A list as the server has it now, with the strings that are known to stand in it and are missing there, as they have been
 * saved since: each stays behind the one that it followed.
 */
export function merged(known: ListPiece, list: ListPiece): ListPiece {
  const listed = new Set(list.order);
  const strays = known.order.filter((id) => !listed.has(id));
  if (strays.length === 0) return list;
  const total = list.total + strays.length;
  const anchored = known.order.findIndex((id) => listed.has(id));
  if (anchored < 0) {
    const at = Math.max(0, Math.min(known.first - list.first, list.order.length));
    return { ...list, total, order: list.order.toSpliced(at, 0, ...strays) };
  }
  const missing = new Set(strays);
  const behind = new Map<number, number[]>();
  let before: number | undefined;
  for (const id of known.order) {
    if (!missing.has(id)) before = id;
    else if (before !== undefined) behind.set(before, [...(behind.get(before) ?? []), id]);
  }
  const anchor = known.order[anchored];
  const order = list.order.flatMap((id) => [
    ...(id === anchor ? known.order.slice(0, anchored) : []),
    id,
    ...(behind.get(id) ?? []),
  ]);
  return { ...list, total, order };
}

/** The strings around a place of a piece, from some before it to some behind. */
export function neighbourhood(piece: ListPiece, index: number, before: number, behind: number): readonly number[] {
  return piece.order.slice(Math.max(0, index - before), index + behind + 1);
}

/** How many strings the piece has behind a place in it, and how many the list has beyond the piece. */
export function aheadOf(piece: ListPiece, index: number): { loaded: number; beyond: number } {
  return {
    loaded: piece.order.length - 1 - index,
    beyond: piece.total - piece.first - piece.order.length,
  };
}
