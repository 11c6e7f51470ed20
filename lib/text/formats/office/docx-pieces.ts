/** What paragraphs of Word documents are made of. */

/** A range of the whole text. */
export interface Range {
  from: number;
  to: number;
}

/** How a text looks; equal keys look the same. */
export interface Format {
  key: string;
  /** Start tag of a run with its properties. */
  open: string;
  /** Start tag of its text. */
  text: string;
}

/** An element whose inside is shown between two marks, or as if it were not there when it is transparent. */
export interface Pair {
  name: string;
  open: string;
  close: string;
  transparent: boolean;
}

/** Something that is kept as it stands, with what must be around it. */
export interface OpaqueElement {
  name: string;
  open: string;
  raw: string;
  close: string;
  /** Where it stands, when paragraphs of their own are inside of it: its raw XML is not rewritten then. */
  hole?: Range;
  /** Set for what is not shown at the edges of a paragraph. */
  edge?: true;
}

export type Piece =
  | { is: "text"; text: string; format: Format }
  | { is: "thing"; kept: OpaqueElement }
  | { is: "open" | "close"; pair: Pair }
  /** Kept and not shown; where a text around it changes it goes to the start or to the end of that text. */
  | { is: "hidden"; kept: OpaqueElement; side: "start" | "end" };

/** A piece with its place in its part. */
export interface Item {
  piece: Piece;
  start: number;
  end: number;
  /** The run that it stands in; 0 outside of runs. */
  run: number;
  parent: number;
  field?: "begin" | "separate" | "end" | "code";
}

/** Pieces and the range that they fill. */
export interface PieceRange extends Range {
  pieces: Piece[];
}

/** A paragraph with text, and where its element stands. */
export interface Paragraph extends Range {
  /**
   * What of it is shown: without what stands around all of its text. The last goes deepest; the one before has the
   * innermost of the pairs around all of the text, and so on.
   */
  levels: PieceRange[];
  /** What is in it beside texts, wherever it stands: the same in a translation and its base. */
  shape: string;
}
