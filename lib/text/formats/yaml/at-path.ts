import { blankLike, NewItems, type NewValue, Nothing } from "../kernel/new-values";
import type { YamlMap, YamlNode, YamlPair } from "../kernel/yaml/nodes";

/** Values of YAML by their paths, and what is left of one without its texts. */

/** Keys of maps and positions in lists. */
export type YamlPath = readonly (string | number)[];

/** Pairs that count, by key: of equal keys the last. */
export function pairsOf(map: YamlMap): Map<string, YamlPair> {
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

/** Whether two nodes have a text in the same place. */
export function sharesText(node: YamlNode, twin: YamlNode | undefined): boolean {
  if (node.kind === "text") return twin?.kind === "text";
  if (node.kind === "list") return node.items.some((item, at) => sharesText(item, yamlAt(twin, [at])));
  return node.kind === "map" && node.pairs.some(({ key, value }) => value && sharesText(value, yamlAt(twin, [key])));
}

/** What a node of the base is without its texts; without one, nothing that is of the kind of what comes behind it. */
export function emptied(node: YamlNode | undefined, text: string, like: NewValue): NewValue {
  if (node?.kind === "map")
    return new Map(
      [...pairsOf(node)].map(([key, { value }]) => [key, value ? emptied(value, text, "") : new Nothing("")]),
    );
  if (node?.kind === "list") {
    const items = new NewItems();
    for (const [at, item] of node.items.entries()) items.items.set(at, emptied(item, text, ""));
    return items;
  }
  if (node?.kind === "other") {
    const raw = text.slice(node.start, node.end);
    return new Nothing(/^(?:|null|Null|NULL)$/.test(raw) ? raw : "~");
  }
  return node ? "" : blankLike(like);
}
