import type { TextField } from "./fields";

/** A box of the browser's as a field. */
export function plainField(form: number, box: HTMLTextAreaElement): TextField {
  const replace = (start: number, end: number, text: string) => {
    box.focus();
    box.setSelectionRange(start, end);
    // So that the browser's own undo takes it back.
    if (document.execCommand(text === "" ? "delete" : "insertText", false, text)) return;
    box.setRangeText(text, start, end, "end");
    box.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return {
    form,
    element: box,
    value: () => box.value,
    selection: () => ({ start: box.selectionStart, end: box.selectionEnd }),
    replace,
    focus: () => box.focus(),
    focusEnd: () => {
      box.focus({ preventScroll: true });
      box.setSelectionRange(box.value.length, box.value.length);
    },
    get readOnly() {
      return box.readOnly;
    },
    caret: () => undefined,
  };
}
