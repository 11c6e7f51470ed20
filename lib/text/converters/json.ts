import { storable } from "@/lib/text/formats/kernel/encoding";
import { joinPath, splitPath } from "@/lib/text/formats/kernel/json/paths";
import { type Converter, isTranslated, keyedTexts } from "./converter";

/** One key for each string. Strings without a translation are left out, as in any monolingual file. */
export const jsonConverter: Converter = {
  id: "json",
  name: "JSON",
  extension: "json",
  mimeType: "application/json",
  suits: (component) => component.monolingual,
  async *write(head, pages) {
    const encoder = new TextEncoder();
    let opened = false;
    for await (const page of pages) {
      let text = "";
      for (const [key, value] of page.filter(isTranslated).flatMap((unit) => keyedTexts(unit, head))) {
        text += `${opened ? "," : "{"}\n    ${JSON.stringify(storable(key))}: ${JSON.stringify(storable(value))}`;
        opened = true;
      }
      if (text !== "") yield encoder.encode(text);
    }
    yield encoder.encode(opened ? "\n}\n" : "{}\n");
  },
};

type Tree = Map<string | number, Tree | string>;

/** Longest gap in a list that is filled with empty texts. */
const WIDEST_GAP = 1000;

/** Whether a step can lead on from here: a tree is a list or an object, and lists have no long gaps. */
function fits(tree: Tree, step: string | number): boolean {
  const [first] = tree.keys();
  if (first !== undefined && typeof first !== typeof step) return false;
  return typeof step === "string" || step <= tree.size + WIDEST_GAP;
}

/** True when the text found its place; false when a text stands where a tree is needed, or the other way round. */
function plant(root: Tree, path: readonly (string | number)[], text: string): boolean {
  let at = root;
  for (const step of path.slice(0, -1)) {
    let next = at.get(step);
    if (typeof next === "string" || !fits(at, step)) return false;
    if (next === undefined) {
      next = new Map();
      at.set(step, next);
    }
    at = next;
  }
  const last = path.at(-1)!;
  if (at.has(last) || !fits(at, last)) return false;
  at.set(last, text);
  return true;
}

/** Puts a key whole at the top; a branch of that name gives way, its texts stand whole at the top too. */
function plantWhole(root: Tree, key: string, text: string): void {
  const branch = root.get(key);
  root.set(key, text);
  const scatter = (tree: Tree, path: (string | number)[]): void => {
    for (const [step, value] of tree) {
      const here = [...path, step];
      if (typeof value === "string") root.set(joinPath(here), value);
      else scatter(value, here);
    }
  };
  if (typeof branch === "object") scatter(branch, [key]);
}

/** One more than the highest position. */
function lengthOf(list: Tree): number {
  let length = 0;
  for (const step of list.keys()) length = Math.max(length, Number(step) + 1);
  return length;
}

function* print(tree: Tree, indent: string): Generator<string> {
  const inner = `${indent}    `;
  const list = typeof tree.keys().next().value === "number";
  const length = list ? lengthOf(tree) : 0;
  const steps = list ? Array.from({ length }, (_, position) => position) : [...tree.keys()];
  let separator = list ? "[" : "{";
  for (const step of steps) {
    const value = tree.get(step) ?? "";
    yield `${separator}\n${inner}${list ? "" : `${JSON.stringify(step)}: `}`;
    if (typeof value === "string") yield JSON.stringify(value);
    else yield* print(value, inner);
    separator = ",";
  }
  yield steps.length === 0 ? "{}" : `\n${indent}${list ? "]" : "}"}`;
}

/** Deepest key that is split; a deeper one stays whole. */
const DEEPEST = 100;
const PIECE = 65_536;

/**
 * Keys split at dots and list positions. Keys of one branch may come in any order, so the whole tree is held: the
 * memory of the translated texts. A key that fits nowhere in the tree stands whole at the top.
 */
export const jsonNestedConverter: Converter = {
  id: "json-nested",
  name: "JSON nested",
  extension: "json",
  mimeType: "application/json",
  suits: (component) => component.monolingual,
  async *write(head, pages) {
    const tree: Tree = new Map();
    for await (const page of pages) {
      for (const [key, value] of page.filter(isTranslated).flatMap((unit) => keyedTexts(unit, head))) {
        const text = storable(value);
        const path = splitPath(storable(key));
        const nested = typeof path[0] === "string" && path.length <= DEEPEST && plant(tree, path, text);
        if (!nested) plantWhole(tree, storable(key), text);
      }
    }
    const encoder = new TextEncoder();
    let piece = "";
    for (const part of print(tree, "")) {
      piece += part;
      if (piece.length < PIECE) continue;
      yield encoder.encode(piece);
      piece = "";
    }
    yield encoder.encode(`${piece}\n`);
  },
};
