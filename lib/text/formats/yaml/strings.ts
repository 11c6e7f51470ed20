import { storable } from "../kernel/encoding";
import type { Entry, FormatOptions, ParsedFile } from "../kernel/format";
import { type FoundStrings, LazyStrings } from "../kernel/lazy-strings";
import { categoriesOf, QUANTITIES } from "../kernel/quantities";
import { lineBehind } from "../kernel/splice";
import type { Warnings } from "../kernel/warnings";
import type { YamlMap, YamlNode, YamlPair, YamlText, YamlTree } from "../kernel/yaml/nodes";
import { readYaml } from "../kernel/yaml/tree";
import type { YamlPath } from "./at-path";
import { noteStart } from "./edit";

/** What the strings of a YAML file are. */

/** A text with its place, and whether it stands between brackets. */
export interface YamlForm {
  path: YamlPath;
  node: YamlText | undefined;
  flow: boolean;
  /** What stands for a form that the file lacks. */
  shown?: YamlText;
}

/** A string: its place, its forms, and keys beside them that are no forms of the language. */
export interface YamlString {
  path: YamlPath;
  forms: YamlForm[];
  foreign: YamlPath[];
}

/** Key of a string for people. */
export const contextOf = (path: YamlPath): string =>
  path.map((step) => (typeof step === "number" ? `[${step}]` : step)).join("->");

/** Which strings of a tree are wanted, by the steps of their paths. */
interface Wanted {
  here: boolean;
  below: Map<string | number, Wanted>;
}

const NONE: Wanted = { here: false, below: new Map() };

/** How the strings of a file are told. */
interface Reading {
  text: string;
  options: FormatOptions;
  plurals: boolean;
  /** Steps of a path that are not told: that of the language. */
  hidden: number;
}

class Collector {
  private readonly contexts = new Set<string>();
  /** Where the content before the present pair ends. */
  private floor = 0;

  constructor(
    private readonly reading: Reading,
    private readonly found: FoundStrings<YamlString>,
    private readonly warnings: Warnings,
  ) {}

  /** Strings of a node; with `wanted`, only those. */
  walk(
    node: YamlNode | undefined,
    path: YamlPath,
    flow: boolean,
    pair: YamlPair | undefined,
    wanted: Wanted | undefined,
  ): void {
    if (!node || node.kind === "other") return;
    if (node.kind === "text") this.entry(path, [{ path, node, flow }], [], pair, node.start, node.end, flow, wanted);
    else if (node.kind === "list") {
      // Also an item that is not wanted moves the floor.
      node.items.forEach((item, at) => {
        this.walk(item, [...path, at], node.flow || flow, undefined, wanted && (wanted.below.get(at) ?? NONE));
      });
    } else if (this.reading.plurals && path.length > this.reading.hidden && isPlural(node))
      this.plural(node, path, flow, pair, wanted);
    else this.map(node, path, flow, wanted);
  }

  private map(map: YamlMap, path: YamlPath, flow: boolean, wanted: Wanted | undefined): void {
    const last = new Map<string, YamlPair>();
    for (const pair of map.pairs) if (!wanted || wanted.below.has(pair.key)) last.set(pair.key, pair);
    for (const pair of map.pairs) {
      const counting = last.get(pair.key);
      if (counting === pair)
        this.walk(pair.value, [...path, pair.key], map.flow || flow, pair, wanted?.below.get(pair.key));
      else if (counting)
        this.warnings.add(`“${pair.key}” appears twice in its map; only the last is used.`, pair.keyStart, pair.key);
      this.floor = Math.max(this.floor, pair.end);
    }
  }

  private plural(
    map: YamlMap,
    path: YamlPath,
    flow: boolean,
    pair: YamlPair | undefined,
    wanted: Wanted | undefined,
  ): void {
    const categories = categoriesOf(this.reading.options.plural);
    const byKey = new Map(map.pairs.map((one) => [one.key, one]));
    const forms = categories.map((category): YamlForm => {
      const value = byKey.get(category)?.value;
      return { path: [...path, category], node: value?.kind === "text" ? value : undefined, flow: map.flow || flow };
    });
    const foreign = [...byKey.keys()].filter((key) => !categories.includes(key)).map((key) => [...path, key]);
    // Programs take “other” for numbers that have no form of their own in the file.
    const [last, other] = [forms.at(-1), byKey.get("other")?.value];
    if (last && !last.node && other?.kind === "text") last.shown = other;
    const start = pair?.keyStart ?? map.start;
    const end = map.flow ? map.end : (pair?.end ?? map.end);
    this.entry(path, forms, foreign, pair, start, end, map.flow || flow, wanted);
  }

  private entry(
    path: YamlPath,
    forms: YamlForm[],
    foreign: YamlPath[],
    pair: YamlPair | undefined,
    start: number,
    end: number,
    flow: boolean,
    wanted: Wanted | undefined,
  ): void {
    const { floor } = this;
    this.floor = Math.max(floor, end);
    if (wanted && !wanted.here) return;
    const { text, hidden } = this.reading;
    const told = hidden === 0 ? path : path.slice(hidden);
    const context = contextOf(told);
    if (this.contexts.has(context)) this.warnings.add(`Two strings in this file are named “${context}”.`, start);
    this.contexts.add(context);
    const own = pair !== undefined && !flow;
    const noted = own ? noteStart(text, pair, floor) : start;
    const note = own && noted < pair.keyStart ? noteOf(text.slice(noted, pair.keyStart)) : "";
    const targets = forms.map((form) => form.node?.value ?? form.shown?.value ?? "");
    const entry: Entry = {
      id: JSON.stringify(told),
      context,
      sources: targets,
      targets,
      plural: forms.length !== 1 || forms[0]!.path !== path,
      state: targets.every((target) => target === "") ? "empty" : "translated",
      note,
      location: "",
      flags: "",
      previousSource: "",
      span: { start: noted, end: own ? Math.max(end, lineBehind(text, pair.end)) : end },
    };
    this.found.add(entry, { path, forms, foreign });
  }
}

/**
 * A YAML file. A tree that costs little to read is not kept beside the entries: an edit reads it again, which takes less
 * time than hundreds of thousands of objects take memory.
 */
export class YamlFile {
  readonly strings: LazyStrings<YamlString>;
  private readonly reading: Reading;
  private kept: YamlTree | undefined;

  /** @throws FormatError of `open`, which reads the tree */
  constructor(
    private readonly text: string,
    options: FormatOptions,
    ruby: boolean,
    private readonly open: (text: string) => YamlTree = readYaml,
  ) {
    this.reading = { text, options, plurals: ruby, hidden: ruby ? 1 : 0 };
    this.kept = open(text);
    this.strings = new LazyStrings(text, (only, found, warnings) => this.walk(only, found, warnings));
  }

  /** The file as callers of the format know it. */
  parsed(): ParsedFile<YamlFile> {
    return this.strings.file({ language: this.language()?.key ?? "" }, this);
  }

  private tree(): YamlTree {
    this.kept ??= this.open(this.text);
    return this.kept;
  }

  get root(): YamlNode | undefined {
    return this.tree().root;
  }

  /** The pair of the language, in files that have one. */
  language(): YamlPair | undefined {
    const { plurals, options } = this.reading;
    return plurals ? languagePair(this.root, options.languageCode) : undefined;
  }

  private walk(only: ReadonlySet<string> | undefined, found: FoundStrings<YamlString>, warnings: Warnings): void {
    const { root, second, simple } = this.tree();
    if (second !== undefined) warnings.add("Only the first document of this file is read.", second);
    const collector = new Collector(this.reading, found, warnings);
    const wanted = only && wantedOf(only);
    const language = this.language();
    if (!this.reading.plurals) collector.walk(root, [], false, undefined, wanted);
    else if (language) collector.walk(language.value, [language.key], false, undefined, wanted);
    if (simple && !only) this.kept = undefined;
  }
}

function wantedOf(ids: ReadonlySet<string>): Wanted {
  const top: Wanted = { here: false, below: new Map() };
  for (const id of ids) {
    const path = pathOfId(id);
    if (!path) continue;
    let node = top;
    for (const step of path) {
      let next = node.below.get(step);
      if (!next) {
        next = { here: false, below: new Map() };
        node.below.set(step, next);
      }
      node = next;
    }
    node.here = true;
  }
  return top;
}

/** The path that an id tells; undefined for what is no id of a string. */
function pathOfId(id: string): YamlPath | undefined {
  try {
    const path: unknown = JSON.parse(id);
    return Array.isArray(path) ? (path as YamlPath) : undefined;
  } catch {
    return undefined;
  }
}

function noteOf(raw: string): string {
  const lines = raw
    .split(/\r?\n/)
    .flatMap((line) => (/^\s*#/.test(line) ? [line.replace(/^\s*#+ ?/, "").trimEnd()] : []));
  return storable(lines.join("\n").trim());
}

/** A map whose keys are all plural categories, and that says something. */
function isPlural(map: YamlMap): boolean {
  return (
    map.pairs.length > 0 &&
    map.pairs.every(({ key, value }) => QUANTITIES.includes(key) && value?.kind !== "map" && value?.kind !== "list") &&
    map.pairs.some(({ value }) => value?.kind === "text")
  );
}

/** The pair that holds the strings of a file with a language at its root. */
function languagePair(root: YamlNode | undefined, code: string): YamlPair | undefined {
  if (root?.kind !== "map") return undefined;
  const named = root.pairs.findLast((pair) => pair.key === code || pair.key === JSON.stringify(code));
  if (named) return named;
  const first = root.pairs.find((pair) => pair.value?.kind === "map") ?? root.pairs[0];
  // Of equal keys the last counts.
  return root.pairs.findLast((pair) => pair.key === first?.key);
}
