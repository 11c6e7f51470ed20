import { refusal } from "@/lib/text/messages/refusal";
import { applyPatches, EditRefused, FormatError, type Patch, positionAt } from "./format";

/** Lines of a text with their places, and the comments before strings. */

/** Works something out about a text once, as long as the same text is asked about. */
export function perText<T>(make: (text: string) => T): (text: string) => T {
  let last: { text: string; made: T } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, made: make(text) };
    // An equal text is remembered as the one given, which is compared at once the next time.
    else last.text = text;
    return last.made;
  };
}

/** End of the line that starts at `at`, its line end left out. */
export function lineEnd(text: string, at: number): number {
  let end = at;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === 10 || code === 13) break;
  }
  return end;
}

/**
 * Refuses a file of one long line to readers that know line feeds alone: it could be one comment, without a string.
 * @throws FormatError
 */
export function refuseReturns(text: string): void {
  const at = text.indexOf("\r");
  if (at < 0 || text.includes("\n")) return;
  const { line, column } = positionAt(text, at);
  throw new FormatError(refusal("readReturns"), line, column);
}

/**
 * The patches, unless they leave a file that has carriage returns without a line feed.
 * @throws EditRefused when the file would be refused from then on
 */
export function keepingLineFeeds(text: string, patches: Patch[]): Patch[] {
  const returns = text.includes("\r") || patches.some((patch) => patch.text.includes("\r"));
  if (!returns || text.includes("\r\n\r\n") || patches.length === 0) return patches;
  const after = applyPatches(text, patches);
  if (after.includes("\r") && !after.includes("\n")) throw new EditRefused(refusal("writeReturns"));
  return patches;
}

/** Start of the line behind a line's end. */
export function nextLine(text: string, end: number): number {
  if (text.charCodeAt(end) === 13) return text.charCodeAt(end + 1) === 10 ? end + 2 : end + 1;
  return end < text.length ? end + 1 : end;
}

/** First character that is no blank; at most `end`. */
export function skipBlanks(text: string, at: number, end: number): number {
  let now = at;
  while (now < end) {
    const code = text.charCodeAt(now);
    if (code !== 32 && code !== 9 && code !== 12) break;
    now++;
  }
  return now;
}

/** End of a range without the blanks at its end; at least `start`. */
export function trimEnd(text: string, start: number, end: number): number {
  let now = end;
  while (now > start) {
    const code = text.charCodeAt(now - 1);
    if (code !== 32 && code !== 9 && code !== 12) break;
    now--;
  }
  return now;
}

/** The comment lines directly above a string; a blank line or anything else lets go of them. */
export class CommentLines {
  private start = -1;
  private lines: string[] = [];

  /** @param limit lines kept of one comment */
  constructor(private readonly limit = 100) {}

  add(start: number, line: string): void {
    if (this.start < 0) this.start = start;
    if (this.lines.length < this.limit) this.lines.push(line);
  }

  /** Whether there are any. */
  get isOpen(): boolean {
    return this.start >= 0;
  }

  drop(): void {
    if (this.start < 0) return;
    this.start = -1;
    this.lines = [];
  }

  /** Gives what was gathered to a string whose own line starts at `at`. */
  take(at: number): { start: number; note: string } {
    if (this.start < 0) return { start: at, note: "" };
    const taken = { start: this.start, note: this.lines.join("\n").trim() };
    this.drop();
    return taken;
  }
}
