import {
  cursorCharLeft,
  cursorCharRight,
  cursorGroupLeft,
  cursorGroupRight,
  history,
  redo,
  selectCharLeft,
  selectCharRight,
  selectGroupLeft,
  selectGroupRight,
  undo,
} from "@codemirror/commands";
import { Annotation, EditorSelection, EditorState, type Extension } from "@codemirror/state";
import { EditorView, type KeyBinding, keymap } from "@codemirror/view";
import type { TextKey } from "#texts";
import type { ProtectedSpan } from "@/lib/text/protected-spans";
import type { TextField } from "../fields";
import type { FindingMark } from "../live-checks";
import { type Drawing, drawing, redraw } from "./marks";
import { protection } from "./protect";

/** The text field of the editor: CodeMirror with nothing but what a translation needs. Loaded after the page. */

/** What a field shows and tells, apart from its text. */
export interface CoreOptions {
  /** Attributes of the element that is written in. */
  attributes: Readonly<Record<string, string>>;
  readOnly: boolean;
  /** Placeholders and tags of a text. */
  spans: (text: string) => readonly ProtectedSpan[];
  /** Whether placeholders are passed over and deleted as a whole. */
  protect: boolean;
  findings: readonly FindingMark[];
  name: (key: TextKey) => string;
}

/** What a field tells. */
export interface CoreListener {
  onText(text: string): void;
  onFocus(): void;
  /** Something was typed, with the caret behind it. */
  onTyped(): void;
  /** The caret was moved otherwise, or taken away. */
  onMoved(): void;
  /** A key was pressed; true when it is not for the field. */
  onKey(event: KeyboardEvent): boolean;
}

const KEPT = 200;
/** What was written in strings that are not open, with its undo. */
const left = new Map<string, EditorState>();

/** Set by whoever puts a text there that nobody has typed. */
const fromOutside = Annotation.define<boolean>();

/** The policy of the page lets only styles in that name its nonce. */
const nonce = () => document.querySelector<HTMLElement>("script[nonce]")?.nonce ?? "";

/** Undo, and the caret, which passes over what is protected; all other keys are the browser's or the page's. */
const KEYS: readonly KeyBinding[] = [
  { key: "Mod-z", run: undo, preventDefault: true },
  { key: "Mod-Shift-z", run: redo, preventDefault: true },
  { key: "Mod-y", run: redo, preventDefault: true },
  { key: "ArrowLeft", run: cursorCharLeft, shift: selectCharLeft },
  { key: "ArrowRight", run: cursorCharRight, shift: selectCharRight },
  { key: "Ctrl-ArrowLeft", mac: "Alt-ArrowLeft", run: cursorGroupLeft, shift: selectGroupLeft },
  { key: "Ctrl-ArrowRight", mac: "Alt-ArrowRight", run: cursorGroupRight, shift: selectGroupRight },
];

/** Line breaks of the clipboard are the ones of the text. */
const unixLines = (text: string) => text.replace(/\r\n?/g, "\n");

/** One field; the strings that are opened one after the other take turns in it. */
export class Core implements TextField {
  readonly view: EditorView;
  private readonly extensions: Extension;

  constructor(
    readonly form: number,
    host: HTMLElement,
    private key: string,
    text: string,
    private options: CoreOptions,
    listener: CoreListener,
  ) {
    const read = (): Drawing => this.options;
    const marks = drawing(read);
    this.extensions = [
      // Only this one parts lines: everything else in a text stays what it is.
      EditorState.lineSeparator.of("\n"),
      // Before all other keys.
      EditorView.domEventHandlers({
        keydown: (event) => {
          const taken = listener.onKey(event);
          if (taken) event.stopPropagation();
          return taken;
        },
      }),
      history(),
      keymap.of(KEYS),
      EditorView.lineWrapping,
      EditorView.cspNonce.of(nonce()),
      EditorView.contentAttributes.of(() => this.options.attributes),
      EditorView.clipboardInputFilter.of(unixLines),
      marks,
      protection({ chips: (view) => view.plugin(marks)?.chips, on: () => this.options.protect }, () => this.view),
      EditorView.domEventHandlers({
        focus: () => listener.onFocus(),
        blur: () => listener.onMoved(),
        // A word has been composed: what was not drawn meanwhile is drawn now.
        compositionend: () => void setTimeout(() => this.redraw(), 30),
      }),
      EditorState.changeFilter.of(
        (transaction) => !this.options.readOnly || transaction.annotation(fromOutside) === true,
      ),
      EditorView.updateListener.of((update) => {
        const outside = update.transactions.some((one) => one.annotation(fromOutside));
        if (update.docChanged && !outside) listener.onText(this.value());
        if (outside) return;
        if (update.docChanged) listener.onTyped();
        else if (update.selectionSet) listener.onMoved();
      }),
    ];
    this.view = new EditorView({ state: this.fresh(text), parent: host });
  }

  private fresh(text: string): EditorState {
    return EditorState.create({ doc: text, selection: { anchor: text.length }, extensions: this.extensions });
  }

  get element(): HTMLElement {
    return this.view.contentDOM;
  }

  get readOnly(): boolean {
    return this.options.readOnly;
  }

  value(): string {
    return this.view.state.sliceDoc();
  }

  selection(): { start: number; end: number } {
    const { from, to } = this.view.state.selection.main;
    return { start: from, end: to };
  }

  replace(start: number, end: number, text: string): void {
    this.view.dispatch({
      changes: { from: start, to: end, insert: text },
      selection: { anchor: start + text.length },
      scrollIntoView: true,
      userEvent: "input.insert",
    });
  }

  focus(): void {
    this.view.focus();
  }

  focusEnd(): void {
    this.view.focus();
    this.view.dispatch({
      selection: EditorSelection.cursor(this.view.state.doc.length),
      annotations: fromOutside.of(true),
    });
  }

  /** Takes the caret with a selection. */
  select(start: number, end: number): void {
    this.view.focus();
    const { length } = this.view.state.doc;
    const selection = EditorSelection.range(Math.min(start, length), Math.min(end, length));
    this.view.dispatch({ selection, annotations: fromOutside.of(true) });
  }

  caret(): { left: number; bottom: number } | undefined {
    return this.view.coordsAtPos(this.view.state.selection.main.head) ?? undefined;
  }

  /** Shows another string; the undo of the former one waits for its return. */
  open(key: string, text: string, options: CoreOptions): void {
    if (key !== this.key) {
      left.delete(this.key);
      left.set(this.key, this.view.state);
      for (const oldest of left.keys()) {
        if (left.size <= KEPT) break;
        left.delete(oldest);
      }
      this.key = key;
    }
    this.options = options;
    const known = left.get(key);
    this.view.setState(known && known.sliceDoc() === text ? known : this.fresh(text));
  }

  /** Shows the same string otherwise. */
  set(options: CoreOptions): void {
    this.options = options;
    this.redraw();
  }

  /** Shows a text that came otherwise than by typing; undo takes it back. */
  write(text: string): void {
    if (text === this.value()) return;
    this.view.dispatch({
      changes: { from: 0, to: this.view.state.doc.length, insert: text },
      selection: { anchor: text.length },
      annotations: fromOutside.of(true),
    });
  }

  private redraw(): void {
    this.view.dispatch({ effects: redraw.of(null), annotations: fromOutside.of(true) });
  }

  end(): void {
    this.view.destroy();
  }
}
