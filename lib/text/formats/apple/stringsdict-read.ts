import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { FormatError, type FormatOptions, type ParsedFile, positionAt } from "../kernel/format";
import { LazyStrings, type StringScan } from "../kernel/lazy-strings";
import { isNew } from "../kernel/pair-id";
import type { Warnings } from "../kernel/warnings";
import { readXmlTree } from "../kernel/xml/tokens";
import type { XmlTree } from "../kernel/xml/tree";

/** Apple's plural rules: a dictionary of format strings, each with the variables it names and their forms. */

export const FORMAT_KEY = "NSStringLocalizedFormatKey";
export const RULE_KEY = "NSStringFormatSpecTypeKey";
export const RULE = "NSStringPluralRuleType";
export const CATEGORIES = ["zero", "one", "two", "few", "many", "other"];

/** `<key>` and the value behind it. */
export interface Pair {
  key: number;
  value: number;
}

/** A text with what an edit of it needs. */
export interface StringsdictItem {
  /** Pair of the whole string in the outermost dictionary. */
  outer: Pair;
  /** The pair that holds this text: the format, or a variable. */
  own: Pair;
  /** Forms by category; undefined for a format string. */
  forms: Map<string, Pair> | undefined;
}

/** What `parse` leaves for `edit`. */
export interface StringsdictInternal {
  tree: XmlTree;
  plist: number;
  dict: number;
  strings: LazyStrings<StringsdictItem>;
  /** Ids of all texts of one string, by its key. */
  groups: () => Map<string, string[]>;
}

/** Pairs of a dictionary by name. */
export function pairsOf(tree: XmlTree, dict: number): Map<string, Pair> {
  const pairs = new Map<string, Pair>();
  eachPair(tree, dict, (name, key, value) => pairs.set(name, { key, value }));
  return pairs;
}

/** Goes through the pairs of a dictionary in order; the first of a name counts. */
function eachPair(tree: XmlTree, dict: number, each: (name: string, key: number, value: number) => void): void {
  let key = 0;
  // Most dictionaries within the outermost have one pair.
  let first: string | undefined;
  let names: Set<string> | undefined;
  const end = tree.after(dict);
  for (let child = dict + 1; child < end; child = tree.after(child)) {
    if (!tree.isElement(child)) continue;
    if (tree.name(child) === "key") key = child;
    else if (key > 0) {
      const name = tree.flatText(key);
      if (first === undefined) first = name;
      else {
        names ??= new Set([first]);
        if (!isNew(names, name)) {
          key = 0;
          continue;
        }
      }
      each(name, key, child);
      key = 0;
    }
  }
}

/** Keys of the strings that ids can be of: an id is a key, or a key with the name of a variable behind a colon. */
export function keysOf(ids: ReadonlySet<string>): Set<string> {
  const keys = new Set(ids);
  for (const id of ids) for (let at = id.indexOf(":"); at >= 0; at = id.indexOf(":", at + 1)) keys.add(id.slice(0, at));
  return keys;
}

/** Nodes of a text: see `StringsdictItem`. */
interface Place {
  outerKey: number;
  outerValue: number;
  ownKey: number;
  ownValue: number;
  /** Whether it is a variable with forms. */
  formed: boolean;
}

const itemOf = (tree: XmlTree, { outerKey, outerValue, ownKey, ownValue, formed }: Place): StringsdictItem => ({
  outer: { key: outerKey, value: outerValue },
  own: { key: ownKey, value: ownValue },
  forms: formed ? formsOf(tree, ownValue) : undefined,
});

/**
 * Goes through the strings, or those of some keys; `each` is handed every text with the key of its string, and a place
 * that is the same object for all of them.
 */
function eachText(
  tree: XmlTree,
  dict: number,
  each: (key: string, id: string, place: Place) => void,
  warnings: Warnings | undefined,
  keys?: ReadonlySet<string>,
): void {
  const place: Place = { outerKey: 0, outerValue: 0, ownKey: 0, ownValue: 0, formed: false };
  let key = "";
  const inner = (name: string, ownKey: number, ownValue: number): void => {
    const plain = name === FORMAT_KEY;
    if (!plain && tree.name(ownValue) !== "dict") return;
    place.ownKey = ownKey;
    place.ownValue = ownValue;
    place.formed = !plain;
    each(key, plain ? key : `${key}:${tree.storable(name)}`, place);
  };
  eachPair(tree, dict, (name, outerKey, outerValue) => {
    key = tree.storable(name);
    if (keys && !keys.has(key)) return;
    if (tree.name(outerValue) !== "dict" || key === "") {
      warnings?.add(`“${key}” has no dictionary and was left unchanged.`, tree.start(outerKey));
      return;
    }
    place.outerKey = outerKey;
    place.outerValue = outerValue;
    eachPair(tree, outerValue, inner);
  });
}

function formsOf(tree: XmlTree, dict: number): Map<string, Pair> {
  const forms = [...pairsOf(tree, dict)];
  return new Map(forms.filter(([name, { value }]) => CATEGORIES.includes(name) && tree.name(value) === "string"));
}

/** Every rule that a variable names must be the one of plural forms. */
function checkRules(tree: XmlTree, dict: number): void {
  // The name of the key may be spelled with references, or with comments in it.
  if (![RULE_KEY, "&", "<!"].some((mark) => tree.text.includes(mark))) return;
  eachText(
    tree,
    dict,
    (key, _id, { ownValue, formed }) => {
      const rule = formed ? pairsOf(tree, ownValue).get(RULE_KEY) : undefined;
      if (rule && tree.flatText(rule.value).trim() !== RULE)
        fail(tree, refusal("readPlural", { key, rule: RULE }), rule.value);
    },
    undefined,
  );
}

function fail(tree: XmlTree, said: Refusal, node: number): never {
  const { line, column } = positionAt(tree.text, tree.start(node));
  throw new FormatError(said, line, column);
}

function walk(tree: XmlTree, dict: number, options: FormatOptions): StringScan<StringsdictItem> {
  return (only, found, warnings) => {
    const seen = new Set<string>();
    const categories = categoriesOf(options);
    const read = (value: number): string => tree.storable(tree.flatText(value));
    const each = (_key: string, id: string, place: Place): void => {
      if (only && !only.has(id)) return;
      if (!isNew(seen, id)) return;
      const item = place.formed || found.items ? itemOf(tree, place) : undefined;
      const forms = item?.forms;
      const targets = forms
        ? categories.map((category) => read(forms.get(category)?.value ?? 0))
        : [read(place.ownValue)];
      found.entries.push({
        id,
        context: id,
        sources: targets,
        targets,
        plural: forms !== undefined,
        state: targets.every((target) => target === "") ? "empty" : "translated",
        note: "",
        location: "",
        flags: "",
        previousSource: "",
        span: { start: tree.start(place.ownKey), end: tree.end(place.ownValue) },
      });
      if (item) found.items?.set(id, item);
    };
    eachText(tree, dict, each, warnings, only && keysOf(only));
  };
}

function groupsOf(tree: XmlTree, dict: number): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  const seen = new Set<string>();
  const each = (key: string, id: string): void => {
    if (seen.has(id)) return;
    seen.add(id);
    const group = groups.get(key);
    if (group) group.push(id);
    else groups.set(key, [id]);
  };
  eachText(tree, dict, each, undefined);
  return groups;
}

/** Categories that texts with a number have in a language. */
export const categoriesOf = (options: FormatOptions): string[] =>
  options.plural.categories.length ? options.plural.categories : ["other"];

/**
 * Strings of a file.
 * @throws FormatError when it is not well-formed, or no property list of plural rules
 */
export function parseStringsdict(text: string, options: FormatOptions): ParsedFile<StringsdictInternal> {
  const { tree, root } = readXmlTree(text);
  const dict = tree.child(root, "dict");
  if (tree.name(root) !== "plist" || dict === 0)
    fail(tree, refusal("readPlist", { outer: "<plist>", inner: "<dict>" }), root);
  checkRules(tree, dict);
  const strings = new LazyStrings(text, walk(tree, dict, options));
  const groups = (): Map<string, string[]> => groupsOf(tree, dict);
  const internal: StringsdictInternal = { tree, plist: root, dict, strings, groups };
  return strings.file({ language: "" }, internal);
}
