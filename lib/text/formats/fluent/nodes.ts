/** Where a part of an entry with a text stands. */
export interface FluentPart {
  start: number;
  /** Behind its key. */
  keyEnd: number;
  /** Behind its text; -1 without one. */
  end: number;
}

/** A message or a term with the places of its parts. */
export interface FluentEntry extends FluentPart {
  /** With the dash of a term. */
  key: string;
  /** Comment right above it, which `start` takes in. */
  comment: string;
  attributes: readonly FluentPart[];
}
