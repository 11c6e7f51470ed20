/** A run of text: plain, or one character that cannot be seen. */
export interface TextRun {
  text: string;
  /** What is drawn in its place. */
  mark?: string;
  name?: string;
}

const SPECIAL: ReadonlyMap<string, readonly [string, string]> = new Map([
  ["\n", ["↵", "line break"]],
  ["\t", ["⇥", "tab"]],
  ["\r", ["␍", "carriage return"]],
  ["\u00a0", ["⍽", "no-break space"]],
  ["\u202f", ["⍽", "narrow no-break space"]],
  ["\u2009", ["⎵", "thin space"]],
  ["\u00ad", ["‑", "soft hyphen"]],
  ["\u200b", ["∅", "zero-width space"]],
  ["\u200c", ["ZWNJ", "zero-width non-joiner"]],
  ["\u200d", ["ZWJ", "zero-width joiner"]],
  ["\u200e", ["LRM", "left-to-right mark"]],
  ["\u200f", ["RLM", "right-to-left mark"]],
  ["\u061c", ["ALM", "Arabic letter mark"]],
  ["\u2066", ["LRI", "left-to-right isolate"]],
  ["\u2067", ["RLI", "right-to-left isolate"]],
  ["\u2068", ["FSI", "first strong isolate"]],
  ["\u2069", ["PDI", "pop directional isolate"]],
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
      for (const blank of part) runs.push({ text: blank, mark: "·", name: "space" });
    else runs.push({ text: part });
  });
}
