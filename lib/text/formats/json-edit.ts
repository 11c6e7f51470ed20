import type { AddEdit, EditPlan } from "./edit-plan";
import { EditRefused, type FormatOptions, type Patch } from "./format";
import {
  composeItems,
  composeJson,
  composeMember,
  containerIndent,
  type JsonLayout,
  jsonLayout,
  type NewArray,
  type NewJson,
  type NewObject,
} from "./json-layout";
import { JsonIndex, type JsonPath, joinPath, pathId } from "./json-paths";
import { type JsonArray, type JsonNode, type JsonObject, jsonLiteral } from "./json-tokens";
import { blankBefore, PatchList, placeInOrder } from "./splice";

/** A string to put in, with its real place. */
export interface JsonAddition {
  path: JsonPath;
  text: string;
}

type Container = JsonObject | JsonArray;
type Step = string | number;

/** Items of a container in one shape: what identifies each, where it starts and ends. */
interface Item {
  step: Step;
  start: number;
  end: number;
  node: JsonNode;
}

function itemsOf(node: Container): Item[] {
  return node.kind === "object"
    ? node.members.map((m) => ({ step: m.key, start: m.keyStart, end: m.value.end, node: m.value }))
    : node.items.map((item, step) => ({ step, start: item.start, end: item.end, node: item }));
}

/** Collects what changes in the structure of a tree, then turns it into patches, container by container. */
class JsonSurgery {
  private readonly index: JsonIndex;
  private readonly layout: JsonLayout;
  private readonly added = new Map<Container, Map<Step, NewJson>>();
  private readonly removed = new Map<Container, Set<JsonNode>>();
  private readonly paths = new Map<Container, JsonPath>();
  private readonly base: JsonIndex | undefined;

  constructor(
    private readonly text: string,
    private readonly root: Container,
    params: FormatOptions["params"],
    base: Container | undefined,
  ) {
    this.index = new JsonIndex(root);
    this.layout = jsonLayout(text, root, params);
    this.base = base && new JsonIndex(base);
  }

  /**
   * Notes a new text. Containers on the way are made.
   * @throws EditRefused when the place is taken, or a text stands where a container is needed.
   */
  add({ path, text }: JsonAddition): void {
    const name = joinPath(path);
    let node: JsonNode = this.root;
    for (let depth = 0; depth < path.length; depth++) {
      const step = path[depth]!;
      if (node.kind !== (typeof step === "number" ? "array" : "object")) throw blocked(name, path, depth);
      const container = node as Container;
      const next = this.index.step(container, step);
      if (next && depth === path.length - 1) throw new EditRefused(`The string “${name}” is in the file already.`);
      if (!next) {
        this.paths.set(container, path.slice(0, depth));
        const pending = this.added.get(container) ?? new Map<Step, NewJson>();
        this.added.set(container, pending);
        growInto(pending, path, depth, text, container.kind === "array" ? container.items.length : 0);
        return;
      }
      node = next;
    }
    throw new EditRefused("A string needs a key.");
  }

  /** Notes a value's removal; a container that becomes empty by it goes as well. */
  remove(path: JsonPath): void {
    const chain: Container[] = [];
    let node: JsonNode = this.root;
    for (const step of path) {
      chain.push(node as Container);
      node = this.index.step(node, step)!;
    }
    let gone: JsonNode = node;
    for (let depth = chain.length - 1; depth >= 0; depth--) {
      const container = chain[depth]!;
      const set = this.removed.get(container) ?? new Set<JsonNode>();
      this.removed.set(container, set);
      set.add(gone);
      if (container.kind === "object") {
        const key = path[depth];
        // Earlier members with the same key would come to life.
        if (container.members.length !== this.index.members(container).size) {
          for (const member of container.members) if (member.key === key) set.add(member.value);
        }
      }
      const size = container.kind === "object" ? container.members.length : container.items.length;
      this.paths.set(container, path.slice(0, depth));
      if (set.size < size || depth === 0) break;
      gone = container;
    }
  }

  /** Records the patches of all noted changes. */
  finish(patches: PatchList): void {
    const dead = this.deadContainers();
    for (const container of new Set([...this.added.keys(), ...this.removed.keys()])) {
      if (!dead.has(container)) this.patch(patches, container);
    }
  }

  /** Containers that go away with an ancestor or themselves need no patches of their own, unless they get something new. */
  private deadContainers(): Set<Container> {
    for (const [container, set] of this.removed) {
      for (const node of set) {
        if ((node.kind === "object" || node.kind === "array") && this.holdsNew(node)) set.delete(node);
      }
      if (set.size === 0) this.removed.delete(container);
    }
    const dead = new Set<Container>();
    for (const set of this.removed.values()) {
      for (const node of set) if (node.kind === "object" || node.kind === "array") dead.add(node);
    }
    return dead;
  }

  private holdsNew(node: Container): boolean {
    return this.added.has(node) || itemsOf(node).some((item) => isContainer(item.node) && this.holdsNew(item.node));
  }

  private patch(patches: PatchList, container: Container): void {
    const { text, layout } = this;
    const items = itemsOf(container);
    const gone = this.removed.get(container) ?? new Set();
    const staying = items.filter((item) => !gone.has(item.node));
    const fresh = this.added.get(container) ?? new Map<Step, NewJson>();
    if (container.kind === "array") refuseHoles(container, gone, this.paths.get(container) ?? [], fresh.size > 0);
    const own = containerIndent(text, container);
    if (items.length === 0 || (staying.length === 0 && fresh.size === 0)) {
      const tall = layout.tall;
      const written = [...fresh].map(([step, value]) => composeStep(step, value, own + layout.unit, layout, tall));
      patches.replace(container.start, container.end, composeItems(written, container.kind, own, layout, tall));
      return;
    }
    const lead = (item: Item): string => blankBefore(text, container.start + 1, item.start);
    // Behind a comma: as before the second item; a lone item on its line leaves it to the style of the file.
    const gap = items[1] ? lead(items[1]) : /[\r\n]/.test(lead(items[0]!)) ? lead(items[0]!) : layout.comma;
    const write = (step: Step, like: Item): string => {
      const blank = lead(like);
      const tall = /[\r\n]/.test(blank);
      return composeStep(step, fresh.get(step)!, tall ? blank.replace(/[\r\n]/g, "") : own, layout, tall);
    };
    const groups = this.placeFresh(container, staying, fresh);
    const first = staying[0] ?? items.at(-1)!;
    const front = groups.get(null) ?? [];
    // Before the first that stays: what goes there, and new items that the base has first.
    const frontText = front.map((step) => `${write(step, items[0]!)},${gap}`).join("");
    if (staying.length) patches.replace(items[0]!.start, first.start, frontText);
    else {
      const all = [...front, ...(groups.get(undefined) ?? [])].map((step) => write(step, items[0]!));
      patches.replace(items[0]!.start, items.at(-1)!.end, all.join(`,${gap}`));
      return;
    }
    const position = new Map(items.map((item, at) => [item, at]));
    staying.forEach((item, at) => {
      const next = staying[at + 1];
      const lastGone = items[(next ? position.get(next)! : items.length) - 1]!;
      const after = item === items[0] ? gap : lead(item);
      const steps = [...(groups.get(item.step) ?? []), ...(next ? [] : (groups.get(undefined) ?? []))];
      const inserted = steps.map((step) => `,${after}${write(step, item)}`).join("");
      patches.replace(item.end, lastGone.end, inserted);
    });
  }

  /** Which new items come after which staying one: by the order of the base, else at the end (`undefined`). */
  private placeFresh(
    container: Container,
    staying: readonly Item[],
    fresh: ReadonlyMap<Step, NewJson>,
  ): Map<Step | null | undefined, Step[]> {
    const groups = new Map<Step | null | undefined, Step[]>();
    const into = (place: Step | null | undefined, step: Step): void => {
      const list = groups.get(place);
      if (list) list.push(step);
      else groups.set(place, [step]);
    };
    const twin = this.base?.at(this.paths.get(container) ?? []);
    if (container.kind === "array" || twin?.kind !== "object") {
      for (const step of fresh.keys()) into(undefined, step);
      return groups;
    }
    const present = new Set(staying.map((item) => String(item.step)));
    const order = [...(this.base?.members(twin).keys() ?? [])];
    const places = placeInOrder(order, present, [...fresh.keys()].map(String));
    for (const [key, place] of places) into(place, key);
    return groups;
  }
}

function isContainer(node: JsonNode): node is Container {
  return node.kind === "object" || node.kind === "array";
}

function composeStep(step: Step, value: NewJson, indent: string, layout: JsonLayout, tall: boolean): string {
  return typeof step === "string"
    ? composeMember(step, value, indent, layout, tall)
    : composeJson(value, indent, layout, tall);
}

function blocked(name: string, path: JsonPath, depth: number): EditRefused {
  const holder = joinPath(path.slice(0, depth)) || "the root of the file";
  const kind = typeof path[depth] === "number" ? "a list" : "an object";
  return new EditRefused(`“${name}” cannot be added: “${holder}” is not ${kind} in this file. Choose another key.`);
}

/** Longest gap in a list that is filled with empty texts. */
const WIDEST_GAP = 1000;

/** Puts the text into what is pending for a container, making new containers below it. */
function growInto(pending: Map<Step, NewJson>, path: JsonPath, depth: number, text: string, length: number): void {
  const name = joinPath(path);
  const put = (holder: Map<Step, NewJson>, at: number, start: number): void => {
    const step = path[at]!;
    if (typeof step === "number") {
      if (step - start - holder.size > WIDEST_GAP)
        throw new EditRefused(`“${name}” would leave a long gap in its list.`);
      for (let i = start + holder.size; i < step; i++) holder.set(i, "");
    }
    const there = holder.get(step);
    if (at === path.length - 1) {
      if (there !== undefined && there !== "") throw new EditRefused(`The string “${name}” is added twice.`);
      holder.set(step, text);
      return;
    }
    const wantsArray = typeof path[at + 1] === "number";
    let below = there;
    if (below === undefined || below === "") {
      below = wantsArray
        ? ({ kind: "array", items: new Map() } satisfies NewArray)
        : ({ kind: "object", members: new Map() } satisfies NewObject);
      holder.set(step, below);
    }
    if (typeof below === "string" || (below.kind === "array") !== wantsArray) throw blocked(name, path, at + 1);
    put((below.kind === "object" ? below.members : below.items) as Map<Step, NewJson>, at + 1, 0);
  };
  put(pending, depth, length);
}

function refuseHoles(array: JsonArray, gone: ReadonlySet<JsonNode>, path: JsonPath, grows: boolean): void {
  if (gone.size === 0) return;
  const tail = array.items.length - gone.size;
  if (grows || array.items.some((item, at) => gone.has(item) !== at >= tail)) {
    throw new EditRefused(`“${joinPath(path)}” is a list: only its last items can be removed, or others would move.`);
  }
}

/** Patches of a JSON file for a plan; `paths` gives the real place of every entry, `place` that of a new string. */
export function editJson(
  text: string,
  root: Container,
  plan: EditPlan,
  options: FormatOptions,
  context: {
    nodes: ReadonlyMap<string, JsonNode>;
    paths: ReadonlyMap<string, JsonPath>;
    base: Container | undefined;
    place: (add: AddEdit) => JsonPath;
  },
): Patch[] {
  const patches = new PatchList(text);
  for (const { entry, targets } of plan.sets) {
    const node = context.nodes.get(entry.id)!;
    patches.replace(node.start, node.end, jsonLiteral(targets[0] ?? ""));
  }
  if (plan.adds.length || plan.removes.size) {
    const surgery = new JsonSurgery(text, root, options.params, context.base);
    for (const entry of plan.removes) surgery.remove(context.paths.get(entry.id)!);
    const seen = new Set<string>();
    for (const add of plan.adds) {
      if (add.plural) throw new EditRefused(`“${add.context}” has plural forms, which this format cannot hold.`);
      const path = context.place(add);
      if (seen.has(pathId(path))) throw new EditRefused(`The string “${add.context}” is added twice.`);
      seen.add(pathId(path));
      surgery.add({ path, text: add.targets[0] ?? "" });
    }
    surgery.finish(patches);
  }
  return patches.finish();
}
