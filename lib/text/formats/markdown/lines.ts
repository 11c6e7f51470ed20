/** What single lines of Markdown are, by the rules of CommonMark and of GitHub's tables. */

const isBlank = (code: number): boolean => code === 32 || code === 9;

/** End of a range without the blanks at its end; at least `start`. */
export function endOfText(text: string, start: number, end: number): number {
  let now = end;
  while (now > start && isBlank(text.charCodeAt(now - 1))) now--;
  return now;
}

/** First character that is no blank; at most `end`. */
export function skip(text: string, at: number, end: number): number {
  let now = at;
  while (now < end && isBlank(text.charCodeAt(now))) now++;
  return now;
}

/** End of a run of one character. */
export function runEnd(text: string, at: number, end: number, code: number): number {
  let now = at;
  while (now < end && text.charCodeAt(now) === code) now++;
  return now;
}

/**
 * Looks for a line of three or more stars, dashes or underscores with any blanks between them.
 * @returns -1 for such a line, or else the place that tells it is none
 */
export function ruleEnd(text: string, at: number, end: number): number {
  const mark = text.charCodeAt(at);
  let marks = 0;
  for (let now = at; now < end; now++) {
    const code = text.charCodeAt(now);
    if (code === mark) marks++;
    else if (!isBlank(code)) return now;
  }
  return marks >= 3 ? -1 : end;
}

/** A line that makes the paragraph above it a heading. */
export function isUnderline(text: string, at: number, end: number): boolean {
  const mark = text.charCodeAt(at);
  if (mark !== 61 && mark !== 45) return false;
  return skip(text, runEnd(text, at, end, mark), end) === end;
}

/** Marks that open code, as `~~~~`; "" for another line. */
export function fenceOf(text: string, at: number, end: number): string {
  const mark = text.charCodeAt(at);
  if (mark !== 96 && mark !== 126) return "";
  const stop = runEnd(text, at, end, mark);
  if (stop - at < 3) return "";
  // Code in backticks within a line starts the same way.
  if (mark === 96) for (let now = stop; now < end; now++) if (text.charCodeAt(now) === 96) return "";
  return text.slice(at, stop);
}

/** True for a line that closes what a fence opened. */
export function closesFence(text: string, at: number, end: number, fence: string): boolean {
  const stop = runEnd(text, at, end, fence.charCodeAt(0));
  return stop - at >= fence.length && skip(text, stop, end) === end;
}

const RAW = /^<(?:script|pre|style|textarea)(?:[\s>]|$)/i;
const BLOCK =
  /^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:\s|\/?>|$)/i;
const ATTRIBUTE = "(?:[ \\t]+[A-Za-z_:][\\w.:-]*(?:[ \\t]*=[ \\t]*(?:[^\\s\"'=<>`]+|'[^']*'|\"[^\"]*\"))?)";
const TAG = new RegExp(`^(?:<[A-Za-z][A-Za-z0-9-]*${ATTRIBUTE}*[ \\t]*/?>|</[A-Za-z][A-Za-z0-9-]*[ \\t]*>)[ \\t]*$`);
/** A line that is one tag is looked at up to this length. */
const LONGEST_TAG = 100_000;

/** What ends a block of HTML: a mask that its last line has, or a line without a text. */
export type HtmlEnd = RegExp | "blank";

/** The end of the HTML that starts here; undefined where none does. Within a paragraph not every tag is a block. */
export function htmlAt(text: string, at: number, end: number, within: boolean): HtmlEnd | undefined {
  const second = text.charCodeAt(at + 1);
  const head = text.slice(at, Math.min(end, at + 20));
  if (second === 33) {
    if (head.startsWith("<!--")) return /-->/;
    if (head.startsWith("<![CDATA[")) return /\]\]>/;
    return /^<![A-Za-z]/.test(head) ? />/ : undefined;
  }
  if (second === 63) return /\?>/;
  if (RAW.test(head)) return /<\/(?:script|pre|style|textarea)>/i;
  if (BLOCK.test(head)) return "blank";
  return !within && end - at <= LONGEST_TAG && TAG.test(text.slice(at, end)) ? "blank" : undefined;
}

/** Number of columns of a line that tells the columns of a table; 0 for another line. */
export function columnsOf(text: string, at: number, end: number): number {
  let now = at;
  let columns = 0;
  let certain = false;
  if (text.charCodeAt(now) === 124) {
    certain = true;
    now++;
  }
  for (;;) {
    now = skip(text, now, end);
    // Only behind the last bar may nothing stand.
    if (now === end) break;
    if (text.charCodeAt(now) === 58) {
      certain = true;
      now++;
    }
    const dashes = runEnd(text, now, end, 45);
    if (dashes === now) return 0;
    now = dashes;
    if (now < end && text.charCodeAt(now) === 58) {
      certain = true;
      now++;
    }
    columns++;
    now = skip(text, now, end);
    if (now === end) break;
    if (text.charCodeAt(now) !== 124) return 0;
    certain = true;
    now++;
  }
  return certain ? columns : 0;
}

/** Cells of a row: where each starts and ends, blanks included; one behind the last bar counts where it says something. */
export function cellsOf(text: string, at: number, end: number): number[] {
  const cells: number[] = [];
  let from = text.charCodeAt(at) === 124 ? at + 1 : at;
  for (let now = from; now < end; now++) {
    const code = text.charCodeAt(now);
    if (code === 92) {
      const next = text.charCodeAt(now + 1);
      if (next === 92 || next === 124) now++;
    } else if (code === 124) {
      cells.push(from, now);
      from = now + 1;
    }
  }
  if (skip(text, from, end) < end) cells.push(from, end);
  return cells;
}

const isSpace = (code: number): boolean => isBlank(code) || code === 10;

/** Behind a quoted title; -1 where it is not closed. */
function titleEnd(text: string, at: number): number {
  const open = text.charCodeAt(at);
  const close = open === 40 ? 41 : open;
  if (open !== 34 && open !== 39 && open !== 40) return -1;
  for (let now = at + 1; now < text.length; now++) {
    const code = text.charCodeAt(now);
    if (code === 92) now++;
    else if (code === close) return now + 1;
  }
  return -1;
}

/** Behind the address of a link; -1 where none stands. */
function addressEnd(text: string, at: number): number {
  if (text[at] === "<") {
    for (let now = at + 1; now < text.length; now++) {
      const code = text.charCodeAt(now);
      if (code === 92) now++;
      else if (code === 62) return now + 1;
      else if (code === 10 || code === 60) return -1;
    }
    return -1;
  }
  let open = 0;
  let now = at;
  for (; now < text.length; now++) {
    const code = text.charCodeAt(now);
    if (code <= 32 || code === 127) break;
    if (code === 92 && /[!-/:-@[-`{-~]/.test(text[now + 1] ?? "")) now++;
    else if (code === 40) {
      if (++open > 32) return -1;
    } else if (code === 41 && open-- === 0) return -1;
  }
  return now > at && open === 0 && !(text.charCodeAt(now) < 32 && !isSpace(text.charCodeAt(now))) ? now : -1;
}

/** Behind the label of a definition with its colon; -1 where none stands. That of a footnote has a text, so it is none. */
function labelEnd(text: string, at: number): number {
  if (text[at] !== "[" || text[at + 1] === "^") return -1;
  const most = Math.min(text.length, at + 1001);
  let says = false;
  for (let now = at + 1; now < most; now++) {
    const code = text.charCodeAt(now);
    if (code === 91) return -1;
    if (code === 93) return says && text[now + 1] === ":" ? now + 2 : -1;
    if (!isSpace(code)) says = true;
    if (code === 92 && /[[\]\\]/.test(text[now + 1] ?? "")) now++;
  }
  return -1;
}

/** Start of the line behind a definition of a link at `at`; -1 where none stands. */
function definitionEnd(text: string, at: number): number {
  const over = (from: number): number => {
    let now = from;
    while (now < text.length && isSpace(text.charCodeAt(now))) now++;
    return now;
  };
  const lineDone = (from: number): number => {
    const now = skip(text, from, text.length);
    return now === text.length ? now : text.charCodeAt(now) === 10 ? now + 1 : -1;
  };
  const label = labelEnd(text, skip(text, at, text.length));
  if (label < 0) return -1;
  const address = addressEnd(text, over(label));
  if (address < 0) return -1;
  const title = over(address);
  const titled = title > address ? titleEnd(text, title) : -1;
  const end = titled < 0 ? -1 : lineDone(titled);
  return end < 0 ? lineDone(address) : end;
}

/** Length of the definitions of links that a paragraph starts with. */
export function definitionsLength(text: string): number {
  let at = 0;
  while (at < text.length) {
    const end = definitionEnd(text, at);
    if (end < 0) break;
    at = end;
  }
  return at;
}
