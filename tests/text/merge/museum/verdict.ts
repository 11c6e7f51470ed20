/** What is said of one file that two people changed. */

/** A file before two changes, after each of them, and as the people merged it. */
export interface Exhibit {
  base: Uint8Array;
  ours: Uint8Array;
  theirs: Uint8Array;
  people: Uint8Array | undefined;
  /** The base file as it is after the merge, of files that have one. */
  template?: Uint8Array | undefined;
  /** The base file as it was before, and on each side. */
  templates?: Record<"base" | "ours" | "theirs", Uint8Array | undefined>;
}

/**
 * `open`: we leave it to a person. `undone`: only one side changed it, and in the people's merge it is as it was before.
 * `third`: the people's merge says what neither side does.
 */
export type Otherwise = "open" | "undone" | "third";

export interface Judgement {
  /** Strings whose text one side changed, or both did. */
  changed: number;
  /** Strings that both sides changed to different texts: these are left to a person. */
  clashes: string[];
  /** Strings that one side changed and the other took away with their sources: there is nothing left to decide. */
  gone: string[];
  /** How many strings come back that ours took away. */
  restored: number;
  /** Changes of ours that the format cannot write into theirs: clashes too, for the reason that is told. */
  unwritable: { id: string; reason: string }[];
  /** Strings of the merged file that are neither what one side alone made of them nor, in a clash, what one side says. */
  wrong: string[];
  /** Changed strings that read as the people decided, of those that can be compared. */
  agreed: number;
  compared: number;
  /** How the others read otherwise in the people's merge. */
  otherwise: Record<Otherwise, number>;
  /** Whether it is a document that is not built like its base: only paragraphs that stand beside one of it are strings. */
  apart: boolean;
}

export type Verdict =
  | ({ kind: "merged" } & Judgement)
  /** One of the three files cannot be read, so nobody would merge it. */
  | { kind: "unreadable"; reason: string };

export const emptyJudgement = (): Judgement => ({
  ...{
    changed: 0,
    clashes: [],
    gone: [],
    restored: 0,
    unwritable: [],
    wrong: [],
    agreed: 0,
    compared: 0,
    otherwise: { open: 0, undone: 0, third: 0 },
    apart: false,
  },
});

/** Texts by id, without empty forms at the end: no entry and an empty one say the same. */
export type Texts = ReadonlyMap<string, string>;

/** Texts of a file that may be one that cannot be read. */
export function readQuietly(texts: () => Texts): Texts | undefined {
  try {
    return texts();
  } catch {
    return undefined;
  }
}
