import type { Entry, EntryEdit } from "@/lib/text/formats/kernel/format";
import { listPath, movedItems } from "@/lib/text/renames/list-items";

/**
 * Items of lists under the ids that they have on another side: there they are the same strings at other positions. As in
 * Loquat a list is written by its positions: what stands behind an item that goes, or comes, is written one place further.
 */

type Path = (string | number)[];
type AddEdit = EntryEdit & { kind: "add" };

/** An id that no file has. */
const gone = (id: string): string => `${id} gone`;

/** The entries of one side as the other one calls them. */
export function calledAs(side: readonly Entry[], other: readonly Entry[]): Entry[] {
  const moved = movedItems(side, other);
  return side.map((entry) => (moved.has(entry.id) ? { ...entry, id: moved.get(entry.id) ?? gone(entry.id) } : entry));
}

/**
 * Base and ours as theirs calls their entries. What ours puts between items that both know has a place between theirs,
 * which is no whole number.
 */
export function calledAsTheirs(
  base: readonly Entry[],
  ours: readonly Entry[],
  theirs: readonly Entry[],
): { base: Entry[]; ours: Entry[] } {
  const [here, there] = [movedItems(base, ours), movedItems(base, theirs)];
  const inTheirs = itemsOf(theirs);
  const moved = (map: typeof here, id: string) => (map.has(id) ? map.get(id) : id);
  const nameOf = new Map<string, string>();
  const renamed = base.map((entry) => {
    const name = moved(there, entry.id);
    const isThere = name !== undefined && itemsOn(pathOf(name)).every((item) => inTheirs.has(item));
    const id = isThere ? name : gone(entry.id);
    const own = moved(here, entry.id);
    if (own !== undefined) nameOf.set(own, id);
    return { ...entry, id };
  });
  const places = placesOf(nameOf);
  const taken = itemsOf(renamed);
  const mine = ours.map((entry) => {
    const name = nameOf.get(entry.id);
    if (name !== undefined) return { ...entry, id: name };
    const path = listPath(entry.id);
    if (!path) return entry;
    const to = newPlace(path, places, taken);
    return { ...entry, id: JSON.stringify(to), context: at(entry.context, to) };
  });
  return { base: renamed, ours: mine };
}

/** Steps of an id that has positions, whole or not. */
function pathOf(id: string): Path | undefined {
  if (!id.startsWith("[") || !id.endsWith("]")) return undefined;
  try {
    const path: unknown = JSON.parse(id);
    return Array.isArray(path) && path.some((step) => typeof step === "number") ? (path as Path) : undefined;
  } catch {
    return undefined;
  }
}

/** The items of lists that a path goes through. */
const itemsOn = (path: Path | undefined): string[] =>
  (path ?? []).flatMap((step, depth, all) =>
    typeof step === "number" ? [JSON.stringify(all.slice(0, depth + 1))] : [],
  );

const itemsOf = (entries: readonly Entry[]): Set<string> => new Set(entries.flatMap(({ id }) => itemsOn(pathOf(id))));

/** Where items of ours that the base has, too, stand in theirs: the position by the path. */
function placesOf(nameOf: ReadonlyMap<string, string>): Map<string, number> {
  const places = new Map<string, number>();
  for (const [own, name] of nameOf) {
    const [from, to] = [pathOf(own), pathOf(name)];
    from?.forEach((step, depth) => {
      const place = to?.[depth];
      if (typeof step === "number" && typeof place === "number")
        places.set(JSON.stringify(from.slice(0, depth + 1)), place);
    });
  }
  return places;
}

/**
 * What ours has put in stands in theirs as far behind the same item, or right behind it where others that both know stand
 * there.
 */
function newPlace(path: Path, places: ReadonlyMap<string, number>, taken: ReadonlySet<string>): Path {
  const to: Path = [];
  for (const [depth, step] of path.entries()) {
    if (typeof step !== "number") {
      to.push(step);
      continue;
    }
    let before = step;
    let place: number | undefined;
    for (; before >= 0 && place === undefined; before--)
      place = places.get(JSON.stringify([...path.slice(0, depth), before]));
    if (place === undefined) [before, place] = [-1, -1];
    else before++;
    const far = step - before;
    const isFree = Array.from({ length: far }, (_, more) => (place as number) + more + 1).every(
      (position) => !taken.has(JSON.stringify([...to, position])),
    );
    to.push(isFree ? place + far : place + far / 10_000);
  }
  return to;
}

/** A context with other positions. */
function at(context: string, path: Path): string {
  const positions = path.filter((step) => typeof step === "number");
  const found = context.match(/\[[\d.]+\]/g);
  return found?.length === positions.length ? context.replace(/\[[\d.]+\]/g, () => `[${positions.shift()}]`) : context;
}

/** Edits of a file at the positions that items have behind them. */
export interface Placed {
  edits: EntryEdit[];
  /** What strings of the edited file are called, by their ids in it. */
  nameOf: Map<string, string>;
  /** What the string of an edit is called. */
  about: Map<EntryEdit, string>;
}

/**
 * Edits of theirs by the positions that all items have behind them: a list has no holes, so what stands behind an item that
 * goes or comes moves.
 * @param nameOfAdded what a string is called that an edit adds
 */
export function placed(
  theirs: readonly Entry[],
  edits: readonly EntryEdit[],
  nameOfAdded: (edit: AddEdit) => string,
): Placed {
  const nameOf = new Map<string, string>();
  const removed = new Set(edits.flatMap((edit) => (edit.kind === "remove" ? [edit.id] : [])));
  const adds = edits.flatMap((edit) => {
    const path = edit.kind === "add" ? pathOf(nameOfAdded(edit)) : undefined;
    return edit.kind === "add" && path ? [{ edit, path }] : [];
  });
  const positions = positionsOf(
    theirs,
    removed,
    adds.map(({ path }) => path),
  );
  const wanted = new Map<string, { entry: Entry; id: string } | { edit: AddEdit }>();
  const finalOf = (path: Path) =>
    path.map((step, depth) =>
      typeof step === "number" ? (positions.get(JSON.stringify(path.slice(0, depth + 1))) ?? step) : step,
    );
  for (const entry of theirs) {
    const path = removed.has(entry.id) ? undefined : pathOf(entry.id);
    if (!path) continue;
    const final = finalOf(path);
    wanted.set(JSON.stringify(final), { entry: { ...entry, context: at(entry.context, final) }, id: entry.id });
    nameOf.set(JSON.stringify(final), entry.id);
  }
  for (const { edit, path } of adds) {
    const final = finalOf(path);
    wanted.set(JSON.stringify(final), { edit: { ...edit, context: at(edit.context, final) } });
    nameOf.set(JSON.stringify(final), JSON.stringify(path));
  }
  const isAdd = new Set<EntryEdit>(adds.map(({ edit }) => edit));
  const setOf = new Map(edits.flatMap((edit) => (edit.kind === "set" ? [[edit.id, edit] as const] : [])));
  const own = new Map(theirs.flatMap((entry) => (pathOf(entry.id) ? [[entry.id, entry] as const] : [])));
  const isOther = (edit: EntryEdit) =>
    !isAdd.has(edit) && (edit.kind === "header" || edit.kind === "add" || !own.has(edit.id));
  const about = new Map<EntryEdit, string>();
  for (const edit of edits.filter(isOther))
    about.set(edit, edit.kind === "header" ? "" : edit.kind === "add" ? nameOfAdded(edit) : edit.id);
  for (const id of own.keys()) if (!wanted.has(id)) about.set({ kind: "remove", id }, id);
  for (const [id, want] of wanted) {
    const name = nameOf.get(id) ?? id;
    if ("edit" in want) {
      const { targets, state } = want.edit;
      about.set(own.has(id) ? { kind: "set", id, targets, state } : want.edit, name);
      continue;
    }
    const edit = setOf.get(want.id);
    if (id === want.id) {
      if (edit) about.set(edit, name);
      continue;
    }
    const { context, sources, plural } = want.entry;
    const { targets, state } = edit ?? want.entry;
    const text = { targets: [...targets], state };
    about.set(
      own.has(id) ? { kind: "set", id, ...text } : { kind: "add", context, sources: [...sources], plural, ...text },
      name,
    );
  }
  return { edits: [...about.keys()], nameOf, about };
}

/** The position that each item has behind the edits, by its path. Items without strings stay where they are. */
function positionsOf(
  theirs: readonly Entry[],
  removed: ReadonlySet<string>,
  added: readonly Path[],
): Map<string, number> {
  const lists = new Map<string, Map<number, boolean>>();
  const note = (path: Path, stays: boolean, isAdded: boolean) => {
    path.forEach((step, depth) => {
      if (typeof step !== "number") return;
      const key = JSON.stringify(path.slice(0, depth));
      const items = lists.get(key) ?? new Map<number, boolean>();
      lists.set(key, items);
      for (let before = 0; before < step && !isAdded; before++) if (!items.has(before)) items.set(before, true);
      items.set(step, stays || (items.get(step) ?? false));
    });
  };
  // Strings of one item stand together, but not all of a list do: what is removed is noted first.
  for (const { id } of theirs) if (removed.has(id)) note(pathOf(id) ?? [], false, true);
  for (const { id } of theirs) if (!removed.has(id)) note(pathOf(id) ?? [], true, false);
  for (const path of added) note(path, true, true);
  const positions = new Map<string, number>();
  for (const [key, items] of lists) {
    const staying = [...items].flatMap(([step, stays]) => (stays ? [step] : [])).sort((a, b) => a - b);
    for (const [position, step] of staying.entries())
      positions.set(JSON.stringify([...JSON.parse(key), step]), position);
  }
  return positions;
}
