/**
 * Code spans of Markdown, where HTML is only shown. Whoever takes something for code that a program takes for HTML lets a
 * script in: so spans are taken as CommonMark has them (0.31, 6.1), and none where anything could be read in another way.
 */

/** A line that may begin a block of HTML, in which backticks mean nothing: quotes, items of lists and headings aside. */
const HTML_BLOCK = /^[^\p{L}\n<`\\]*</mu;

/** Tells which brackets of a text are escaped, and so are no tags; none where HTML may stand in which nothing is escaped. */
export function escapesIn(text: string): (at: number) => boolean {
  if (!text.includes("\\<") || HTML_BLOCK.test(text)) return () => false;
  return (at) => {
    let from = at;
    while (text[from - 1] === "\\") from--;
    return (at - from) % 2 === 1;
  };
}

export type Span = readonly [start: number, end: number];

/**
 * The code spans of a text, in their order; none where a backtick has no partner in its line, stands in a tag, or has a cell
 * of a table end between it and its partner.
 * @param tagEnd where a tag or a link in brackets ends that begins at a bracket; undefined where none does
 * @param isCell false for a text that is surely no table, in which bars end cells
 */
export function codeSpans(text: string, tagEnd: (at: number) => number | undefined, isCell = true): readonly Span[] {
  if (!text.includes("`") || HTML_BLOCK.test(text)) return [];
  const spans: Span[] = [];
  const marks = /\\[\s\S]|`+|</g;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    const [piece] = mark;
    if (piece.startsWith("\\")) {
      // A backslash before anything else stands for itself.
      if (piece !== "\\`" && piece !== "\\\\") marks.lastIndex = mark.index + 1;
    } else if (piece === "<") {
      const end = tagEnd(mark.index);
      if (end === undefined) continue;
      if (text.slice(mark.index, end).includes("`")) return [];
      marks.lastIndex = end;
    } else {
      const end = partnerEnd(text, marks.lastIndex, piece, isCell);
      if (end === undefined) return [];
      spans.push([mark.index, end]);
      marks.lastIndex = end;
    }
  }
  return spans;
}

/** A span of more characters is taken for none. */
const LONGEST = 1000;

/** Where the run of as many backticks ends that closes a span; undefined where none does. */
function partnerEnd(text: string, from: number, run: string, isCell: boolean): number | undefined {
  const rest = text.slice(from, from + LONGEST);
  for (const { 0: piece, index } of rest.matchAll(/`+|[\n\r|]/g)) {
    if (piece === "|" && !isCell) continue;
    if (!piece.startsWith("`")) return undefined;
    const end = from + index + piece.length;
    if (piece.length === run.length && text[end] !== "`") return end;
  }
  return undefined;
}
