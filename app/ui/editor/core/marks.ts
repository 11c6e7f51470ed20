import { type Range, RangeSet, StateEffect } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  Direction,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from "@codemirror/view";
import type { TextKey } from "#texts";
import type { ProtectedSpan } from "@/lib/text/protected-spans";
import { visibleRuns } from "../../visible-text";
import type { FindingMark } from "../live-checks";

/** What is drawn over the text: placeholders, what cannot be seen, and where checks fail. The text stays what it is. */

/** What there is to draw, apart from the text. */
export interface Drawing {
  /** Placeholders and tags of a text. */
  spans: (text: string) => readonly ProtectedSpan[];
  /** Whether placeholders are passed over and deleted as a whole. */
  protect: boolean;
  findings: readonly FindingMark[];
  name: (key: TextKey) => string;
}

/** Says that there is something else to draw. */
export const redraw = StateEffect.define<null>();

class LineBreak extends WidgetType {
  constructor(private readonly title: string) {
    super();
  }

  override eq(other: LineBreak): boolean {
    return other.title === this.title;
  }

  toDOM(): HTMLElement {
    const mark = document.createElement("span");
    mark.className = "core-break";
    mark.title = this.title;
    mark.ariaHidden = "true";
    mark.textContent = "↵";
    return mark;
  }
}

const CHIP = Decoration.mark({
  class: "core-chip",
  attributes: { dir: "ltr", spellcheck: "false", translate: "no" },
  bidiIsolate: Direction.LTR,
});

function blanks(text: string, name: Drawing["name"]): Range<Decoration>[] {
  const found: Range<Decoration>[] = [];
  let at = 0;
  for (const run of visibleRuns(text)) {
    const end = at + run.text.length;
    const title = run.name ? name(run.name) : "";
    if (run.text === "\n") found.push(Decoration.widget({ widget: new LineBreak(title), side: 1 }).range(at));
    else if (run.mark)
      found.push(Decoration.mark({ class: "blank", attributes: { "data-mark": run.mark, title } }).range(at, end));
    at = end;
  }
  return found;
}

const UNDERLINES = {
  error: "core-finding core-error",
  warning: "core-finding core-warning",
  info: "core-finding core-info",
} as const;

function underlines(length: number, findings: readonly FindingMark[]): Range<Decoration>[] {
  return findings
    .filter(({ start, end }) => start < end && end <= length)
    .map(({ start, end, severity, title }) =>
      Decoration.mark({ class: UNDERLINES[severity], attributes: { title } }).range(start, end),
    );
}

/** Draws marks; while an input method composes a word nothing but places changes. */
export function drawing(read: () => Drawing) {
  return ViewPlugin.fromClass(
    class {
      all: DecorationSet = Decoration.none;
      chips: DecorationSet = Decoration.none;

      constructor(view: EditorView) {
        this.draw(view);
      }

      update(update: ViewUpdate): void {
        if (update.view.composing) {
          this.all = this.all.map(update.changes);
          this.chips = this.chips.map(update.changes);
        } else if (
          update.docChanged ||
          update.transactions.some((one) => one.effects.some((effect) => effect.is(redraw)))
        )
          this.draw(update.view);
      }

      private draw(view: EditorView): void {
        const { spans, findings, name } = read();
        const text = view.state.doc.toString();
        const chips = spans(text).map(([start, end]) => CHIP.range(start, end));
        this.chips = Decoration.set(chips, true);
        this.all = RangeSet.join([
          this.chips,
          Decoration.set(blanks(text, name), true),
          Decoration.set(underlines(text.length, findings), true),
        ]);
      }
    },
    { decorations: (plugin) => plugin.all },
  );
}
