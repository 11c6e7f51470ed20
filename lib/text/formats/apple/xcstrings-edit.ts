import { refusal } from "@/lib/text/messages/refusal";
import { type AddEdit, type PlannedSet, planEdits } from "../kernel/edit-plan";
import {
  EditRefused,
  type EntryEdit,
  type EntryState,
  type FormatOptions,
  type ParsedFile,
  type Patch,
} from "../kernel/format";
import { copyJson, type NewJson, newObject } from "../kernel/json/layout";
import { JsonIndex, type JsonPath, pathId } from "../kernel/json/paths";
import { memberOf, textOf } from "../kernel/json/reading";
import { jsonLiteral, scanJson } from "../kernel/json/tokens";
import { categoriesOf } from "../kernel/quantities";
import { PatchList } from "../kernel/splice";
import { keysOf } from "./stringsdict-read";
import {
  baseItems,
  type CatalogueFile,
  type CatalogueItem,
  eachShown,
  needsEditing,
  type Unit,
  type View,
} from "./xcstrings-read";
import { catalogueSurgery, isPart } from "./xcstrings-structure";

/** Editing string catalogues: texts and states are replaced in place, everything else is put in or cut out whole. */

const EDITING = "needs_review";
const TRANSLATED = "translated";
/** State of a text that is not there. */
const NEW = "new";

/** A text with its state, to be written. */
const newUnit = (text: string, state: EntryState): NewJson =>
  newObject({ state: text === "" ? NEW : state === "needs-editing" ? EDITING : TRANSLATED, value: text });

/** Something to be put in: its real place, and what. */
type Leaf = [path: JsonPath, value: NewJson];

/** A new string with its twin in the base. */
type Addition = [add: AddEdit, twin: CatalogueItem | undefined];

const startsWith = (path: JsonPath, start: JsonPath): boolean => start.every((step, at) => path[at] === step);

/** Of the steps of a path, those above what a language says. */
const HEAD = 4;

class Editor {
  readonly patches: PatchList;
  private readonly view: View;
  private base: ReadonlyMap<string, CatalogueItem> = new Map();
  private operated: ReturnType<typeof catalogueSurgery> | undefined;
  private readonly leaves: Leaf[] = [];
  private readonly cut = new Map<string, JsonPath>();
  /** Names of the strings that are set, by the ids of their places. */
  private readonly changed = new Map<string, string>();

  constructor(
    private readonly text: string,
    private readonly file: CatalogueFile,
    private readonly options: FormatOptions,
    /** Keys that the edits are about. */
    private readonly keys: ReadonlySet<string>,
    private readonly keepsKeys: () => boolean,
  ) {
    this.patches = new PatchList(text);
    this.view = file.view;
  }

  private get structure(): ReturnType<typeof catalogueSurgery> {
    this.operated ??= catalogueSurgery(this.text, this.keys, this.keepsKeys(), this.view.code);
    return this.operated;
  }

  private remove(path: JsonPath): void {
    const id = pathId(path);
    if (this.cut.has(id)) return;
    this.cut.set(id, path);
    this.structure.surgery.remove(path);
  }

  /** Replaces a text and its state where they stand, or notes them to be put in. */
  private write(unit: Unit, text: string | undefined, state: string | undefined): void {
    const put = (name: "value" | "state", wanted: string | undefined): void => {
      const node = unit[name];
      if (wanted === undefined || (node?.kind === "text" && node.value === wanted)) return;
      if (node) this.patches.replace(node.start, node.end, jsonLiteral(wanted));
      else this.leaves.push([[...unit.path, "stringUnit", name], wanted]);
    };
    put("value", text);
    put("state", state);
  }

  /** The state that a form is to have; undefined where it keeps the one that it has. */
  private stateFor(unit: Unit, text: string, { entry, state }: PlannedSet): string | undefined {
    const changed = text !== unit.text;
    const old = textOf(unit.state);
    if (text === "") return changed ? NEW : undefined;
    if (state === "needs-editing")
      return changed || (entry.state !== state && !needsEditing(old, text, this.view.isSource)) ? EDITING : undefined;
    const open = state === "translated" && needsEditing(old, text, this.view.isSource);
    const fresh = unit.value === undefined && unit.state === undefined;
    return open || fresh || (changed && old === NEW) ? TRANSLATED : undefined;
  }

  set(item: CatalogueItem, set: PlannedSet): void {
    const { targets, state } = set;
    const blank = targets.every((text) => text === "");
    this.changed.set(pathId(item.path), item.id);
    if (item.widened && this.widen(item, set)) return;
    const units = item.widened ? item.units.slice(0, 1) : item.units;
    if (!item.plural && this.isKeyItself(item, targets[0]!, state)) {
      this.remove(item.path);
      return;
    }
    let states = units.map((unit, form) => this.stateFor(unit, targets[form]!, set));
    const open = (form: number): boolean => {
      const now = states[form] ?? textOf(units[form]!.state);
      return needsEditing(now, targets[form]!, this.view.isSource);
    };
    if (state === "needs-editing" && !units.some((_, form) => open(form)))
      states = targets.map((text) => (text === "" ? undefined : EDITING));
    units.forEach((unit, form) => {
      const text = targets[form]!;
      if (item.plural && !item.widened && text === "" && !blank) {
        // An empty form would be shown; without it another one is.
        if (unit.text !== "") this.remove(unit.path);
      } else if (text !== "" || text !== unit.text)
        this.write(unit, text === unit.text && unit.value ? undefined : text, states[form]);
    });
  }

  /** Whether a text needs no place of its own, because the key says the same. */
  private isKeyItself(item: CatalogueItem, text: string, state: EntryState): boolean {
    return (
      this.view.isSource && item.sole && item.path.length === HEAD && text === item.key && state !== "needs-editing"
    );
  }

  /** Gives a text that stands for all forms its plural forms; false when one text is still enough. */
  private widen(item: CatalogueItem, { targets, state }: PlannedSet): boolean {
    if (targets.every((text) => text === targets[0])) return false;
    this.remove([...item.path, "stringUnit"]);
    this.leaves.push(...this.formLeaves(item.path, targets, state));
    return true;
  }

  private formLeaves(path: JsonPath, targets: readonly string[], state: EntryState): Leaf[] {
    const forms = categoriesOf(this.options.plural).map((category, form) => [category, targets[form] ?? ""] as const);
    const filled = forms.filter(([, text]) => text !== "");
    return (filled.length ? filled : forms.slice(-1)).map(([category, text]) => [
      [...path, "variations", "plural", category, "stringUnit"],
      newUnit(text, state),
    ]);
  }

  /** Items of some keys, by key. */
  private itemsOf(keys: ReadonlySet<string>): Map<string, CatalogueItem[]> {
    const items = new Map<string, CatalogueItem[]>();
    eachShown(this.text, this.file.head, this.view, this.options, keys, (item) => {
      const list = items.get(item.key);
      if (list) list.push(item);
      else items.set(item.key, [item]);
    });
    return items;
  }

  /**
   * Takes texts away, each with what holds nothing else; in the language of the keys a whole key when all of it goes.
   * Gives the keys that lose all their texts and get `renewed` ones, which take their place.
   */
  removeAll(gone: ReadonlySet<string>, renewed: ReadonlySet<string>): Set<string> {
    const empty = new Set<string>();
    const keys = new Set([...gone].map((id) => this.file.strings.item(id)!.key));
    for (const items of this.itemsOf(keys).values()) {
      const leaving = items.filter(({ id }) => gone.has(id));
      if (leaving.length === items.length) {
        const { key, path } = items[0]!;
        if (renewed.has(key)) empty.add(key);
        else this.remove(this.view.isSource ? path.slice(0, 2) : path.slice(0, HEAD));
        continue;
      }
      for (const item of leaving) {
        const alone = (length: number): boolean =>
          items.every(({ id, path }) => gone.has(id) || !startsWith(path, item.path.slice(0, length)));
        const level = item.levels.find(alone);
        const own = item.plural && !item.widened ? ["variations", "plural"] : ["stringUnit"];
        this.remove(level === undefined ? [...item.path, ...own] : item.path.slice(0, level));
      }
    }
    return empty;
  }

  /** What is added, by key, each with its twin in the base. */
  addedByKey(adds: readonly AddEdit[]): Map<string, Addition[]> {
    this.base = this.view.isSource ? new Map() : baseItems(this.options, this.keys);
    const byKey = new Map<string, Addition[]>();
    for (const add of adds) {
      if (add.context === "") throw new EditRefused(refusal("writeKey"));
      const twin = this.base.get(add.context);
      const key = twin?.key ?? add.context;
      const list = byKey.get(key) ?? [];
      byKey.set(key, list);
      list.push([add, twin]);
    }
    return byKey;
  }

  add(byKey: ReadonlyMap<string, readonly Addition[]>, gone: ReadonlySet<string>, renewed: ReadonlySet<string>): void {
    const there = this.itemsOf(this.keys);
    const taken = new Set([...there.values()].flatMap((items) => items.map(({ id }) => id)));
    for (const id of gone) taken.delete(id);
    for (const [key, list] of byKey) {
      for (const [{ context }] of list) {
        if (taken.has(context)) throw new EditRefused(refusal("writeThere", { name: context }));
        taken.add(context);
      }
      const path = there.get(key)?.[0]?.path.slice(0, HEAD) ?? ["strings", key, "localizations", this.view.code];
      const others = this.leaves.length;
      for (const [add, twin] of list) this.addOne(add, [...path, ...(twin?.path.slice(HEAD) ?? [])], renewed.has(key));
      if (list.some(([, twin]) => twin?.path.includes("substitutions"))) this.addAround(path, key, list);
      const node = this.structure.index.at(path);
      if (renewed.has(key) && node) {
        const value = nested(this.leaves.splice(others).sort(leafOrder), HEAD);
        this.structure.surgery.set(path, node, value, this.patches);
      } else if (this.view.isSource) this.addKey(key, list[0]![0].note);
    }
  }

  /** One text or set of forms, for the tree at this path. */
  private addOne(add: AddEdit, path: JsonPath, renewed: boolean): void {
    const texts: readonly Leaf[] = add.plural
      ? this.formLeaves(path, add.targets, add.state)
      : [[[...path, "stringUnit"], newUnit(add.targets[0] ?? "", add.state)]];
    this.leaves.push(...texts);
    if (renewed) return;
    for (const gone of this.cut.values())
      if (texts.some(([place]) => startsWith(place, gone)))
        throw new EditRefused(refusal("writeRemovedAdded", { name: add.context }));
    for (let at = HEAD; at < path.length; at++)
      if (path[at] === "variations") this.moveAside(path.slice(0, at), String(path[at + 1]), add);
    const varied = memberOf(this.structure.index.at(path), "variations");
    const [kind] = varied?.kind === "object" ? varied.members : [];
    if (kind) throw new EditRefused(refusal("writeVaries", { name: add.context, kind: kind.key }));
  }

  /** A text that stood for all cases becomes that of all others, when the first case gets one of its own. */
  private moveAside(path: JsonPath, kind: string, { context }: AddEdit): void {
    const node = this.structure.index.at(path);
    const other = [...path, "variations", kind, "other"];
    if (this.structure.index.at(other)) return;
    const own = kind === "plural" ? [["stringUnit"]] : [["stringUnit"], ["variations", "plural"]];
    for (const steps of own) {
      const from = [...path, ...steps];
      const value = node && this.structure.index.at(from);
      if (!value || this.cut.has(pathId(from))) continue;
      const changed = this.changed.get(pathId(path));
      if (changed !== undefined) throw new EditRefused(refusal("writeChangedAdded", { changed, name: context }));
      this.remove(from);
      this.leaves.push([[...other, ...steps], copyJson(value)]);
    }
  }

  /** What a text with substitutions needs beside their forms: how each is printed, and the text that names them. */
  private addAround(path: JsonPath, key: string, list: readonly Addition[]): void {
    const root = scanJson(this.options.base!, false, {
      members: (k) => k === "strings" && { members: (k) => k === key },
    });
    const index = new JsonIndex(root);
    for (const [, twin] of list)
      twin?.path.forEach((step, at) => {
        if (step !== "substitutions" || at < HEAD) return;
        const steps = twin.path.slice(HEAD, at + 2);
        const theirs = index.at(twin.path.slice(0, at + 2));
        if (theirs?.kind !== "object" || this.structure.index.at([...path, ...steps])) return;
        for (const { key: name, value } of theirs.members)
          if (!["variations", "stringUnit", "substitutions"].includes(name))
            this.leaves.push([[...path, ...steps, name], copyJson(value)]);
      });
    const main = this.base.get(key);
    const here = this.structure.index.at(path);
    if (!main || main.path.length !== HEAD || main.plural || list.some(([, twin]) => twin === main)) return;
    if (memberOf(here, "stringUnit") || memberOf(here, "variations")) return;
    this.leaves.push([[...path, "stringUnit"], newObject({ state: NEW, value: main.units[0]!.text })]);
  }

  /** What a new key has beside its text. */
  private addKey(key: string, note = ""): void {
    if (this.structure.index.at(["strings", key])) return;
    if (note !== "") this.leaves.push([["strings", key, "comment"], note]);
    this.leaves.push([["strings", key, "extractionState"], "manual"]);
  }

  finish(): Patch[] {
    const seen = new Set<string>();
    for (const [path, value] of this.leaves.sort(leafOrder)) {
      const id = pathId(path);
      if (!seen.has(id)) this.structure.surgery.add({ path, value });
      seen.add(id);
    }
    this.operated?.surgery.finish(this.patches);
    return this.patches.finish();
  }
}

/** Patches for edits, see `FileFormat.edit`. */
export function editXcstrings(
  text: string,
  file: ParsedFile<CatalogueFile>,
  edits: EntryEdit[],
  options: FormatOptions,
): Patch[] {
  const plan = planEdits(file, edits, { states: ["needs-editing"] });
  if (!plan.sets.length && !plan.adds.length && !plan.removes.size) return [];
  const own = file.internal;
  const gone = new Set([...plan.removes].map((entry) => entry.id));
  const items = [...plan.sets.map(({ entry }) => entry.id), ...gone].map((id) => own.strings.item(id)!);
  const keys = new Set([...items.map(({ key }) => key), ...keysOf(new Set(plan.adds.map(({ context }) => context)))]);
  const { code, isSource } = own.view;
  const editor = new Editor(text, own, options, keys, () => isSource || gone.size === 0 || !isPart(text, code));
  for (const set of plan.sets) editor.set(own.strings.item(set.entry.id)!, set);
  const added = plan.adds.length ? editor.addedByKey(plan.adds) : new Map<string, Addition[]>();
  const renewed = gone.size > 0 ? editor.removeAll(gone, new Set(added.keys())) : new Set<string>();
  if (added.size > 0) editor.add(added, gone, renewed);
  return editor.finish();
}

/** By their places, so that new objects have their members in order. */
function leafOrder([a]: Leaf, [b]: Leaf): number {
  const at = a.findIndex((step, index) => step !== b[index]);
  return at < 0 ? a.length - b.length : b[at] === undefined || a[at]! > b[at] ? 1 : -1;
}

/** An object of what is to be put in, below the first steps of its places. */
function nested(leaves: readonly Leaf[], depth: number): NewJson {
  const groups = new Map<string, Leaf[]>();
  for (const leaf of leaves) {
    const name = String(leaf[0][depth]);
    const list = groups.get(name);
    if (list) list.push(leaf);
    else groups.set(name, [leaf]);
  }
  const members = [...groups].map(([name, list]): [string, NewJson] => {
    const end = list.find(([path]) => path.length === depth + 1);
    return [name, end ? end[1] : nested(list, depth + 1)];
  });
  return { kind: "object", members: new Map(members) };
}
