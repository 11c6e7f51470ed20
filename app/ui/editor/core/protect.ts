import { EditorState, type Extension, RangeSet, type Transaction } from "@codemirror/state";
import { type DecorationSet, EditorView } from "@codemirror/view";

/** Where placeholders stand, and whether they are kept whole. */
interface Protected {
  chips: (view: EditorView) => DecorationSet | undefined;
  on: () => boolean;
}

/** The one stretch that a change deletes, with nothing in its place. */
function deletedBy(transaction: Transaction): { from: number; to: number } | undefined {
  let found: { from: number; to: number } | undefined;
  let count = 0;
  transaction.changes.iterChanges((from, to, _, __, inserted) => {
    count += 1;
    if (inserted.length === 0) found = { from, to };
  });
  return count === 1 ? found : undefined;
}

/** The stretch, made longer where it takes a part of a placeholder. */
function whole(chips: DecorationSet, { from, to }: { from: number; to: number }) {
  let [start, end] = [from, to];
  chips.between(from, to, (first, last) => {
    if (last > from && first < to) [start, end] = [Math.min(start, first), Math.max(end, last)];
  });
  return { from: start, to: end };
}

/** Placeholders are passed over by the caret and deleted as a whole, and keep their own direction. */
export function protection({ chips, on }: Protected, viewOf: () => EditorView | undefined): Extension {
  return [
    EditorView.atomicRanges.of((view) => (on() ? chips(view) : undefined) ?? RangeSet.empty),
    EditorView.bidiIsolatedRanges.of((view) => chips(view) ?? RangeSet.empty),
    // Whatever key, finger or device deletes a part of one deletes all of it.
    EditorState.transactionFilter.of((transaction) => {
      const view = viewOf();
      const set = view && !view.composing && on() ? chips(view) : undefined;
      const byHand = transaction.isUserEvent("input") || transaction.isUserEvent("delete");
      const deleted = set && byHand && transaction.docChanged ? deletedBy(transaction) : undefined;
      if (!set || !deleted) return transaction;
      const all = whole(set, deleted);
      if (all.from === deleted.from && all.to === deleted.to) return transaction;
      return { changes: all, selection: { anchor: all.from }, userEvent: "delete" };
    }),
  ];
}
