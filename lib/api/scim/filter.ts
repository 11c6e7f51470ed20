import { ScimError } from "./errors";

/**
 * Filters that directories send: comparisons with `eq`, joined by `and`; RFC 7644, 3.4.2.2. Okta and Entra send nothing
 * else, and everything else is refused with `invalidFilter`.
 */

export interface Comparison {
  /** The attribute in lower case, without the name of its schema and without a filter of its own. */
  attribute: string;
  value: string;
}

const PREFIX = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/;
const TERM =
  /^\s*([A-Za-z][\w:.-]{0,120}(?:\[\s*type\s+eq\s+"[^"\\]{0,50}"\s*\](?:\.[A-Za-z]\w{0,50})?)?)\s+eq\s+("(?:[^"\\]|\\.){0,500}"|true|false|\d{1,15})\s*(?:$|and\s+)/i;

/** An attribute as it is compared: `emails[type eq "work"].value` is `emails.value`. */
export const attributeName = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\[[^\]]*\]/, "")
    .replace(PREFIX, "");

/** The comparisons of a filter. @throws ScimError `invalidFilter` */
export function readFilter(text: string): Comparison[] {
  const found: Comparison[] = [];
  let rest = text;
  while (rest.trim() !== "") {
    const [whole, attribute = "", literal = ""] = TERM.exec(rest) ?? [];
    if (whole === undefined || found.length >= 10) throw new ScimError("invalidFilter", REFUSED);
    found.push({ attribute: attributeName(attribute), value: readLiteral(literal) });
    rest = rest.slice(whole.length);
    if (rest.trim() === "" && /\sand\s+$/i.test(whole)) throw new ScimError("invalidFilter", REFUSED);
  }
  if (found.length === 0) throw new ScimError("invalidFilter", REFUSED);
  return found;
}

const REFUSED = 'Only comparisons with eq, joined by and, are supported, such as userName eq "ada".';

function readLiteral(literal: string): string {
  if (!literal.startsWith('"')) return literal;
  try {
    return JSON.parse(literal) as string;
  } catch {
    throw new ScimError("invalidFilter", REFUSED);
  }
}
