import { applyPatches, type FormatOptions, type Reformat, type Span } from "../kernel/format";
import { lineEnding, PatchList } from "../kernel/splice";
import { removeMessages } from "./edit";
import { readFlags, wrapStyle } from "./fields";
import { type PoField, type PoMessage, scanMessages } from "./tokens";
import { type WrapStyle, wrapField } from "./wrap";

/** A whole PO file in the shape of its parameters. */

/** Comment lines that a message may have above it, each with its line end. */
const PLACES = /^#:[^\r\n]*(?:\r\n|[\r\n]|$)/gm;
const PREVIOUS = /^#~?\|[^\r\n]*(?:\r\n|[\r\n]|$)/gm;
const PREVIOUS_RUN = /^(?:#~?\|[^\r\n]*(?:\r\n|[\r\n]|$))+/gm;

/** PO files of both kinds. */
export const reformatPo: Reformat = {
  params: ["po_line_wrap", "po_keep_previous", "po_remove_obsolete", "po_no_location"],
  apply: (text, params) => {
    let shaped = text;
    if (params.po_remove_obsolete === true) shaped = withoutObsolete(shaped);
    if (params.po_no_location === true) shaped = withoutLines(shaped, PLACES);
    if (params.po_keep_previous === false) shaped = withoutLines(shaped, PREVIOUS);
    return params.po_line_wrap === undefined ? shaped : wrapAll(shaped, params);
  },
};

function withoutObsolete(text: string): string {
  const messages = scanMessages(text);
  const patches = new PatchList(text);
  removeMessages(patches, text, messages, new Set(messages.filter((message) => message.obsolete)));
  return applyPatches(text, patches.finish());
}

/** Without the lines above messages that a pattern finds. */
function withoutLines(text: string, lines: RegExp): string {
  const patches = new PatchList(text);
  for (const message of scanMessages(text))
    for (const found of text.slice(message.start, message.end).matchAll(lines))
      patches.replace(message.start + found.index, message.start + found.index + found[0].length, "");
  return applyPatches(text, patches.finish());
}

/** Every field of every message in the lines that the width gives it. */
function wrapAll(text: string, params: FormatOptions["params"]): string {
  const style = wrapStyle("", [], params);
  const eol = lineEnding(text);
  const patches = new PatchList(text);
  for (const message of scanMessages(text)) {
    const { flags } = readFlags(text, message);
    wrapPrevious(patches, text, message, (keyword, value) => wrapField(keyword, value, style, flags).join(eol), eol);
    for (const [keyword, field] of fieldsOf(message))
      wrapOne(patches, text, { keyword, field, message }, { style, flags, eol });
  }
  return applyPatches(text, patches.finish());
}

function fieldsOf(message: PoMessage): [keyword: string, field: PoField][] {
  const { context, id, plural, strings } = message;
  return [
    ...(context ? [["msgctxt", context] satisfies [string, PoField]] : []),
    ["msgid", id],
    ...(plural ? [["msgid_plural", plural] satisfies [string, PoField]] : []),
    ...strings.map((field, form): [string, PoField] => [plural ? `msgstr[${form}]` : "msgstr", field]),
  ];
}

function wrapOne(
  patches: PatchList,
  text: string,
  { keyword, field, message }: { keyword: string; field: PoField; message: PoMessage },
  { style, flags, eol }: { style: WrapStyle; flags: string; eol: string },
): void {
  if (!message.obsolete) {
    patches.replace(field.start, field.end, wrapField(keyword, field.value, style, flags).join(eol));
    return;
  }
  const lines = wrapField(`#~ ${keyword}`, field.value, style, flags).join(eol);
  // The prefix of the first line is taken in where it stands right before the keyword.
  const prefix = /(?:^|[\r\n])(#~[ \t]*)$/.exec(text.slice(Math.max(0, field.start - 20), field.start))?.[1];
  if (prefix === undefined) patches.replace(field.start, field.end, lines.slice("#~ ".length));
  else patches.replace(field.start - prefix.length, field.end, lines);
}

/** Wraps the former texts in the `#|` lines; lines that do not read stay. */
function wrapPrevious(
  patches: PatchList,
  text: string,
  message: PoMessage,
  wrap: (keyword: string, value: string) => string,
  eol: string,
): void {
  const head: Span = { start: message.start, end: (message.context ?? message.id).start };
  for (const run of text.slice(head.start, head.end).matchAll(PREVIOUS_RUN)) {
    const prefix = run[0].startsWith("#~|") ? "#~|" : "#|";
    const fields = previousFields(run[0]);
    if (!fields) continue;
    const lines = fields.map(([keyword, value]) => wrap(`${prefix} ${keyword}`, value)).join(eol);
    patches.replace(head.start + run.index, head.start + run.index + run[0].length, lines + eol);
  }
}

/** What a run of such lines says; undefined when it does not read. */
function previousFields(lines: string): [keyword: string, value: string][] | undefined {
  const body = lines.replace(/^#~?\|/gm, "");
  const bare = /^[ \t]*msgctxt\b/.test(body) && !/^[ \t]*msgid\b/m.test(body) ? `${body}\nmsgid ""` : body;
  const last = /^[ \t]*msgid_plural\b/m.test(body) ? 'msgstr[0] ""' : 'msgstr ""';
  try {
    const messages = scanMessages(`${bare}\n${last}`);
    const [message] = messages;
    if (!message || messages.length > 1) return undefined;
    const fields = fieldsOf({ ...message, strings: [] });
    return (bare === body ? fields : fields.slice(0, 1)).map(([keyword, field]) => [keyword, field.value]);
  } catch {
    return undefined;
  }
}
