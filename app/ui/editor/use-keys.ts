"use client";

import { type RefObject, useEffect, useState } from "react";
import { type Texts, useTexts } from "#texts";
import { type CommandId, commandOf } from "./commands";
import { fieldOf, focusedField } from "./fields";
import { Leader } from "./leader";
import { usePreferenceStore } from "./preferences";
import type { EditorStore } from "./store";
import { ticksOf, ticksOffered } from "./ticks";

const PANES = ["list", "string", "context"] as const;

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && target.type !== "checkbox") ||
    (target instanceof HTMLElement && target.isContentEditable)
  );
}

function focusField(): void {
  fieldOf(0)?.focusEnd();
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

/** Moves through the failing checks; false when there are none. */
function turnProblem(by: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>("[data-finding]")];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = at < 0 ? rows.at(by > 0 ? 0 : -1) : rows[(at + by + rows.length) % rows.length];
  next?.focus();
  return next !== undefined;
}

async function copyLink(t: Texts, store: EditorStore): Promise<void> {
  const unit = store.current();
  if (!unit) return;
  try {
    await navigator.clipboard.writeText(new URL(store.permanentAddress(unit), location.href).toString());
    store.say(t("editor.announce.linkCopied"));
  } catch {
    store.say(t("editor.announce.copyRefused"));
  }
}

const CHOICES = { "take-theirs": "theirs", "keep-mine": "mine", "mine-as-suggestion": "suggestion" } as const;

/** Presses a button of the suggestion that holds the focus, else of the first one. */
function pressAct(name: string): boolean {
  const focused = document.activeElement?.closest("[data-suggestion]");
  const within = focused ?? document.querySelector("[data-suggestion]");
  const button = within?.querySelector<HTMLButtonElement>(`[data-act="${name}"]`);
  button?.click();
  return button !== null && button !== undefined;
}

/** Presses a button of the text under review, unless a suggestion holds the focus; false where there is none. */
function pressReview(name: string): boolean {
  if (document.activeElement?.closest("[data-suggestion]")) return false;
  const button = document.querySelector<HTMLElement>(`[data-review="${name}"]`);
  button?.click();
  return button !== null;
}

/** Opens the comments of the string, with the caret in their first box. */
function openComments(): boolean {
  const tab = document.querySelector<HTMLElement>("[data-tab=comments]");
  // In the linear layout a panel that is open would close.
  if (!tab?.closest("details[open]")) tab?.click();
  tab?.focus();
  focusComment(tab, performance.now() + COMMENTS_MS);
  return tab !== null;
}

/** The first time the panel has to be loaded. */
const COMMENTS_MS = 3000;

/** Waits for the box, unless somebody goes elsewhere meanwhile. */
function focusComment(tab: HTMLElement | null, end: number): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== tab) return;
    const box = document.querySelector<HTMLElement>("[data-comment-box]");
    if (box) box.focus();
    else if (performance.now() < end) focusComment(tab, end);
  });
}

/** Ticks the open string, or all from the one that was ticked before. */
function tick(store: EditorStore, range: boolean): boolean {
  const { cursor, order } = store.state;
  if (cursor === undefined || !ticksOffered(store)) return false;
  const ticks = ticksOf(store);
  if (range) ticks.range(order, cursor);
  else ticks.toggle(cursor);
  return true;
}

/** Runs a command; false when there is nothing to run it on, so that the key keeps its own meaning. */
function run(t: Texts, store: EditorStore, id: Exclude<CommandId, "insert">, help: HTMLDialogElement | null): boolean {
  const conflict = store.state.conflict !== undefined;
  const typing = focusedField() !== undefined || document.activeElement instanceof HTMLTextAreaElement;
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
    case "suggest":
      if (store.outbox) store.suggest();
      return store.outbox !== undefined;
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
    case "tick":
    case "tick-range":
      return tick(store, id === "tick-range");
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
    case "next-problem":
    case "previous-problem":
      return turnProblem(id === "next-problem" ? 1 : -1);
    case "search":
      document.querySelector<HTMLInputElement>("#editor-search")?.focus();
      return true;
    case "edit":
      if (!pressReview("edit")) focusField();
      return true;
    case "leave":
      if (typing) (document.activeElement as HTMLElement | null)?.blur();
      return typing;
    case "copy-link":
      void copyLink(t, store);
      return true;
    case "take-theirs":
    case "keep-mine":
    case "mine-as-suggestion":
      if (conflict) store.resolve(CHOICES[id]);
      return conflict;
    case "accept-suggestion":
    case "approve-suggestion":
    case "improve-suggestion":
    case "reject-suggestion":
    case "vote-for":
    case "vote-against":
      if (
        (id === "accept-suggestion" && pressReview("approve")) ||
        (id === "reject-suggestion" && pressReview("reject"))
      )
        return true;
      return pressAct(id.replace("-suggestion", ""));
    case "review-suggest":
    case "review-undo":
      return pressReview(id.replace("review-", ""));
    case "comment":
      return openComments();
    case "help":
      help?.showModal();
      return true;
  }
}

/**
 * The keys of the page. An input method that is composing a word is never interrupted.
 * @returns whether the Insert keys wait for what is to be inserted
 */
export function useKeys(store: EditorStore, help: RefObject<HTMLDialogElement | null>): boolean {
  const t = useTexts();
  const preferences = usePreferenceStore();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const mac = /Mac|iPhone|iPad/.test(navigator.platform);
    const leader = new Leader(store, t, setOpen);
    const press = (event: KeyboardEvent) => {
      if (event.isComposing || event.defaultPrevented || help.current?.open) return;
      if (leader.take(event)) return event.preventDefault();
      const { keys: chosen, singleKeys } = preferences.read();
      const command = commandOf(event, { typing: isField(event.target), singleKeys, mac, chosen });
      if (command === "insert" ? leader.open() : command && run(t, store, command, help.current))
        event.preventDefault();
    };
    document.addEventListener("keydown", press);
    // Whoever works with keys may write a comment by one.
    document.addEventListener("keydown", () => void import("./panels/comments").catch(() => {}), { once: true });
    return () => document.removeEventListener("keydown", press);
  }, [t, store, help, preferences]);
  return open;
}
