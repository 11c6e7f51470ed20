import type { TextKey } from "#texts";

/** A run of text: plain, or one character that cannot be seen. */
export interface TextRun {
  text: string;
  /** What is drawn in its place. */
  mark?: string;
  /** Key of its name. */
  name?: TextKey;
}

const SPECIAL: ReadonlyMap<string, readonly [string, TextKey]> = new Map<string, readonly [string, TextKey]>([
  ["\n", ["↵", "blanks.lineBreak"]],
  ["\t", ["⇥", "blanks.tab"]],
  ["\r", ["␍", "blanks.carriageReturn"]],
  ["\u00a0", ["⍽", "blanks.noBreakSpace"]],
  ["\u202f", ["⍽", "blanks.narrowNoBreakSpace"]],
  ["\u2009", ["⎵", "blanks.thinSpace"]],
  ["\u00ad", ["‑", "blanks.softHyphen"]],
  ["\u200b", ["∅", "blanks.zeroWidthSpace"]],
  ["\u200c", ["ZWNJ", "blanks.zeroWidthNonJoiner"]],
  ["\u200d", ["ZWJ", "blanks.zeroWidthJoiner"]],
  ["\u200e", ["LRM", "blanks.leftToRightMark"]],
  ["\u200f", ["RLM", "blanks.rightToLeftMark"]],
  ["\u061c", ["ALM", "blanks.arabicLetterMark"]],
  ["\u2066", ["LRI", "blanks.leftToRightIsolate"]],
  ["\u2067", ["RLI", "blanks.rightToLeftIsolate"]],
  ["\u2068", ["FSI", "blanks.firstStrongIsolate"]],
  ["\u2069", ["PDI", "blanks.popDirectionalIsolate"]],
]);

const SPLIT = /([\n\t\r\u00a0\u202f\u2009\u00ad\u200b-\u200f\u061c\u2066-\u2069])/u;

/** Which ends of a piece are ends of the whole text: only there a single blank is worth a mark. */
export interface TextEnds {
  start: boolean;
  end: boolean;
}

/** Text cut so that what cannot be seen stands alone: special characters, blanks at the ends, blanks in a row. */
export function visibleRuns(text: string, ends: TextEnds = { start: true, end: true }): TextRun[] {
  const runs: TextRun[] = [];
  const pieces = text.split(SPLIT).filter((piece) => piece !== "");
  pieces.forEach((piece, index) => {
    const special = SPECIAL.get(piece);
    if (special) {
      runs.push({ text: piece, mark: special[0], name: special[1] });
      return;
    }
    addPlain(runs, piece, ends.start && index === 0, ends.end && index === pieces.length - 1);
  });
  return runs;
}

function addPlain(runs: TextRun[], piece: string, first: boolean, last: boolean): void {
  const parts = piece.split(/( +)/).filter((part) => part !== "");
  parts.forEach((part, index) => {
    const atEnd = (first && index === 0) || (last && index === parts.length - 1);
    if (part.trim() === "" && (part.length > 1 || atEnd))
      for (const blank of part) runs.push({ text: blank, mark: "·", name: "blanks.space" });
    else addText(runs, part);
  });
}

/** Plain text goes on in the run before it: a run for each word would make pages of strings three times as large. */
function addText(runs: TextRun[], text: string): void {
  const last = runs.at(-1);
  if (last && last.mark === undefined) last.text += text;
  else runs.push({ text });
}
