/** A field that one form of the translation is written in: a box of the browser's, or the editor's own. */
export interface TextField {
  readonly form: number;
  /** What has the focus while it is written in. */
  readonly element: HTMLElement;
  value(): string;
  /** What is selected; the caret where nothing is. */
  selection(): { start: number; end: number };
  /** Puts a text in place of a piece, with the caret behind it, so that the field's own undo takes it back. */
  replace(start: number, end: number, text: string): void;
  /** Takes the caret, where it was last. */
  focus(): void;
  /** Takes the caret, behind the text. */
  focusEnd(): void;
  readonly readOnly: boolean;
  /** Where the caret is on the screen; undefined where it cannot be told. */
  caret(): { left: number; bottom: number } | undefined;
}

const fields = new Map<number, TextField>();
let last: number | undefined;

/** Makes a field known for as long as it is on the page; gives what ends that. */
export function registerField(field: TextField): () => void {
  fields.set(field.form, field);
  return () => {
    if (fields.get(field.form) === field) fields.delete(field.form);
  };
}

/** Remembers the field that the caret was in last. */
export function rememberField(form: number): void {
  last = form;
}

/** The field of a form. */
export const fieldOf = (form: number): TextField | undefined => fields.get(form);

/** The field that the caret was in last, else the first one. */
export const currentField = (): TextField | undefined => fields.get(last ?? 0) ?? fields.get(0);

/** The field that has the focus. */
export const focusedField = (): TextField | undefined =>
  [...fields.values()].find((field) => field.element === document.activeElement);

/** What is selected in the field that the caret was in last. */
export function selectedText(): string {
  const field = currentField();
  if (!field) return "";
  const { start, end } = field.selection();
  return field.value().slice(start, end);
}

/**
 * Puts a text where the caret is, over what is selected. Where a tag that is opened has its end among the pieces, both go
 * around what is selected.
 */
export function insertAt(field: TextField, text: string, pieces: readonly string[] = []): void {
  const { start, end } = field.selection();
  const name = /^<([A-Za-z][\w:.-]*)(?:\s[^<>]*)?>$/.exec(text)?.[1];
  const closing = `</${name}>`;
  const around = name !== undefined && start < end && pieces.includes(closing);
  field.focus();
  field.replace(start, end, around ? text + field.value().slice(start, end) + closing : text);
}

/** Puts a text into the field that the caret was in last; false when there is none to write in. */
export function insertIntoField(text: string, pieces: readonly string[] = []): boolean {
  const field = currentField();
  if (!field || field.readOnly) return false;
  insertAt(field, text, pieces);
  return true;
}
