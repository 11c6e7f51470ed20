import type { Texts } from "#texts";
import type { EditorHead } from "@/lib/domain/editor/head";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import type { UnitWindow } from "@/lib/domain/editor/window";
import type { Spread } from "@/lib/domain/units/apply-edits";
import type { LeanContext, LeanUnit } from "./lean";
import type { ListPiece } from "./list";
import type { OutboxEntry } from "./outbox";
import type { ReviewInput } from "./review";
import type { Opening } from "./texts";

/** A save that came back from the server without script: the page is made again around it. */
export interface FormOutcome {
  kind: "conflict" | "refused";
  unitId: number;
  yours: string[];
  needs: boolean;
  before: string[];
  /** The string as it stands now, in a conflict. */
  current?: EditorUnit;
  by?: { name: string; at: string } | null;
  reason?: string;
}

export interface Conflict {
  theirs: EditorUnit;
  by: { name: string; at: string } | null;
  before: readonly string[];
  mine: readonly string[];
}

/** What the server changed of the last save, or why it would not take it. */
export interface Notice {
  tone: "info" | "warning" | "error";
  text: string;
  /** Whether the text may be suggested instead. */
  suggest?: boolean;
}

/** What is on the screen; replaced as a whole when something changes. */
export interface EditorState extends ListPiece {
  /** Whether `order` is all of the list, or as much of it as is held at once. */
  listed: boolean;
  /** The open string; undefined when the list is empty or its end has been reached. */
  cursor: number | undefined;
  texts: readonly string[];
  needs: boolean;
  /** Whether the translations of an edited source text are kept. */
  keep: boolean;
  /** Version the text is written over. */
  base: number;
  conflict: Conflict | undefined;
  /** Suggestion that the text is made from. */
  from: { id: number; author: string | null } | undefined;
  /** Whether the text is the one of a save or suggestion that waits for a decision. */
  undecided: boolean;
  draft: "none" | "kept" | "lost";
  /** What was thrown away last, until the string is left. */
  discarded: Opening | undefined;
  notice: Notice | undefined;
  /** Where the last save went on to. */
  spread: SavedSpread | undefined;
  /** Raised when texts change otherwise than by typing. */
  revision: number;
  /** Raised when the field should have the caret. */
  focus: number;
  /** Raised when a row may look different. */
  rows: number;
  loading: boolean;
  /** For those who listen: said when it changes. */
  said: string;
  alarm: string;
}

/** A saved string, and what became of equal strings in other components. */
export interface SavedSpread extends Spread {
  unit: Pick<EditorUnit, "id" | "checksum">;
  words: string;
}

export type RowMark = "" | "saving" | "needs-you" | "refused" | "draft";

/** One translation of a list, as its strings are shown in rows. */
export interface ListTranslation {
  id: number;
  component: string;
  /** The editor of this translation alone. */
  path: string;
  source: { code: string; direction: string };
}

/** What the list is of. */
export interface EditorPlace {
  key: string;
  /** What stands above it, from the project on. */
  crumbs: readonly { name: string; href: string }[];
  /** Page of the list itself. */
  page: string;
  /** Pages that show the list, each in its way. */
  paths: Readonly<Record<"translate" | "zen" | "browse", string>>;
  translations: readonly ListTranslation[];
}

export interface EditorInput {
  /** Of the open string, or of any where none is open. */
  head: EditorHead;
  list: EditorPlace;
  /** Path of the page, as in `/translate/a/b/cs/`. */
  path: string;
  /** Where signing in leads back to it. */
  signIn: string;
  query: string;
  /** What else its addresses say, as how it is shown. */
  more?: Readonly<Record<string, string>>;
  window: Omit<UnitWindow, "units"> & { units: readonly LeanUnit[] };
  contexts: readonly LeanContext[];
  /** The whole order of the list, where it is not the one of the strings. */
  order?: readonly number[];
  review?: ReviewInput;
  outcome: FormOutcome | undefined;
}

/** A page that has just been opened. */
export function firstState(piece: ListPiece, cursor: number | undefined): EditorState {
  return {
    ...piece,
    listed: piece.order.length === piece.total,
    cursor,
    texts: [],
    needs: false,
    keep: false,
    base: 0,
    conflict: undefined,
    from: undefined,
    undecided: false,
    draft: "none",
    discarded: undefined,
    notice: undefined,
    spread: undefined,
    revision: 0,
    focus: 0,
    rows: 0,
    loading: false,
    said: "",
    alarm: "",
  };
}

/** The conflict that a save has run into. */
export function conflictOf(entry: OutboxEntry | undefined): Conflict | undefined {
  if (entry?.status !== "needs-you" || !entry.theirs) return undefined;
  return { theirs: entry.theirs, by: entry.by ?? null, before: entry.before, mine: entry.targets };
}

/** What to tell about a save that the service did not take as it was. */
export function noticeOf(t: Texts, adjusted: readonly string[], enforced: readonly string[]): Notice | undefined {
  if (enforced.length > 0)
    return {
      tone: "warning",
      text: t("editor.enforced", { checks: enforced.join(", ") }),
    };
  return adjusted.length > 0
    ? { tone: "info", text: t("editor.adjusted", { changes: adjusted.join(", ") }) }
    : undefined;
}
