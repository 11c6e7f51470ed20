import type { TextKey } from "#texts";

/** Everything that has a key. This table drives the keys, the help and the names on buttons. */

export type CommandId =
  | "save-next"
  | "save-stay"
  | "approve"
  | "needs-editing"
  | "suggest"
  | "next"
  | "previous"
  | "first"
  | "last"
  | "next-pane"
  | "previous-pane"
  | "insert"
  | "next-problem"
  | "previous-problem"
  | "search"
  | "list-next"
  | "list-previous"
  | "tick"
  | "tick-range"
  | "edit"
  | "leave"
  | "copy-link"
  | "take-theirs"
  | "keep-mine"
  | "mine-as-suggestion"
  | "accept-suggestion"
  | "approve-suggestion"
  | "improve-suggestion"
  | "reject-suggestion"
  | "review-suggest"
  | "review-undo"
  | "vote-for"
  | "vote-against"
  | "comment"
  | "help";

export interface Command {
  id: CommandId;
  title: TextKey;
  /** The usual keys; "Mod" is Ctrl, on Apple's keyboards ⌘. */
  keys: readonly string[];
}

/** Keys of commands that somebody has chosen; commands that are not in it have the usual ones. */
export type ChosenKeys = Readonly<Record<string, readonly string[]>>;

/** The keys of a command. */
export function keysOf({ id, keys }: Command, chosen: ChosenKeys): readonly string[] {
  return chosen[id] ?? keys;
}

/** A single key: only where nobody is typing, and only when single keys are on. */
export const isSingle = (binding: string): boolean => /^(?:Shift\+)?.$/u.test(binding);

export const COMMANDS: readonly Command[] = [
  { id: "save-next", title: "editor.command.saveNext", keys: ["Mod+Enter"] },
  { id: "save-stay", title: "editor.command.saveStay", keys: ["Mod+s"] },
  { id: "approve", title: "editor.command.approve", keys: ["Mod+Shift+Enter"] },
  { id: "suggest", title: "editor.command.suggest", keys: ["Alt+Enter"] },
  { id: "needs-editing", title: "editor.command.needsEditing", keys: ["Mod+e"] },
  { id: "next", title: "editor.command.next", keys: ["Alt+ArrowDown", "Alt+PageDown"] },
  { id: "previous", title: "editor.command.previous", keys: ["Alt+ArrowUp", "Alt+PageUp"] },
  { id: "first", title: "editor.command.first", keys: ["Alt+Home"] },
  { id: "last", title: "editor.command.last", keys: ["Alt+End"] },
  { id: "next-pane", title: "editor.command.nextPane", keys: ["F6"] },
  { id: "previous-pane", title: "editor.command.previousPane", keys: ["Shift+F6"] },
  { id: "insert", title: "editor.command.insert", keys: ["Mod+i"] },
  { id: "next-problem", title: "editor.command.nextProblem", keys: ["F8"] },
  { id: "previous-problem", title: "editor.command.previousProblem", keys: ["Shift+F8"] },
  { id: "search", title: "editor.command.search", keys: ["Mod+Shift+f", "/"] },
  { id: "leave", title: "editor.command.leave", keys: ["Escape"] },
  { id: "list-next", title: "editor.command.listNext", keys: ["j"] },
  { id: "list-previous", title: "editor.command.listPrevious", keys: ["k"] },
  { id: "tick", title: "editor.command.tick", keys: ["x"] },
  { id: "tick-range", title: "editor.command.tickRange", keys: ["Shift+x"] },
  { id: "edit", title: "editor.command.edit", keys: ["e"] },
  { id: "copy-link", title: "editor.command.copyLink", keys: ["l"] },
  { id: "take-theirs", title: "editor.command.takeTheirs", keys: ["1"] },
  { id: "keep-mine", title: "editor.command.keepMine", keys: ["2"] },
  { id: "mine-as-suggestion", title: "editor.command.mineAsSuggestion", keys: ["3"] },
  { id: "accept-suggestion", title: "editor.command.acceptSuggestion", keys: ["a"] },
  { id: "approve-suggestion", title: "editor.command.approveSuggestion", keys: ["Shift+a"] },
  { id: "improve-suggestion", title: "editor.command.improveSuggestion", keys: ["i"] },
  { id: "reject-suggestion", title: "editor.command.rejectSuggestion", keys: ["r"] },
  { id: "review-suggest", title: "editor.command.reviewSuggest", keys: ["s"] },
  { id: "review-undo", title: "editor.command.reviewUndo", keys: ["u"] },
  { id: "vote-for", title: "editor.command.voteFor", keys: ["v"] },
  { id: "vote-against", title: "editor.command.voteAgainst", keys: ["Shift+v"] },
  { id: "comment", title: "editor.command.comment", keys: ["Mod+u", "c"] },
  { id: "help", title: "editor.command.help", keys: ["?"] },
];

/** As much of a keyboard event as matching needs. */
export interface KeyPress {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** Characters of keys by their place, for layouts without Latin letters. */
const BY_PLACE: ReadonlyMap<string, string> = new Map([["Slash", "/"]]);

/**
 * The key's name: its character, or on a layout without Latin letters the letter that is printed there on a Latin
 * keyboard.
 */
function nameOf(press: KeyPress): string {
  const { key, code } = press;
  if (key.length > 1) return key;
  if (/^[\x20-\x7e]$/.test(key)) return key.toLowerCase();
  const letter = /^Key([A-Z])$/.exec(code)?.[1] ?? /^Digit(\d)$/.exec(code)?.[1];
  const placed = BY_PLACE.get(code);
  if (placed) return press.shiftKey ? "?" : placed;
  return letter?.toLowerCase() ?? key;
}

function matches(binding: string, press: KeyPress, mac: boolean): boolean {
  const parts = binding.split("+");
  const wanted = parts.at(-1) ?? "";
  const mod = mac ? press.metaKey : press.ctrlKey;
  const other = mac ? press.ctrlKey : press.metaKey;
  // A character like "?" brings its own Shift.
  const shift = /^[^a-z0-9]$/i.test(wanted) || parts.includes("Shift") === press.shiftKey;
  const name = nameOf(press);
  const same = name === wanted || (wanted.length === 1 && name === wanted.toLowerCase());
  return same && shift && parts.includes("Mod") === mod && parts.includes("Alt") === press.altKey && !other;
}

/**
 * The command of a key press; undefined when the key is not ours.
 * @param typing whether the press goes into a field
 * @param singleKeys whether single keys are on
 */
export function commandOf(
  press: KeyPress,
  options: { typing: boolean; singleKeys: boolean; mac: boolean; chosen: ChosenKeys },
): CommandId | undefined {
  const free = !options.typing && options.singleKeys;
  return COMMANDS.find((command) =>
    keysOf(command, options.chosen).some(
      (binding) => (free || !isSingle(binding)) && matches(binding, press, options.mac),
    ),
  )?.id;
}

const MODIFIERS: ReadonlySet<string> = new Set(["Control", "Shift", "Alt", "Meta", "AltGraph", "CapsLock", "Dead"]);

/** A key press as it is written in the table; undefined for a modifier alone. */
export function bindingOf(press: KeyPress, mac: boolean): string | undefined {
  if (MODIFIERS.has(press.key) || press.key === "Unidentified") return undefined;
  const name = press.key === " " ? "Space" : nameOf(press);
  const symbol = /^[^a-z0-9]$/i.test(name);
  const parts = [
    (mac ? press.metaKey : press.ctrlKey) ? "Mod" : "",
    (mac ? press.ctrlKey : press.metaKey) ? "Other" : "",
    press.altKey ? "Alt" : "",
    press.shiftKey && !symbol ? "Shift" : "",
    name,
  ];
  return parts.filter((part) => part !== "").join("+");
}

/** Keys that browsers and systems need: tabs, windows, history, zoom, find, undo, the clipboard. */
const RESERVED =
  /^(?:Tab|Shift\+Tab|Enter|Shift\+Enter|Space|Escape|Backspace|Delete|F5|F11|F12|(?:Shift\+)?(?:Arrow\w+|Home|End|PageUp|PageDown)|Mod\+(?:Shift\+)?(?:[acfhjlnpqrtvwxyz0-9+=,-]|Tab|PageUp|PageDown|Home|End|Arrow\w+|Backspace|Delete|Insert|F4)|Alt\+(?:ArrowLeft|ArrowRight|F4|Tab|Space|.)|Alt\+Shift\+.|Mod\+Alt\+.*|.*Other\+.*)$/u;

/** Why a key is not given to a command: it is the browser's, or another command's. */
export type KeyRefusal = { reason: "reserved" } | { reason: "taken"; by: Command };

/** Why a key cannot be a command's; undefined when it can. The key that a command has by default is always allowed. */
export function keyRefusal(id: CommandId, binding: string, chosen: ChosenKeys): KeyRefusal | undefined {
  const own = COMMANDS.find((command) => command.id === id)?.keys.includes(binding);
  if (!own && RESERVED.test(binding)) return { reason: "reserved" };
  const by = COMMANDS.find((command) => command.id !== id && keysOf(command, chosen).includes(binding));
  return by && { reason: "taken", by };
}

const NAMES: Readonly<Record<string, readonly [string, string]>> = {
  Mod: ["Ctrl", "⌘"],
  Alt: ["Alt", "⌥"],
  Shift: ["Shift", "⇧"],
  Enter: ["Enter", "↵"],
  ArrowDown: ["↓", "↓"],
  ArrowUp: ["↑", "↑"],
  PageDown: ["PgDn", "PgDn"],
  PageUp: ["PgUp", "PgUp"],
  Escape: ["Esc", "Esc"],
};

/** The parts of a key as they are printed on keyboards. */
export function keyCaps(binding: string, mac: boolean): string[] {
  return binding
    .split("+")
    .map((part) => NAMES[part]?.[mac ? 1 : 0] ?? (part.length === 1 ? part.toUpperCase() : part));
}

/** The first key of a command; "" where it has none. */
export function keyOf(id: CommandId, chosen: ChosenKeys): string {
  const command = COMMANDS.find((one) => one.id === id);
  return (command && keysOf(command, chosen)[0]) ?? "";
}
