import type { Item } from "./sql";

/** Makes the objects of an answer's rows. */

type RowMaker = (row: readonly unknown[]) => unknown;

/** One column of the answer. */
interface Place {
  path: readonly string[];
  otherwise?: () => unknown;
}

/**
 * The function that makes an object of a row with these columns.
 * @param columns names as the answer gives them; each is that of an item
 * @param shared an object whose members every row gets, too, behind its own
 */
export function rowMaker(columns: readonly string[], items: readonly Item[], shared?: object): RowMaker {
  const known = new Map(items.map((item) => [item.column, item]));
  const places = columns.map((column): Place => {
    const item = known.get(column);
    if (!item) throw new Error(`No item of the select list is named ${column}.`);
    return item;
  });
  const flat = places.map(({ path, otherwise }, at) => ({ at, name: path[0] as string, below: path[1], otherwise }));
  // Objects that are copies of one have one shape, which makes them quick to read.
  const empty: Record<string, unknown> = {};
  for (const { name } of flat) empty[name] = null;
  const inner = [...new Set(flat.filter(({ below }) => below !== undefined).map(({ name }) => name))];
  Object.assign(empty, shared);
  return (row) => {
    const made = { ...empty };
    for (const name of inner) made[name] = {};
    for (const { at, name, below, otherwise } of flat) {
      const value = row[at];
      const given = value === null && otherwise ? otherwise() : value;
      if (below === undefined) {
        if (given !== null) made[name] = given;
      } else (made[name] as Record<string, unknown>)[below] = given;
    }
    return made;
  };
}
