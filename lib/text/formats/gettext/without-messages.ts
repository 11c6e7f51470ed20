import { isHeader } from "./identity";
import { eachMessage } from "./tokens";

/** Templates with fewer strings. */

/** A file without the messages whose id is left out; all else stays as it is. @throws FormatError */
export function withoutMessages(text: string, leaveOut: (id: string) => boolean): string {
  let kept = "";
  let from = 0;
  eachMessage(text, (message) => {
    if (isHeader(message) || message.obsolete || !leaveOut(message.id.value)) return;
    kept += text.slice(from, message.start);
    from = message.end;
    // The blank line behind it goes, too.
    if (text[from] === "\n") from++;
  });
  return `${(kept + text.slice(from)).trimEnd()}\n`;
}

/** Roles of reStructuredText whose content readers read as a text of its own. */
const SPOKEN_ROLES: ReadonlySet<string> = new Set([
  ...["guilabel", "menuselection", "term", "abbr", "dfn", "index"],
  ...["emphasis", "strong", "sub", "subscript", "sup", "superscript", "title", "title-reference", "t"],
]);

/**
 * Whether a paragraph of reStructuredText has nothing to translate: literals, references that take their title from where
 * they lead, substitutions, footnotes, addresses, numbers and punctuation alone.
 */
export function isOnlyMarkup(paragraph: string): boolean {
  const rest = paragraph
    .replaceAll(/``[^`]*``/g, " ")
    .replaceAll(/:([\w:+.-]{1,60}):`([^`<]*)`/g, (whole, role: string) =>
      SPOKEN_ROLES.has(role.slice(role.lastIndexOf(":") + 1)) ? whole : " ",
    )
    .replaceAll(/\|[^|\s][^|]{0,200}\|_{0,2}/g, " ")
    .replaceAll(/\[[#*\w-]{0,60}\]_/g, " ")
    .replaceAll(/(?:https?|ftp|mailto):[^\s<>`]+/g, " ");
  return !/\p{L}/u.test(rest);
}
