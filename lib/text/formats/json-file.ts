import { planEdits } from "./edit-plan";
import { decodeUtf8, encodeUtf8 } from "./encoding";
import {
  applyPatches,
  EditRefused,
  type Entry,
  type EntryEdit,
  type FileFormat,
  type FormatOptions,
  type ParsedFile,
  type Patch,
} from "./format";
import { editJson } from "./json-edit";
import { eachLeaf, type JsonPath, joinPath, pathId } from "./json-paths";
import { type JsonArray, type JsonNode, type JsonObject, scanJson } from "./json-tokens";
import { Warnings } from "./warnings";

/** What `parse` leaves for `edit`. */
interface JsonInternal {
  root: JsonObject | JsonArray;
  nodes: Map<string, JsonNode>;
  paths: Map<string, JsonPath>;
}

/** Place of a new string whose key the base does not have. */
export type PlaceKey = (context: string) => JsonPath;

const DEEPEST_KEY = 100;

function parse(text: string): ParsedFile {
  const root = scanJson(text);
  const warnings = new Warnings(text);
  const internal: JsonInternal = { root, nodes: new Map(), paths: new Map() };
  const entries: Entry[] = [];
  const contexts = new Set<string>();
  eachLeaf(root, (path, node, span) => {
    // Numbers, true, false and null are values of the program: they stay as they are.
    if (node.kind !== "text") return;
    const id = pathId(path);
    const context = joinPath(path);
    if (contexts.has(context)) warnings.add(`Two strings of this file are both named “${context}”.`, span.start);
    contexts.add(context);
    internal.nodes.set(id, node);
    internal.paths.set(id, path);
    entries.push({
      id,
      context,
      sources: [node.value],
      targets: [node.value],
      plural: false,
      state: node.value === "" ? "empty" : "translated",
      note: "",
      location: "",
      flags: "",
      previousSource: "",
      span,
    });
  });
  return { entries, warnings: warnings.list, language: "", internal };
}

function edit(text: string, file: ParsedFile, edits: EntryEdit[], options: FormatOptions, placeKey: PlaceKey): Patch[] {
  const plan = planEdits(file, edits, { states: [] });
  const { root, nodes, paths } = file.internal as JsonInternal;
  const known = new Map<string, JsonPath>();
  let base: JsonInternal["root"] | undefined;
  if (plan.adds.length && options.base !== undefined) {
    base = scanJson(options.base);
    eachLeaf(base, (path) => known.set(joinPath(path), path));
  }
  const place = ({ context }: { context: string }): JsonPath => {
    if (context === "") throw new EditRefused("A string needs a key.");
    const path = known.get(context) ?? placeKey(context);
    if (path.length > DEEPEST_KEY) throw new EditRefused(`The key “${context.slice(0, 60)}…” has too many levels.`);
    return path;
  };
  return editJson(text, root, plan, options, { nodes, paths, base, place });
}

/** The base with every text emptied; without a base an empty object. */
function create(base: string | undefined, options: FormatOptions): string {
  if (base === undefined) return "{}\n";
  const file = parse(base);
  const edits = file.entries.map((entry): EntryEdit => ({ kind: "set", id: entry.id, targets: [""], state: "empty" }));
  return applyPatches(
    base,
    edit(base, file, edits, options, (context) => [context]),
  );
}

/** A format of plain JSON texts; dialects differ in where a new key goes. */
export function jsonFormat(id: string, name: string, placeKey: PlaceKey): FileFormat {
  return {
    id,
    name,
    masks: ["*.json"],
    extension: "json",
    kind: "both",
    codeStyle: "posix",
    mimeType: "application/json",
    plurals: false,
    canAdd: true,
    canRemove: true,
    canEditBase: true,
    decode: decodeUtf8,
    encode: encodeUtf8,
    parse,
    edit: (text, file, edits, options) => edit(text, file, edits, options, placeKey),
    create,
  };
}
