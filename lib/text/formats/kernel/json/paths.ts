import { type JsonMember, type JsonNode, type JsonObject, liveMembers, membersByKey } from "./tokens";

/** Real place of a value: keys of objects and positions in lists. */
export type JsonPath = readonly (string | number)[];

/** How a path is shown: keys joined by dots, positions in brackets. Never split again for a string that exists. */
export function joinPath(path: JsonPath): string {
  if (path.length === 1 && typeof path[0] === "string") return path[0];
  let joined = "";
  path.forEach((step, index) => {
    if (typeof step === "number") joined += `[${step}]`;
    else joined += index === 0 ? step : `.${step}`;
  });
  return joined;
}

/** What JSON spells as it stands. Most keys need no escape, and files are large. */
const PLAIN = /^[\w .:/@-]*$/;

/** Identity of a path: the path in JSON. */
export function pathId(path: JsonPath): string {
  let id = "[";
  for (let at = 0; at < path.length; at++) {
    const step = path[at]!;
    if (at > 0) id += ",";
    id += typeof step === "number" ? step : PLAIN.test(step) ? `"${step}"` : JSON.stringify(step);
  }
  return `${id}]`;
}

/** Splits a new key at dots and `[n]`; the inverse of `joinPath` for keys without dots. */
export function splitPath(context: string): (string | number)[] {
  const path: (string | number)[] = [];
  context.split(".").forEach((part, index) => {
    let rest = part;
    const positions: number[] = [];
    for (;;) {
      const open = rest.endsWith("]") ? rest.lastIndexOf("[") : -1;
      const digits = open < 0 ? "" : rest.slice(open + 1, -1);
      if (!/^\d{1,5}$/.test(digits)) break;
      positions.unshift(Number(digits));
      rest = rest.slice(0, open);
    }
    if (rest !== "" || positions.length === 0 || index > 0) path.push(rest);
    path.push(...positions);
  });
  return path;
}

/** Finds values by path; each object is indexed once, when it is first asked. */
export class JsonIndex {
  readonly #keys = new Map<JsonObject, Map<string, JsonMember>>();

  constructor(readonly root: JsonNode) {}

  /** Members that count, by key; in file order where no key stands twice. */
  members(node: JsonObject): Map<string, JsonMember> {
    let keys = this.#keys.get(node);
    if (!keys) {
      keys = membersByKey(node);
      this.#keys.set(node, keys);
    }
    return keys;
  }

  /** One step down; undefined when there is nothing. */
  step(node: JsonNode, step: string | number): JsonNode | undefined {
    if (node.kind === "object" && typeof step === "string") return this.members(node).get(step)?.value;
    return node.kind === "array" && typeof step === "number" ? node.items[step] : undefined;
  }

  /** The value at a path; undefined when there is none. */
  at(path: JsonPath): JsonNode | undefined {
    let node: JsonNode | undefined = this.root;
    for (const step of path) node = node && this.step(node, step);
    return node;
  }
}

/**
 * Calls `visit` for every value that is neither object nor list, in file order, with the start of its member; equal
 * keys only once, for the last.
 */
export function eachLeaf(root: JsonNode, visit: (path: JsonPath, node: JsonNode, start: number) => void): void {
  const walk = (node: JsonNode, path: (string | number)[], start: number): void => {
    if (node.kind === "object") {
      for (const member of liveMembers(node)) walk(member.value, [...path, member.key], member.keyStart);
    } else if (node.kind === "array") {
      node.items.forEach((item, index) => {
        walk(item, [...path, index], item.start);
      });
    } else {
      visit(path, node, start);
    }
  };
  walk(root, [], root.start);
}
