import { refusal } from "@/lib/text/messages/refusal";
import type { AddEdit } from "../kernel/edit-plan";
import { EditRefused, type FormatOptions } from "../kernel/format";
import { type NewJson, type NewObject, newObject } from "../kernel/json/layout";
import { type JsonPath, joinPath, splitPath } from "../kernel/json/paths";
import {
  type JsonBase,
  type JsonDialect,
  type JsonForm,
  JsonString,
  memberOf,
  objectRoot,
  textOf,
  treeString,
} from "../kernel/json/reading";
import { type JsonNode, type JsonObject, liveMembers, scanJson } from "../kernel/json/tokens";
import { categoriesOf, QUANTITIES } from "../kernel/quantities";
import { jsonFormat } from "./dialect";
import { idsOfBeginnings, idsOfContexts, nearItems, nearPaths } from "./nearby-entries";

/** Forms of an object of categories, in the order of the language. */
export function categoryForms(
  path: JsonPath,
  node: JsonObject,
  options: FormatOptions,
  leaf: (value: JsonNode | undefined) => JsonNode | undefined = (value) => value,
): { forms: JsonForm[]; foreign: JsonPath[] } {
  const categories = categoriesOf(options.plural);
  const forms = categories.map((category) => ({ path: [...path, category], node: leaf(memberOf(node, category)) }));
  const foreign = node.members
    .filter(({ key }) => QUANTITIES.includes(key) && !categories.includes(key))
    .map(({ key }) => [...path, key]);
  return { forms, foreign };
}

/** Makes a string plural, with the forms of an object. */
function takeForms(string: JsonString, path: JsonPath, node: JsonObject, options: FormatOptions): void {
  const { forms, foreign } = categoryForms(path, node, options);
  string.plural = true;
  string.forms = forms;
  string.foreign = foreign;
}

/** A new object of categories. */
export function categoryObject(
  targets: readonly string[],
  options: FormatOptions,
  wrap: (text: string) => NewJson = (text) => text,
): NewObject {
  const pairs = categoriesOf(options.plural).map((category, at) => [category, wrap(targets[at] ?? "")] as const);
  return newObject(Object.fromEntries(pairs));
}

const key = (add: AddEdit): string => {
  if (add.context !== "") return add.context;
  throw new EditRefused(refusal("writeKey"));
};

/** Version 1: a list of objects with an id. */
const goV1: JsonDialect = {
  id: "go-i18n-json",
  name: "go-i18n JSON file v1",
  kind: "both",
  codeStyle: "posix",
  plurals: true,
  lists: true,
  near: nearItems,
  beginnings: idsOfContexts,
  anchors: (root) => [root],
  read: (root, { options, warnings, take }) => {
    const items = root.kind === "array" ? root.items : [];
    if (root.kind === "object" && root.members.length)
      warnings.add("The file must contain a list of strings with ids, not an object.", root.start);
    items.forEach((item, at) => {
      const id = memberOf(item, "id");
      const translation = memberOf(item, "translation");
      if (id?.kind !== "text" || !(translation?.kind === "text" || translation?.kind === "object")) {
        warnings.add("An item has neither an id nor a translation and was left unchanged.", item.start);
        return;
      }
      const path = [at, "translation"];
      const span = { start: item.start, end: item.end };
      const string = new JsonString(JSON.stringify(id.value), id.value, span, [{ path, node: translation }]);
      string.note = textOf(memberOf(item, "description"));
      string.owned = [[at]];
      if (translation.kind === "object") takeForms(string, path, translation, options);
      take(string);
    });
    return undefined;
  },
  place: (add, { root, options }) => {
    if (root.kind !== "array") throw new EditRefused(refusal("writeJsonList"));
    const value = newObject({
      id: key(add),
      description: add.note || undefined,
      translation: add.plural ? categoryObject(add.targets, options) : (add.targets[0] ?? ""),
    });
    return [{ list: [], value }];
  },
  start: () => "[]\n",
};

const RESERVED = new Set(["id", "description", "hash", "leftdelim", "rightdelim", "translation", ...QUANTITIES]);

/** Whether an object is one message and not a level of keys. */
function isMessage(node: JsonObject): boolean {
  return node.members.some(({ key: name, value }) => RESERVED.has(name.toLowerCase()) && value.kind === "text");
}

/** Version 2: texts, or objects with the forms and what is known about them. */
const goV2: JsonDialect = {
  id: "go-i18n-json-v2",
  name: "go-i18n JSON file v2",
  kind: "both",
  codeStyle: "posix",
  plurals: true,
  near: (ids) => nearPaths(ids),
  beginnings: idsOfBeginnings,
  read: (root, { options, take }) => {
    const twins = pluralsOf(options);
    const walk = (node: JsonObject, path: readonly string[]): void => {
      for (const member of liveMembers(node)) {
        const { value } = member;
        const place = [...path, member.key];
        if (value.kind === "object" && !isMessage(value)) walk(value, place);
        if (value.kind !== "text" && !(value.kind === "object" && isMessage(value))) continue;
        const string = treeString(place, value, member.keyStart, value.end);
        if (value.kind === "object") {
          string.owned = [place];
          string.note = textOf(memberOf(value, "description"));
          const given = value.members.filter((one) => QUANTITIES.includes(one.key));
          const single = given.length === 0 || (given.length === 1 && given[0]!.key === "other");
          if (!single || twins(string.context)) takeForms(string, place, value, options);
          else string.forms = [{ path: [...place, "other"], node: given[0]?.value }];
        }
        take(string);
      }
    };
    walk(objectRoot(root), []);
    return undefined;
  },
  place: (add, { base, options }) => {
    const text = add.targets[0] ?? "";
    const twin = base?.byContext.get(key(add));
    const path = (twin?.owned ?? twin?.forms.map((form) => form.path))?.[0] ?? splitNested(add.context, base);
    const note = add.note || twin?.note || undefined;
    if (add.plural) {
      const { members } = categoryObject(add.targets, options);
      return [{ path, value: newObject({ description: note, ...Object.fromEntries(members) }) }];
    }
    return [{ path, value: note === undefined ? text : newObject({ description: note, other: text }) }];
  },
};

/** A key that the base does not know is one literal key, unless the base has levels of keys. */
function splitNested(context: string, base: JsonBase | undefined): JsonPath {
  const levels =
    base && [...base.byContext.values()].some((string) => (string.owned?.[0] ?? string.forms[0]!.path).length > 1);
  return levels ? splitPath(context) : [context];
}

/** Whether a message that has only `other` is a plural in the base file. */
function pluralsOf({ base, isTemplate }: FormatOptions): (context: string) => boolean {
  if (base === undefined || isTemplate) return () => false;
  let known: Set<string> | undefined;
  return (context) => {
    known ??= pluralKeys(base);
    return known.has(context);
  };
}

function pluralKeys(base: string): Set<string> {
  const found = new Set<string>();
  const walk = (node: JsonNode, path: readonly string[]): void => {
    if (node.kind !== "object") return;
    const given = node.members.filter((one) => QUANTITIES.includes(one.key) && one.value.kind === "text");
    if (given.length > 1) found.add(joinPath(path));
    else for (const member of liveMembers(node)) walk(member.value, [...path, member.key]);
  };
  walk(scanJson(base), []);
  return found;
}

/** Files of the two versions of go-i18n. */
export const goFormats = [goV1, goV2].map(jsonFormat);
