import { refusal } from "@/lib/text/messages/refusal";
import type { AddEdit } from "../kernel/edit-plan";
import { EditRefused, type FormatOptions } from "../kernel/format";
import { type JsonPath, joinPath, pathId, splitPath } from "../kernel/json/paths";
import {
  type JsonBase,
  type JsonDialect,
  type JsonForm,
  type JsonPlace,
  JsonString,
  treeString,
} from "../kernel/json/reading";
import {
  type Container,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  liveMembers,
  membersByKey,
} from "../kernel/json/tokens";
import { categoriesOf, QUANTITIES } from "../kernel/quantities";
import { jsonFormat } from "./dialect";
import { idsOfBeginnings, nearForms } from "./nearby-entries";
import { pathOfKey } from "./tree";

/** Finds the plural strings among the members of an object that count; `all` has earlier ones of the same keys too. */
type Grouping = (members: ReadonlyMap<string, JsonMember>, holder: JsonPath, all: readonly JsonMember[]) => void;

/** A plural string, which is made when the first of its members comes. The last one that claims a member has it. */
class Group {
  made = false;

  constructor(
    members: readonly JsonMember[],
    readonly make: () => JsonString,
  ) {
    for (const member of members) member.mark = this;
  }
}

const isText = (node: JsonNode): boolean => node.kind === "text" || (node.kind === "scalar" && node.raw !== "null");

function textMember(members: ReadonlyMap<string, JsonMember>, key: string): JsonMember | undefined {
  const member = members.get(key);
  return member && isText(member.value) ? member : undefined;
}

function spanOf(members: readonly JsonMember[]): { start: number; end: number } {
  let start = members[0]!.keyStart;
  let end = 0;
  for (const { keyStart, value } of members) {
    if (keyStart < start) start = keyStart;
    if (value.end > end) end = value.end;
  }
  return { start, end };
}

function read(root: Container, grouping: Grouping, take: (string: JsonString) => void): undefined {
  const plain = (path: JsonPath, node: JsonNode, start: number): void => {
    if (node.kind === "object") object(node, path);
    else if (node.kind === "array")
      node.items.forEach((item, at) => {
        plain([...path, at], item, item.start);
      });
    else if (isText(node)) take(treeString(path, node, start, node.end));
  };
  const object = (node: JsonObject, path: JsonPath): void => {
    const byKey = membersByKey(node);
    const members = liveMembers(node, byKey);
    grouping(byKey, path, node.members);
    for (const { key, value, keyStart, mark } of members) {
      if (!(mark instanceof Group)) plain([...path, key], value, keyStart);
      else if (!mark.made) {
        mark.made = true;
        take(mark.make());
      }
    }
  };
  plain([], root, root.start);
}

/** Identity of a plural string, apart from a plain one with the same key. */
const pluralId = (path: JsonPath): string => `${pathId(path)}*`;

/** The key before a plural category; undefined for other keys. */
function beforeCategory(key: string): string | undefined {
  const at = key.lastIndexOf("_");
  return at > 0 && QUANTITIES.includes(key.slice(at + 1)) ? key.slice(0, at) : undefined;
}

/** v4: `key_one`, `key_few` …, with the categories of the file's language. */
function categoryGroups(options: FormatOptions): Grouping {
  const categories = categoriesOf(options.plural);
  return (members, holder) => {
    const found = new Map<string, JsonMember[]>();
    for (const member of members.values()) {
      const key = beforeCategory(member.key);
      if (key === undefined || !isText(member.value)) continue;
      const list = found.get(key);
      if (list) list.push(member);
      else found.set(key, [member]);
    }
    for (const [key, list] of found) {
      // A lone “how_many” is a text like any other; real plurals have “other”, or at least “one”.
      const isCategory = (member: JsonMember, one: string): boolean =>
        member.key.length === key.length + 1 + one.length && member.key.endsWith(one);
      const isOwn = (member: JsonMember): boolean => categories.some((one) => isCategory(member, one));
      let owned = 0;
      for (const member of list) if (isOwn(member)) owned++;
      const sure = list.some((member) => isCategory(member, "other") || isCategory(member, "one"));
      if (owned === 0 || (!sure && owned < 2)) continue;
      const make = (): JsonString => {
        const forms: JsonForm[] = [];
        for (const one of categories) {
          const member = list.find((each) => isCategory(each, one));
          forms.push({ path: [...holder, member?.key ?? `${key}_${one}`], node: member?.value });
        }
        const path = [...holder, key];
        const string = new JsonString(pluralId(path), joinPath(path), spanOf(list), forms);
        string.plural = true;
        if (owned < list.length) {
          string.foreign = list.filter((one) => !isOwn(one)).map((one) => [...holder, one.key]);
          string.owned = list.map((one) => [...holder, one.key]);
        }
        return string;
      };
      new Group(list, make);
    }
  };
}

/** v3: `key` and `key_plural`, or `key_0`, `key_1` …: the forms of the language, and more of them up to a gap. */
function numberGroups(options: FormatOptions): Grouping {
  const count = Math.max(1, options.plural.number);
  return (members, holder, all) => {
    const hasNumbers = all.some((member) => member.key.endsWith("_0"));
    const named = (): Map<string, JsonMember[]> => {
      const found = new Map<string, JsonMember[]>();
      for (const member of all) {
        const list = found.get(member.key);
        if (list) list.push(member);
        else found.set(member.key, [member]);
      }
      return found;
    };
    let byName: Map<string, JsonMember[]> | undefined;
    /** A member, with those of the same key that do not count. */
    const everyOne = (member: JsonMember): readonly JsonMember[] => {
      if (members.size === all.length) return [member];
      byName ??= named();
      return byName.get(member.key)!;
    };
    const put = (key: string, places: (JsonMember | undefined)[], renames?: () => JsonString["renames"]): void => {
      const list = places.filter((member) => member !== undefined);
      const make = (): JsonString => {
        const path = [...holder, key];
        const forms: JsonForm[] = [];
        for (let at = 0; at < count; at++) {
          const member = places[at];
          forms.push({ path: [...holder, member?.key ?? `${key}_${at}`], node: member?.value });
        }
        const string = new JsonString(pluralId(path), joinPath(path), spanOf(list), forms);
        string.plural = true;
        string.owned = list.map((member) => [...holder, member.key]);
        if (places.length > count) string.foreign = places.slice(count).map((member) => [...holder, member!.key]);
        string.renames = renames?.();
        return string;
      };
      new Group(list, make);
    };
    for (const member of members.values()) {
      if (!isText(member.value)) continue;
      if (member.key.endsWith("_0")) {
        const key = member.key.slice(0, -2);
        const list: (JsonMember | undefined)[] = [];
        for (let next = textMember(members, `${key}_0`); next || list.length < count; ) {
          list.push(next);
          next = textMember(members, `${key}_${list.length}`);
        }
        put(key, list);
      } else if (member.key.endsWith("_plural")) {
        const key = member.key.slice(0, -7);
        const singular = members.get(key);
        if (key === "" || !singular || !isText(singular.value) || (hasNumbers && members.has(`${key}_0`))) continue;
        // The two names stay until a further form is put in.
        const renames = () =>
          [singular, member]
            .slice(0, count)
            .flatMap((old, at) => everyOne(old).map((one) => ({ member: one, key: `${key}_${at}` })));
        put(key, [singular, member], count === 2 ? undefined : renames);
      }
    }
  };
}

const numbered = (key: string, count: number): string[] => Array.from({ length: count }, (_, at) => `${key}_${at}`);

/** Names of the forms of a plural string that the file does not have. */
type Naming = (key: string, options: FormatOptions) => string[];

function place(
  add: AddEdit,
  { base, options }: { base: JsonBase | undefined; options: FormatOptions },
  naming: Naming,
): JsonPlace[] {
  if (!add.plural) return [{ path: pathOfKey(add, base), value: add.targets[0] ?? "" }];
  if (add.context === "") throw new EditRefused(refusal("writeKey"));
  const twin = base?.byContext.get(add.context);
  const example = twin?.plural ? twin.forms.find((form) => form.node)?.path : undefined;
  const path = example ? example.slice(0, -1) : splitPath(add.context).slice(0, -1);
  // The key itself may hold dots, so it is what the context says behind its holder.
  const prefix = joinPath(path);
  const key = example
    ? add.context.slice(prefix === "" ? 0 : prefix.length + 1)
    : String(splitPath(add.context).at(-1) ?? add.context);
  const names = naming(key, options);
  const known = new Set(twin?.plural ? twin.forms.flatMap((form) => (form.node ? [form.path.at(-1)] : [])) : []);
  const pivot = Math.max(
    0,
    names.findIndex((name) => known.has(name)),
  );
  return names.map((name, at): JsonPlace => {
    const value = add.targets[at] ?? "";
    if (at === pivot) return { path: [...path, name], value };
    return { path: [...path, name], value, near: at < pivot ? { before: names[pivot]! } : { after: names[pivot]! } };
  });
}

function dialect(id: string, name: string, groups: (options: FormatOptions) => Grouping, naming: Naming): JsonDialect {
  return {
    id,
    name,
    kind: "both",
    codeStyle: "bcp",
    plurals: true,
    lists: true,
    near: nearForms,
    beginnings: idsOfBeginnings,
    read: (root, { options, take }) => read(root, groups(options), take),
    place: (add, context) => place(add, context, naming),
  };
}

/** i18next version 3, with numbered plural forms. */
const i18next = dialect("i18next", "i18next JSON file v3", numberGroups, (key, { plural }) =>
  plural.number === 2 ? [key, `${key}_plural`] : numbered(key, Math.max(1, plural.number)),
);

/** i18next version 4, with plural forms by category. */
const i18nextV4 = dialect("i18nextv4", "i18next JSON file v4", categoryGroups, (key, { plural }) =>
  categoriesOf(plural).map((category) => `${key}_${category}`),
);

export const i18nextFormats = [jsonFormat(i18nextV4), jsonFormat(i18next)];
