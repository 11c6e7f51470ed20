import { type AddEdit, planEdits } from "./edit-plan";
import { decodeUtf8, encodeUtf8 } from "./encoding";
import {
  applyPatches,
  EditRefused,
  type Entry,
  type EntryEdit,
  type FileFormat,
  FormatError,
  type FormatOptions,
  type ParsedFile,
  type Patch,
  type Span,
} from "./format";
import type { NewJson } from "./json-layout";
import { type JsonPath, joinPath, pathId } from "./json-paths";
import { type Container, type JsonAddition, JsonSurgery, type Near } from "./json-surgery";
import { type JsonMember, type JsonNode, jsonLiteral, scanJson } from "./json-tokens";
import { PatchList, placeInOrder } from "./splice";
import { Warnings } from "./warnings";

/** One text of a string with its place; without a node it is not in the file yet. */
export interface JsonForm {
  path: JsonPath;
  node: JsonNode | undefined;
}

/** One string of a JSON file. A class, so that all of them have one shape: files hold tens of thousands. */
export class JsonString {
  plural = false;
  /** Undefined where the text is its own source. */
  sources: string[] | undefined = undefined;
  note = "";
  flags = "";
  /** Everything that leaves with the string; the places of its forms when undefined. */
  owned: readonly JsonPath[] | undefined = undefined;
  /** Forms of other languages: they stay, but not in a new file. */
  foreign: readonly JsonPath[] | undefined = undefined;
  /** A value that holds none of the forms yet: what it becomes with them. */
  whole: { path: JsonPath; node: JsonNode | undefined; build: (targets: readonly string[]) => NewJson } | undefined =
    undefined;
  /** Keys that must be renamed before a missing form can be put in. */
  renames: readonly { member: JsonMember; key: string }[] | undefined = undefined;

  constructor(
    readonly id: string,
    readonly context: string,
    readonly span: Span,
    /** In the order of the language's plural forms; exactly one without plural forms. */
    public forms: JsonForm[],
  ) {}
}

/** A string that is one value of the tree, known by its path. */
export function treeString(path: JsonPath, node: JsonNode | undefined, start: number, end: number): JsonString {
  return new JsonString(pathId(path), joinPath(path), { start, end }, [{ path, node }]);
}

/** What a file of a dialect says. */
export interface JsonReading {
  strings: JsonString[];
  /** Value that names the language of the file. */
  language?: JsonNode;
  pluralCount?: number;
  pluralFormula?: string;
  /** Containers that stay when they become empty; lists among them hold their items in any order. */
  anchors?: readonly JsonNode[];
  /** Other values that a new file spells anew. */
  fresh?: readonly { node: JsonNode; text: string }[];
}

/** Where a new string goes: to a path, or as an item of a list whose strings are ordered by their ids. */
export type JsonPlace = JsonAddition | { list: JsonPath; value: NewJson };

export interface JsonBase {
  root: Container;
  /** Strings of the base file by context; empty without a base. */
  byContext: ReadonlyMap<string, JsonString>;
}

export interface ReadContext {
  text: string;
  options: FormatOptions;
  warnings: Warnings;
  /** True for the base of a new file, whose own plural rule will not stay. */
  renewed: boolean;
}

/** What one kind of JSON file is like. */
export interface JsonDialect {
  id: string;
  name: string;
  masks?: string[];
  extension?: string;
  kind: FileFormat["kind"];
  codeStyle: string;
  plurals: boolean;
  comments?: boolean;
  read(root: Container, context: ReadContext): JsonReading;
  /** Places of a new string. @throws EditRefused */
  place(add: AddEdit, context: { root: Container; base: JsonBase | undefined; options: FormatOptions }): JsonPlace[];
  /** A new file from nothing. */
  start?: (options: FormatOptions) => string;
}

interface Internal {
  root: Container;
  reading: JsonReading;
  /** In the order of the entries. */
  strings: readonly JsonString[];
}

/** Text of a value as a translator sees it; `null` and what is not there are empty. */
export function textOf(node: JsonNode | undefined): string {
  if (node?.kind === "text") return node.value;
  return node?.kind === "scalar" && node.raw !== "null" ? node.raw : "";
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A new text for a value: numbers and booleans keep their kind where the text still is one. */
function literalFor(node: JsonNode, text: string): string {
  if (node.kind !== "scalar" || node.raw === "null") return jsonLiteral(text);
  const same = /^[tf]/.test(node.raw) ? text === "true" || text === "false" : NUMBER.test(text);
  return same ? text : jsonLiteral(text);
}

function entryOf(string: JsonString): Entry {
  const targets = string.forms.map((form) => textOf(form.node));
  return {
    id: string.id,
    context: string.context,
    sources: string.sources ?? targets,
    targets,
    plural: string.plural,
    state: targets.every((target) => target === "") ? "empty" : "translated",
    note: string.note,
    location: "",
    flags: string.flags,
    previousSource: "",
    span: string.span,
  };
}

function parse(dialect: JsonDialect, text: string, options: FormatOptions, renewed = false): ParsedFile {
  const root = scanJson(text, dialect.comments);
  const warnings = new Warnings(text);
  const reading = dialect.read(root, { text, options, warnings, renewed });
  const strings: JsonString[] = [];
  const ids = new Set<string>();
  const contexts = new Set<string>();
  const entries: Entry[] = [];
  for (const string of reading.strings) {
    const { id, context, span } = string;
    if (ids.has(id)) {
      warnings.add(`“${context || id}” is in the file twice; only the first counts.`, span.start);
      continue;
    }
    if (context !== "") {
      if (contexts.has(context)) warnings.add(`Two strings of this file are both named “${context}”.`, span.start);
      contexts.add(context);
    }
    ids.add(id);
    strings.push(string);
    entries.push(entryOf(string));
  }
  const { pluralCount, pluralFormula } = reading;
  reading.strings = strings;
  const internal: Internal = { root, reading, strings };
  return {
    entries,
    warnings: warnings.list,
    language: textOf(reading.language),
    ...(pluralCount !== undefined && { pluralCount }),
    ...(pluralFormula !== undefined && { pluralFormula }),
    internal,
  };
}

/** Where a missing form goes: behind the nearest form before it, else before the nearest behind it; in a list at its place. */
function nearOf(forms: readonly JsonForm[], at: number): Near | undefined {
  if (typeof forms[at]!.path.at(-1) === "number") return undefined;
  const holder = pathId(forms[at]!.path.slice(0, -1));
  const beside = (form: JsonForm): boolean => form.node !== undefined && pathId(form.path.slice(0, -1)) === holder;
  const before = forms.slice(0, at).findLast(beside);
  if (before) return { after: before.path.at(-1)! };
  const behind = forms.slice(at + 1).find(beside);
  return behind && { before: behind.path.at(-1)! };
}

/** Puts the texts of a string into the file; missing forms are added where they have a text, or where `all` asks. */
function setForms(
  string: JsonString,
  targets: readonly string[],
  patches: PatchList,
  surgery: () => JsonSurgery,
  all = false,
): void {
  if (string.whole) {
    if (!all) surgery().set(string.whole.path, string.whole.node, string.whole.build(targets), patches);
    return;
  }
  const wanted = (at: number): boolean => string.forms[at]!.node === undefined && (all || targets[at] !== "");
  const grows = string.forms.some((_, at) => wanted(at));
  string.forms.forEach(({ path, node }, at) => {
    const text = targets[at] ?? "";
    if (node) {
      if (textOf(node) !== text) patches.replace(node.start, node.end, literalFor(node, text));
    } else if (wanted(at)) {
      const near = nearOf(string.forms, at);
      surgery().add({ path, value: text, ...(near && { near }) });
    }
  });
  if (grows || all) {
    for (const { member, key } of string.renames ?? [])
      patches.replace(member.keyStart, member.keyEnd, jsonLiteral(key));
  }
}

function edit(
  dialect: JsonDialect,
  text: string,
  file: ParsedFile,
  edits: EntryEdit[],
  options: FormatOptions,
): Patch[] {
  const plan = planEdits(file, edits, { states: [] });
  const { root, reading, strings } = file.internal as Internal;
  const wanted = new Set([...plan.sets.map((set) => set.entry), ...plan.removes]);
  const stringOf = new Map<Entry, JsonString>();
  file.entries.forEach((entry, at) => {
    if (wanted.has(entry)) stringOf.set(entry, strings[at]!);
  });
  const patches = new PatchList(text);
  const base = plan.adds.length && options.base !== undefined ? readBase(dialect, options.base, options) : undefined;
  let surgery: JsonSurgery | undefined;
  const operate = (): JsonSurgery => {
    surgery ??= new JsonSurgery(text, root, options.params, base?.root, new Set(reading.anchors));
    return surgery;
  };
  for (const { entry, targets } of plan.sets) setForms(stringOf.get(entry)!, targets, patches, operate);
  for (const entry of plan.removes) {
    const string = stringOf.get(entry)!;
    for (const path of string.owned ?? string.forms.flatMap((form) => (form.node ? [form.path] : [])))
      operate().remove(path);
  }
  if (plan.adds.length) addStrings(dialect, plan.adds, file, base, options, operate(), plan.removes);
  surgery?.finish(patches);
  return patches.finish();
}

function readBase(dialect: JsonDialect, text: string, options: FormatOptions): JsonBase {
  const root = scanJson(text, dialect.comments);
  const { strings } = dialect.read(root, { text, options, warnings: new Warnings(text), renewed: false });
  return { root, byContext: new Map(strings.map((string) => [string.context, string])) };
}

function addStrings(
  dialect: JsonDialect,
  adds: readonly AddEdit[],
  file: ParsedFile,
  base: JsonBase | undefined,
  options: FormatOptions,
  surgery: JsonSurgery,
  removes: ReadonlySet<Entry>,
): void {
  const { root, strings } = file.internal as Internal;
  const items: { list: JsonPath; value: NewJson; context: string }[] = [];
  const taken = new Set(file.entries.filter((entry) => !removes.has(entry)).map((entry) => entry.context));
  const sorted = options.params.json_sort_keys === true;
  for (const add of sorted ? [...adds].sort((a, b) => (a.context < b.context ? -1 : 1)) : adds) {
    if (add.plural && !dialect.plurals)
      throw new EditRefused(`“${add.context}” has plural forms, which this format cannot hold.`);
    for (const place of dialect.place(add, { root, base, options })) {
      if (!("list" in place)) surgery.add(place);
      else {
        if (taken.has(add.context)) throw new EditRefused(`The string “${add.context}” is in the file already.`);
        taken.add(add.context);
        items.push({ ...place, context: add.context });
      }
    }
  }
  if (items.length === 0) return;
  const positions = new Map<string, string | number>();
  file.entries.forEach((entry, at) => {
    const place = strings[at]!.owned?.[0];
    if (place && !removes.has(entry)) positions.set(entry.context, place.at(-1)!);
  });
  const byContext = new Map(items.map((item) => [item.context, item]));
  const places = placeInOrder(
    [...(base?.byContext.keys() ?? [])],
    new Set(positions.keys()),
    items.map((item) => item.context),
  );
  const first = [...positions.values()][0];
  for (const [context, place] of places) {
    const { list, value } = byContext.get(context)!;
    const after = typeof place === "string" ? positions.get(place) : undefined;
    const before = place === null && first !== undefined ? { before: first } : undefined;
    surgery.append(list, value, after === undefined ? before : { after });
  }
}

/** The base with every text emptied and the forms of the new language. */
function create(dialect: JsonDialect, base: string | undefined, options: FormatOptions): string {
  if (base === undefined) return dialect.start?.(options) ?? "{}\n";
  const { root, reading, strings } = parse(dialect, base, { ...options, base: undefined }, true).internal as Internal;
  const patches = new PatchList(base);
  const surgery = new JsonSurgery(base, root, options.params, undefined, new Set(reading.anchors));
  for (const string of strings) {
    setForms(
      string,
      string.forms.map(() => ""),
      patches,
      () => surgery,
      string.plural,
    );
    for (const path of string.foreign ?? []) surgery.remove(path);
  }
  const { language, fresh } = reading;
  if (language) patches.replace(language.start, language.end, jsonLiteral(options.languageCode));
  for (const { node, text } of fresh ?? []) patches.replace(node.start, node.end, jsonLiteral(text));
  surgery.finish(patches);
  return applyPatches(base, patches.finish());
}

/** The format that a dialect describes. */
export function jsonFormat(dialect: JsonDialect): FileFormat {
  const { id, name, kind, codeStyle, plurals } = dialect;
  return {
    id,
    name,
    masks: dialect.masks ?? ["*.json"],
    extension: dialect.extension ?? "json",
    kind,
    codeStyle,
    mimeType: "application/json",
    plurals,
    canAdd: true,
    canRemove: true,
    canEditBase: true,
    decode: decodeUtf8,
    encode: encodeUtf8,
    parse: (text, options) => parse(dialect, text, options),
    edit: (text, file, edits, options) => edit(dialect, text, file, edits, options),
    create: (base, options) => create(dialect, base, options),
  };
}

/** An object root. @throws FormatError for a list */
export function objectRoot(root: Container): Extract<Container, { kind: "object" }> {
  if (root.kind === "object") return root;
  throw new FormatError("This format is a JSON object ({ … }), not a list.", 1, 1);
}
