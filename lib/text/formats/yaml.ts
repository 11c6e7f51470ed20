import { categoriesOf, QUANTITIES } from "./android-plurals";
import { type AddEdit, planEdits } from "./edit-plan";
import { decodeUtf8, encodeUtf8, storable } from "./encoding";
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
import { lineEnding, PatchList } from "./splice";
import { Warnings } from "./warnings";
import { lineBehind, noteStart, type YamlPath, YamlSurgery } from "./yaml-edit";
import { rewriteYaml, yamlScalar } from "./yaml-text";
import { readYaml, type YamlMap, type YamlNode, type YamlPair, type YamlText, type YamlTree } from "./yaml-tree";

/** A text with its place, and whether it stands between brackets. */
interface Form {
  path: YamlPath;
  node: YamlText | undefined;
  flow: boolean;
}

interface Found {
  path: YamlPath;
  forms: Form[];
  foreign: YamlPath[];
}

interface Internal {
  tree: YamlTree;
  /** The pair of the language, in files that have one. */
  language: YamlPair | undefined;
  /** In the order of the entries. */
  found: Found[];
}

const contextOf = (path: YamlPath): string =>
  path.map((step) => (typeof step === "number" ? `[${step}]` : step)).join("->");

class Collector {
  readonly entries: Entry[] = [];
  readonly found: Found[] = [];
  private readonly warnings: Warnings;
  private readonly contexts = new Set<string>();
  /** Where the content before the present pair ends. */
  private floor = 0;

  constructor(
    private readonly text: string,
    private readonly options: FormatOptions,
    private readonly plurals: boolean,
    warnings: Warnings,
    private readonly hidden: number,
  ) {
    this.warnings = warnings;
  }

  walk(node: YamlNode | undefined, path: YamlPath, flow: boolean, pair: YamlPair | undefined): void {
    if (!node || node.kind === "other") return;
    if (node.kind === "text") this.push(path, [{ path, node, flow }], [], pair, node.start, node.end, flow);
    else if (node.kind === "list") {
      node.items.forEach((item, at) => {
        this.walk(item, [...path, at], node.flow || flow, undefined);
      });
    } else if (this.plurals && path.length > this.hidden && isPlural(node)) this.plural(node, path, flow, pair);
    else this.map(node, path, flow);
  }

  private map(map: YamlMap, path: YamlPath, flow: boolean): void {
    const last = new Map(map.pairs.map((pair) => [pair.key, pair]));
    for (const pair of map.pairs) {
      if (last.get(pair.key) === pair) this.walk(pair.value, [...path, pair.key], map.flow || flow, pair);
      else this.warnings.add(`“${pair.key}” is in its map twice; only the last counts.`, pair.keyStart);
      this.floor = Math.max(this.floor, pair.end);
    }
  }

  private plural(map: YamlMap, path: YamlPath, flow: boolean, pair: YamlPair | undefined): void {
    const categories = categoriesOf(this.options.plural);
    const byKey = new Map(map.pairs.map((one) => [one.key, one]));
    const forms = categories.map((category): Form => {
      const value = byKey.get(category)?.value;
      return { path: [...path, category], node: value?.kind === "text" ? value : undefined, flow: map.flow || flow };
    });
    const foreign = [...byKey.keys()].filter((key) => !categories.includes(key)).map((key) => [...path, key]);
    const start = pair?.keyStart ?? map.start;
    this.push(path, forms, foreign, pair, start, map.flow ? map.end : (pair?.end ?? map.end), map.flow || flow);
  }

  private push(
    path: YamlPath,
    forms: Form[],
    foreign: YamlPath[],
    pair: YamlPair | undefined,
    start: number,
    end: number,
    flow: boolean,
  ): void {
    const { text } = this;
    const context = contextOf(path.slice(this.hidden));
    if (this.contexts.has(context)) this.warnings.add(`Two strings of this file are both named “${context}”.`, start);
    this.contexts.add(context);
    const own = pair !== undefined && !flow;
    const noted = own ? noteStart(text, pair, this.floor) : start;
    const note = own && noted < pair.keyStart ? noteOf(text.slice(noted, pair.keyStart)) : "";
    const targets = forms.map((form) => form.node?.value ?? "");
    this.found.push({ path, forms, foreign });
    this.entries.push({
      id: JSON.stringify(path.slice(this.hidden)),
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
    });
    this.floor = Math.max(this.floor, end);
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

function parse(text: string, options: FormatOptions, ruby: boolean): ParsedFile {
  const tree = readYaml(text);
  const warnings = new Warnings(text);
  if (tree.second !== undefined) warnings.add("Only the first document of this file is read.", tree.second);
  const language = ruby ? languagePair(tree.root, options.languageCode) : undefined;
  const collector = new Collector(text, options, ruby, warnings, ruby ? 1 : 0);
  if (!ruby) collector.walk(tree.root, [], false, undefined);
  else if (language) collector.walk(language.value, [language.key], false, undefined);
  const internal: Internal = { tree, language, found: collector.found };
  return { entries: collector.entries, warnings: warnings.list, language: language?.key ?? "", internal };
}

/** Puts texts into the forms of a string; a missing form is added when it has a text, or when `all` asks. */
function setForms(
  text: string,
  { forms, path }: Found,
  targets: readonly string[],
  patches: PatchList,
  surgery: () => YamlSurgery,
  all = false,
): void {
  const eol = lineEnding(text);
  forms.forEach(({ path: place, node, flow }, at) => {
    const target = targets[at] ?? "";
    if (node) {
      if (node.value === target) return;
      patches.replace(node.start, node.end, rewriteYaml(node, text.slice(node.start, node.end), target, flow, eol));
    } else if (target !== "" || all) {
      const before = forms
        .slice(0, at)
        .findLast((form) => form.node)
        ?.path.at(-1);
      surgery().add(place, target, contextOf(path), before === undefined ? undefined : String(before));
    }
  });
}

function edit(text: string, file: ParsedFile, edits: EntryEdit[], options: FormatOptions, ruby: boolean): Patch[] {
  const plan = planEdits(file, edits, { states: [] });
  const { tree, language, found } = file.internal as Internal;
  const patches = new PatchList(text);
  const base = plan.adds.length && options.base !== undefined ? parse(options.base, options, ruby) : undefined;
  const based = base?.internal as Internal | undefined;
  let surgery: YamlSurgery | undefined;
  const operate = (): YamlSurgery => {
    // The base stands under its own language.
    const twin =
      ruby && based?.language && language ? underKey(based.tree.root, language.key, based.language) : undefined;
    surgery ??= new YamlSurgery(text, tree.root, options, twin ?? based?.tree.root);
    return surgery;
  };
  const places = new Map<Entry, Found>();
  const wanted = new Set([...plan.sets.map((set) => set.entry), ...plan.removes]);
  file.entries.forEach((entry, at) => {
    if (wanted.has(entry)) places.set(entry, found[at]!);
  });
  for (const { entry, targets } of plan.sets) setForms(text, places.get(entry)!, targets, patches, operate);
  for (const entry of plan.removes) operate().remove(places.get(entry)!.path);
  if (plan.adds.length) {
    const known = new Map(base?.entries.map((entry, at) => [entry.context, based!.found[at]!.path]));
    for (const add of plan.adds) addString(add, known, options, ruby, language?.key, operate());
  }
  surgery?.finish(patches);
  return patches.finish();
}

/** The root of a base as if its language were this one. */
function underKey(root: YamlNode | undefined, key: string, language: YamlPair): YamlNode | undefined {
  return root?.kind === "map" ? { ...root, pairs: [{ ...language, key }] } : root;
}

function addString(
  add: AddEdit,
  known: ReadonlyMap<string, YamlPath>,
  options: FormatOptions,
  ruby: boolean,
  language: string | undefined,
  surgery: YamlSurgery,
): void {
  if (add.context === "") throw new EditRefused("A string needs a key.");
  if (add.plural && !ruby) throw new EditRefused(`“${add.context}” has plural forms, which this format cannot hold.`);
  const there = known.get(add.context);
  const steps = there ? there.slice(ruby ? 1 : 0) : add.context.split("->").map(stepOf);
  if (steps.length > 90) throw new EditRefused(`The key “${add.context.slice(0, 60)}…” has too many levels.`);
  const path = ruby ? [language ?? options.languageCode, ...steps] : steps;
  const forms = add.plural
    ? new Map(categoriesOf(options.plural).map((category, at) => [category, add.targets[at] ?? ""]))
    : (add.targets[0] ?? "");
  surgery.add(path, forms, add.context);
}

const stepOf = (part: string): string | number => (/^\[\d{1,5}\]$/.test(part) ? Number(part.slice(1, -1)) : part);

/** The base with every text emptied, under the new language; an empty file without a base. */
function create(base: string | undefined, options: FormatOptions, ruby: boolean): string {
  if (base === undefined) return "{}\n";
  const file = parse(base, { ...options, base: undefined }, ruby);
  const { tree, language, found } = file.internal as Internal;
  const patches = new PatchList(base);
  const surgery = new YamlSurgery(base, tree.root, options, undefined);
  for (const string of found) {
    const none = string.forms.map(() => "");
    setForms(base, string, none, patches, () => surgery, ruby && string.forms[0]?.path !== string.path);
    if (string.forms.some((form) => form.node)) for (const path of string.foreign) surgery.remove(path);
  }
  if (language) patches.replace(language.keyStart, language.keyEnd, yamlScalar(options.languageCode, false));
  surgery.finish(patches);
  return applyPatches(base, patches.finish());
}

function variant(id: string, name: string, ruby: boolean): FileFormat {
  return {
    id,
    name,
    masks: ["*.yml", "*.yaml"],
    extension: "yml",
    kind: ruby ? "monolingual" : "both",
    codeStyle: "posix",
    mimeType: "application/yaml",
    plurals: ruby,
    canAdd: true,
    canRemove: true,
    canEditBase: true,
    decode: decodeUtf8,
    encode: encodeUtf8,
    parse: (text, options) => parse(text, options, ruby),
    edit: (text, file, edits, options) => edit(text, file, edits, options, ruby),
    create: (base, options) => create(base, options, ruby),
  };
}

/** YAML as it is, and with a language at its root and plural forms as Ruby on Rails has it. */
export const yamlFormats: readonly FileFormat[] = [
  variant("yaml", "YAML file", false),
  variant("ruby-yaml", "Ruby YAML file", true),
];
