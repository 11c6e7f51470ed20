import type { PoMessage } from "./tokens";

/** Separates context from id, as in compiled catalogues. */
const GLUE = "\u0004";

/** Identity of a message in its file; an empty context differs from none. */
export function messageId(context: string | undefined, id: string): string {
  return context === undefined ? id : context + GLUE + id;
}

/** Key of a monolingual message: id, else context, both joined by a dot when both are set. */
export function messageKey(context: string | undefined, id: string): string {
  return id && context ? `${context}.${id}` : id || (context ?? "");
}

/** True for the entry that holds the header fields. */
export function isHeader(message: PoMessage): boolean {
  return !message.obsolete && message.context === undefined && message.id.value === "";
}

/** Characters (bytes, before decoding) in which the header must have named its charset. */
export const HEADER_REACH = 65_536;

/** Charset that the first entry of a text declares; "" when it does not. A byte order mark says UTF-8. */
export function declaredCharset(text: string): string {
  if (text.charCodeAt(0) === 0xfeff) return "utf-8";
  const head = text.slice(0, HEADER_REACH);
  const first = head.search(/^msgid\b/m);
  const rest = first < 0 ? -1 : head.slice(first + 5).search(/^msgid\b/m);
  const header = rest < 0 ? head : head.slice(0, first + 5 + rest);
  return /"[ \t]{0,9}Content-Type:[^"\\\n]{0,200}charset=[ \t]{0,9}([A-Za-z0-9._:-]{1,40})/i.exec(header)?.[1] ?? "";
}
