import { refusal } from "@/lib/text/messages/refusal";
import { EditRefused, type FormatOptions } from "../format";
import { blankBefore, indentAt, type PatchList, placeInOrder } from "../splice";
import { blocked, emptied, growInto, type Step, sharesText } from "./growing";
import {
  composeItems,
  composeJson,
  composeMember,
  containerIndent,
  type JsonLayout,
  jsonLayout,
  type NewJson,
} from "./layout";
import { JsonIndex, type JsonPath, joinPath } from "./paths";
import { type Container, isContainer, type JsonArray, type JsonNode } from "./tokens";

/** Where something new goes in its container: beside what is there or is added as well. */
export type Near = { after: Step } | { before: Step };

/** A value to put in, with its real place; without `near` the base tells where among its neighbours. */
export interface JsonAddition {
  path: JsonPath;
  value: NewJson;
  near?: Near;
}

/**
 * Finds places for new keys among those that an object has, in file order: behind one of them, `null` for the start,
 * `undefined` for the end. Keys of one place come in the order of the answer.
 */
export type KeyOrder = (present: readonly string[], fresh: readonly string[]) => Map<string, string | null | undefined>;

/** What a dialect has its own way with. */
interface SurgeryStyle {
  /** Text of the base. */
  baseText?: string;
  /** Where new keys go, in place of the order of a base. */
  order?: KeyOrder;
  /** Whether items that go from among others get a place as the base has it, without texts. */
  keepsPlaces?: boolean;
  /** Whether an object that becomes empty has an empty line between its braces, as Apple's tools write it. */
  airy?: boolean;
}

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
export class JsonSurgery {
  private readonly index: JsonIndex;
  private readonly layout: JsonLayout;
  private readonly added = new Map<Container, Map<Step, NewJson>>();
  private readonly removed = new Map<Container, Set<JsonNode>>();
  private readonly paths = new Map<Container, JsonPath>();
  private readonly base: JsonIndex | undefined;
  /** Whether new keys stand where the alphabet has them, instead of where the base has them. */
  private readonly sorted: boolean;
  private readonly near = new Map<Container, Map<Step, Near>>();
  /** What stands in the place of removed items that are of another kind. */
  private readonly replaced = new Map<JsonNode, Map<Step, NewJson>>();

  /** `anchors` stay when they become empty; of lists among them any item can be removed. */
  constructor(
    private readonly text: string,
    private readonly root: Container,
    params: FormatOptions["params"],
    base: Container | undefined,
    private readonly anchors: ReadonlySet<JsonNode | undefined> = new Set(),
    private readonly style: SurgeryStyle = {},
  ) {
    this.index = new JsonIndex(root);
    const { baseText } = style;
    this.layout = jsonLayout(
      text,
      root,
      params,
      base && baseText !== undefined ? { text: baseText, root: base } : undefined,
    );
    this.base = base && new JsonIndex(base);
    this.sorted = params.json_sort_keys === true;
  }

  /** Notes a new item of the list at `path`, at its end unless `near` says otherwise. */
  append(path: JsonPath, value: NewJson, near?: Near): void {
    const list = this.index.at(path);
    const position = list?.kind === "array" ? list.items.length + (this.added.get(list)?.size ?? 0) : 0;
    this.add({ path: [...path, position], value, ...(near && { near }) });
  }

  /**
   * Notes a new value. Containers on the way are made.
   * @throws EditRefused when the place is taken, or a text stands where a container is needed.
   */
  add({ path, value, near }: JsonAddition): void {
    const name = joinPath(path);
    let node: JsonNode = this.root;
    for (let depth = 0; depth < path.length; depth++) {
      const step = path[depth]!;
      if (node.kind !== (typeof step === "number" ? "array" : "object")) throw blocked(name, path, depth);
      const container = node as Container;
      const next = this.index.step(container, step);
      if (next && this.isReplaced(container, next, path[depth + 1])) {
        const place = this.replaced.get(next) ?? new Map<Step, NewJson>();
        growInto(place, path, depth, value, Number(step), this.base?.at(path.slice(0, depth)));
        this.replaced.set(next, place);
        return;
      }
      if (next && depth === path.length - 1) throw new EditRefused(refusal("writeThere", { name }));
      if (!next) {
        this.paths.set(container, path.slice(0, depth));
        const pending = this.added.get(container) ?? new Map<Step, NewJson>();
        this.added.set(container, pending);
        if (near && depth === path.length - 1) {
          const hints = this.near.get(container) ?? new Map<Step, Near>();
          this.near.set(container, hints.set(step, near));
        }
        growInto(
          pending,
          path,
          depth,
          value,
          container.kind === "array" ? container.items.length : 0,
          this.base?.at(path.slice(0, depth)),
        );
        return;
      }
      node = next;
    }
    throw new EditRefused(refusal("writeKey"));
  }

  /** Whether an item of a list goes, and what comes in its place has a step below it that it cannot take. */
  private isReplaced(container: Container, item: JsonNode, below: Step | undefined): boolean {
    const holds = below !== undefined && item.kind === (typeof below === "number" ? "array" : "object");
    return container.kind === "array" && !holds && this.removed.get(container)?.has(item) === true;
  }

  /** Records another kind of value for a node, or notes a new one where there is none. */
  set(path: JsonPath, node: JsonNode | undefined, value: NewJson, patches: PatchList): void {
    if (!node) this.add({ path, value });
    else {
      const written = composeJson(value, indentAt(this.text, node.start), this.layout, this.layout.tall);
      patches.replace(node.start, node.end, written);
    }
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
      if (set.size < size || depth === 0 || this.anchors.has(container)) break;
      gone = container;
    }
  }

  /** Records the patches of all noted changes. */
  finish(patches: PatchList): void {
    if (this.style.keepsPlaces) this.keepPlaces();
    const dead = this.deadContainers();
    for (const [item, place] of this.replaced) for (const value of place.values()) this.set([], item, value, patches);
    for (const container of new Set([...this.added.keys(), ...this.removed.keys()])) {
      if (!dead.has(container)) this.patch(patches, container);
    }
  }

  /** Gives items that go from among others a place as the base has it, unless it has their strings there, too. */
  private keepPlaces(): void {
    for (const [list, gone] of this.removed) {
      if (list.kind !== "array" || this.anchors.has(list)) continue;
      const goes = (item: JsonNode) =>
        gone.has(item) && !this.replaced.has(item) && !(isContainer(item) && this.holdsNew(item));
      const last = this.added.has(list) ? list.items.length : list.items.findLastIndex((item) => !goes(item));
      const twins = this.base?.at(this.paths.get(list) ?? []);
      for (const [at, item] of list.items.slice(0, Math.max(0, last)).entries()) {
        const twin = twins?.kind === "array" && goes(item) ? twins.items[at] : undefined;
        if (twin && !sharesText(item, twin)) this.replaced.set(item, new Map([[at, emptied(twin)]]));
      }
    }
  }

  /** Containers that go away with an ancestor or themselves need no patches of their own, unless they get something new. */
  private deadContainers(): Set<Container> {
    for (const [container, set] of this.removed) {
      for (const node of set) {
        if (this.replaced.has(node) || (isContainer(node) && this.holdsNew(node))) set.delete(node);
      }
      if (set.size === 0) this.removed.delete(container);
    }
    const dead = new Set([...this.replaced.keys()].filter(isContainer));
    for (const set of this.removed.values()) {
      for (const node of set) if (node.kind === "object" || node.kind === "array") dead.add(node);
    }
    return dead;
  }

  private holdsNew(node: Container): boolean {
    return (
      this.added.has(node) ||
      itemsOf(node).some((item) => this.replaced.has(item.node) || (isContainer(item.node) && this.holdsNew(item.node)))
    );
  }

  private patch(patches: PatchList, container: Container): void {
    const { text, layout } = this;
    const items = itemsOf(container);
    const gone = this.removed.get(container) ?? new Set();
    const staying = gone.size ? items.filter((item) => !gone.has(item.node)) : items;
    const fresh = this.added.get(container) ?? new Map<Step, NewJson>();
    if (container.kind === "array" && !this.anchors.has(container))
      refuseHoles(container, gone, this.paths.get(container) ?? [], fresh.size > 0);
    const own = containerIndent(text, container);
    if (this.style.airy && container.kind === "object" && staying.length === 0 && fresh.size === 0) {
      patches.replace(container.start, container.end, airyObject(own, layout.eol));
      return;
    }
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
    const position = new Map(gone.size ? items.map((item, at) => [item, at]) : []);
    staying.forEach((item, at) => {
      const next = staying[at + 1];
      const lastGone = gone.size ? items[(next ? position.get(next)! : items.length) - 1]! : item;
      if (lastGone === item && next && !groups.has(item.step)) return;
      const after = item === items[0] ? gap : lead(item);
      const steps = [...(groups.get(item.step) ?? []), ...(next ? [] : (groups.get(undefined) ?? []))];
      const inserted = steps.map((step) => `,${after}${write(step, item)}`).join("");
      patches.replace(item.end, lastGone.end, inserted);
    });
  }

  /** Which new items come after which staying one: by what is near, by the order of the base, else at the end (`undefined`). */
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
    const hints = this.near.get(container) ?? new Map<Step, Near>();
    const anchors = new Set([...hints.values()].map((hint) => ("after" in hint ? hint.after : hint.before)));
    const positions = new Map<Step, number>();
    if (anchors.size)
      staying.forEach((item, at) => {
        if (anchors.has(item.step)) positions.set(item.step, at);
      });
    const ahead: [Step, Step | null][] = [];
    const moons = new Map<Step, { before: Step[]; after: Step[] }>();
    const free: Step[] = [];
    for (const step of fresh.keys()) {
      const hint = hints.get(step);
      const anchor = hint && ("after" in hint ? hint.after : hint.before);
      const at = anchor === undefined ? undefined : positions.get(anchor);
      if (hint && anchor !== undefined && at !== undefined) {
        if ("after" in hint) into(anchor, step);
        else ahead.push([step, at === 0 ? null : staying[at - 1]!.step]);
      } else if (hint && anchor !== undefined && fresh.has(anchor)) {
        const around = moons.get(anchor) ?? { before: [], after: [] };
        moons.set(anchor, around);
        ("after" in hint ? around.after : around.before).push(step);
      } else free.push(step);
    }
    const twin = this.base?.at(this.paths.get(container) ?? []);
    const keys = (): string[] => staying.map((item) => String(item.step));
    if (this.style.order && container.kind === "object")
      for (const [key, place] of this.style.order(keys(), free.map(String))) into(place, key);
    else if (this.sorted && container.kind === "object")
      for (const step of free.map(String).sort()) {
        const next = staying.findIndex((item) => String(item.step) > step);
        into(next < 0 ? undefined : next === 0 ? null : staying[next - 1]!.step, step);
      }
    else if (container.kind === "array" || twin?.kind !== "object") for (const step of free) into(undefined, step);
    else {
      const present = new Set(keys());
      const order = [...(this.base?.members(twin).keys() ?? [])];
      for (const [key, place] of placeInOrder(order, present, free.map(String))) into(place, key);
    }
    for (const [step, place] of ahead) into(place, step);
    if (moons.size === 0) return groups;
    const withMoons = (step: Step): Step[] => {
      const around = moons.get(step);
      return around ? [...around.before, step, ...around.after] : [step];
    };
    return new Map([...groups].map(([place, steps]) => [place, steps.flatMap(withMoons)]));
  }
}

/** An object without members that opens on a line with this indentation, as Apple's tools write it. */
export function airyObject(indent: string, eol: string): string {
  return `{${eol}${eol}${indent}}`;
}

function composeStep(step: Step, value: NewJson, indent: string, layout: JsonLayout, tall: boolean): string {
  return typeof step === "string"
    ? composeMember(step, value, indent, layout, tall)
    : composeJson(value, indent, layout, tall);
}

function refuseHoles(array: JsonArray, gone: ReadonlySet<JsonNode>, path: JsonPath, grows: boolean): void {
  if (gone.size === 0) return;
  const tail = array.items.length - gone.size;
  if (grows || array.items.some((item, at) => gone.has(item) !== at >= tail)) {
    throw new EditRefused(refusal("writeListTail", { name: joinPath(path) }));
  }
}
