import type { FormatOptions, Span } from "../kernel/format";
import type { PatchList } from "../kernel/splice";
import type { PoField, PoMessage } from "./tokens";
import { isOverlong, PAGE, type WrapStyle, wrapField } from "./wrap";

/** How this file is laid out. */
export interface PoLayout {
  style: WrapStyle;
  eol: string;
}

/** Flags as the file gives them, joined by ", ", without `fuzzy`; and whether that was there. */
export function readFlags(text: string, message: PoMessage): { flags: string; fuzzy: boolean } {
  if (!message.flagLines.length) return { flags: "", fuzzy: false };
  const names = flagItems(text, message).map((item) => item.name);
  return { flags: names.filter((name) => name !== "fuzzy").join(", "), fuzzy: names.includes("fuzzy") };
}

/** Flags of a message with their places, `fuzzy` included. */
function flagItems(text: string, message: PoMessage): { name: string; start: number; end: number; line: number }[] {
  const items: { name: string; start: number; end: number; line: number }[] = [];
  message.flagLines.forEach((span, line) => {
    let at = span.start + 2;
    for (const part of text.slice(at, span.end).split(",")) {
      const name = part.trim();
      const start = at + (part.length - part.trimStart().length);
      if (name) items.push({ name, start, end: start + name.length, line });
      at += part.length + 1;
    }
  });
  return items;
}

function cutLine(patches: PatchList, text: string, span: { start: number; end: number }): void {
  let end = span.end;
  if (text[end] === "\r") end++;
  if (text[end] === "\n") end++;
  patches.replace(span.start, end, "");
}

/** Takes the mark away, with its line when it stood alone, and all `#|` lines. */
export function clearFuzzy(patches: PatchList, text: string, message: PoMessage): void {
  const items = flagItems(text, message);
  message.flagLines.forEach((span, line) => {
    const own = items.filter((item) => item.line === line);
    const kept = own.filter((item) => item.name !== "fuzzy");
    if (kept.length === own.length) return;
    if (kept.length === 0) {
      cutLine(patches, text, span);
      return;
    }
    const first = own.findIndex((item) => item.name !== "fuzzy");
    if (first > 0) patches.replace(own[0]!.start, own[first]!.start, "");
    for (let i = first + 1; i < own.length; i++) {
      if (own[i]!.name === "fuzzy") patches.replace(own[i - 1]!.end, own[i]!.end, "");
    }
  });
  for (const span of message.previousLines) cutLine(patches, text, span);
}

/** Puts `fuzzy` first in the flags, on a line of its own where there was none. */
export function setFuzzy(patches: PatchList, text: string, message: PoMessage, eol: string): void {
  const line = message.flagLines[0];
  const first = flagItems(text, message)[0];
  if (line && first?.line === 0) {
    patches.insert(first.start, "fuzzy, ");
  } else if (line) {
    patches.replace(line.start, line.end, "#, fuzzy");
  } else {
    const before = message.previousLines[0]?.start ?? (message.context ?? message.id).start;
    patches.insert(before, `#, fuzzy${eol}`);
  }
}

/** Replaces the forms that differ, each in its own lines, and adds forms that the message lacks. */
export function setStrings(
  patches: PatchList,
  message: PoMessage,
  targets: readonly string[],
  flags: string,
  layout: PoLayout,
): void {
  const last = message.strings.at(-1)!;
  targets.forEach((target, form) => {
    const keyword = message.plural ? `msgstr[${form}]` : "msgstr";
    const lines = (): string => wrapField(keyword, target, layout.style, flags).join(layout.eol);
    const field = message.strings[form];
    if (!field) patches.insert(last.end, layout.eol + lines());
    else if (field.value !== target) patches.replace(field.start, field.end, lines());
  });
}

/** Comment lines above a message, flags and former texts among them. */
export function linesAbove(text: string, { start, context, id }: PoMessage): string[] {
  return text
    .slice(start, (context ?? id).start)
    .split(/\r\n|[\r\n]/)
    .map((line) => line.trimEnd())
    .filter((line) => line.startsWith("#") && line !== "#~");
}

/** Everything a new message says. */
export interface NewMessage {
  /** Comment lines that it has from the template, as they stand there, instead of the note. */
  comments?: readonly string[];
  note: string;
  flags: string;
  context: string | undefined;
  id: string;
  plural: string | undefined;
  targets: readonly string[];
}

/** Lines of a new message, without a line end after the last. */
export function composeMessage(message: NewMessage, layout: PoLayout): string {
  const { style, eol } = layout;
  const lines: string[] = [];
  if (message.comments) lines.push(...message.comments);
  else if (message.note) for (const line of message.note.split(/\r\n|[\r\n]/)) lines.push(`#. ${line}`.trimEnd());
  const flags = message.flags.replace(/[\r\n]+/g, " ").trim();
  if (flags) lines.push(`#, ${flags}`);
  if (message.context !== undefined) lines.push(...wrapField("msgctxt", message.context, style, flags));
  lines.push(...wrapField("msgid", message.id, style, flags));
  if (message.plural === undefined) {
    lines.push(...wrapField("msgstr", message.targets[0] ?? "", style, flags));
  } else {
    lines.push(...wrapField("msgid_plural", message.plural, style, flags));
    message.targets.forEach((target, form) => {
      lines.push(...wrapField(`msgstr[${form}]`, target, style, flags));
    });
  }
  return lines.join(eol);
}

/** A line from which on it tells whether a file is wrapped. */
const LONG = 40;
const [LINE_FEED, BACKSLASH] = [10, 92];

/** How one existing field tells about the layout; one line that is too long is not looked for again once one was seen. */
function evidence(text: string, field: Span, unwrapped: boolean): "unwrapped" | "one-line" | "split" | undefined {
  const whole = text.slice(field.start, field.end);
  if (unwrapped && !whole.includes("\n") && !whole.includes("\\n")) return undefined;
  const lines = whole.split("\n");
  const quote = lines[0]!.indexOf('"');
  const head = lines[0]!.slice(quote + 1, lines[0]!.lastIndexOf('"'));
  if (lines.length === 1 && /(?:^|[^\\])(?:\\\\)*\\n./.test(head)) return "one-line";
  if (lines.length === 1 && unwrapped) return undefined;
  for (const line of lines) {
    const open = line.indexOf('"');
    if (line.length < LONG) continue;
    const inside = line.slice(open + 1, line.lastIndexOf('"'));
    if (isOverlong(inside, open + 1)) return "unwrapped";
  }
  return lines.length > 1 ? "split" : undefined;
}

/** The fields of a message that tell about the layout: all but the context; of the header none. */
export function identifyingFields({ id, plural, strings }: PoMessage): PoField[] {
  if (id.value === "") return [];
  return plural ? [id, plural, ...strings] : [id, ...strings];
}

/** Whether a field may tell at all: most have one short line, which all layouts write alike. */
export function mayTell(text: string, { start, end }: Span): boolean {
  if (end - start >= LONG) return true;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === LINE_FEED || code === BACKSLASH) return true;
  }
  return false;
}

/**
 * The layout of a file by its fields. `po_line_wrap` (77, 65535, -1) decides when it is set; else a file that has a line beyond
 * the page which could have been broken at a blank or between ideographs is not wrapped.
 */
export function wrapStyle(text: string, fields: Iterable<Span>, params: FormatOptions["params"]): WrapStyle {
  const given = Number(params.po_line_wrap ?? Number.NaN);
  if (given === -1) return { kind: "one-line" };
  if (given >= 65535) return { kind: "line-feeds" };
  if (Number.isInteger(given) && given >= 20) return { kind: "page", width: given + 2 };
  const seen = { unwrapped: false, "one-line": false, split: false };
  for (const field of fields) {
    const found = evidence(text, field, seen.unwrapped);
    if (found) seen[found] = true;
    if (seen.split && seen.unwrapped) break;
  }
  if (seen["one-line"] && !seen.split) return { kind: "one-line" };
  return seen.unwrapped ? { kind: "line-feeds" } : PAGE;
}
