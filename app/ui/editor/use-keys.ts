"use client";

import { type RefObject, useEffect, useState } from "react";
import { type Texts, useTexts } from "#texts";
import { offerCommands, type PageCommand } from "../palette/page-commands";
import { actionOf } from "./command-actions";
import { COMMANDS, type CommandId, commandOf, keyCaps, keyOf } from "./commands";
import { fieldOf, focusedField } from "./fields";
import { Leader } from "./leader";
import { usePreferenceStore } from "./preferences";
import type { EditorStore } from "./store";

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && target.type !== "checkbox") ||
    (target instanceof HTMLElement && target.isContentEditable)
  );
}

const onMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/** Moves that only a keyboard makes, or that another command makes too. */
const KEYS_ALONE: ReadonlySet<CommandId> = new Set([
  "leave",
  "list-next",
  "list-previous",
  "next-pane",
  "previous-pane",
]);

/** What the palette offers of the table: commands that have something to do. */
function offeredHere(t: Texts, does: (id: CommandId) => (() => void) | undefined, keys: (id: CommandId) => string) {
  return COMMANDS.flatMap(({ id, title }): PageCommand[] =>
    KEYS_ALONE.has(id) || !does(id) ? [] : [{ label: t(title), keys: keys(id), run: () => does(id)?.() }],
  );
}

/**
 * The keys of the page, and its commands in the palette. An input method that is composing a word is never interrupted.
 * @returns whether the Insert keys wait for what is to be inserted
 */
export function useKeys(store: EditorStore, help: RefObject<HTMLDialogElement | null>): boolean {
  const t = useTexts();
  const preferences = usePreferenceStore();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const mac = onMac();
    const leader = new Leader(store, t, setOpen);
    const press = (event: KeyboardEvent) => {
      if (event.isComposing || event.defaultPrevented || help.current?.open) return;
      if (leader.take(event)) return event.preventDefault();
      const { keys: chosen, singleKeys } = preferences.read();
      const command = commandOf(event, { typing: isField(event.target), singleKeys, mac, chosen });
      if (command === undefined) return;
      if (command === "insert") return void (leader.open() && event.preventDefault());
      const action = actionOf(t, store, command, help.current);
      action?.();
      if (action) event.preventDefault();
    };
    const insert = () => {
      if (!focusedField()) fieldOf(0)?.focusEnd();
      leader.open();
    };
    const withdraw = offerCommands(() =>
      offeredHere(
        t,
        (id) => (id === "insert" ? fieldOf(0) && insert : actionOf(t, store, id, help.current)),
        (id) => keyCaps(keyOf(id, preferences.read().keys), mac).join(" "),
      ),
    );
    document.addEventListener("keydown", press);
    // Whoever works with keys may write a comment by one.
    document.addEventListener("keydown", () => void import("./panels/comments").catch(() => {}), { once: true });
    return () => {
      withdraw();
      document.removeEventListener("keydown", press);
    };
  }, [t, store, help, preferences]);
  return open;
}
