import { refusal } from "@/lib/text/messages/refusal";
import { EditRefused } from "../kernel/format";
import { pathId } from "../kernel/json/paths";
import { fillGaps, growInto, NewItems, type NewValue, Nothing } from "../kernel/new-values";
import { lineBehind, lineEnding, type PatchList } from "../kernel/splice";
import type { TomlArray, TomlPath, TomlTree } from "./nodes";
import { tomlKey, tomlLiteral } from "./read";

/** New items of lists: between brackets, or as `[[tables]]`. */

/** A list that the file does not have, to be written as a pair of its own. */
export interface NewList {
  path: TomlPath;
  /** Behind which string it comes, as `placeInOrder` tells it. */
  place: string | null | undefined;
  items: NewItems;
}

export class TomlLists {
  private readonly grown = new Map<TomlArray, NewItems>();
  private readonly tables = new Map<string, { path: TomlPath; last: number; items: NewItems }>();
  private readonly made = new Map<string, NewList>();
  private readonly eol: string;

  constructor(
    private readonly text: string,
    private readonly tree: TomlTree,
  ) {
    this.eol = lineEnding(text);
  }

  /** Notes a text of a list; false where all items on its way are in the file. @throws EditRefused */
  take(path: TomlPath, value: string, name: string, place: string | null | undefined): boolean {
    for (let depth = 0; depth < path.length; depth++) {
      const [step, holder] = [path[depth]!, path.slice(0, depth)];
      if (typeof step !== "number") continue;
      const id = pathId(holder);
      const array = this.tree.arrays.find((one) => pathId(one.path) === id);
      const last = array ? array.items.length - 1 : this.lastTable(holder);
      if (step <= last) continue;
      growInto(this.itemsOf(holder, id, array, last, name, place), path, depth, value, name);
      return true;
    }
    return false;
  }

  private itemsOf(
    path: TomlPath,
    id: string,
    array: TomlArray | undefined,
    last: number,
    name: string,
    place: string | null | undefined,
  ): NewItems {
    if (array) {
      const items = this.grown.get(array) ?? new NewItems(array.items.length);
      this.grown.set(array, items);
      return items;
    }
    if (last >= 0) {
      // A nested header speaks of the last item of its outer list, whichever is meant.
      if (path.some((step) => typeof step === "number")) throw new EditRefused(refusal("writeListNested", { name }));
      const table = this.tables.get(id) ?? { path, last, items: new NewItems(last + 1) };
      this.tables.set(id, table);
      return table.items;
    }
    const made = this.made.get(id) ?? { path, place, items: new NewItems() };
    this.made.set(id, made);
    return made.items;
  }

  /** Position of the last table of a list of tables; -1 when there is none. */
  private lastTable(path: TomlPath): number {
    let last = -1;
    for (const { path: of } of this.tree.tables) {
      const at = of[path.length];
      if (typeof at === "number" && pathId(of.slice(0, path.length)) === pathId(path)) last = Math.max(last, at);
    }
    return last;
  }

  /** Makes what lists must have before their new items, without texts. */
  fillGaps(): void {
    for (const items of this.grown.values()) fillGaps(items);
    for (const { items } of [...this.tables.values(), ...this.made.values()]) fillGaps(items);
  }

  /** Lists that the file does not have. */
  newLists(): NewList[] {
    return [...this.made.values()];
  }

  /** Writes the new items of lists that the file has. */
  finish(patches: PatchList): void {
    for (const [array, items] of this.grown) this.grow(patches, array, items.inOrder().map(tomlValue));
    for (const { path, last, items } of this.tables.values()) {
      const inside = pathId([...path, last]).slice(0, -1);
      const ends = this.tree.tables.filter((one) => pathId(one.path).startsWith(inside)).map((one) => one.end);
      const place = lineBehind(this.text, Math.max(...ends));
      const blocks = tableBlocks(path, items, this.eol).map((block) => this.eol + block + this.eol);
      const open = !/[\r\n]$/.test(this.text.slice(0, place));
      patches.insert(place, open ? this.eol + blocks.join("").slice(0, -this.eol.length) : blocks.join(""));
    }
  }

  /** Behind the last item, in lines of their own where that has one. */
  private grow(patches: PatchList, { start, end, items }: TomlArray, fresh: readonly string[]): void {
    const { text, eol } = this;
    const last = items.at(-1);
    if (!last) {
      patches.insert(start + 1, fresh.join(", "));
      return;
    }
    const comma = commaBehind(text, last.end, end);
    const from = text.lastIndexOf("\n", last.start - 1) + 1;
    const indent =
      /^[ \t]*$/.test(text.slice(from, last.start)) && from > start ? text.slice(from, last.start) : undefined;
    if (indent === undefined) {
      if (comma === undefined) patches.insert(last.end, fresh.map((item) => `, ${item}`).join(""));
      else patches.insert(comma, fresh.map((item) => ` ${item},`).join(""));
      return;
    }
    if (comma === undefined) patches.insert(last.end, ",");
    const behind = comma ?? last.end;
    const note = /^[ \t]*#[^\r\n]*/.exec(text.slice(behind, end))?.[0] ?? "";
    const lines = fresh.map((item) => eol + indent + item).join(",");
    patches.insert(behind + note.length, comma === undefined ? lines : `${lines},`);
  }
}

/** Place behind the comma that follows an item, over white space and comments; undefined without one. */
function commaBehind(text: string, from: number, end: number): number | undefined {
  const [lead = ""] = /^(?:\s|#[^\n]*(?=\n))*/.exec(text.slice(from, end)) ?? [];
  return text[from + lead.length] === "," ? from + lead.length + 1 : undefined;
}

/** A new value on one line. */
export function tomlValue(value: NewValue): string {
  if (typeof value === "string") return tomlLiteral(undefined, "", value, "\n");
  if (value instanceof NewItems) return `[${value.inOrder().map(tomlValue).join(", ")}]`;
  if (value instanceof Nothing) return value.raw;
  if (value.size === 0) return "{}";
  return `{ ${[...value].map(([key, one]) => `${tomlKey(key)} = ${tomlValue(one)}`).join(", ")} }`;
}

/** New items as tables. */
export function tableBlocks(path: TomlPath, list: NewItems, eol: string): string[] {
  return list.inOrder().map((item) => {
    if (!(item instanceof Map)) throw new EditRefused(refusal("writeListTables", { name: path.join(".") }));
    const lines = [...item].map(([key, value]) => `${tomlKey(key)} = ${tomlValue(value)}`);
    return [`[[${path.map((step) => tomlKey(String(step))).join(".")}]]`, ...lines].join(eol);
  });
}
