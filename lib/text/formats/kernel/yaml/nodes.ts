/** A value of a YAML text with its place; what is neither text nor container is `other` and stays as it is. */
export type YamlNode = YamlText | YamlMap | YamlList | { kind: "other"; start: number; end: number };

export interface YamlText {
  kind: "text";
  start: number;
  end: number;
  value: string;
  style: "plain" | "single" | "double" | "literal" | "folded";
  /** For a number or a boolean, which stays one while its text allows. */
  type: "text" | "number" | "boolean";
}

export interface YamlPair {
  key: string;
  keyStart: number;
  keyEnd: number;
  /** Undefined for a key without a value, or a value that stays as it is and has no place. */
  value: YamlNode | undefined;
  /** Where the content of the pair ends; comments behind it are outside. */
  end: number;
}

export interface YamlMap {
  kind: "map";
  flow: boolean;
  start: number;
  end: number;
  pairs: YamlPair[];
}

export interface YamlList {
  kind: "list";
  flow: boolean;
  start: number;
  end: number;
  items: YamlNode[];
}

/** What a YAML text holds: its first document, and whether there are more. */
export interface YamlTree {
  root: YamlNode | undefined;
  /** Offset of a second document. */
  second: number | undefined;
  /** Whether it was read line by line, which costs little. */
  simple: boolean;
}

/** Where the content of a node ends: comments and blank lines behind a block do not belong to it. */
export function endOfYaml(node: YamlNode): number {
  if (node.kind === "map" && !node.flow) return node.pairs.at(-1)?.end ?? node.end;
  if (node.kind === "list" && !node.flow) {
    const last = node.items.at(-1);
    return last ? endOfYaml(last) : node.end;
  }
  return node.end;
}
