"use client";

import { ChevronDown } from "lucide-react";
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from "react";
import { useTexts } from "#texts";
import type { Choice } from "./choice";
import { classes } from "./classes";

/** As many as one looks through; the rest is found by typing more. */
const MOST_SHOWN = 100;

/** Without case and accents: whoever types "cestina" finds "čeština". */
const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

function beginsWord(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1))
    if (!/[\p{L}\p{N}]/u.test(text[at - 1] ?? "")) return true;
  return false;
}

/** Choices in whose label, value or other names the words stand; those first where they begin it, then where they begin a word. */
export function narrowed(choices: readonly Choice[], wanted: string): readonly Choice[] {
  const words = plain(wanted.trim());
  if (words === "") return choices;
  const ranked = choices.flatMap((choice) => {
    const label = plain(choice.label);
    const also = plain(choice.also ?? "");
    const isCode = choice.value.toLowerCase() === words || also.split(" ").includes(words);
    if (!label.includes(words) && !also.includes(words) && !isCode) return [];
    const rank = isCode || label.startsWith(words) ? 0 : beginsWord(`${label} ${also}`, words) ? 1 : 2;
    return [{ choice, rank }];
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ choice }) => choice);
}

/**
 * A choice of one out of very many, narrowed by typing: in place of the browser's own list, which cannot be searched by
 * the middle of a name. It behaves as https://www.w3.org/WAI/ARIA/apg/patterns/combobox/ asks of a list with autocompletion.
 */
export function Combobox({
  id,
  name,
  choices,
  chosen,
  focused,
  ...input
}: {
  id: string;
  name: string;
  choices: readonly Choice[];
  chosen: string;
  /** Whether it takes the place of a list that somebody is at. */
  focused: boolean;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
  required?: boolean;
  disabled?: boolean;
  form?: string;
}) {
  const t = useTexts();
  const list = useId();
  const [value, setValue] = useState(chosen);
  const standing = choices.find((choice) => choice.value === value)?.label ?? "";
  // What stands for no choice is none: the browser itself then asks for one, as it does of its own list.
  const missing = input.required === true && value === "";
  const label = missing ? "" : standing;
  const [text, setText] = useState(label);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const options = useRef<HTMLDivElement>(null);
  const wanted = useDeferredValue(text === label ? "" : text);
  const found = useMemo(() => (open ? narrowed(choices, wanted) : []), [choices, open, wanted]);
  const shown = found.slice(0, MOST_SHOWN);
  const at = Math.min(active, shown.length - 1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only as it comes
  useEffect(() => {
    if (focused) field.current?.focus();
  }, []);
  useEffect(() => {
    if (open) options.current?.children[at]?.scrollIntoView({ block: "nearest" });
  }, [open, at]);

  const show = () => {
    if (open) return;
    const place = choices.findIndex((choice) => choice.value === value);
    setActive(place >= 0 && place < MOST_SHOWN ? place : 0);
    setOpen(true);
  };
  const choose = (choice: Choice | undefined) => {
    if (choice) setValue(choice.value);
    setText(choice && !(input.required && choice.value === "") ? choice.label : choice ? "" : label);
    setOpen(false);
  };
  /** What was typed in full is chosen; with nothing else than a part of a name nothing changes. */
  const leave = () => {
    const typed = plain(text.trim());
    const same = choices.find((choice) => plain(choice.label) === typed || choice.value === text.trim());
    choose(same ?? (open && typed !== "" && found.length === 1 ? found[0] : undefined));
  };
  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (!open) show();
      else setActive(Math.max(0, Math.min(shown.length - 1, at + (event.key === "ArrowDown" ? 1 : -1))));
    } else if (event.key === "Enter" && open) choose(shown[at]);
    else if (event.key === "Escape" && open) choose(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="relative">
      <input type="hidden" name={name} value={value} form={input.form} disabled={input.disabled} />
      <input
        {...input}
        ref={field}
        id={id}
        type="text"
        role="combobox"
        aria-expanded={open}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={open && at >= 0 ? `${list}-${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        placeholder={missing ? standing : undefined}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
          setOpen(true);
        }}
        onFocus={(event) => event.target.select()}
        onClick={show}
        onBlur={leave}
        onKeyDown={keys}
        className="control control-list"
      />
      <ChevronDown aria-hidden size={16} className="pointer-events-none absolute end-3 top-3 text-ink-3" />
      {open ? (
        <div className="control-options absolute inset-x-0 top-full z-30 mt-1 max-h-72 overflow-y-auto rounded-panel border border-line-strong bg-surface py-1 shadow-overlay">
          <div ref={options} id={list} role="listbox" aria-label={label || t("form.search")}>
            {shown.map((choice, index) => (
              <button
                type="button"
                tabIndex={-1}
                key={choice.value}
                id={`${list}-${index}`}
                role="option"
                aria-selected={choice.value === value}
                // The field keeps the focus, and what is pressed is chosen before the field is left.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(choice)}
                className={classes(
                  "flex min-h-8 w-full items-center px-3 text-start py-1 pointer-coarse:min-h-11",
                  index === at ? "bg-tint-primary" : "hover:bg-sunken",
                  choice.value === value && "font-medium",
                )}
              >
                <bdi>{choice.label}</bdi>
              </button>
            ))}
          </div>
          {shown.length === 0 ? <p className="px-3 py-2 text-table text-ink-2">{t("form.noMatch")}</p> : null}
        </div>
      ) : null}
    </div>
  );
}
