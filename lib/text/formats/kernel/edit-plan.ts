import { refusal } from "@/lib/text/messages/refusal";
import { refuseUnwritable } from "./encoding";
import { EditRefused, type Entry, type EntryEdit, type EntryState, type HeaderEdit, type ParsedFile } from "./format";

/** A wanted text of an entry that differs from what the file says. */
export interface PlannedSet {
  entry: Entry;
  /** As many forms as the entry has in this file; or its values, of which there is one at least. */
  targets: string[];
  /** Only states that the format can write. */
  state: EntryState;
  /** What is to be said of the translation; undefined leaves what is. */
  explanation?: string;
}

export type AddEdit = Extract<EntryEdit, { kind: "add" }>;

export interface EditPlan {
  sets: PlannedSet[];
  adds: AddEdit[];
  removes: Set<Entry>;
  /** All header edits put together; the later one wins field by field. */
  header: HeaderEdit | undefined;
}

/** What a format can express, for `planEdits`. */
export interface EditAbilities {
  /** States that a set can lead to besides "empty" and "translated". */
  states: readonly EntryState[];
  /** Charset that the texts must fit into; UTF-8 when left out. */
  charset?: string;
  /** Whether a string takes as many values as it is given. */
  severalValues?: boolean;
}

/** The nearest state that a format can write for these forms. */
function writableState(state: EntryState, targets: readonly string[], states: readonly EntryState[]): EntryState {
  if (targets.every((target) => target === "")) return "empty";
  if (state === "empty" || state === "read-only") return "translated";
  return states.includes(state) ? state : "translated";
}

const formsOf = (entry: Entry, targets: readonly string[]): string[] =>
  entry.targets.map((_, form) => targets[form] ?? "");

/** Values that say something; a string without any has one that is empty. */
export function valuesOf(targets: readonly string[]): string[] {
  const filled = targets.filter((target) => target !== "");
  return filled.length > 0 ? filled : [""];
}

function plannedSet(
  entry: Entry,
  edit: Extract<EntryEdit, { kind: "set" }>,
  can: EditAbilities,
): PlannedSet | undefined {
  if (!entry.plural && edit.targets.length > 1 && !can.severalValues) {
    throw new EditRefused(refusal("writeOneForm", { name: entry.id, count: edit.targets.length }));
  }
  const targets = can.severalValues && !entry.plural ? valuesOf(edit.targets) : formsOf(entry, edit.targets);
  // What the file has already stays as it is, whatever it shows.
  targets.forEach((target, form) => {
    if (target !== entry.targets[form]) refuseUnwritable(target, can.charset);
  });
  const wanted = writableState(edit.state, targets, can.states);
  const state = entry.state === "read-only" ? "read-only" : wanted;
  const { explanation } = edit;
  if (explanation !== undefined) refuseUnwritable(explanation, can.charset);
  const same =
    (explanation === undefined || explanation === (entry.explanation ?? "")) &&
    state === entry.state &&
    targets.length === entry.targets.length &&
    targets.every((target, form) => target === entry.targets[form]);
  return same ? undefined : { entry, targets, state, explanation };
}

/**
 * Sorts edits by kind, drops those without effect and refuses the impossible ones, so that a format only splices.
 * Of several sets for one entry the last counts; a removed entry is not set.
 * @throws EditRefused for an id that is not in the file, an unwritable text, or a string that is added twice.
 */
export function planEdits(file: ParsedFile, edits: readonly EntryEdit[], can: EditAbilities): EditPlan {
  // Most edits are few, and files are long.
  const wanted = new Set(edits.flatMap((edit) => (edit.kind === "set" || edit.kind === "remove" ? [edit.id] : [])));
  const byId = new Map<string, Entry>();
  const near = wanted.size === 0 ? [] : (file.find?.(wanted) ?? file.entries);
  for (const entry of near) if (wanted.has(entry.id)) byId.set(entry.id, entry);
  const find = (id: string): Entry => {
    const entry = byId.get(id);
    if (!entry) throw new EditRefused(refusal("writeGone", { name: id }));
    return entry;
  };
  const sets = new Map<Entry, PlannedSet | undefined>();
  const plan: EditPlan = { sets: [], adds: [], removes: new Set(), header: undefined };
  for (const edit of edits) {
    if (edit.kind === "set") {
      const entry = find(edit.id);
      sets.set(entry, plannedSet(entry, edit, can));
    } else if (edit.kind === "remove") {
      plan.removes.add(find(edit.id));
    } else if (edit.kind === "header") {
      plan.header = { ...plan.header, ...edit.header };
    } else {
      for (const text of [
        edit.context,
        edit.note ?? "",
        edit.flags ?? "",
        edit.explanation ?? "",
        ...edit.sources,
        ...edit.targets,
      ]) {
        refuseUnwritable(text, can.charset);
      }
      plan.adds.push(edit);
    }
  }
  for (const [entry, set] of sets) if (set && !plan.removes.has(entry)) plan.sets.push(set);
  return plan;
}
