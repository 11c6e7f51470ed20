import type { TextKey } from "#texts";

/** Everything that has a key. This table drives the keys, the help and the names on buttons. */

export type CommandId =
  | "save-next"
  | "save-stay"
  | "approve"
  | "needs-editing"
  | "suggest"
  | "use-suggestion"
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
  /** "Mod" is Ctrl, on Apple's keyboards ⌘. */
  keys: readonly string[];
  /** A single key: only where nobody is typing, and only when single keys are on. */
  single?: true;
}

export const COMMANDS: readonly Command[] = [
  { id: "save-next", title: "editor.command.saveNext", keys: ["Mod+Enter"] },
  { id: "save-stay", title: "editor.command.saveStay", keys: ["Mod+s"] },
  { id: "approve", title: "editor.command.approve", keys: ["Mod+Shift+Enter"] },
  { id: "suggest", title: "editor.command.suggest", keys: ["Alt+Enter"] },
  { id: "needs-editing", title: "editor.command.needsEditing", keys: ["Mod+e"] },
  {
    id: "use-suggestion",
    title: "editor.command.useSuggestion",
    keys: ["Alt+1", "Alt+2", "Alt+3", "Alt+4", "Alt+5"],
  },
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
  { id: "list-next", title: "editor.command.listNext", keys: ["j"], single: true },
  { id: "list-previous", title: "editor.command.listPrevious", keys: ["k"], single: true },
  { id: "tick", title: "editor.command.tick", keys: ["x"], single: true },
  { id: "tick-range", title: "editor.command.tickRange", keys: ["Shift+x"], single: true },
  { id: "edit", title: "editor.command.edit", keys: ["e"], single: true },
  { id: "copy-link", title: "editor.command.copyLink", keys: ["l"], single: true },
  { id: "take-theirs", title: "editor.command.takeTheirs", keys: ["1"], single: true },
  { id: "keep-mine", title: "editor.command.keepMine", keys: ["2"], single: true },
  { id: "mine-as-suggestion", title: "editor.command.mineAsSuggestion", keys: ["3"], single: true },
  { id: "accept-suggestion", title: "editor.command.acceptSuggestion", keys: ["a"], single: true },
  { id: "approve-suggestion", title: "editor.command.approveSuggestion", keys: ["Shift+a"], single: true },
  { id: "improve-suggestion", title: "editor.command.improveSuggestion", keys: ["i"], single: true },
  { id: "reject-suggestion", title: "editor.command.rejectSuggestion", keys: ["r"], single: true },
  { id: "review-suggest", title: "editor.command.reviewSuggest", keys: ["s"], single: true },
  { id: "review-undo", title: "editor.command.reviewUndo", keys: ["u"], single: true },
  { id: "vote-for", title: "editor.command.voteFor", keys: ["v"], single: true },
  { id: "vote-against", title: "editor.command.voteAgainst", keys: ["Shift+v"], single: true },
  { id: "comment", title: "editor.command.comment", keys: ["Mod+u", "c"] },
  { id: "help", title: "editor.command.help", keys: ["?"], single: true },
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
  options: { typing: boolean; singleKeys: boolean; mac: boolean },
): CommandId | undefined {
  for (const command of COMMANDS) {
    const free = !options.typing && options.singleKeys;
    if (command.single && !free) continue;
    if (command.keys.some((binding) => (binding.length > 1 || free) && matches(binding, press, options.mac)))
      return command.id;
  }
  return undefined;
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

/** The first key of a command. */
export function keyOf(id: CommandId): string {
  return COMMANDS.find((command) => command.id === id)?.keys[0] ?? "";
}
