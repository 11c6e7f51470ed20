import LineBreaker from "linebreak";
import { escapeLiteral } from "./escape";
import { codePointWidth, textWidth } from "./width";

/** How a field is laid out: `width` columns of page, or only at line feeds, or everything on one line. */
export type WrapStyle = { kind: "page"; width: number } | { kind: "line-feeds" } | { kind: "one-line" };

/** GNU's default page. */
export const PAGE: WrapStyle = { kind: "page", width: 79 };

/**
 * What gettext 0.21 does otherwise than today's Unicode rules: a break after infix punctuation before a letter.
 * Newer versions drop it, so it stands alone here.
 */
const BREAKS_AFTER_INFIX = /[.,:;\u037e\u0589\u060c\u060d\u07f8\u2044\ufe10\ufe13\ufe14](?=[\p{L}#&*<=>@^_`~])/gu;

/** The library applies "no break after Hebrew letter and hyphen" across blanks too; gettext does not. */
const BREAKS_AFTER_HEBREW_HYPHEN = /\p{Script=Hebrew}[-\u2010] {1,99}(?=[\p{L}\p{N}])/gu;

const ESCAPE_PAIR = /\\[\s\S]/g;
const PERCENT_DIRECTIVE =
  /%(?:\([^()]{0,200}\)|\d{1,9}\$)?[-+ #0']{0,8}(?:\d{1,9}|\*)?(?:\.(?:\d{1,9}|\*)?)?[hlLqjztw]{0,2}[diouxXeEfFgGaAcsCSpnmbr%@]/g;
const PYTHON_DIRECTIVE =
  /%(?:\([^()]{0,200}\))?[-+ #0]{0,8}(?:\d{1,9}|\*)?(?:\.(?:\d{1,9}|\*)?)?[hlL]?[diouxXeEfFgGcrsa%]/g;
const BRACE_DIRECTIVE = /\{[^{}]{0,300}\}/g;

/** Insides of the literals for a text that stands on continuation lines, wrapped to the style. */
export function wrapParts(value: string, style: WrapStyle, flags = "", prefix = ""): string[] {
  const parts = escapedParts(value);
  if (style.kind === "one-line") return [parts.join("")];
  if (style.kind === "line-feeds") return parts;
  const limit = style.width - 2 - prefix.length;
  return parts.flatMap((part) => (textWidth(part) <= limit ? [part] : fill(part, breakPlaces(part, flags), limit)));
}

function directivesFor(flags: string): RegExp[] {
  const found: RegExp[] = [];
  for (const flag of flags.split(",")) {
    const name = flag.trim();
    if (!name.endsWith("-format") || name.startsWith("no-")) continue;
    if (/brace|csharp|^java-format/.test(name)) found.push(BRACE_DIRECTIVE);
    else found.push(name === "python-format" ? PYTHON_DIRECTIVE : PERCENT_DIRECTIVE);
  }
  return found;
}

/** Places in one escaped part where a line may be broken, ascending, without 0 and the end. */
function breakPlaces(part: string, flags: string): number[] {
  const allowed = new Set<number>();
  const breaker = new LineBreaker(part);
  for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak()) allowed.add(next.position);
  for (const match of part.matchAll(BREAKS_AFTER_INFIX)) allowed.add(match.index + 1);
  for (const match of part.matchAll(BREAKS_AFTER_HEBREW_HYPHEN)) allowed.add(match.index + match[0].length);
  for (const match of part.matchAll(ESCAPE_PAIR)) allowed.delete(match.index + 1);
  if (part.endsWith("\\n")) allowed.delete(part.length - 2);
  for (const directive of directivesFor(flags)) {
    for (const match of part.matchAll(directive)) {
      for (let i = match.index + 1; i < match.index + match[0].length; i++) allowed.delete(i);
    }
  }
  allowed.delete(0);
  allowed.delete(part.length);
  return [...allowed].sort((a, b) => a - b);
}

/** Breaks one escaped part greedily into lines of at most `limit` columns; `first` is what the first line may take. */
function fill(part: string, places: readonly number[], limit: number): string[] {
  const lines: string[] = [];
  let lineStart = 0;
  let pieceStart = 0;
  let used = 0;
  for (const place of [...places, part.length]) {
    let width = 0;
    for (let i = pieceStart; i < place; i++) {
      const code = part.codePointAt(i)!;
      if (code > 0xffff) i++;
      width += codePointWidth(code);
    }
    if (used > 0 && used + width > limit) {
      lines.push(part.slice(lineStart, pieceStart));
      lineStart = pieceStart;
      used = 0;
    }
    used += width;
    pieceStart = place;
  }
  lines.push(part.slice(lineStart));
  return lines;
}

/** Splits after each line feed and escapes; `[""]` for the empty text. */
function escapedParts(value: string): string[] {
  const parts: string[] = [];
  let at = 0;
  while (at < value.length) {
    const feed = value.indexOf("\n", at);
    const end = feed < 0 ? value.length : feed + 1;
    parts.push(escapeLiteral(value.slice(at, end)));
    at = end;
  }
  return parts.length ? parts : [""];
}

/**
 * The lines of one field, as msgcat 0.21 prints them.
 *
 * `keyword` may carry an obsolete or previous prefix (`#~ msgstr`); its lines then all start with that prefix.
 * `flags` is the comma separated list of the entry: format flags forbid breaks inside directives, `no-wrap`
 * forbids all but line feeds.
 */
export function wrapField(keyword: string, value: string, style: WrapStyle, flags = ""): string[] {
  const prefix = /^#[~|]+ /.exec(keyword)?.[0] ?? "";
  const wanted =
    /(^|,)\s*no-wrap\s*(,|$)/.test(flags) && style.kind === "page" ? { kind: "line-feeds" as const } : style;
  const parts = escapedParts(value);
  if (parts.length === 1 || wanted.kind === "one-line") {
    const whole = parts.join("");
    const fits =
      wanted.kind !== "page" ||
      keyword.length + 3 + textWidth(whole) <= wanted.width ||
      breakPlaces(whole, flags).length === 0;
    if (fits) return [`${keyword} "${whole}"`];
  }
  return [`${keyword} ""`, ...wrapParts(value, wanted, flags, prefix).map((line) => `${prefix}"${line}"`)];
}

/**
 * True when a line goes beyond GNU's page although it could have been broken at a blank or after a wide character.
 * `inside` is the escaped inside of its literal, `before` the columns up to and with the opening quote.
 */
export function isOverlong(inside: string, before: number): boolean {
  if (before + 2 * inside.length + 1 <= 79 || before + textWidth(inside) + 1 <= 79) return false;
  return breakPlaces(inside, "").some(
    (place) => inside[place - 1] === " " || codePointWidth(inside.charCodeAt(place - 1)) === 2,
  );
}
