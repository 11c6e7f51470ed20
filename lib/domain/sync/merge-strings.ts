import { type EntryEdit, type EntryState, type FileFormat, storedState } from "@/lib/text/formats/format";
import { type MergeEntry, mergeEntries } from "@/lib/text/merge/merge";
import { entryState, type FileString, sameTexts, stateNumber } from "./strings";
import type { StringChange } from "./translation-strings";

/** What becomes of upstream's changes where edits of ours wait; without database or files. */

/** An edit of ours that upstream does not have yet; the newest one of its string. */
export interface Ours {
  id: number;
  kind: string;
  idHash: string;
  unitId: number | null;
  context: string;
  sources: string[];
  targets: string[];
  state: number;
  authorId: number | null;
}

export interface MergeOutcome {
  /** What of upstream's changes goes into the rows. */
  changes: StringChange[];
  /** Texts that lost a clash, kept as suggestions. */
  kept: { ours: Ours; targets: string[]; authorId: number | null }[];
  clashes: number;
}

/** A pending edit that holds the merge of both sides now. */
export interface Rewritten {
  idHash: string;
  targets: string[];
  state: number;
}

/**
 * Merges upstream's changes of one file with our pending edits, string by string.
 * @returns beside the outcome, the hashes of edits that wait no longer, and those whose text or state became another
 */
export function mergeStrings(
  format: FileFormat,
  pending: readonly Ours[],
  changes: readonly StringChange[],
  reviews: boolean,
): MergeOutcome & { settled: string[]; rewritten: Rewritten[] } {
  const oursOf = new Map(pending.map((row) => [row.idHash, row]));
  const outcome: MergeOutcome = { changes: [], kept: [], clashes: 0 };
  const settled: string[] = [];
  const rewritten: Rewritten[] = [];
  for (const change of changes) {
    const hash = (change.after ?? change.before)?.idHash ?? "";
    const ours = oursOf.get(hash);
    if (!ours) {
      outcome.changes.push(change);
      continue;
    }
    if (ours.kind === "remove") {
      // Gone on both sides is done; what upstream changed meanwhile comes back, for no text may be lost unseen.
      if (change.after) outcome.changes.push({ before: undefined, after: change.after });
      settled.push(hash);
      continue;
    }
    const mine = storedState(format, entryState(ours.state));
    const merged = mergeOne(change, ours, mine);
    if (merged.kind === "theirs") {
      // Upstream says what we say: the row stands as it is, only nothing waits any more.
      const agreed =
        change.after && sameTexts(change.after.targets, ours.targets) && entryState(change.after.state) === mine;
      if (!agreed) outcome.changes.push(change);
      settled.push(hash);
      if (merged.clash) {
        outcome.clashes++;
        outcome.kept.push({ ours, targets: ours.targets, authorId: ours.authorId });
      }
    } else {
      // What the row holds now is the merge of both; the file gets it with the next commit.
      const state = merged.edit.state === mine ? ours.state : stateNumber(merged.edit.state, reviews);
      outcome.changes.push({ before: change.before, after: asString(change, ours, merged.edit.targets, state) });
      rewritten.push({ idHash: hash, targets: merged.edit.targets, state });
    }
  }
  return { ...outcome, settled, rewritten };
}

type Merged = { kind: "theirs"; clash: boolean } | { kind: "ours"; edit: Extract<EntryEdit, { kind: "set" | "add" }> };

function mergeOne(change: StringChange, ours: Ours, state: EntryState): Merged {
  const id = (change.after ?? change.before)?.entryId ?? "";
  const base = change.before ? [entryOf(change.before, id)] : [];
  const theirs = change.after ? [entryOf(change.after, id)] : [];
  const mine: MergeEntry = {
    id,
    context: ours.context,
    sources: (change.after ?? change.before)?.sources ?? ours.sources,
    targets: ours.targets,
    state,
    plural: ours.targets.length > 1 || ((change.after ?? change.before)?.sources.length ?? 1) > 1,
  };
  const result = mergeEntries(base, [mine], theirs, "theirs");
  const edit = result.edits.find((candidate) => candidate.kind === "set" || candidate.kind === "add");
  if (edit && (edit.kind === "set" || edit.kind === "add")) return { kind: "ours", edit };
  return { kind: "theirs", clash: result.clashes.length > 0 };
}

function entryOf(string: FileString, id: string): MergeEntry {
  return {
    id,
    context: string.context,
    sources: string.sources,
    targets: string.targets,
    state: entryState(string.state),
    plural: string.sources.length > 1 || string.targets.length > 1,
  };
}

function asString(change: StringChange, ours: Ours, targets: string[], state: number): FileString {
  const model = change.after ?? change.before;
  return {
    idHash: ours.idHash,
    entryId: model?.entryId ?? "",
    context: ours.context,
    sources: model?.sources ?? ours.sources,
    targets,
    state,
    note: model?.note ?? "",
    location: model?.location ?? "",
    flags: model?.flags ?? "",
    previousSource: "",
    position: model?.position ?? 0,
    readOnly: false,
  };
}
