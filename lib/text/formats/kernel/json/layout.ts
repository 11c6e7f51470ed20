import type { FormatOptions } from "../format";
import { blankBefore, indentAt, lineEnding } from "../splice";
import { type JsonArray, type JsonNode, type JsonObject, jsonLiteral } from "./tokens";

/** A value to be written: a text, something as it is spelled, or containers. */
export type NewJson = string | NewRaw | NewObject | NewArray;
interface NewRaw {
  kind: "raw";
  raw: string;
}
export interface NewObject {
  kind: "object";
  members: Map<string, NewJson>;
}
export interface NewArray {
  kind: "array";
  /** By position, without gaps, in order. */
  items: Map<number, NewJson>;
}

/** How a file lays out its values; taken from the file, then from the parameters, then from the defaults. */
export interface JsonLayout {
  eol: string;
  /** One more level of indentation. */
  unit: string;
  /** What stands between key and value. */
  colon: string;
  /** Blank behind a comma, and inside brackets, of a container on one line. */
  comma: string;
  pad: string;
  /** Whether containers without an example are put on several lines. */
  tall: boolean;
}

/** One level of indentation as the parameters have it. */
export function jsonUnit(params: FormatOptions["params"]): string {
  const count = Number(params.json_indent ?? 4);
  const width = Number.isInteger(count) && count >= 0 && count <= 16 ? count : 4;
  return params.json_indent_style === "tabs" ? "\t" : " ".repeat(width);
}

/** Style for new values of a file; one that has none yet looks like its example. */
export function jsonLayout(
  text: string,
  root: JsonObject | JsonArray,
  params: FormatOptions["params"],
  example?: { text: string; root: JsonObject | JsonArray },
): JsonLayout {
  const compact = params.json_use_compact_separators === true;
  const layout: JsonLayout = {
    eol: lineEnding(text),
    unit: jsonUnit(params),
    colon: compact ? ":" : ": ",
    comma: compact ? "" : " ",
    pad: "",
    tall: true,
  };
  const first = root.kind === "object" ? root.members[0] : undefined;
  const start = first?.keyStart ?? (root.kind === "array" ? root.items[0]?.start : undefined);
  if (start === undefined)
    return example && params.json_indent === undefined
      ? { ...jsonLayout(example.text, example.root, params), eol: layout.eol }
      : layout;
  if (first) {
    layout.colon = text.slice(first.keyEnd, first.value.start);
    // Who writes no blank behind a colon writes none behind a comma.
    if (!/\s/.test(layout.colon)) layout.comma = "";
  }
  const lead = blankBefore(text, root.start + 1, start);
  layout.tall = /[\r\n]/.test(lead);
  if (layout.tall) {
    const unit = lead.replace(/[\r\n]/g, "");
    if (unit !== "") layout.unit = unit;
  } else {
    layout.pad = lead;
    const second = root.kind === "object" ? root.members[1]?.keyStart : root.items[1]?.start;
    if (second !== undefined) layout.comma = blankBefore(text, start, second);
  }
  return layout;
}

/** Text of a new value that starts on a line with this indentation; `tall` puts containers on several lines. */
export function composeJson(value: NewJson, indent: string, layout: JsonLayout, tall: boolean): string {
  if (typeof value === "string") return jsonLiteral(value);
  if (value.kind === "raw") return value.raw;
  const inner = indent + layout.unit;
  const items =
    value.kind === "array"
      ? [...value.items.values()].map((item) => composeJson(item, inner, layout, tall))
      : [...value.members].map(([key, item]) => composeMember(key, item, inner, layout, tall));
  return composeItems(items, value.kind, indent, layout, tall);
}

/** `"key": value`. */
export function composeMember(key: string, value: NewJson, indent: string, layout: JsonLayout, tall: boolean): string {
  return jsonLiteral(key) + layout.colon + composeJson(value, indent, layout, tall);
}

/** Brackets around items that are composed already. */
export function composeItems(
  items: readonly string[],
  kind: "object" | "array",
  indent: string,
  layout: JsonLayout,
  tall: boolean,
): string {
  const [open, close] = kind === "object" ? ["{", "}"] : ["[", "]"];
  if (items.length === 0) return open + close;
  if (!tall) return open + layout.pad + items.join(`,${layout.comma}`) + layout.pad + close;
  const line = layout.eol + indent + layout.unit;
  return open + line + items.join(`,${line}`) + layout.eol + indent + close;
}

/** Indentation of the line a container opens on. */
export function containerIndent(text: string, node: JsonObject | JsonArray): string {
  return indentAt(text, node.start);
}

/** A new object with these members; those that are undefined are left out. */
export function newObject(members: Record<string, NewJson | undefined>): NewObject {
  const given = Object.entries(members).filter((pair): pair is [string, NewJson] => pair[1] !== undefined);
  return { kind: "object", members: new Map(given) };
}

/** A value of another file, to be written in the style of this one. */
export function copyJson(node: JsonNode): NewJson {
  if (node.kind === "text") return node.value;
  if (node.kind === "scalar") return { kind: "raw", raw: node.raw };
  if (node.kind === "array")
    return { kind: "array", items: new Map(node.items.map((item, at) => [at, copyJson(item)])) };
  return { kind: "object", members: new Map(node.members.map((member) => [member.key, copyJson(member.value)])) };
}
