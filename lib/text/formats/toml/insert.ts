import { refusal } from "@/lib/text/messages/refusal";
import type { AddEdit } from "../kernel/edit-plan";
import { EditRefused, type Entry, type FormatOptions } from "../kernel/format";
import { pathId, splitPath } from "../kernel/json/paths";
import { categoriesOf } from "../kernel/quantities";
import { lineBehind, lineEnding, type PatchList, placeInOrder } from "../kernel/splice";
import { TomlLists, tableBlocks, tomlValue } from "./lists";
import type { TomlPath } from "./nodes";
import { tomlKey, tomlLiteral } from "./read";
import { noteStart, TomlFile, type TomlString } from "./strings";

/** New keys of TOML files. */

/** Puts new strings where the base has them. @throws EditRefused */
export function addStrings(
  text: string,
  file: TomlFile,
  adds: readonly AddEdit[],
  removes: ReadonlySet<Entry>,
  patches: PatchList,
  options: FormatOptions,
  go: boolean,
): void {
  const { tree } = file;
  const eol = lineEnding(text);
  const base = options.base === undefined ? undefined : baseOf(options.base, options, go);
  const known = new Map(base?.all().map(([entry, string]) => [entry.context, string]));
  const found = file.all();
  const last = new Map(found.map(([entry, string]) => [entry.id, string]));
  const gone = new Set([...removes].map((entry) => last.get(entry.id)));
  const present = new Map<string, TomlString>();
  for (const [entry, string] of found) if (!gone.has(string)) present.set(entry.context, string);
  const byContext = new Map<string, AddEdit>();
  for (const add of adds) {
    if (add.context === "") throw new EditRefused(refusal("writeKey"));
    if (add.plural && !go) throw new EditRefused(refusal("writePlural", { name: add.context }));
    if (present.has(add.context) || byContext.has(add.context))
      throw new EditRefused(refusal("writeThere", { name: add.context }));
    byContext.set(add.context, add);
  }
  const places = placeInOrder([...known.keys()], new Set(present.keys()), [...byContext.keys()]);
  const tablesOf = go && found.some(([, string]) => string.table !== undefined);
  const fresh = new Map<string, string[]>();
  const open = (at: number): boolean => at === text.length && text !== "" && !/[\r\n]$/.test(text);
  const insertLine = (at: number, line: string): void => patches.insert(at, open(at) ? eol + line : line + eol);
  const lists = new TomlLists(text, tree);
  const twinOf = (path: TomlPath) =>
    [...tree.texts, ...tree.tables, ...tree.inline].some((one) => pathId(one.path) === pathId(path));
  const insertPair = (path: TomlPath, value: string, place: string | null | undefined, name: string): void => {
    const keys = path.map(String);
    const line = `${tomlKey(keys.at(-1)!)} = ${value}`;
    const neighbour = typeof place === "string" ? present.get(place) : undefined;
    const sibling =
      neighbour && pathId(neighbour.path.slice(0, -1)) === pathId(path.slice(0, -1)) ? neighbour.own.at(-1) : undefined;
    const holder = pathId(path.slice(0, -1));
    const table = tree.tables.find((one) => pathId(one.path) === holder);
    const braces = tree.inline.find((one) => pathId(one.path) === holder);
    if (sibling?.pair.single && !sibling.pair.inline && (table || keys.length === 1))
      insertLine(lineBehind(text, sibling.pair.end), line);
    else if (braces) {
      const last = braces.pairs.at(-1);
      patches.insert(last?.end ?? braces.start + 1, last ? `, ${line}` : ` ${line} `);
    } else if (table) insertLine(lineBehind(text, table.end), line);
    else if (path.some((step) => typeof step === "number"))
      throw new EditRefused(refusal("writePlaceNoTable", { name }));
    else if (keys.length > 1)
      fresh.set(holder, [...(fresh.get(holder) ?? [`[${keys.slice(0, -1).map(tomlKey).join(".")}]`]), line]);
    else if (tree.topEnd !== undefined) insertLine(lineBehind(text, tree.topEnd), line);
    else if (tree.tables[0])
      patches.insert(
        Math.max(noteStart(text, tree.tables[0].start, tree.texts), text.startsWith("\ufeff") ? 1 : 0),
        line + eol,
      );
    else insertLine(text.length, line);
  };
  for (const [context, place] of places) {
    const add = byContext.get(context)!;
    const twin = known.get(context);
    const path = twin?.path ?? (go ? [context] : splitPath(context));
    const inList = path.some((step) => typeof step === "number");
    if (inList && go) throw new EditRefused(refusal("writeListNew", { name: context }));
    if (inList && lists.take(path, add.targets[0] ?? "", context, place)) continue;
    const keys = path.map(String);
    if (add.plural || (twin ? twin.forms[0]!.name !== "" : tablesOf)) {
      const forms = add.plural ? categoriesOf(options.plural) : ["other"];
      const lines = forms.map((name, at) => `${name} = ${tomlLiteral(undefined, "", add.targets[at] ?? "", eol)}`);
      const about = add.note ? [`description = ${tomlLiteral(undefined, "", add.note, eol)}`] : [];
      const block = [`[${keys.map(tomlKey).join(".")}]`, ...about, ...lines].join(eol);
      const before = typeof place === "string" ? present.get(place)?.table : undefined;
      const at = before ? lineBehind(text, before.end) : text.length;
      const gap = text.trim() === "" || text.trim() === "\ufeff" ? "" : eol;
      patches.insert(at, open(at) ? eol + gap + block : gap + block + eol);
      continue;
    }
    insertPair(path, tomlLiteral(undefined, "", add.targets[0] ?? "", eol), place, context);
  }
  if (options.fillGaps) lists.fillGaps();
  for (const { path, place, items } of lists.newLists()) {
    if (twinOf(path)) throw new EditRefused(refusal("writeListNot", { name: path.join(".") }));
    const inTables = base?.tree.tables.some((one) => pathId(one.path) === pathId([...path, 0]));
    if (inTables) for (const block of tableBlocks(path, items, eol)) fresh.set(block, [block]);
    else insertPair(path, tomlValue(items), place, path.join("."));
  }
  lists.finish(patches);
  for (const lines of fresh.values()) {
    const gap = text.trim() === "" ? "" : eol;
    patches.insert(
      text.length,
      (open(text.length) ? eol : "") + gap + lines.join(eol) + (open(text.length) ? "" : eol),
    );
  }
}

/** A base is read as it is, without one of its own. */
export function baseOf(base: string, options: FormatOptions, go: boolean): TomlFile {
  return new TomlFile(base, { ...options, base: undefined }, go);
}
