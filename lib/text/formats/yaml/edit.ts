import { refusal } from "@/lib/text/messages/refusal";
import { EditRefused, type FormatOptions } from "../kernel/format";
import { fillGaps, growInto, NewItems, type NewValue } from "../kernel/new-values";
import { lineBehind, type PatchList, placeInOrder } from "../kernel/splice";
import { endOfYaml, type YamlList, type YamlMap, type YamlNode, type YamlPair } from "../kernel/yaml/nodes";
import { emptied, pairsOf, sharesText, type YamlPath, yamlAt } from "./at-path";
import { flowPair, flowValue, YamlComposer } from "./compose";

/** What a key is to get, and which key it follows. */
interface Addition {
  value: NewValue;
  after?: string;
}

/** An offset behind the byte order mark. */
const afterMark = (text: string, at: number): number => (at === 0 && text.startsWith("\ufeff") ? 1 : at);

const lineStart = (text: string, at: number): number => text.lastIndexOf("\n", at - 1) + 1;

/** Collects new and removed keys of a YAML file, and turns them into patches map by map. */
export class YamlSurgery {
  private readonly added = new Map<YamlMap, Map<string, Addition>>();
  private readonly removed = new Map<YamlMap, Set<YamlPair>>();
  private readonly grown = new Map<YamlList, NewItems>();
  private readonly shrunk = new Map<YamlList, Set<YamlNode>>();
  /** What stands in the place of removed items. */
  private readonly replaced = new Map<YamlNode, NewItems>();
  /** What keys without a value are to hold. */
  private readonly filled = new Map<YamlPair, { map: YamlMap; path: YamlPath; value: NewValue }>();
  private readonly paths = new Map<YamlMap | YamlList, YamlPath>();
  private readonly composer: YamlComposer;
  private readonly eol: string;
  private readonly base: YamlNode | undefined;
  private readonly baseText: string;
  private readonly fillsGaps: boolean;
  private rootItems: Map<string, NewValue> | undefined;

  constructor(
    private readonly text: string,
    private readonly root: YamlNode | undefined,
    options: FormatOptions,
    base: YamlNode | undefined,
  ) {
    this.composer = new YamlComposer(text, root, options, base && { text: options.base ?? "", root: base });
    this.eol = this.composer.eol;
    this.base = base;
    this.baseText = options.base ?? "";
    this.fillsGaps = options.fillGaps === true;
  }

  /** Notes a new value; maps and lists on the way are made. `after` names the key it follows. @throws EditRefused */
  add(path: YamlPath, value: NewValue, name: string, after?: string): void {
    let node = this.root;
    for (let depth = 0; depth < path.length; depth++) {
      const step = path[depth]!;
      const last = depth === path.length - 1;
      if (!node && depth === 0 && typeof step === "string") {
        this.rootItems ??= new Map();
        growInto(this.rootItems, path, 0, value, name);
        return;
      }
      if (node?.kind === "list" && typeof step === "number") {
        const item: YamlNode | undefined = node.items[step];
        if (item && this.shrunk.get(node)?.has(item)) {
          const place = this.replaced.get(item) ?? new NewItems(step);
          growInto(place, path, depth, value, name);
          this.replaced.set(item, place);
          return;
        }
        if (item && last) throw new EditRefused(refusal("writeThere", { name }));
        if (!item) {
          const grown = this.grown.get(node) ?? new NewItems(node.items.length);
          this.grown.set(node, grown);
          this.paths.set(node, path.slice(0, depth));
          growInto(grown, path, depth, value, name);
          return;
        }
        node = item;
        continue;
      }
      if (node?.kind !== "map" || typeof step === "number")
        throw new EditRefused(refusal(node?.kind === "map" ? "writePlaceMap" : "writePlaceTextList", { name }));
      const pair: YamlPair | undefined = node.pairs.findLast(
        (one) => one.key === step && !this.removed.get(node as YamlMap)?.has(one),
      );
      if (pair && this.blankOf(pair) !== undefined) {
        const there = this.filled.get(pair);
        const holder = new Map(there && [[step, there.value]]);
        growInto(holder, path, depth, value, name);
        this.filled.set(pair, { map: node, path: path.slice(0, depth + 1), value: holder.get(step)! });
        return;
      }
      if (pair && last) throw new EditRefused(refusal("writeThere", { name }));
      if (!pair) {
        const pending = this.added.get(node) ?? new Map<string, Addition>();
        this.added.set(node, pending);
        this.paths.set(node, path.slice(0, depth));
        const there = pending.get(step);
        const holder = new Map(there && [[step, there.value]]);
        growInto(holder, path, depth, value, name);
        pending.set(step, { value: holder.get(step)!, ...(last && after !== undefined && { after }) });
        return;
      }
      node = pair.value;
    }
  }

  /**
   * Notes the removal of a key or of an item; a map or list that becomes empty by it goes as well. Of a list only the
   * last items can go, as others would change their position: that is told at the end.
   */
  remove(path: YamlPath): void {
    if (path.length === 0) throw new EditRefused(refusal("writeYamlSingle"));
    for (let length = path.length; length > 0; length--) {
      const holder = yamlAt(this.root, path.slice(0, length - 1));
      const step = path[length - 1]!;
      if (holder?.kind === "list") {
        const gone = this.shrunk.get(holder) ?? new Set<YamlNode>();
        this.shrunk.set(holder, gone);
        this.paths.set(holder, path.slice(0, length - 1));
        const item = typeof step === "number" ? holder.items[step] : undefined;
        if (item) gone.add(item);
        if (gone.size < holder.items.length) return;
      } else if (holder?.kind === "map") {
        const gone = this.removed.get(holder) ?? new Set<YamlPair>();
        this.removed.set(holder, gone);
        this.paths.set(holder, path.slice(0, length - 1));
        for (const pair of holder.pairs) if (pair.key === step) gone.add(pair);
        if (gone.size < holder.pairs.length) return;
      }
    }
  }

  /** The colon of a key without a value, with what says that there is none; undefined where there is a value. */
  private blankOf({ keyEnd, end }: YamlPair): string | undefined {
    // A mark such as an anchor may stand for a value without a place.
    if (!/^[ \t]*(?:[\r\n#,}]|$)/.test(this.text.slice(end, lineBehind(this.text, end)))) return undefined;
    return /^[ \t]*:[ \t]*(?:~|null|Null|NULL)?$/.exec(this.text.slice(keyEnd, end))?.[0];
  }

  finish(patches: PatchList): void {
    if (this.fillsGaps) {
      this.fillGaps();
      this.keepPlaces();
    }
    for (const [pair, { map, value }] of this.filled) this.fill(patches, pair, map, value);
    if (this.rootItems) {
      const lead = this.text === "" || /[\r\n]$|^\ufeff?$/.test(this.text) ? "" : this.eol;
      const lines = [...this.rootItems].map(([key, value]) => this.composer.pair(key, value, ""));
      patches.insert(this.text.length, lead + lines.join(""));
    }
    const dead = this.deadContainers();
    // What is deeper comes first where several of them end in one place.
    const touched = [...this.paths].sort(([, a], [, b]) => b.length - a.length);
    for (const [node] of touched) {
      if (dead.has(node)) continue;
      if (node.kind === "map") this.patch(patches, node);
      else this.patchList(patches, node);
    }
  }

  /** Makes what lists must have before their new items: as the base has it, without texts. */
  private fillGaps(): void {
    const fill = (value: NewValue, holder: YamlPath, ...steps: YamlPath) => {
      const twin = yamlAt(this.base, [...holder, ...steps]);
      fillGaps(value, (path, like) => emptied(yamlAt(twin, path), this.baseText, like));
    };
    const pathOf = (node: YamlMap | YamlList) => this.paths.get(node) ?? [];
    for (const [list, items] of this.grown) fill(items, pathOf(list));
    for (const [map, keys] of this.added) for (const [key, { value }] of keys) fill(value, pathOf(map), key);
    for (const { path, value } of this.filled.values()) fill(value, path);
    for (const [key, value] of this.rootItems ?? []) fill(value, [key]);
    for (const [list, gone] of this.shrunk) for (const item of gone) fill(this.replaced.get(item) ?? "", pathOf(list));
  }

  /** Gives items that go from among others a place as the base has it, unless it has their strings there, too. */
  private keepPlaces(): void {
    for (const [list, gone] of this.shrunk) {
      const goes = (item: YamlNode) => gone.has(item) && !this.replaced.has(item) && !this.holdsNew(item);
      const last = this.grown.has(list) ? list.items.length : list.items.findLastIndex((item) => !goes(item));
      const twins = yamlAt(this.base, this.paths.get(list) ?? []);
      for (const [at, item] of list.items.slice(0, Math.max(0, last)).entries()) {
        const twin = goes(item) ? yamlAt(twins, [at]) : undefined;
        if (!twin || sharesText(item, twin)) continue;
        const place = new NewItems(at);
        place.items.set(at, emptied(twin, this.baseText, ""));
        this.replaced.set(item, place);
      }
    }
  }

  /** Maps and lists that go with what holds them, or that a holder loses as they are empty. */
  private deadContainers(): Set<YamlNode> {
    // What gets something new stays, whatever it loses.
    for (const gone of this.removed.values()) for (const pair of gone) if (this.holdsNew(pair.value)) gone.delete(pair);
    for (const gone of this.shrunk.values())
      for (const item of gone) if (this.replaced.has(item) || this.holdsNew(item)) gone.delete(item);
    const dead = new Set<YamlNode>();
    const bury = (node: YamlNode | undefined): void => {
      if ((node?.kind !== "map" && node?.kind !== "list") || dead.has(node)) return;
      dead.add(node);
      for (const inner of node.kind === "map" ? node.pairs.map(({ value }) => value) : node.items) bury(inner);
    };
    for (const [map, gone] of this.removed) {
      for (const { value } of gone) bury(value);
      if (gone.size === map.pairs.length && map !== this.root) dead.add(map);
    }
    for (const gone of this.shrunk.values()) for (const item of gone) bury(item);
    for (const item of this.replaced.keys()) bury(item);
    return dead;
  }

  private holdsNew(node: YamlNode | undefined): boolean {
    if (this.added.size + this.grown.size + this.replaced.size === 0) return false;
    if (node?.kind === "map") return this.added.has(node) || node.pairs.some(({ value }) => this.holdsNew(value));
    return (
      node?.kind === "list" &&
      (this.grown.has(node) || node.items.some((item) => this.replaced.has(item) || this.holdsNew(item)))
    );
  }

  /** Writes a value behind its key, maps and lists in the lines below. */
  private fill(patches: PatchList, pair: YamlPair, map: YamlMap, value: NewValue): void {
    const { text, eol } = this;
    const end = pair.keyEnd + (this.blankOf(pair)?.length ?? 0);
    if (map.flow) {
      const blank = /^[ \t]*(?=,)/.exec(text.slice(end, end + 100))?.[0] ?? "";
      patches.replace(pair.keyEnd, end + blank.length, `: ${flowValue(value)}`);
      return;
    }
    const indent = " ".repeat(pair.keyStart - afterMark(text, lineStart(text, pair.keyStart)));
    const [first = "", ...lines] = this.composer
      .pair("x", value, indent)
      .slice(indent.length + 1, -eol.length)
      .split(eol);
    if (typeof value === "string") {
      patches.replace(pair.keyEnd, end, [first, ...lines].join(eol));
      return;
    }
    // A comment behind the colon stays there.
    patches.replace(pair.keyEnd, end, first);
    const place = lineBehind(text, end);
    const below = lines.map((line) => line + eol).join("");
    const open = place === text.length && !/[\r\n]$/.test(text);
    patches.insert(place, open ? eol + below.slice(0, -eol.length) : below);
  }

  private patchList(patches: PatchList, list: YamlList): void {
    const { text, eol } = this;
    const gone = this.shrunk.get(list) ?? new Set<YamlNode>();
    const fresh = this.grown.get(list);
    for (const item of list.items) this.replace(patches, list, item);
    if (gone.size === 0 && !fresh) return;
    const staying = list.items.length - gone.size;
    if (gone.size > 0 && (fresh || list.items.some((item, at) => gone.has(item) !== at >= staying)))
      throw new EditRefused(refusal("writeListTailAny"));
    const [first, last, end] = [list.items[0], list.items[staying - 1], list.items.at(-1)];
    if (!first || !last || !end) {
      const tail = list.flow ? "" : (/\r?\n$/.exec(text.slice(list.start, list.end))?.[0] ?? "");
      patches.replace(list.start, list.end, (fresh ? flowValue(fresh) : "[]") + tail);
      return;
    }
    if (list.flow) {
      const items = fresh ? flowValue(fresh).slice(1, -1) : "";
      patches.replace(endOfYaml(last), endOfYaml(end), items && `, ${items}`);
      return;
    }
    const place = lineBehind(text, endOfYaml(last));
    if (!fresh) {
      patches.replace(place, lineBehind(text, endOfYaml(end)), "");
      return;
    }
    // What stands before the first dash, such as an anchor, makes its column uncertain.
    if (text[list.start] !== "-") throw new EditRefused(refusal("writeListMarks"));
    const lines = this.composer.items(fresh, " ".repeat(list.start - afterMark(text, lineStart(text, list.start))));
    const open = place === text.length && !/[\r\n]$/.test(text);
    patches.insert(place, open ? eol + lines.slice(0, -eol.length) : lines);
  }

  /** Writes what stands in the place of an item. */
  private replace(patches: PatchList, list: YamlList, item: YamlNode): void {
    const { text, eol } = this;
    const fresh = this.replaced.get(item);
    if (!fresh) return;
    const end = endOfYaml(item);
    if (list.flow) {
      patches.replace(item.start, end, flowValue(fresh).slice(1, -1));
      return;
    }
    const dash = text.lastIndexOf("-", item.start - 1);
    // A comment or an anchor behind the dash is about what was there.
    if (!/^-[ \t]+$/.test(text.slice(dash, item.start))) throw new EditRefused(refusal("writeListMarks"));
    const indent = " ".repeat(dash - afterMark(text, lineStart(text, dash)));
    const lines = this.composer.items(fresh, indent).slice(indent.length);
    patches.replace(dash, end, /[\r\n]$/.test(text.slice(dash, end)) ? lines : lines.slice(0, -eol.length));
  }

  private patch(patches: PatchList, map: YamlMap): void {
    const gone = this.removed.get(map) ?? new Set<YamlPair>();
    const fresh = this.added.get(map) ?? new Map<string, Addition>();
    const staying = map.pairs.filter((pair) => !gone.has(pair));
    if (gone.size + fresh.size === 0) return;
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
    fresh: ReadonlyMap<string, Addition>,
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
    fresh: ReadonlyMap<string, { value: NewValue }>,
    order: ReadonlyMap<string | null | undefined, string[]>,
  ): void {
    const { text, eol } = this;
    const first = map.pairs[0]!;
    const column = first.keyStart - afterMark(text, lineStart(text, first.keyStart));
    const indent = " ".repeat(column);
    const write = (keys: readonly string[] | undefined): string =>
      (keys ?? []).map((key) => this.composer.pair(key, fresh.get(key)!.value, indent)).join("");
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
      // Above the comments of the next key; behind a dash, where it may just have come to stand, the line's own indentation is first.
      const isBehindDash = !ownLine(next!) || (gone.has(first) && !ownLine(first));
      if (!isBehindDash) patches.insert(afterMark(text, noteStart(text, next!, before?.end ?? 0)), write(front));
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
    fresh: ReadonlyMap<string, { value: NewValue }>,
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
  private refill(patches: PatchList, map: YamlMap, fresh: ReadonlyMap<string, { value: NewValue }>): void {
    const { text } = this;
    if (map === this.root && fresh.size) {
      const lines = [...fresh].map(([key, { value }]) => this.composer.pair(key, value, "")).join("");
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
