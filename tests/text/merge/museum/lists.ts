import type { Entry } from "@/lib/text/formats/kernel/format";
import { listPath, movedItems } from "@/lib/text/renames/list-items";

/** Items of lists under the ids that they have on another side: there they are the same strings at other positions. */

/** An id that no file has. */
const gone = (id: string): string => `${id} gone`;

/** The entries of one side as the other one calls them. */
export function calledAs(side: readonly Entry[], other: readonly Entry[]): Entry[] {
  const moved = movedItems(side, other);
  return side.map((entry) => (moved.has(entry.id) ? { ...entry, id: moved.get(entry.id) ?? gone(entry.id) } : entry));
}

/**
 * Base and ours as theirs calls their entries. Where ours puts something between items that both know, theirs has no place
 * for it: then positions are names.
 */
export function calledAsTheirs(
  base: readonly Entry[],
  ours: readonly Entry[],
  theirs: readonly Entry[],
): { base: Entry[]; ours: Entry[] } {
  const [here, there] = [movedItems(base, ours), movedItems(base, theirs)];
  if (here.size + there.size === 0) return { base: [...base], ours: [...ours] };
  const moved = (map: typeof here, id: string) => (map.has(id) ? map.get(id) : id);
  const nameOf = new Map<string, string>();
  const renamed = base.map((entry) => {
    const id = moved(there, entry.id) ?? gone(entry.id);
    const own = moved(here, entry.id);
    if (own !== undefined) nameOf.set(own, id);
    return { ...entry, id };
  });
  const known = new Set(renamed.map(({ id }) => id));
  const places = placesOf(nameOf);
  let isPlaced = true;
  const mine = ours.map((entry) => {
    const name = nameOf.get(entry.id);
    if (name !== undefined) return { ...entry, id: name };
    const path = listPath(entry.id);
    if (!path) return entry;
    const to = newPlace(path, places);
    const id = JSON.stringify(to);
    if (known.has(id)) isPlaced = false;
    return { ...entry, id, context: at(entry.context, to) };
  });
  return isPlaced ? { base: renamed, ours: mine } : { base: [...base], ours: [...ours] };
}

type Path = (string | number)[];

/** Where items of ours that the base has, too, stand in theirs: the position by the path. */
function placesOf(nameOf: ReadonlyMap<string, string>): Map<string, number> {
  const places = new Map<string, number>();
  for (const [own, name] of nameOf) {
    const [from, to] = [listPath(own), listPath(name)];
    from?.forEach((step, depth) => {
      const place = to?.[depth];
      if (typeof step === "number" && typeof place === "number")
        places.set(JSON.stringify(from.slice(0, depth + 1)), place);
    });
  }
  return places;
}

/** What ours has put in stands in theirs as far behind the same item. */
function newPlace(path: Path, places: ReadonlyMap<string, number>): Path {
  return path.map((step, depth) => {
    if (typeof step !== "number") return step;
    for (let before = step; before >= 0; before--) {
      const place = places.get(JSON.stringify([...path.slice(0, depth), before]));
      if (place !== undefined) return place + step - before;
    }
    return step;
  });
}

/** A context with other positions. */
function at(context: string, path: Path): string {
  const positions = path.filter((step) => typeof step === "number");
  const found = context.match(/\[\d+\]/g);
  return found?.length === positions.length ? context.replace(/\[\d+\]/g, () => `[${positions.shift()}]`) : context;
}
