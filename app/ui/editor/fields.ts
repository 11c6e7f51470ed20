/** Puts a text where the caret is, so that the browser's own undo takes it back. */
export function insertAt(field: HTMLTextAreaElement, text: string): void {
  field.focus();
  if (document.execCommand("insertText", false, text)) return;
  field.setRangeText(text, field.selectionStart, field.selectionEnd, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

let last: string | undefined;

/** Remembers the field that the caret was in last. */
export function rememberField(field: HTMLTextAreaElement): void {
  last = field.id;
}

/** Puts a text into the field that the caret was in last, else into the first one; false when there is none to write in. */
export function insertIntoField(text: string): boolean {
  const known = last === undefined ? null : document.getElementById(last);
  const first = document.querySelector("textarea[name=target]");
  const field = known instanceof HTMLTextAreaElement ? known : first;
  if (!(field instanceof HTMLTextAreaElement) || field.readOnly) return false;
  insertAt(field, text);
  return true;
}
