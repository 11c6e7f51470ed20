import type { Texts } from "#texts";
import { currentField, fieldOf, insertIntoField } from "./fields";
import { insertedBy } from "./panels/inserted";
import { piecesOf, sourceOf } from "./pieces";
import type { EditorStore } from "./store";

/** Keys that do nothing by themselves. */
const MODIFIERS: ReadonlySet<string> = new Set(["Control", "Shift", "Alt", "Meta", "AltGraph", "CapsLock"]);

type Place = "closed" | "open" | "terms" | "results";

/** The letter of a key; by its place where the layout has no Latin letters. */
function letterOf({ key, code }: { key: string; code: string }): string {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  return key.length === 1 && key.charCodeAt(0) > 0x7f ? (/^Key([A-Z])$/.exec(code)?.[1] ?? "").toLowerCase() : "";
}

/** The Insert keys: one key opens them, the next ones say what comes to the caret. */
export class Leader {
  #at: Place = "closed";
  /** Whether a result is to be saved at once. */
  #saving = false;

  constructor(
    private readonly store: EditorStore,
    private readonly t: Texts,
    private readonly tell: (open: boolean) => void,
  ) {}

  #go(place: Place): void {
    this.#at = place;
    this.tell(place !== "closed");
  }

  open(): boolean {
    const unit = this.store.current();
    if (!unit || this.store.typingDenial(unit)) return false;
    this.#go("open");
    this.store.say(this.t("editor.announce.insert"));
    return true;
  }

  /** Takes a key while it is open; true when the key was for it. */
  take(press: { key: string; code: string; shiftKey: boolean }): boolean {
    if (this.#at === "closed" || MODIFIERS.has(press.key)) return false;
    const was = this.#at;
    this.#go("closed");
    const digit = /^(?:Digit|Numpad)([0-9])$/.exec(press.code)?.[1] ?? "";
    if (was === "open") this.#first(letterOf(press), press, digit);
    else if (was === "terms") this.#insert(this.#terms()[Number(digit || 0) - 1]);
    else this.#result(Number(digit || 0));
    return true;
  }

  #first(letter: string, press: { key: string; shiftKey: boolean }, digit: string): void {
    if (letter === "g") this.#go("terms");
    else if (letter === "t") {
      this.#saving = press.shiftKey;
      this.#go("results");
    } else if (letter === "s") this.#characters();
    else if (letter === "p") this.#copyForm();
    else if (press.key === ".") this.#insert(this.#missing()[0]);
    else if (digit === "0") this.#source();
    else if (digit !== "") this.#insert(this.#placeholders()[Number(digit) - 1]);
  }

  #insert(text: string | undefined): void {
    if (!text || !insertIntoField(text, this.#placeholders()))
      this.store.say(this.t("editor.announce.nothingToInsert"));
    else this.store.say(this.t("editor.announce.inserted", { text }));
  }

  /** The whole source of the form that the caret is in. */
  #source(): void {
    const unit = this.store.current();
    const form = currentField()?.form ?? 0;
    this.#insert(unit?.sources[sourceOf(unit, form)]);
  }

  /** A result of the memory or of a machine takes the place of the text, and is saved when that was wanted. */
  #result(number: number): void {
    const unit = this.store.current();
    const texts = this.store.offered[number - 1];
    if (!unit || !texts || this.store.typingDenial(unit) !== null) {
      this.store.say(this.t("editor.announce.nothingToInsert"));
      return;
    }
    this.store.use(texts);
    if (this.#saving) this.store.save();
    else this.store.say(this.t("editor.announce.suggestionUsed", { number }));
  }

  /** Special characters, to be chosen by the arrow keys. */
  #characters(): void {
    document.querySelector<HTMLElement>("[data-characters] button")?.focus();
  }

  /** This plural form goes into the next one. */
  #copyForm(): void {
    const from = currentField();
    const to = from && (fieldOf(from.form + 1) ?? fieldOf(0));
    if (!from || !to || to === from || to.readOnly) {
      this.store.say(this.t("editor.announce.nothingToInsert"));
      return;
    }
    const text = from.value();
    to.focus();
    to.replace(0, to.value().length, text);
    this.store.say(this.t("editor.announce.inserted", { text }));
  }

  #terms(): string[] {
    const { cursor } = this.store.state;
    const context = cursor === undefined ? undefined : this.store.context(cursor);
    return (context?.terms ?? []).map(insertedBy);
  }

  /** Placeholders of the form that the caret is in. */
  #placeholders(): string[] {
    const unit = this.store.current();
    return unit ? piecesOf(unit, currentField()?.form ?? 0) : [];
  }

  #missing(): string[] {
    const text = currentField()?.value() ?? "";
    return this.#placeholders().filter((piece) => !text.includes(piece));
  }
}
