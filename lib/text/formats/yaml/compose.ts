import type { FormatOptions } from "../kernel/format";
import { NewItems, type NewValue, Nothing } from "../kernel/new-values";
import { indentAt, lineEnding } from "../kernel/splice";
import type { YamlNode } from "../kernel/yaml/nodes";
import { foldedYaml, yamlScalar } from "../kernel/yaml/text";

/** New keys and items of YAML in the style of a file. */

/** Writes new keys and items. */
export class YamlComposer {
  readonly eol: string;
  private readonly unit: string;
  /** Columns of a line that a new text is folded at; undefined where lines are as long as they are. */
  private readonly wrap: number | undefined;
  private listUnit: string | undefined;
  private plain: Set<string> | undefined;

  constructor(
    private readonly text: string,
    private readonly root: YamlNode | undefined,
    options: FormatOptions,
    private readonly base: { text: string; root: YamlNode | undefined } | undefined,
  ) {
    this.eol = lineEnding(text);
    const width = Number(options.params.yaml_indent ?? 2);
    this.wrap = wrapWidth(text, options.params.yaml_line_wrap);
    this.unit = fileUnit(text, root) ?? " ".repeat(Number.isInteger(width) && width > 0 && width <= 16 ? width : 2);
  }

  /** How much deeper than its key a list stands, as the file or its base has it. */
  private listIndent(): string {
    this.listUnit ??= listShift(this.text, this.root) ?? (this.base && listShift(this.base.text, this.base.root)) ?? "";
    return this.listUnit;
  }

  /** A key, without quotes where the file or its base has it so: there `6` may be a number, which is another key than "6". */
  private name(key: string): string {
    const quoted = yamlScalar(key, false);
    if (quoted === key) return key;
    this.plain ??= new Set([
      ...plainKeys(this.text, this.root),
      ...(this.base ? plainKeys(this.base.text, this.base.root) : []),
    ]);
    return this.plain.has(key) ? key : quoted;
  }

  /** A pair in lines of its own. */
  pair(key: string, value: NewValue, indent: string): string {
    const name = this.name(key);
    if (value instanceof Nothing || isEmpty(value))
      return `${`${indent}${name}: ${flowValue(value)}`.trimEnd()}${this.eol}`;
    if (typeof value === "string") return this.string(`${indent}${name}: `, value, indent);
    const inner =
      value instanceof NewItems ? this.items(value, indent + this.listIndent()) : this.pairs(value, indent + this.unit);
    return `${indent}${name}:${this.eol}${inner}`;
  }

  private pairs(map: ReadonlyMap<string, NewValue>, indent: string): string {
    return [...map].map(([key, value]) => this.pair(key, value, indent)).join("");
  }

  /** Items of a list in lines of their own. */
  items(list: NewItems, indent: string): string {
    const written = list.inOrder().map((item) => {
      if (item instanceof Nothing || isEmpty(item)) return `${`${indent}- ${flowValue(item)}`.trimEnd()}${this.eol}`;
      if (typeof item === "string") return this.string(`${indent}- `, item, indent);
      const deeper = `${indent}  `;
      const lines = item instanceof NewItems ? this.items(item, deeper) : this.pairs(item, deeper);
      return `${indent}- ${lines.slice(deeper.length)}`;
    });
    return written.join("");
  }

  private string(head: string, value: string, indent: string): string {
    const line = head + yamlScalar(value, false);
    if (this.wrap === undefined || line.length <= this.wrap) return line + this.eol;
    return head + foldedYaml(value, this.wrap, head.length, indent + this.unit, this.eol) + this.eol;
  }
}

/** A map or list without anything in it, which has no lines of its own. */
const isEmpty = (value: string | Map<string, NewValue> | NewItems): boolean =>
  typeof value !== "string" && (value instanceof NewItems ? value.items : value).size === 0;

/** A pair between brackets. */
export function flowPair(key: string, value: NewValue): string {
  return `${yamlScalar(key, true)}: ${flowValue(value)}`;
}

/** A value between brackets. */
export function flowValue(value: NewValue): string {
  if (typeof value === "string") return yamlScalar(value, true);
  if (value instanceof NewItems) return `[${value.inOrder().map(flowValue).join(", ")}]`;
  if (value instanceof Nothing) return value.raw;
  return value.size === 0 ? "{}" : `{ ${[...value].map(([name, item]) => flowPair(name, item)).join(", ")} }`;
}

/** Indentation of the first map inside the root, as the file has it. */
function fileUnit(text: string, root: YamlNode | undefined): string | undefined {
  if (root?.kind !== "map" || root.flow) return undefined;
  const inner = root.pairs.find((pair) => pair.value?.kind === "map" && !pair.value.flow)?.value;
  const unit = inner?.kind === "map" && inner.pairs[0] ? indentAt(text, inner.pairs[0].keyStart) : "";
  return unit === "" ? undefined : unit;
}

/** Keys that stand without quotes. */
function* plainKeys(text: string, root: YamlNode | undefined): Generator<string> {
  const open: (YamlNode | undefined)[] = [root];
  for (let node = open.pop(); node || open.length > 0; node = open.pop()) {
    if (node?.kind === "list") open.push(...node.items);
    if (node?.kind !== "map") continue;
    for (const { key, keyStart, keyEnd, value } of node.pairs) {
      if (text.slice(keyStart, keyEnd) === key) yield key;
      if (value) open.push(value);
    }
  }
}

/** How much deeper than its key the first list of a file stands. */
function listShift(text: string, root: YamlNode | undefined): string | undefined {
  const column = (at: number) => at - (text.lastIndexOf("\n", at - 1) + 1);
  const open: (YamlNode | undefined)[] = [root];
  for (let node = open.pop(); node || open.length > 0; node = open.pop()) {
    if (node?.kind === "list") open.push(...node.items.slice(0, 1));
    if (node?.kind !== "map" || node.flow) continue;
    for (const { keyStart, value } of node.pairs) {
      if (value?.kind === "list" && !value.flow && text[value.start] === "-")
        return " ".repeat(Math.max(0, column(value.start) - column(keyStart)));
      if (value?.kind === "map" || value?.kind === "list") open.push(value);
    }
  }
  return undefined;
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
