"use client";

import { type RefObject, useEffect } from "react";
import { type Texts, useTexts } from "#texts";
import { type CommandId, commandOf } from "./commands";
import { singleKeysOn } from "./help";
import type { EditorStore } from "./store";

const PANES = ["list", "string", "context"] as const;

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && target.type !== "checkbox")
  );
}

function focusField(): void {
  const field = document.querySelector<HTMLTextAreaElement>("#target-0");
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}

function turnPane(by: 1 | -1): void {
  const shown = PANES.map((name) => document.querySelector<HTMLElement>(`[data-pane="${name}"]`)).filter(
    (pane) => pane !== null && pane.offsetParent !== null,
  );
  const at = shown.findIndex((pane) => pane?.contains(document.activeElement));
  const next = shown[(at + by + shown.length) % shown.length];
  if (next?.dataset.pane === "string") focusField();
  else next?.querySelector<HTMLElement>("a[aria-current], a, button")?.focus();
}

async function copyLink(t: Texts, store: EditorStore): Promise<void> {
  const unit = store.current();
  if (!unit) return;
  try {
    await navigator.clipboard.writeText(new URL(`${store.path}?checksum=${unit.checksum}`, location.href).toString());
    store.say(t("editor.announce.linkCopied"));
  } catch {
    store.say(t("editor.announce.copyRefused"));
  }
}

/** Puts the suggestion with the pressed digit into the field. */
function putOffered(t: Texts, store: EditorStore, press: KeyboardEvent): boolean {
  const digit = Number(/^(?:Digit|Numpad)(\d)$/.exec(press.code)?.[1] ?? press.key);
  const unit = store.current();
  const texts = store.offered[digit - 1];
  if (!unit || !texts || store.denial(unit) !== null) return false;
  store.use(texts);
  store.say(t("editor.announce.suggestionUsed", { number: digit }));
  return true;
}

/** Runs a command; false when there is nothing to run it on, so that the key keeps its own meaning. */
function run(
  t: Texts,
  store: EditorStore,
  id: CommandId,
  help: HTMLDialogElement | null,
  press: KeyboardEvent,
): boolean {
  const conflict = store.state.conflict !== undefined;
  const typing = document.activeElement instanceof HTMLTextAreaElement;
  switch (id) {
    case "save-next":
      store.save();
      return true;
    case "save-stay":
      store.save({ stay: true });
      return true;
    case "approve":
      if (store.head.mayApprove) store.save({ approve: true });
      return store.head.mayApprove;
    case "use-suggestion":
      return putOffered(t, store, press);
    case "needs-editing":
      store.setNeeds(!store.state.needs);
      return true;
    case "next":
    case "list-next":
      void store.step(1, { focus: id === "next" });
      return true;
    case "previous":
    case "list-previous":
      void store.step(-1, { focus: id === "previous" });
      return true;
    case "first":
      void store.jump(0);
      return true;
    case "last":
      void store.jump(store.state.total - 1);
      return true;
    case "next-pane":
    case "previous-pane":
      turnPane(id === "next-pane" ? 1 : -1);
      return true;
    case "search":
      document.querySelector<HTMLInputElement>("#editor-search")?.focus();
      return true;
    case "edit":
      focusField();
      return true;
    case "leave":
      if (typing) (document.activeElement as HTMLElement).blur();
      return typing;
    case "copy-link":
      void copyLink(t, store);
      return true;
    case "take-theirs":
    case "keep-mine":
      if (conflict) store.resolve(id === "keep-mine" ? "mine" : "theirs");
      return conflict;
    case "help":
      help?.showModal();
      return true;
  }
}

/** The keys of the page. An input method that is composing a word is never interrupted. */
export function useKeys(store: EditorStore, help: RefObject<HTMLDialogElement | null>): void {
  const t = useTexts();
  useEffect(() => {
    const mac = /Mac|iPhone|iPad/.test(navigator.platform);
    const press = (event: KeyboardEvent) => {
      if (event.isComposing || event.defaultPrevented || help.current?.open) return;
      const command = commandOf(event, { typing: isField(event.target), singleKeys: singleKeysOn(), mac });
      if (command && run(t, store, command, help.current, event)) event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [t, store, help]);
}
