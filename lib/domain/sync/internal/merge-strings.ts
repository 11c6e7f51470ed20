import type { ClashRule } from "@/lib/text/codes";
import { type EntryState, type FileFormat, storedState } from "@/lib/text/formats/kernel/format";
import { type Clash, type MergeEntry, mergeEntry } from "@/lib/text/merge/merge";
import type { StringChange } from "../../files/file-strings";
import type { PendingEdit } from "../../files/pending-edits";
import { entryState, type FileString, filled, sameTexts } from "../../files/strings";

/** What becomes of upstream's changes where edits of ours wait; without database or files. */

/** An edit of ours that upstream does not have yet; the newest one of its string. */
export interface Ours extends PendingEdit {
  unitId: number | null;
  authorId: number | null;
  authorName: string;
  createdAt: Date;
}

/** A text that is kept as a suggestion of who wrote it. */
export interface KeptText {
  ours: Pick<Ours, "idHash">;
  targets: string[];
  authorId: number | null;
  /** True where the string stands as it was decided and needs no look. */
  settled?: boolean;
}

/** A string that both sides changed to different texts, or that one changed and the other removed. */
export interface FoundClash {
  ours: Ours;
  kind: Clash["kind"];
  /** As both sides knew it, and as upstream has it; undefined where there is no string. */
  before: FileString | undefined;
  theirs: FileString | undefined;
  winner: Clash["winner"];
}

export interface MergeOutcome {
  /** What of upstream's changes goes into the rows. */
  changes: StringChange[];
  /** Texts of ours that lost a clash, kept as suggestions. */
  kept: KeptText[];
  clashes: FoundClash[];
}

/**
 * Whose text stands where both sides changed a string to different texts. `ask`: theirs until a person has decided, so
 * that files and strings agree meanwhile; `keep`: ours, wherever an edit of ours waits.
 */
export type MergeRule = ClashRule | "keep";

/** How the clashes of a merge are decided. */
export interface MergeHow {
  rule?: MergeRule;
  /** Whether a string that the file of a language lost is there all the same, as its base has it. */
  stays?: (idHash: string) => boolean;
  /** The source text of a string as it is now, where it is not the one that an edit was made of. */
  sourcesOf?: (idHash: string) => readonly string[] | undefined;
}

/** An edit of ours behind which a newer one of the same string waits. */
export type FormerEdit = Pick<PendingEdit, "id" | "idHash" | "kind" | "targets">;

/**
 * Merges upstream's changes of one file with our pending edits, string by string. An edit that goes on waiting waits
 * with what it says already: it won its clash, or there was none.
 * @param former what upstream may have got from us before the newest edit was made; oldest first
 * @returns beside the outcome, the hashes of edits that wait no longer, and the former edits that upstream has
 */
export function mergeStrings(
  format: FileFormat,
  pending: readonly Ours[],
  changes: readonly StringChange[],
  former: readonly FormerEdit[] = [],
  { rule = "theirs", stays = () => false, sourcesOf = () => undefined }: MergeHow = {},
): MergeOutcome & { settled: string[]; arrived: FormerEdit[] } {
  const oursOf = new Map(pending.map((row) => [row.idHash, row]));
  const outcome: MergeOutcome = { changes: [], kept: [], clashes: [] };
  const settled: string[] = [];
  const arrived: FormerEdit[] = [];
  for (const change of changes) {
    const { idHash } = change.after ?? change.before;
    const ours = oursOf.get(idHash);
    if (!ours) {
      outcome.changes.push(change);
      continue;
    }
    if (rule === "keep" && standsAnyway(ours, change, stays(idHash))) continue;
    if (ours.kind === "remove") {
      const { before, after: theirs } = change;
      const reworded = before && theirs && !sameTexts(before.targets, theirs.targets);
      const winner = rule === "ours" ? "ours" : "theirs";
      if (reworded) outcome.clashes.push({ ours, kind: "removed-by-us", before, theirs, winner });
      if (theirs && winner === "ours") continue;
      // Gone on both sides is done; what upstream changed meanwhile comes back, for no text may be lost unseen.
      if (theirs) outcome.changes.push({ before: undefined, after: theirs });
      settled.push(idHash);
      continue;
    }
    const isFilledUp = change.after !== undefined && isSource(change.after, ours, sourcesOf(idHash) ?? ours.sources);
    if (ours.kind === "carry") {
      // A text that nobody typed for this string gives way to any other, and stays where there is none.
      const isFree =
        filled(ours.targets).length === 0
          ? false
          : change.after
            ? isFilledUp || filled(change.after.targets).length === 0
            : stays(idHash);
      if (isFree) continue;
      // The same text under another key tells nothing new: the row may know that its source was reworded.
      const isSame = change.before && change.after && sameTexts(change.before.targets, change.after.targets);
      if (!isSame) outcome.changes.push(change);
      settled.push(idHash);
      continue;
    }
    const own = former.findLast((edit) => edit.idHash === idHash && isText(edit, change.after));
    if (own && change.after && !sameTexts(ours.targets, change.after.targets)) {
      // Upstream says what we said before: nobody but us has changed the string, and the newer text stands.
      arrived.push(own);
      continue;
    }
    const mine = entryOf(
      isFilledUp && change.after ? { ...ours, sources: change.after.targets } : ours,
      storedState(format, entryState(ours.state)),
    );
    // What both sides knew counts for nothing where ours is kept anyway, nor does a source text under a renamed key.
    const isRenamed = change.before !== undefined && change.before.context !== change.after?.context;
    const before = rule === "keep" || (isFilledUp && isRenamed) ? undefined : sideOf(change.before);
    const side = rule === "ours" || rule === "keep" ? "ours" : "theirs";
    const { edits, clashes } = mergeEntry(before, mine, sideOf(change.after), side);
    const [edit, clash] = [edits[0], rule === "keep" ? undefined : clashes[0]];
    // A string that lost its text alone keeps ours; one that is gone keeps none.
    const stands = clash?.kind === "removed-by-them" && rule === "ours" && stays(idHash);
    if (clash) {
      const winner = stands ? "ours" : clash.winner;
      outcome.clashes.push({ ours, kind: clash.kind, before: change.before, theirs: change.after, winner });
    }
    if (stands) continue;
    if (edit?.kind === "set") {
      // What the row holds now is the merge of both; the file gets it with the next commit.
      outcome.changes.push({ before: change.before, after: asString(change, ours, edit.targets) });
      continue;
    }
    // Where upstream says what we say, the row stands as it is; only nothing waits any more.
    const agreed =
      change.after && sameTexts(change.after.targets, ours.targets) && entryState(change.after.state) === mine.state;
    if (!agreed) outcome.changes.push(change);
    settled.push(idHash);
    if (clashes.length > 0) outcome.kept.push({ ours, targets: ours.targets, authorId: ours.authorId });
  }
  return { ...outcome, settled, arrived };
}

/** What was removed here stays removed, and a key that only the file of a language lost keeps its text. */
const standsAnyway = (ours: Ours, { after }: StringChange, stays: boolean): boolean =>
  after ? ours.kind === "remove" : stays && ours.kind !== "remove";

/** Whether a file has the source text in place of ours, as tools write it under keys that are new. */
const isSource = ({ targets }: FileString, ours: Ours, sources: readonly string[]): boolean =>
  sameTexts(filled(targets), filled(sources)) && !sameTexts(filled(ours.targets), filled(sources));

const isText = (edit: FormerEdit, after: FileString | undefined): boolean =>
  edit.kind !== "remove" && after !== undefined && sameTexts(edit.targets, after.targets);

/** A string as the merge looks at it; only of an entry that upstream lacks does it ask for plurals, and none is here. */
function entryOf(
  string: Pick<FileString, "idHash" | "context" | "sources" | "targets">,
  state: EntryState,
): MergeEntry {
  const { idHash, context, sources, targets } = string;
  return { id: idHash, context, sources, targets, state, plural: false };
}

const sideOf = (string: FileString | undefined): MergeEntry | undefined =>
  string && entryOf(string, entryState(string.state));

function asString(change: StringChange, ours: Ours, targets: string[]): FileString {
  const { entryId, sources, note, location, flags, position, explanation } = change.after ?? change.before;
  const { idHash, context, state } = ours;
  return {
    idHash,
    entryId,
    context,
    sources,
    targets,
    state,
    note,
    explanation,
    location,
    flags,
    previousSource: "",
    position,
    readOnly: false,
  };
}
