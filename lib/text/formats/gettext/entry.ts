import type { Entry, EntryState } from "../kernel/format";
import { readFlags } from "./fields";
import { messageKey } from "./identity";
import { type PoMessage, readPrevious } from "./tokens";

/** What a message of a PO file says as an entry. */

/** Separates singular and plural in the previous source, as the API joins forms. */
const FORM_GLUE = "\u001e\u001e";

/** Entry of a message; `forms` is the number of plural forms. */
export function entryOf(text: string, message: PoMessage, id: string, forms: number, monolingual: boolean): Entry {
  const targets: string[] = [];
  if (message.plural) for (let i = 0; i < forms; i++) targets.push(message.strings[i]?.value ?? "");
  else targets.push(message.strings[0]!.value);
  const { flags, fuzzy } = readFlags(text, message);
  const state = stateOf(targets, fuzzy, flags);
  let previousSource = "";
  if (fuzzy && message.previousLines.length) {
    const previous = readPrevious(text, message.previousLines);
    previousSource = previous.plural === undefined ? previous.id : previous.id + FORM_GLUE + previous.plural;
  }
  const context = message.context?.value ?? "";
  const source = message.id.value;
  const bilingual = message.plural ? [source, message.plural.value] : [source];
  return {
    id,
    context: monolingual ? messageKey(message.context && context, source) : context,
    sources: monolingual ? [...targets] : bilingual,
    targets,
    plural: message.plural !== undefined,
    state,
    note: noteOf(message),
    location: locationOf(message.references),
    flags,
    previousSource,
    span: { start: message.start, end: message.end },
  };
}

/** "Foo:docstring of …" is Sphinx's way to name a place inside a docstring; names with blanks stand in isolates. */
function locationOf(references: readonly string[]): string {
  const words: string[] = [];
  for (const line of references) {
    const plain = line.includes(":docstring of ") ? line.replace(/:docstring of \S+/g, "") : line;
    if (!plain.includes("\u2068")) {
      for (const word of plain.split(/[ \t]+/)) if (word) words.push(word);
      continue;
    }
    for (const match of plain.matchAll(/(?:\u2068[^\u2068\u2069]{0,400}\u2069|[^ \t\u2068])+/g)) {
      words.push(match[0].replace(/[\u2068\u2069]/g, ""));
    }
  }
  return words.join(", ");
}

function noteOf(message: PoMessage): string {
  if (!message.translatorNotes.length && !message.extractedNotes.length) return "";
  const lines = [...message.translatorNotes, ...message.extractedNotes];
  while (lines.length && lines.at(-1)!.trim() === "") lines.pop();
  while (lines.length && lines[0]!.trim() === "") lines.shift();
  return lines.join("\n");
}

function stateOf(targets: readonly string[], fuzzy: boolean, flags: string): EntryState {
  if (flags !== "" && flags.split(",").some((flag) => flag.trim() === "read-only")) return "read-only";
  if (targets.every((target) => target === "")) return "empty";
  return fuzzy ? "needs-editing" : "translated";
}
