import type { EntryState, FormatOptions, ParsedFile, Span } from "../kernel/format";
import type { JsonPath } from "../kernel/json/paths";
import { memberOf, textOf } from "../kernel/json/reading";
import { type Below, type JsonNode, type JsonObject, liveMembers, scanValue } from "../kernel/json/tokens";
import { LazyStrings, type StringScan } from "../kernel/lazy-strings";
import { isNew } from "../kernel/pair-id";
import { categoriesOf, QUANTITIES } from "../kernel/quantities";
import type { Warnings } from "../kernel/warnings";
import { keysOf } from "./stringsdict-read";
import { type CatalogueHead, codeFilter, localizationIn, readHead, sameCode } from "./xcstrings-head";

/**
 * Reading string catalogues. What a language says about a key is a tree: a text (`stringUnit`), or `variations` by
 * plural, device and the like, each case a tree again, and `substitutions`, which a text names, each a tree as well.
 * Every text of it is an entry, and so is every set of plural forms. The name of an entry is the key, and behind it, for
 * every level, `:device.iphone` or the name of a substitution: `:count`.
 */

/** The language whose texts are read from a catalogue. */
export interface View {
  code: string;
  /** Whether it is the language of the keys: then every key is a string, and is its own text where no other is given. */
  isSource: boolean;
}

export function viewOf(source: string, options: Pick<FormatOptions, "languageCode" | "isTemplate">): View {
  const isSource = options.isTemplate || sameCode(options.languageCode, source);
  return { code: isSource ? source : options.languageCode, isSource };
}

/** A text in the file, or the place for one. */
export interface Unit {
  /** Of the object that holds `stringUnit`. */
  path: JsonPath;
  value: JsonNode | undefined;
  state: JsonNode | undefined;
  text: string;
}

/** An entry with what an edit of it needs. */
export interface CatalogueItem {
  id: string;
  key: string;
  /** Of the tree that has the text or the plural forms. */
  path: JsonPath;
  /** Lengths of the beginnings of the path that are trees as well, below that of the language. */
  levels: readonly number[];
  /** In the order of the language's plural forms; one without plural forms. */
  units: Unit[];
  plural: boolean;
  /** A text without plural forms where the base has them: it stands for all forms. */
  widened: boolean;
  /** Whether the language says nothing but this text. */
  sole: boolean;
  note: string;
  readOnly: boolean;
  span: Span;
}

/** What `parse` leaves for `edit`. */
export interface CatalogueFile {
  head: CatalogueHead;
  view: View;
  strings: LazyStrings<CatalogueItem>;
}

/** What is read of a string: what it says in one language, and about it. */
function stringBelow(code: string): Below {
  const localizations: Below = { members: codeFilter(code) };
  return { members: (name) => (name === "localizations" ? localizations : true) };
}

const isUnit = (unit: JsonNode | undefined): boolean => {
  if (unit === undefined) return true;
  const value = memberOf(unit, "value");
  return unit.kind === "object" && (value === undefined || value.kind === "text" || value.kind === "scalar");
};

/** Whether all forms are texts; else each case is shown as a string of its own. */
const isForms = (cases: JsonObject): boolean =>
  liveMembers(cases).every(
    ({ key, value }) =>
      !QUANTITIES.includes(key) ||
      (value.kind === "object" &&
        isUnit(memberOf(value, "stringUnit")) &&
        !value.members.some((one) => one.key === "variations" || one.key === "substitutions")),
  );

/** Whether a tree has a text with its state and nothing else. */
const isSole = (node: JsonObject, unit: JsonNode): boolean =>
  node.members.length === 1 &&
  unit.kind === "object" &&
  unit.members.every(({ key }) => key === "state" || key === "value");

function unitAt(path: JsonPath, node: JsonNode | undefined, absent = ""): Unit {
  const unit = memberOf(node, "stringUnit");
  const value = memberOf(unit, "value");
  return { path, value, state: memberOf(unit, "state"), text: unit ? textOf(value) : absent };
}

/** A tree of a key: where it stands, and what the names of its strings have behind the key. */
interface Place extends Pick<CatalogueItem, "path" | "levels" | "span"> {
  suffix: string;
}

/** Goes through the trees of one key. */
class KeyReader {
  private readonly categories: readonly string[];
  private found = false;

  constructor(
    private readonly key: string,
    private readonly about: Pick<CatalogueItem, "note" | "readOnly">,
    options: FormatOptions,
    private readonly take: (item: CatalogueItem) => void,
    private readonly warnings: Warnings | undefined,
  ) {
    this.categories = categoriesOf(options.plural);
  }

  private give({ suffix, path, levels, span }: Place, plural: boolean, units: Unit[], sole = false): void {
    this.found = true;
    const { key } = this;
    const { note, readOnly } = this.about;
    const id = key + suffix;
    this.take({ id, key, path, levels, units, plural, widened: false, sole, note, readOnly, span });
  }

  /** A tree; true when it had any text. */
  tree(node: JsonNode, place: Place): boolean {
    const { suffix, path, span } = place;
    if (node.kind !== "object") {
      this.warnings?.add(`“${this.key}${suffix}” is not an object and was left unchanged.`, span.start);
      return this.found;
    }
    const unit = memberOf(node, "stringUnit");
    const readable = isUnit(unit);
    if (!readable)
      this.warnings?.add(`“${this.key}${suffix}” has no readable text and was left unchanged.`, span.start);
    if (unit && readable) this.give(place, false, [unitAt(path, node)], isSole(node, unit));
    const variations = memberOf(node, "variations");
    if (variations?.kind === "object")
      for (const { key: kind, value } of liveMembers(variations)) {
        if (value.kind !== "object") continue;
        const holder = [...path, "variations", kind];
        if (kind === "plural" && !unit && isForms(value)) {
          const units = this.categories.map((one) => unitAt([...holder, one], memberOf(value, one)));
          this.give(place, true, units);
        } else this.trees(value, holder, place, (name) => `${suffix}:${kind}.${name}`);
      }
    const substitutions = memberOf(node, "substitutions");
    if (substitutions?.kind === "object")
      this.trees(substitutions, [...path, "substitutions"], place, (name) => `${suffix}:${name}`);
    return this.found;
  }

  private trees(holder: JsonObject, path: JsonPath, outer: Place, nameOf: (key: string) => string): void {
    const levels = [...outer.levels, path.length + 1];
    for (const { key, keyStart, value } of liveMembers(holder)) {
      const span = { start: keyStart, end: value.end };
      this.tree(value, { suffix: nameOf(key), path: [...path, key], levels, span });
    }
  }

  /** The key as its own text. */
  itself(path: JsonPath, span: Span): void {
    this.give({ suffix: "", path, levels: [], span }, false, [unitAt(path, undefined, this.key)]);
  }
}

/** What a catalogue says in one language, in file order; with `keys`, about these alone. */
export function eachItem(
  text: string,
  head: CatalogueHead,
  view: View,
  options: FormatOptions,
  keys: ReadonlySet<string> | undefined,
  take: (item: CatalogueItem) => void,
  warnings?: Warnings,
): void {
  const { code, isSource } = view;
  const { strings } = head;
  const near = keys ? strings.members.filter(({ key }) => keys.has(key)) : strings.members;
  const live = liveMembers({ ...strings, members: near });
  if (live.length < near.length) {
    const used = new Set(live);
    const twice = near.find((member) => !used.has(member))?.key;
    warnings?.add("Some keys appear twice in the file; only the last of each is used.", strings.start, twice);
  }
  const string = stringBelow(code);
  for (const { key, keyStart, value: place } of live) {
    if (key === "") {
      warnings?.add("A string has an empty key and was left unchanged.", keyStart);
      continue;
    }
    // One by one: a tree of all strings would take as long as reading them.
    const value = scanValue(text, place.start, place.end, string);
    const localizations = memberOf(value, "localizations");
    if (value.kind !== "object" || (localizations && localizations.kind !== "object")) {
      warnings?.add(`“${key}” is not an object with localizations and was left unchanged.`, keyStart);
      continue;
    }
    const own = localizationIn(localizations, code);
    if (!own && !isSource) continue;
    const shouldTranslate = memberOf(value, "shouldTranslate");
    const readOnly = shouldTranslate?.kind === "scalar" && shouldTranslate.raw === "false";
    const reader = new KeyReader(key, { note: textOf(memberOf(value, "comment")), readOnly }, options, take, warnings);
    const path = ["strings", key, "localizations", own?.key ?? code];
    const whole = { start: keyStart, end: value.end };
    const span = own && !isSource ? { start: own.keyStart, end: own.value.end } : whole;
    const any = own !== undefined && reader.tree(own.value, { suffix: "", path, levels: [], span });
    const free = own === undefined || (own.value.kind === "object" && !memberOf(own.value, "stringUnit"));
    if (isSource && !any && free) reader.itself(path, whole);
  }
}

/** States of a text that somebody has to look at. A new text of the source language is as the program has it. */
export function needsEditing(state: string, text: string, isSource: boolean): boolean {
  return text !== "" && (state === "needs_review" || state === "stale" || (state === "new" && !isSource));
}

function stateOf({ units, readOnly }: CatalogueItem, isSource: boolean): EntryState {
  if (readOnly) return "read-only";
  if (units.every(({ text }) => text === "")) return "empty";
  return units.some(({ text, state }) => needsEditing(textOf(state), text, isSource)) ? "needs-editing" : "translated";
}

/** Items of the base, by name. */
export function baseItems(options: FormatOptions, keys: ReadonlySet<string> | undefined): Map<string, CatalogueItem> {
  const items = new Map<string, CatalogueItem>();
  const { base } = options;
  if (base === undefined) return items;
  const head = readHead(base);
  eachItem(base, head, { code: head.source, isSource: true }, options, keys, (item) => {
    if (!items.has(item.id)) items.set(item.id, item);
  });
  return items;
}

/** Whether the base gives a string plural forms. */
function pluralsOf(view: View, options: FormatOptions, keys: ReadonlySet<string> | undefined): (id: string) => boolean {
  if (view.isSource || !options.base?.includes('"plural"')) return () => false;
  let known: Map<string, CatalogueItem> | undefined;
  return (id) => {
    known ??= baseItems(options, keys);
    return known.get(id)?.plural === true;
  };
}

/** Hands over the items of a language, those that their base gives plural forms with these. */
export function eachShown(
  text: string,
  head: CatalogueHead,
  view: View,
  options: FormatOptions,
  keys: ReadonlySet<string> | undefined,
  take: (item: CatalogueItem) => void,
  warnings?: Warnings,
): void {
  const isPlural = pluralsOf(view, options, keys);
  const seen = new Set<string>();
  const once = (item: CatalogueItem): void => {
    if (!isNew(seen, item.id)) {
      warnings?.add(`“${item.id}” appears twice in the file; only the first is used.`, item.span.start, item.id);
      return;
    }
    if (!item.plural && isPlural(item.id)) {
      item.plural = item.widened = true;
      item.units = categoriesOf(options.plural).map(() => item.units[0]!);
    }
    take(item);
  };
  eachItem(text, head, view, options, keys, once, warnings);
}

function walk(text: string, head: CatalogueHead, view: View, options: FormatOptions): StringScan<CatalogueItem> {
  return (only, found, warnings) => {
    const take = (item: CatalogueItem): void => {
      if (only && !only.has(item.id)) return;
      const targets = item.units.map((unit) => unit.text);
      const entry = {
        id: item.id,
        context: item.id,
        sources: targets,
        targets,
        plural: item.plural,
        state: stateOf(item, view.isSource),
        note: item.note,
        location: "",
        flags: "",
        previousSource: "",
        span: item.span,
      };
      found.add(entry, item);
    };
    eachShown(text, head, view, options, only && keysOf(only), take, warnings);
  };
}

/**
 * Strings of a catalogue, or of a part of one, in the language of the options.
 * @throws FormatError when it is no JSON, or no catalogue
 */
export function parseXcstrings(text: string, options: FormatOptions): ParsedFile<CatalogueFile> {
  const head = readHead(text);
  const view = viewOf(head.source, options);
  const strings = new LazyStrings(text, walk(text, head, view, options));
  const internal: CatalogueFile = { head, view, strings };
  return strings.file({ language: view.isSource ? head.source : "" }, internal, ({ context }) => context);
}
