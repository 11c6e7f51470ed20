import { refusal } from "@/lib/text/messages/refusal";
import type { AddEdit } from "../kernel/edit-plan";
import { EditRefused, monolingualOf } from "../kernel/format";
import { copyJson, newObject } from "../kernel/json/layout";
import { type JsonBase, type JsonDialect, memberOf, objectRoot, textOf, treeString } from "../kernel/json/reading";
import { type JsonMember, type JsonNode, type JsonObject, liveMembers, membersByKey } from "../kernel/json/tokens";
import { jsonFormat } from "./dialect";
import { idsOfBeginnings, nearPaths } from "./nearby-entries";
import { pathOfKey } from "./tree";

/** Most placeholders a flag names; more are a mistake. */
const MOST_PLACEHOLDERS = 100;

/** The flag that names texts which must stay; "" for none. */
export function placeholderFlag(names: readonly string[], more = ""): string {
  const quoted = names
    .slice(0, MOST_PLACEHOLDERS)
    .map((name) => (/^[^\s:,"\\]+$/.test(name) ? name : `"${name.replace(/[\\"]/g, "\\$&")}"`));
  return quoted.length ? `placeholders:${quoted.join(":")}${more}` : "";
}

const key = (add: AddEdit): string => {
  if (add.context !== "") return add.context;
  throw new EditRefused(refusal("writeKey"));
};

/** Path of the object or text that a key of the base names; else the key itself. */
const topPath = (add: AddEdit): string[] => [key(add)];

interface Shape {
  id: string;
  name: string;
  masks?: string[];
  kind: "both" | "monolingual";
  /** Member with the text. */
  text: string;
  comments?: boolean;
  flags?: (message: JsonObject) => string;
  /** Whether a message may also be a plain text. */
  plain?: boolean;
  /** Member that a new string takes over from the base. */
  copies?: string;
}

/** Dialects with one object for each string, which holds the text and a description. */
function messageDialect(shape: Shape): JsonDialect {
  return {
    ...shape,
    codeStyle: "posix",
    plurals: false,
    near: (ids) => nearPaths(ids),
    beginnings: idsOfBeginnings,
    read: (root, { warnings, take }) => {
      for (const member of liveMembers(objectRoot(root))) {
        const path = [member.key];
        const string = treeString(path, member.value, member.keyStart, member.value.end);
        if (member.value.kind === "text" && shape.plain) {
          take(string);
          continue;
        }
        const text = memberOf(member.value, shape.text);
        if (member.value.kind !== "object" || text?.kind !== "text") {
          warnings.add(`“${member.key}” has no text in “${shape.text}” and was left unchanged.`, member.keyStart);
          continue;
        }
        string.forms = [{ path: [member.key, shape.text], node: text }];
        string.owned = [path];
        string.flags = shape.flags?.(member.value) ?? "";
        string.note = textOf(memberOf(member.value, "description"));
        take(string);
      }
      return undefined;
    },
    place: (add, { root, base }) => {
      const text = add.targets[0] ?? "";
      const path = topPath(add);
      const twin = memberOf(base?.root, add.context);
      const like = twin ?? (root.kind === "object" ? root.members.at(-1)?.value : undefined);
      if (shape.plain && like?.kind === "text") return [{ path, value: text }];
      const note = add.note || textOf(memberOf(twin, "description"));
      const copied = shape.copies ? memberOf(twin, shape.copies) : undefined;
      const value = newObject({
        [shape.text]: text,
        description: note === "" ? undefined : note,
        ...(shape.copies && { [shape.copies]: copied && copyJson(copied) }),
      });
      return [{ path, value }];
    },
  };
}

function extensionFlags(message: JsonObject): string {
  const placeholders = memberOf(message, "placeholders");
  if (placeholders?.kind !== "object") return "";
  const names = liveMembers(placeholders).map((member) => `$${member.key.toUpperCase()}$`);
  return placeholderFlag(names, ",case-insensitive");
}

const webextension = messageDialect({
  id: "webextension",
  name: "Browser extension JSON file",
  masks: ["messages*.json"],
  kind: "monolingual",
  text: "message",
  comments: true,
  flags: extensionFlags,
  copies: "placeholders",
});

const formatjs = messageDialect({
  id: "formatjs",
  name: "Format.JS JSON file",
  kind: "both",
  text: "defaultMessage",
  plain: true,
});

/** Texts at the top, each with its attributes in `@key`; `@@` fields describe the file. */
const arb: JsonDialect = {
  id: "arb",
  name: "Application resource bundle",
  masks: ["*.arb"],
  extension: "arb",
  kind: "both",
  codeStyle: "posix",
  plurals: false,
  near: (ids) => nearPaths(ids, (name) => [`@${name}`]),
  beginnings: idsOfBeginnings,
  // Attributes stay behind their text.
  sortKey: (key) => (/^@[^@]/.test(key) ? `${key.slice(1)}\0` : key),
  read: (root, { take }) => {
    const byKey = membersByKey(objectRoot(root));
    const members = liveMembers(objectRoot(root), byKey);
    for (const member of members) {
      if (member.key.startsWith("@") || member.value.kind !== "text") continue;
      const path = [member.key];
      const about = byKey.get(`@${member.key}`);
      const placeholders = memberOf(about?.value, "placeholders");
      const names = placeholders?.kind === "object" ? liveMembers(placeholders).map((one) => `{${one.key}}`) : [];
      const string = treeString(path, member.value, member.keyStart, member.value.end);
      string.note = textOf(memberOf(about?.value, "description"));
      string.flags = placeholderFlag(names);
      if (about) string.owned = [path, [about.key]];
      take(string);
    }
    const language = byKey.get("@@locale")?.value;
    return language?.kind === "text" ? { language } : undefined;
  },
  place: (add, { root, base }) => {
    if (key(add).startsWith("@")) throw new EditRefused(refusal("writeKeyStart", { sign: "@" }));
    // Behind the attributes of the string that the base has before it, not between the two.
    const before = base && stringBefore(base, add.context, root);
    const path = [add.context];
    const value = add.targets[0] ?? "";
    return [{ path, value, ...(before && { near: { after: before } }) }];
  },
};

/** Key behind which a new string goes when the file gives attributes to the string before it. */
function stringBefore(base: JsonBase, context: string, root: JsonNode): string | undefined {
  let previous: string | undefined;
  for (const other of base.byContext.keys()) {
    if (other === context) break;
    if (memberOf(root, other)) previous = other;
  }
  return previous !== undefined && memberOf(root, `@${previous}`) ? `@${previous}` : undefined;
}

const RESJSON_ABOUT = /^_([\s\S]*)\.(comment|source)$/;

/** Texts by key; `_key.comment` and `_key.source` tell about them. */
const resjson: JsonDialect = {
  id: "resjson",
  name: "RESJSON file",
  masks: ["*.resjson"],
  extension: "resjson",
  kind: "bilingual",
  codeStyle: "posix",
  plurals: false,
  near: (ids) => nearPaths(ids, (name) => [`_${name}.comment`, `_${name}.source`]),
  beginnings: idsOfBeginnings,
  read: (root, { options, take }) => {
    const walk = (node: JsonObject, path: readonly string[]): void => {
      const members = liveMembers(node);
      const about = new Map<string, JsonMember>();
      for (const member of members) if (RESJSON_ABOUT.test(member.key)) about.set(member.key, member);
      for (const member of members) {
        const place = [...path, member.key];
        if (member.value.kind === "object") walk(member.value, place);
        if (member.key.startsWith("_") || member.value.kind !== "text") continue;
        const comment = about.get(`_${member.key}.comment`);
        const source = about.get(`_${member.key}.source`);
        const given = [comment, source].flatMap((one) => (one ? [[...path, one.key]] : []));
        const string = treeString(place, member.value, member.keyStart, member.value.end);
        // A text cannot be its own source: the string would be another one after each translation.
        if (!monolingualOf(options)) string.sources = [textOf(source?.value) || string.context];
        string.note = textOf(comment?.value);
        if (given.length) string.owned = [place, ...given];
        take(string);
      }
    };
    walk(objectRoot(root), []);
    return undefined;
  },
  place: (add, { base }) => {
    if (key(add).startsWith("_")) throw new EditRefused(refusal("writeKeyStart", { sign: "_" }));
    const path = pathOfKey(add, base, (context) => [context]);
    const holder = path.slice(0, -1);
    const name = String(path.at(-1));
    const about = (kind: string, value: string) => ({
      path: [...holder, `_${name}.${kind}`],
      value,
      near: { after: name },
    });
    const source = add.sources[0] ?? "";
    return [
      { path, value: add.targets[0] ?? "" },
      ...(add.note ? [about("comment", add.note)] : []),
      ...(source !== "" && source !== add.context ? [about("source", source)] : []),
    ];
  },
};

/** Dialects where a string is a text with a description. */
export const jsonMessageFormats = [webextension, arb, formatjs, resjson].map(jsonFormat);
