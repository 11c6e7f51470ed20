"use client";

import { useLayoutEffect, useRef, useState } from "react";
import { classes } from "../classes";
import { useEditor, useStore } from "./editor-context";
import type { FieldTextProps } from "./field-text";
import { registerField } from "./fields";
import { plainField } from "./plain-field";

/** A box of the browser's: without script, until the editor's own field has come, and for those who prefer it. */
export function PlainText({
  form,
  text,
  readOnly,
  several,
  attributes,
  onFocus,
  onTyped,
  onMoved,
  onKey,
}: FieldTextProps) {
  const store = useStore();
  const box = useRef<HTMLTextAreaElement>(null);
  /** The caret behind what was typed last: going there is no move. */
  const typedTo = useRef(-1);
  const [first] = useState(text);
  const revision = useEditor((state) => state.revision);
  useLayoutEffect(() => (box.current ? registerField(plainField(form, box.current)) : undefined), [form]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision is what brings a text from elsewhere
  useLayoutEffect(() => {
    if (box.current && box.current.value !== text) box.current.value = text;
  }, [revision]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const field = box.current;
    if (!field || CSS.supports("field-sizing", "content")) return;
    field.style.height = "auto";
    field.style.height = `${field.scrollHeight}px`;
  }, [text]);
  return (
    <textarea
      ref={box}
      {...attributes}
      name="target"
      defaultValue={first}
      onFocus={onFocus}
      onInput={(event) => {
        store.type(form, event.currentTarget.value);
        typedTo.current = event.currentTarget.selectionStart;
        onTyped();
      }}
      onSelect={(event) => {
        if (event.currentTarget.selectionStart !== typedTo.current) onMoved();
      }}
      onBlur={onMoved}
      onKeyDown={(event) => {
        if (!onKey(event.nativeEvent)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
      readOnly={readOnly}
      spellCheck
      autoComplete="off"
      rows={several ? 1 : 3}
      className={classes(
        several ? "min-h-11" : "min-h-24",
        "field-sizing-content block max-h-[50dvh] w-full resize-none bg-transparent px-3 py-1.5 font-string text-[18px]/7 outline-none",
      )}
    />
  );
}
