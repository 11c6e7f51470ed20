import type { EntryEdit, EntryState } from "@/lib/text/formats/kernel/format";

/** What the merge looks at of an entry; an `Entry` of a format is one. */
export interface MergeEntry {
  /** Identity in the file, the same on all three sides. */
  id: string;
  context: string;
  sources: readonly string[];
  targets: readonly string[];
  state: EntryState;
  plural: boolean;
}

/** One entry that both sides changed to different texts, or that one changed and the other removed. */
export interface Clash {
  id: string;
  context: string;
  /**
   * `changed`: both changed it. `added`: both added it. `removed-by-them`: we changed what they removed.
   * `removed-by-us`: they changed what we removed.
   */
  kind: "changed" | "added" | "removed-by-them" | "removed-by-us";
  /** Texts before, ours and theirs; undefined where there is no entry. */
  base: readonly string[] | undefined;
  ours: readonly string[] | undefined;
  theirs: readonly string[] | undefined;
  /** Whose text the file has after the edits; the other one is to be kept elsewhere. */
  winner: "ours" | "theirs";
}

export interface MergeResult {
  /** To be applied to the text of theirs, so that our changes survive. At most one for an entry. */
  edits: EntryEdit[];
  clashes: Clash[];
}

type Side = MergeEntry | undefined;

const filled = (targets: readonly string[]): string[] => {
  const end = targets.findLastIndex((target) => target !== "") + 1;
  return targets.slice(0, end);
};

const NOTHING: Pick<MergeEntry, "targets" | "state"> = { targets: [], state: "empty" };

/** One entry, by the table of `mergeEntries`. */
export function mergeEntry(
  base: Side,
  ours: Side,
  theirs: Side,
  rule: Clash["winner"],
  result: MergeResult = { edits: [], clashes: [] },
): MergeResult {
  if (ours && theirs) {
    mergeBoth(base, ours, theirs, rule, result);
  } else if (ours && base) {
    if (!sameTexts(ours.targets, base.targets) && filled(ours.targets).length > 0)
      result.clashes.push(clashOf("removed-by-them", { base, ours, theirs }, "theirs"));
  } else if (ours) {
    const { context, sources, targets, state, plural } = ours;
    result.edits.push({ kind: "add", context, sources: [...sources], targets: [...targets], state, plural });
  } else if (theirs && base) {
    const touched = !sameTexts(theirs.targets, base.targets) && filled(theirs.targets).length > 0;
    if (touched) result.clashes.push(clashOf("removed-by-us", { base, ours, theirs }, rule));
    if (!touched || rule === "ours") result.edits.push({ kind: "remove", id: theirs.id });
  }
  return result;
}

/** Same texts; missing forms at the end count as empty. */
function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  const [x, y] = [filled(a), filled(b)];
  return x.length === y.length && x.every((text, form) => text === y[form]);
}

function setTo(theirs: MergeEntry, targets: readonly string[], state: EntryState): EntryEdit {
  return { kind: "set", id: theirs.id, targets: [...targets], state };
}

function clashOf(kind: Clash["kind"], sides: { base: Side; ours: Side; theirs: Side }, winner: Clash["winner"]): Clash {
  const { id, context } = (sides.ours ?? sides.theirs)!;
  const { base, ours, theirs } = sides;
  return { id, context, kind, base: base?.targets, ours: ours?.targets, theirs: theirs?.targets, winner };
}

/** Both sides have the entry; without a base it counts as empty before. */
function mergeBoth(
  before: Side,
  ours: MergeEntry,
  theirs: MergeEntry,
  rule: Clash["winner"],
  result: MergeResult,
): void {
  const base = before ?? NOTHING;
  if (theirs.state === "read-only") {
    if (!sameTexts(ours.targets, base.targets) && !sameTexts(ours.targets, theirs.targets)) {
      result.clashes.push(clashOf(before ? "changed" : "added", { base: before, ours, theirs }, "theirs"));
    }
    return;
  }
  const weChanged = !sameTexts(ours.targets, base.targets);
  const theyChanged = !sameTexts(theirs.targets, base.targets);
  if (weChanged && theyChanged && !sameTexts(ours.targets, theirs.targets)) {
    const { sources } = ours;
    if (filled(base.targets).length === 0 && sameTexts(theirs.targets, sources) && !sameTexts(ours.targets, sources)) {
      // A copy of the source, as tools put it into new keys. Only ours is sure to know its source: a file has its texts.
      result.edits.push(setTo(theirs, ours.targets, ours.state));
      return;
    }
    result.clashes.push(clashOf(before ? "changed" : "added", { base: before, ours, theirs }, rule));
    if (rule === "ours") result.edits.push(setTo(theirs, ours.targets, ours.state));
  } else if (weChanged && !theyChanged) {
    result.edits.push(setTo(theirs, ours.targets, ours.state));
  } else if (weChanged === theyChanged) {
    // One text on both sides: only the states are left to merge.
    const state =
      theirs.state === base.state
        ? ours.state
        : ours.state === base.state || rule === "theirs"
          ? theirs.state
          : ours.state;
    if (state !== theirs.state) result.edits.push(setTo(theirs, theirs.targets, state));
  }
  // They changed the text and we only its state: our state was about the old text, so theirs stands.
}

/**
 * Three-way merge of one translation file, string by string. Pure and linear.
 *
 * `base` is what both sides knew, `ours` what the service says, `theirs` what the repository says now. The edits are
 * for the text of theirs; entries without an edit stay as theirs has them, in theirs' order and style.
 *
 * | base | ours | theirs | edits | clash |
 * |---|---|---|---|---|
 * | A | A | anything | none: theirs stands | |
 * | A | B | A | set B with our state | |
 * | A | B | B | none; the states are merged as below | |
 * | A | B | C | `rule` ours: set B; theirs: none | `changed`, with both texts |
 * | A | B | none | none | `removed-by-them`, keeps B as information |
 * | A | A or empty | none | none: the removal stands | |
 * | A | none | A or empty | remove | |
 * | A | none | C | `rule` ours: remove; theirs: none | `removed-by-us`, with C |
 * | none | B | none | add B | |
 * | none | none | C | none | |
 * | none | B | B | none; states merged | |
 * | none | B | empty | set B | |
 * | none | empty | C | none | |
 * | none | B | C | `rule` ours: set B; theirs: none | `added`, with both texts |
 * | none or empty | B | a copy of the source | set B | |
 *
 * States where the text is the same on both sides: the side that changed the state wins, and `rule` when both did; no
 * text is lost, so that is no clash. A state belongs to its text: when only they changed the text, their state comes
 * with it, and when only we did, ours. An entry that is read-only in theirs gets no edit; our text is then in a clash.
 *
 * @param rule whose text goes into the file when both changed it
 */
export function mergeEntries(
  base: readonly MergeEntry[],
  ours: readonly MergeEntry[],
  theirs: readonly MergeEntry[],
  rule: "ours" | "theirs",
): MergeResult {
  const before = new Map(base.map((entry) => [entry.id, entry]));
  const mine = new Map(ours.map((entry) => [entry.id, entry]));
  const upstream = new Map(theirs.map((entry) => [entry.id, entry]));
  const result: MergeResult = { edits: [], clashes: [] };
  for (const id of new Set([...upstream.keys(), ...mine.keys()])) {
    mergeEntry(before.get(id), mine.get(id), upstream.get(id), rule, result);
  }
  return result;
}
