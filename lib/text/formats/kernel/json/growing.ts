import { refusal } from "@/lib/text/messages/refusal";
import { EditRefused } from "../format";
import { WIDEST_GAP } from "../new-values";
import type { NewJson } from "./layout";
import { type JsonPath, joinPath } from "./paths";
import { isContainer, type JsonNode, liveMembers, membersByKey } from "./tokens";

/** New values before they are written: how they grow down to their place, and what the base has around them, without texts. */

/** One step of a path: a key of an object, or a position in a list. */
export type Step = string | number;

/** Refuses a path that goes through something other than it needs. */
export function blocked(name: string, path: JsonPath, depth: number): EditRefused {
  const holder = joinPath(path.slice(0, depth)) || refusal("writeRoot");
  const kind = refusal(typeof path[depth] === "number" ? "writeKindList" : "writeKindObject");
  return new EditRefused(refusal("writeNotHolder", { name, holder, kind }));
}

/** Whether two values have a text in the same place. */
export function sharesText(node: JsonNode, twin: JsonNode | undefined): boolean {
  if (node.kind === "array")
    return twin?.kind === "array" && node.items.some((item, at) => sharesText(item, twin.items[at]));
  if (node.kind !== "object") return twin !== undefined && !isContainer(twin);
  if (twin?.kind !== "object") return false;
  const twins = membersByKey(twin);
  return liveMembers(node).some(({ key, value }) => sharesText(value, twins.get(key)?.value));
}

/** What a value of the base is without its texts. */
export function emptied(node: JsonNode): NewJson {
  if (node.kind === "object")
    return { kind: "object", members: new Map(liveMembers(node).map(({ key, value }) => [key, emptied(value)])) };
  if (node.kind === "array")
    return { kind: "array", items: new Map(node.items.map((item, at) => [at, emptied(item)])) };
  return node.kind === "scalar" && node.raw === "null" ? { kind: "raw", raw: "null" } : "";
}

/** A value that says nothing, of a kind that has a place for this step. */
function nothingFor(step: Step | undefined): NewJson {
  if (step === undefined) return "";
  return typeof step === "number" ? { kind: "array", items: new Map() } : { kind: "object", members: new Map() };
}

/**
 * Puts the text into what is pending for a container, making new containers below it. Items that a list lacks before a new
 * one are made as the base has them, without texts.
 * @param twin the container in the base
 */
export function growInto(
  pending: Map<Step, NewJson>,
  path: JsonPath,
  depth: number,
  value: NewJson,
  length: number,
  twin: JsonNode | undefined,
): void {
  const name = joinPath(path);
  const put = (holder: Map<Step, NewJson>, at: number, start: number, like: JsonNode | undefined): void => {
    const step = path[at]!;
    const inBase = (place: Step): JsonNode | undefined =>
      like?.kind === "array" && typeof place === "number"
        ? like.items[place]
        : like?.kind === "object"
          ? like.members.findLast(({ key }) => key === place)?.value
          : undefined;
    if (typeof step === "number") {
      if (step - start - holder.size > WIDEST_GAP) throw new EditRefused(refusal("writeGap", { name }));
      for (let i = start + holder.size; i < step; i++) {
        const known = inBase(i);
        holder.set(i, known ? emptied(known) : nothingFor(path[at + 1]));
      }
    }
    const there = holder.get(step);
    if (at === path.length - 1) {
      if (there !== undefined && there !== "") throw new EditRefused(refusal("writeTwice", { name }));
      holder.set(step, value);
      return;
    }
    const wantsArray = typeof path[at + 1] === "number";
    let below = there;
    if (below === undefined || below === "") {
      below = nothingFor(path[at + 1]);
      holder.set(step, below);
    }
    if (typeof below === "string" || below.kind === "raw" || (below.kind === "array") !== wantsArray)
      throw blocked(name, path, at + 1);
    put((below.kind === "object" ? below.members : below.items) as Map<Step, NewJson>, at + 1, 0, inBase(step));
  };
  put(pending, depth, length, twin);
}
