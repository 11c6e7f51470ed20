"use client";

import { type RefObject, useState } from "react";
import { useTexts } from "#texts";
import { classes } from "../classes";
import { fieldOf } from "./fields";
import { type Completion, completionAt } from "./pieces";

/** A list of placeholders that what is being typed may become. */
interface Offer extends Completion {
  chosen: number;
  /** Where the list goes, from the corner of the field. */
  left: number;
  top: number | undefined;
}

export interface Completions {
  offer: Offer | undefined;
  /** Looks at what stands before the caret. */
  look: () => void;
  close: () => void;
  take: (index: number) => void;
  /** Takes the keys of the list while it is open; true when it did. */
  onKey: (event: KeyboardEvent) => boolean;
}

/** Completes placeholders in the field of a form, whichever kind of field it is. */
export function useCompletions(
  form: number,
  pieces: () => readonly string[],
  frame: RefObject<HTMLElement | null>,
): Completions {
  const [offer, setOffer] = useState<Offer>();
  const close = () => setOffer(undefined);
  const look = () => {
    const field = fieldOf(form);
    if (!field || field.readOnly) return close();
    const { start, end } = field.selection();
    const found = start === end ? completionAt(field.value(), start, pieces()) : undefined;
    if (!found) return close();
    const caret = field.caret();
    const box = frame.current?.getBoundingClientRect();
    const left = caret && box ? Math.max(0, Math.min(caret.left - box.left, box.width - 160)) : 12;
    setOffer({ ...found, chosen: 0, left, top: caret && box ? caret.bottom - box.top + 4 : undefined });
  };
  const take = (index: number) => {
    const field = fieldOf(form);
    const choice = offer?.choices[index];
    close();
    if (field && offer && choice) field.replace(offer.start, field.selection().end, choice);
  };
  const onKey = (event: KeyboardEvent): boolean => {
    if (!offer || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false;
    const { chosen, choices } = offer;
    if (event.key === "Enter" && !event.shiftKey) take(chosen);
    else if (event.key === "ArrowDown") setOffer({ ...offer, chosen: (chosen + 1) % choices.length });
    else if (event.key === "ArrowUp") setOffer({ ...offer, chosen: (chosen + choices.length - 1) % choices.length });
    else if (event.key === "Escape") close();
    else return false;
    return true;
  };
  return { offer, look, close, take, onKey };
}

/** The open list; the field itself keeps the focus. */
export function CompletionList({ id, completions }: { id: string; completions: Completions }) {
  const t = useTexts();
  const { offer, take } = completions;
  if (!offer) return null;
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t("editor.completions")}
      style={{ insetInlineStart: undefined, left: offer.left, top: offer.top ?? "100%" }}
      className="absolute z-20 min-w-40 rounded-control border border-line-strong bg-surface py-1 shadow-overlay"
    >
      {offer.choices.map((choice, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the list are taken by the field
        <div
          key={choice}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === offer.chosen}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => take(index)}
          className={classes(
            "flex min-h-8 cursor-pointer items-center px-3 font-mono text-table pointer-coarse:min-h-11",
            index === offer.chosen ? "bg-tint-primary text-ink" : "text-ink-2 hover:bg-sunken",
          )}
        >
          <bdi dir="ltr">{choice}</bdi>
        </div>
      ))}
    </div>
  );
}
