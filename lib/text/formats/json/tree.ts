import { refusal } from "@/lib/text/messages/refusal";
import type { AddEdit } from "../kernel/edit-plan";
import { EditRefused } from "../kernel/format";
import { eachLeaf, type JsonPath, splitPath } from "../kernel/json/paths";
import { type JsonBase, type JsonDialect, type ReadContext, treeString } from "../kernel/json/reading";
import type { Container } from "../kernel/json/tokens";
import { jsonFormat } from "./dialect";
import { idsOfBeginnings, nearPaths } from "./nearby-entries";

const DEEPEST_KEY = 100;

/** Every text, number and boolean of a tree; `null` is a value of the program and stays as it is. */
function readTree(root: Container, { take }: ReadContext): undefined {
  eachLeaf(root, (path, node, start) => {
    if (node.kind === "scalar" && node.raw === "null") return;
    take(treeString(path, node, start, node.end));
  });
}

/** The path of a new key: that of the base, else what `split` makes of it. @throws EditRefused */
export function pathOfKey(
  add: AddEdit,
  base: JsonBase | undefined,
  split: (context: string) => JsonPath = splitPath,
): JsonPath {
  const { context } = add;
  if (context === "") throw new EditRefused(refusal("writeKey"));
  const known = base?.byContext.get(context);
  const path = known && !known.plural ? known.forms[0]!.path : split(context);
  if (path.length > DEEPEST_KEY) throw new EditRefused(refusal("writeKeyDeep", { key: context.slice(0, 60) }));
  return path;
}

function treeDialect(id: string, name: string, split: (context: string) => JsonPath): JsonDialect {
  return {
    id,
    name,
    kind: "both",
    codeStyle: "posix",
    plurals: false,
    lists: true,
    near: (ids) => nearPaths(ids),
    beginnings: idsOfBeginnings,
    read: readTree,
    place: (add, { base }) => [{ path: pathOfKey(add, base, split), value: add.targets[0] ?? "" }],
  };
}

/** JSON whose new strings get one literal key, dots included. */
export const json = jsonFormat(treeDialect("json", "JSON file", (context) => [context]));

/** JSON whose new keys are split at dots and `[n]` into objects and lists. */
export const jsonNested = jsonFormat(treeDialect("json-nested", "JSON nested structure file", splitPath));
