import type { Texts } from "#texts";
import type { CommandId } from "./commands";
import { fieldOf, focusedField } from "./fields";
import type { EditorStore } from "./store";
import { ticksOf, ticksOffered } from "./ticks";

/** What the commands of the editor do, for their keys and for the palette. */

const PANES = ["list", "string", "context"] as const;

/** Does it; undefined where there is nothing to do it with. */
export type Action = (() => void) | undefined;

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

/** Moves through the failing checks, where there are any. */
function turnProblem(by: 1 | -1): Action {
  const rows = [...document.querySelectorAll<HTMLElement>("[data-finding]")];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = at < 0 ? rows.at(by > 0 ? 0 : -1) : rows[(at + by + rows.length) % rows.length];
  return next && (() => next.focus());
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

const pressed = (button: HTMLElement | null | undefined): Action => (button ? () => button.click() : undefined);

/** Presses a button of the suggestion that holds the focus, else of the first one. */
function pressAct(name: string): Action {
  const focused = document.activeElement?.closest("[data-suggestion]");
  const within = focused ?? document.querySelector("[data-suggestion]");
  return pressed(within?.querySelector<HTMLButtonElement>(`[data-act="${name}"]`));
}

/** Presses a button of the text under review, unless a suggestion holds the focus. */
function pressReview(name: string): Action {
  if (document.activeElement?.closest("[data-suggestion]")) return undefined;
  return pressed(document.querySelector<HTMLElement>(`[data-review="${name}"]`));
}

/** Opens the comments of the string, with the caret in their first box. */
function openComments(): Action {
  const tab = document.querySelector<HTMLElement>("[data-tab=comments]");
  if (!tab) return undefined;
  return () => {
    // In the linear layout a panel that is open would close.
    if (!tab.closest("details[open]")) tab.click();
    tab.focus();
    focusComment(tab, performance.now() + COMMENTS_MS);
  };
}

/** The first time the panel has to be loaded. */
const COMMENTS_MS = 3000;

/** Waits for the box, unless somebody goes elsewhere meanwhile. */
function focusComment(tab: HTMLElement, end: number): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== tab) return;
    const box = document.querySelector<HTMLElement>("[data-comment-box]");
    if (box) box.focus();
    else if (performance.now() < end) focusComment(tab, end);
  });
}

/** Ticks the open string, or all from the one that was ticked before. */
function tick(store: EditorStore, range: boolean): Action {
  const { cursor, order } = store.state;
  if (cursor === undefined || !ticksOffered(store)) return undefined;
  const ticks = ticksOf(store);
  return () => (range ? ticks.range(order, cursor) : ticks.toggle(cursor));
}

/** The box of the search, unless the page has none at the moment. */
function searchBox(): Action {
  const box = document.querySelector<HTMLInputElement>("#editor-search");
  return box ? () => box.focus() : undefined;
}

/** What a command does now. The Insert keys are the leader's. */
export function actionOf(
  t: Texts,
  store: EditorStore,
  id: Exclude<CommandId, "insert">,
  help: HTMLDialogElement | null,
): Action {
  const typing = focusedField() !== undefined || document.activeElement instanceof HTMLTextAreaElement;
  switch (id) {
    case "save-next":
      return () => store.save();
    case "save-stay":
      return () => store.save({ stay: true });
    case "approve":
      return store.head.mayApprove ? () => store.save({ approve: true }) : undefined;
    case "suggest":
      return store.outbox ? () => store.suggest() : undefined;
    case "needs-editing":
      return () => store.setNeeds(!store.state.needs);
    case "next":
    case "list-next":
      return () => void store.step(1, { focus: id === "next" });
    case "previous":
    case "list-previous":
      return () => void store.step(-1, { focus: id === "previous" });
    case "tick":
    case "tick-range":
      return tick(store, id === "tick-range");
    case "first":
      return () => void store.jump(0);
    case "last":
      return () => void store.jump(store.state.total - 1);
    case "next-pane":
    case "previous-pane":
      return () => turnPane(id === "next-pane" ? 1 : -1);
    case "next-problem":
    case "previous-problem":
      return turnProblem(id === "next-problem" ? 1 : -1);
    case "search":
      return searchBox();
    case "edit":
      return pressReview("edit") ?? focusField;
    case "leave":
      return typing ? () => (document.activeElement as HTMLElement | null)?.blur() : undefined;
    case "copy-link":
      return () => void copyLink(t, store);
    case "take-theirs":
    case "keep-mine":
    case "mine-as-suggestion":
      return store.state.conflict ? () => store.resolve(CHOICES[id]) : undefined;
    case "accept-suggestion":
      return pressReview("approve") ?? pressAct("accept");
    case "reject-suggestion":
      return pressReview("reject") ?? pressAct("reject");
    case "approve-suggestion":
    case "improve-suggestion":
    case "vote-for":
    case "vote-against":
      return pressAct(id.replace("-suggestion", ""));
    case "review-suggest":
    case "review-undo":
      return pressReview(id.replace("review-", ""));
    case "comment":
      return openComments();
    case "help":
      return () => help?.showModal();
  }
}
