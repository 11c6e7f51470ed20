import type { Texts } from "#texts";
import { insertIntoField } from "./insert";
import { insertedBy } from "./panels/inserted";
import type { EditorStore } from "./store";

/** Keys that do nothing by themselves. */
const MODIFIERS: ReadonlySet<string> = new Set(["Control", "Shift", "Alt", "Meta", "AltGraph", "CapsLock"]);

/** The Insert keys: one key opens them, the next ones say what comes to the caret. */
export class Leader {
  #at: "closed" | "open" | "terms" = "closed";

  constructor(
    private readonly store: EditorStore,
    private readonly t: Texts,
  ) {}

  open(): boolean {
    const unit = this.store.current();
    if (!unit || this.store.denial(unit)) return false;
    this.#at = "open";
    this.store.say(this.t("editor.announce.insert"));
    return true;
  }

  /** Takes a key while it is open; true when the key was for it. */
  take(press: { key: string; code: string }): boolean {
    if (this.#at === "closed" || MODIFIERS.has(press.key)) return false;
    const was = this.#at;
    this.#at = "closed";
    const digit = Number(/^(?:Digit|Numpad)([1-9])$/.exec(press.code)?.[1] ?? 0);
    if (was === "open") {
      // By its place where the layout has no Latin letters.
      if (press.key.toLowerCase() === "g" || (press.code === "KeyG" && !/^[a-z]$/i.test(press.key))) this.#at = "terms";
      else if (press.key === ".") this.#insert(this.#missing()[0]);
      else if (digit > 0) this.#insert(this.#placeholders()[digit - 1]);
    } else if (digit > 0) this.#insert(this.#terms()[digit - 1]);
    return true;
  }

  #insert(text: string | undefined): void {
    if (!text || !insertIntoField(text)) this.store.say(this.t("editor.announce.nothingToInsert"));
    else this.store.say(this.t("editor.announce.inserted", { text }));
  }

  #terms(): string[] {
    const { cursor } = this.store.state;
    const context = cursor === undefined ? undefined : this.store.context(cursor);
    return context?.terms.map(insertedBy) ?? [];
  }

  #placeholders(): string[] {
    const unit = this.store.current();
    const all = unit?.sources.flatMap((source, form) =>
      (unit.marks[form] ?? []).map(([start, end]) => source.slice(start, end)),
    );
    return [...new Set(all)];
  }

  #missing(): string[] {
    const { texts } = this.store.state;
    return this.#placeholders().filter((piece) => !texts.some((text) => text.includes(piece)));
  }
}
