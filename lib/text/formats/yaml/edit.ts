import { EditRefused, type FormatOptions } from "../kernel/format";
import { indentAt, lineBehind, lineEnding, type PatchList, placeInOrder } from "../kernel/splice";
import type { YamlMap, YamlNode, YamlPair } from "../kernel/yaml/nodes";
import { foldedYaml, yamlScalar } from "../kernel/yaml/text";

/** Keys of maps and positions in lists. */
export type YamlPath = readonly (string | number)[];

/** A new text, or a map of new texts. */
export type NewYaml = string | Map<string, NewYaml>;

/** Pairs that count, by key: of equal keys the last. */
function pairsOf(map: YamlMap): Map<string, YamlPair> {
  return new Map(map.pairs.map((pair) => [pair.key, pair]));
}

/** The value at a path of keys. */
export function yamlAt(root: YamlNode | undefined, path: YamlPath): YamlNode | undefined {
  let node = root;
  for (const step of path) {
    if (node?.kind === "map") node = node.pairs.findLast((pair) => pair.key === step)?.value;
    else node = node?.kind === "list" && typeof step === "number" ? node.items[step] : undefined;
  }
  return node;
}

/** An offset behind the byte order mark. */
const afterMark = (text: string, at: number): number => (at === 0 && text.startsWith("\ufeff") ? 1 : at);

const lineStart = (text: string, at: number): number => text.lastIndexOf("\n", at - 1) + 1;

/** Collects new and removed keys of a YAML file, and turns them into patches map by map. */
export class YamlSurgery {
  private readonly added = new Map<YamlMap, Map<string, { value: NewYaml; after?: string }>>();
  private readonly removed = new Map<YamlMap, Set<YamlPair>>();
  private readonly paths = new Map<YamlMap, YamlPath>();
  private readonly eol: string;
  private readonly unit: string;
  /** Columns of a line that a new text is folded at; undefined where lines are as long as they are. */
  private readonly wrap: number | undefined;
  private rootItems: Map<string, NewYaml> | undefined;

  constructor(
    private readonly text: string,
    private readonly root: YamlNode | undefined,
    options: FormatOptions,
    private readonly base: YamlNode | undefined,
  ) {
    this.eol = lineEnding(text);
    const width = Number(options.params.yaml_indent ?? 2);
    this.wrap = wrapWidth(text, options.params.yaml_line_wrap);
    this.unit = this.fileUnit() ?? " ".repeat(Number.isInteger(width) && width > 0 && width <= 16 ? width : 2);
  }

  /** Indentation of the first map inside the root, as the file has it. */
  private fileUnit(): string | undefined {
    if (this.root?.kind !== "map" || this.root.flow) return undefined;
    const inner = this.root.pairs.find((pair) => pair.value?.kind === "map" && !pair.value.flow)?.value;
    const unit = inner?.kind === "map" && inner.pairs[0] ? indentAt(this.text, inner.pairs[0].keyStart) : "";
    return unit === "" ? undefined : unit;
  }

  /** Notes a new value; maps on the way are made. `after` names the key it follows. @throws EditRefused */
  add(path: YamlPath, value: NewYaml, name: string, after?: string): void {
    let node = this.root;
    for (let depth = 0; depth < path.length; depth++) {
      const step = path[depth]!;
      if (typeof step === "number")
        throw new EditRefused(`“${name}” would be a new item of a list, which cannot be extended here.`);
      if (!node && depth === 0) {
        this.rootItems ??= new Map();
        this.into(this.rootItems, path, 0, value, name);
        return;
      }
      if (node?.kind !== "map")
        throw new EditRefused(`“${name}” cannot be added: there is a text or list in its place.`);
      const pair: YamlPair | undefined = node.pairs.findLast(
        (one) => one.key === step && !this.removed.get(node as YamlMap)?.has(one),
      );
      if (pair && depth === path.length - 1) throw new EditRefused(`The string “${name}” is already in the file.`);
      if (!pair) {
        const pending = this.added.get(node) ?? new Map<string, { value: NewYaml; after?: string }>();
        this.added.set(node, pending);
        this.paths.set(node, path.slice(0, depth));
        const there = pending.get(step)?.value;
        if (depth === path.length - 1) {
          if (there !== undefined) throw new EditRefused(`The string “${name}” is added twice.`);
          pending.set(step, { value, ...(after !== undefined && { after }) });
          return;
        }
        if (typeof there === "string")
          throw new EditRefused(`“${name}” cannot be added: there is a text in its place.`);
        const inner = there ?? new Map<string, NewYaml>();
        pending.set(step, { value: inner });
        this.into(inner, path, depth + 1, value, name);
        return;
      }
      node = pair.value;
    }
  }

  private into(holder: Map<string, NewYaml>, path: YamlPath, depth: number, value: NewYaml, name: string): void {
    const step = path[depth];
    if (typeof step !== "string")
      throw new EditRefused(`“${name}” would be a new item of a list, which cannot be extended here.`);
    const there = holder.get(step);
    if (depth === path.length - 1) {
      if (there !== undefined) throw new EditRefused(`The string “${name}” is added twice.`);
      holder.set(step, value);
      return;
    }
    if (typeof there === "string") throw new EditRefused(`“${name}” cannot be added: there is a text in its place.`);
    const inner = there ?? new Map<string, NewYaml>();
    holder.set(step, inner);
    this.into(inner, path, depth + 1, value, name);
  }

  /** Notes a key's removal; a map that becomes empty by it goes as well. @throws EditRefused for items of lists */
  remove(path: YamlPath): void {
    if (path.length === 0) throw new EditRefused("The file consists of a single text, which cannot be removed.");
    for (let length = path.length; length > 0; length--) {
      const holder = yamlAt(this.root, path.slice(0, length - 1));
      if (holder?.kind !== "map")
        throw new EditRefused("Single items of a list cannot be removed, because others would change their position.");
      const gone = this.removed.get(holder) ?? new Set<YamlPair>();
      this.removed.set(holder, gone);
      this.paths.set(holder, path.slice(0, length - 1));
      for (const pair of holder.pairs) if (pair.key === path[length - 1]) gone.add(pair);
      if (gone.size < holder.pairs.length) return;
    }
  }

  finish(patches: PatchList): void {
    if (this.rootItems) {
      const lead = this.text === "" || /[\r\n]$|^\ufeff?$/.test(this.text) ? "" : this.eol;
      const lines = [...this.rootItems].map(([key, value]) => this.line(key, value, ""));
      patches.insert(this.text.length, lead + lines.join(""));
    }
    const dead = new Set<YamlMap>();
    for (const [map, gone] of this.removed) {
      if (gone.size < map.pairs.length) continue;
      for (const pair of map.pairs) if (pair.value?.kind === "map") dead.add(pair.value);
      if (map !== this.root) dead.add(map);
    }
    for (const [map, gone] of this.removed) {
      if (dead.has(map) && !this.added.has(map)) continue;
      // A map inside a removed pair goes with it.
      for (const pair of gone) if (pair.value?.kind === "map") dead.add(pair.value);
    }
    for (const map of new Set([...this.added.keys(), ...this.removed.keys()]))
      if (!dead.has(map) || this.added.has(map)) this.patch(patches, map);
  }

  private patch(patches: PatchList, map: YamlMap): void {
    const gone = this.removed.get(map) ?? new Set<YamlPair>();
    const fresh = this.added.get(map) ?? new Map<string, { value: NewYaml; after?: string }>();
    const staying = map.pairs.filter((pair) => !gone.has(pair));
    if (staying.length === 0) {
      this.refill(patches, map, fresh);
      return;
    }
    const order = this.order(map, staying, fresh);
    if (map.flow) this.patchFlow(patches, map, staying, fresh, order);
    else this.patchBlock(patches, map, gone, staying, fresh, order);
  }

  /** Which new keys follow which staying one; `null` for the start, `undefined` for the end. */
  private order(
    map: YamlMap,
    staying: readonly YamlPair[],
    fresh: ReadonlyMap<string, { value: NewYaml; after?: string }>,
  ): Map<string | null | undefined, string[]> {
    const groups = new Map<string | null | undefined, string[]>();
    const into = (place: string | null | undefined, key: string) =>
      groups.set(place, [...(groups.get(place) ?? []), key]);
    const present = new Set(staying.map((pair) => pair.key));
    const twin = yamlAt(this.base, this.paths.get(map) ?? []);
    const known = twin?.kind === "map" ? [...pairsOf(twin).keys()] : [];
    for (const [key, { after }] of fresh) if (after !== undefined && present.has(after)) into(after, key);
    const free = [...fresh].filter(([, { after }]) => after === undefined || !present.has(after)).map(([key]) => key);
    for (const [key, place] of placeInOrder(known, present, free)) into(place, key);
    return groups;
  }

  private patchBlock(
    patches: PatchList,
    map: YamlMap,
    gone: ReadonlySet<YamlPair>,
    staying: readonly YamlPair[],
    fresh: ReadonlyMap<string, { value: NewYaml }>,
    order: ReadonlyMap<string | null | undefined, string[]>,
  ): void {
    const { text, eol } = this;
    const first = map.pairs[0]!;
    const column = first.keyStart - afterMark(text, lineStart(text, first.keyStart));
    const indent = " ".repeat(column);
    const write = (keys: readonly string[] | undefined): string =>
      (keys ?? []).map((key) => this.line(key, fresh.get(key)!.value, indent)).join("");
    const ownLine = ({ keyStart }: YamlPair): boolean =>
      text.slice(lineStart(text, keyStart), keyStart).replace("\ufeff", "").trim() === "";
    for (let at = 0; at < map.pairs.length; at++) {
      const pair = map.pairs[at]!;
      if (!gone.has(pair)) continue;
      if (ownLine(pair)) {
        const from = afterMark(text, noteStart(text, pair, at === 0 ? 0 : map.pairs[at - 1]!.end));
        patches.replace(from, lineBehind(text, pair.end), "");
        continue;
      }
      // What stands before it in its line stays, such as a dash: the next key that stays comes there.
      const heir = map.pairs.findIndex((one, place) => place > at && !gone.has(one));
      patches.replace(pair.keyStart, heir < 0 ? pair.end : map.pairs[heir]!.keyStart, "");
      if (heir > 0) at = heir - 1;
    }
    const front = order.get(null);
    if (front) {
      const [next] = staying;
      const before = map.pairs[map.pairs.indexOf(next!) - 1];
      // Above the comments of the next key; behind a dash the line's own indentation comes first.
      if (ownLine(next!)) patches.insert(afterMark(text, noteStart(text, next!, before?.end ?? 0)), write(front));
      else patches.insert(next!.keyStart, write(front).slice(indent.length) + indent);
    }
    staying.forEach((pair, at) => {
      const lines = write(order.get(pair.key)) + (at === staying.length - 1 ? write(order.get(undefined)) : "");
      if (lines === "") return;
      const place = lineBehind(text, pair.end);
      const open = place === text.length && !/[\r\n]$/.test(text);
      patches.insert(place, open ? eol + lines.slice(0, -eol.length) : lines);
    });
  }

  private patchFlow(
    patches: PatchList,
    map: YamlMap,
    staying: readonly YamlPair[],
    fresh: ReadonlyMap<string, { value: NewYaml }>,
    order: ReadonlyMap<string | null | undefined, string[]>,
  ): void {
    const write = (keys: readonly string[] | undefined): string[] =>
      (keys ?? []).map((key) => flowPair(key, fresh.get(key)!.value));
    const [first] = staying;
    const front = write(order.get(null)).map((pair) => `${pair}, `);
    patches.replace(map.pairs[0]!.keyStart, first!.keyStart, front.join(""));
    staying.forEach((pair, at) => {
      const next = staying[at + 1];
      const behind = [...write(order.get(pair.key)), ...(next ? [] : write(order.get(undefined)))];
      const last = next ? map.pairs[map.pairs.indexOf(next) - 1]! : map.pairs.at(-1)!;
      patches.replace(pair.end, last.end, behind.map((one) => `, ${one}`).join(""));
    });
  }

  /** A map that has none of its old keys any more. */
  private refill(patches: PatchList, map: YamlMap, fresh: ReadonlyMap<string, { value: NewYaml }>): void {
    const { text } = this;
    if (map === this.root && fresh.size) {
      const lines = [...fresh].map(([key, { value }]) => this.line(key, value, "")).join("");
      const end = lineBehind(text, map.flow ? map.end : map.pairs.at(-1)!.end);
      const start = map.flow ? map.start : map.pairs[0]!.keyStart;
      const open = end === text.length && !/[\r\n]$/.test(text);
      patches.replace(start, end, open ? lines.slice(0, -this.eol.length) : lines);
      return;
    }
    const pairs = [...fresh].map(([key, { value }]) => flowPair(key, value)).join(", ");
    const end = map.flow ? map.end : map.pairs.at(-1)!.end;
    const tail = /\r?\n$/.exec(text.slice(map.start, end))?.[0] ?? "";
    patches.replace(map.start, end, (pairs === "" ? "{}" : `{ ${pairs} }`) + tail);
  }

  private line(key: string, value: NewYaml, indent: string): string {
    if (typeof value === "string") {
      const line = `${indent}${yamlScalar(key, false)}: ${yamlNew(value)}`;
      if (this.wrap === undefined || line.length <= this.wrap) return line + this.eol;
      const head = `${indent}${yamlScalar(key, false)}: `;
      return head + foldedYaml(value, this.wrap, head.length, indent + this.unit, this.eol) + this.eol;
    }
    const inner = [...value].map(([name, item]) => this.line(name, item, indent + this.unit)).join("");
    return `${indent}${yamlScalar(key, false)}:${this.eol}${inner}`;
  }
}

/** The width that a parameter asks for, unless a line of the file shows that it does not fold its texts. */
function wrapWidth(text: string, param: unknown): number | undefined {
  const width = typeof param === "number" && param >= 80 && param < 65535 ? param : undefined;
  if (width === undefined) return undefined;
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf("\n", at);
    if ((end < 0 ? text.length : end) - at > width) return undefined;
    if (end < 0) break;
    at = end + 1;
  }
  return width;
}

/** A new text; an empty one is written with quotes, or it would be nothing. */
const yamlNew = (text: string, flow = false): string => yamlScalar(text, flow);

function flowPair(key: string, value: NewYaml): string {
  if (typeof value === "string") return `${yamlScalar(key, true)}: ${yamlNew(value, true)}`;
  return `${yamlScalar(key, true)}: { ${[...value].map(([name, item]) => flowPair(name, item)).join(", ")} }`;
}

/** Start of the comment lines right above a pair, not before `floor`; else of its own line. */
export function noteStart(text: string, pair: YamlPair, floor: number): number {
  let start = lineStart(text, pair.keyStart);
  while (start > floor) {
    const above = lineStart(text, start - 1);
    if (above < floor || !/^[ \t]*#/.test(text.slice(above, start))) break;
    start = above;
  }
  return start;
}
