import { refusal } from "@/lib/text/messages/refusal";
import { EditRefused, type FormatOptions, monolingualOf } from "../kernel/format";
import { copyJson, type NewJson, newObject } from "../kernel/json/layout";
import { type JsonPath, pathId } from "../kernel/json/paths";
import {
  type JsonDialect,
  type JsonForm,
  type JsonReading,
  JsonString,
  memberOf,
  objectRoot,
  textOf,
} from "../kernel/json/reading";
import { type JsonNode, type JsonObject, jsonLiteral, liveMembers } from "../kernel/json/tokens";
import { categoriesOf } from "../kernel/quantities";
import { jsonFormat } from "./dialect";
import { categoryForms, categoryObject } from "./go";
import { placeholderFlag } from "./messages";
import { idsOfContexts, nearItems, nearMembers } from "./nearby-entries";

/** The text of a gotext value: a literal, or what its `msg` says. */
function message(node: JsonNode | undefined): JsonNode | undefined {
  const inner = node?.kind === "object" ? memberOf(node, "msg") : node;
  return inner?.kind === "text" ? inner : undefined;
}

/** The cases of a plural selection. */
function casesOf(node: JsonNode | undefined): JsonObject | undefined {
  const select = memberOf(node, "select");
  const cases = memberOf(select, "cases");
  return textOf(memberOf(select, "feature")) === "plural" && cases?.kind === "object" ? cases : undefined;
}

/** Ids of a message: one, or a list of which the first is written. */
function idOf(node: JsonNode | undefined): string {
  return textOf(node?.kind === "array" ? node.items[0] : node);
}

/** A plural translation with all its forms. */
function selection(arg: string, targets: readonly string[], options: FormatOptions): NewJson {
  const cases = categoryObject(targets, options, (msg) => newObject({ msg }));
  return newObject({ select: newObject({ feature: "plural", arg, cases }) });
}

function argOf(node: JsonNode | undefined): string {
  return textOf(memberOf(memberOf(node, "select"), "arg")) || "arg_1";
}

/** Gives a string the forms that its message and translation tell. */
function takeGotextForms(string: JsonString, path: JsonPath, item: JsonNode, options: FormatOptions): void {
  const node = memberOf(item, "translation");
  const source = memberOf(item, "message");
  const cases = casesOf(node);
  if (!cases && casesOf(source) && textOf(message(node)) === "") {
    // The translation of a plural message is an empty text until it is translated.
    string.plural = true;
    string.forms = categoriesOf(options.plural).map(() => ({ path, node: undefined }));
    string.whole = { path, node, build: (targets) => selection(argOf(source), targets, options) };
    return;
  }
  if (!cases) {
    const text = message(node);
    const wrapped = text !== undefined && text !== node;
    string.forms = [{ path: wrapped ? [...path, "msg"] : path, node: text }];
    return;
  }
  const place = [...path, "select", "cases"];
  const { forms, foreign } = categoryForms(place, cases, options, message);
  const plain = cases.members.some((member) => member.value.kind === "text");
  string.plural = true;
  string.forms = plain ? forms : forms.map(({ path: at, node: text }) => ({ path: [...at, "msg"], node: text }));
  string.foreign = foreign;
}

/** Sources of a bilingual message: singular and plural, as far as the message has them. */
function gotextSources(node: JsonNode | undefined): string[] {
  const cases = casesOf(node);
  if (!cases) return [textOf(message(node))];
  const texts = cases.members.filter((one) => /^[a-z]+$/.test(one.key)).map((one) => textOf(message(one.value)));
  return texts.length > 2 ? [texts[0]!, texts.at(-1)!] : texts;
}

const gotext: JsonDialect = {
  id: "gotext",
  name: "gotext JSON file",
  masks: ["*.gotext.json"],
  kind: "both",
  codeStyle: "posix",
  plurals: true,
  near: (ids, text) => {
    const messages = nearItems(ids, text);
    return messages && { members: (key) => key === "messages" && messages };
  },
  beginnings: idsOfContexts,
  anchors: (root) => [memberOf(root, "messages")],
  read: (root, { options, warnings, take }) => {
    const messages = memberOf(objectRoot(root), "messages");
    const items = messages?.kind === "array" ? messages.items : [];
    items.forEach((item, at) => {
      const context = idOf(memberOf(item, "id"));
      if (context === "") {
        warnings.add("A message has no id and was left unchanged.", item.start);
        return;
      }
      const placeholders = memberOf(item, "placeholders");
      const names = placeholders?.kind === "array" ? placeholders.items.map((one) => textOf(memberOf(one, "id"))) : [];
      const [note, more] = [textOf(memberOf(item, "translatorComment")), textOf(memberOf(item, "comment"))];
      const own = ["messages", at];
      const string = new JsonString(JSON.stringify(context), context, { start: item.start, end: item.end }, []);
      takeGotextForms(string, [...own, "translation"], item, options);
      if (!monolingualOf(options)) string.sources = gotextSources(memberOf(item, "message"));
      string.note = note === "" || more === "" ? note + more : `${note}\n${more}`;
      if (names.length > 0)
        string.flags = placeholderFlag(names.filter((name) => name !== "").map((name) => `{${name}}`));
      string.owned = [own];
      take(string);
    });
    const language = memberOf(root, "language") ?? memberOf(root, "lang");
    return language?.kind === "text" ? { language } : undefined;
  },
  place: (add, { root, base, options }) => {
    const id = add.context || (add.sources[0] ?? "");
    if (id === "") throw new EditRefused(refusal("writeKey"));
    const messages = memberOf(base?.root, "messages");
    const twin =
      messages?.kind === "array" ? messages.items.find((item) => idOf(memberOf(item, "id")) === id) : undefined;
    const copy = (name: string) => {
      const node = memberOf(twin, name);
      return node && copyJson(node);
    };
    const arg = argOf(memberOf(twin, casesOf(memberOf(twin, "translation")) ? "translation" : "message"));
    const translation = add.plural ? selection(arg, add.targets, options) : (add.targets[0] ?? "");
    const value = newObject({
      id: copy("id") ?? id,
      message: copy("message") ?? add.sources[0] ?? id,
      translation,
      translatorComment: copy("translatorComment") ?? (add.note || undefined),
      placeholders: copy("placeholders"),
    });
    const there = memberOf(root, "messages");
    if (there?.kind === "array") return [{ list: ["messages"], value }];
    return [{ path: ["messages", 0], value }];
  },
  start: ({ languageCode }) => `{\n    "language": ${jsonLiteral(languageCode)},\n    "messages": []\n}\n`,
};

/** Source key of a plural string: both forms between underscores. */
const PLURAL_KEY = /^_([\s\S]*)_::_([\s\S]*)_$/;
const PLURAL_FORM = /^\s*nplurals\s*=\s*([1-9]\d?)\s*;\s*plural\s*=\s*([^;]{1,500}?)\s*;?\s*$/;

/** Texts by their source, and the plural rule of the language. */
const nextcloud: JsonDialect = {
  id: "nextcloud-json",
  name: "Nextcloud JSON file",
  kind: "bilingual",
  codeStyle: "posix",
  plurals: true,
  near: (ids) => nearMembers(ids, "translations", "pluralForm"),
  anchors: (root) => [memberOf(root, "translations")],
  read: (root, { options, renewed, take }) => {
    const rule = memberOf(objectRoot(root), "pluralForm");
    const declared = renewed ? undefined : (PLURAL_FORM.exec(textOf(rule)) ?? undefined);
    const count = declared ? Number(declared[1]) : Math.max(1, options.plural.number);
    const table = memberOf(root, "translations");
    for (const member of table?.kind === "object" ? liveMembers(table) : []) {
      const path = ["translations", member.key];
      if (member.value.kind !== "array" && member.value.kind !== "text") continue;
      const span = { start: member.keyStart, end: member.value.end };
      const string = new JsonString(pathId(path), "", span, [{ path, node: member.value }]);
      string.sources = [member.key];
      string.owned = [path];
      if (member.value.kind === "array") {
        const { items } = member.value;
        const pair = PLURAL_KEY.exec(member.key);
        if (pair) string.sources = [pair[1]!, pair[2]!];
        string.plural = true;
        string.forms = Array.from({ length: count }, (_, at): JsonForm => ({ path: [...path, at], node: items[at] }));
        string.foreign = items.slice(count).map((_, at): JsonPath => [...path, count + at]);
      }
      take(string);
    }
    const wanted = `nplurals=${options.plural.number}; plural=${options.plural.formula};`;
    const reading: JsonReading = {};
    if (rule?.kind === "text") reading.fresh = [{ node: rule, text: wanted }];
    if (declared) {
      reading.pluralCount = count;
      reading.pluralFormula = declared[2]!;
    }
    return reading;
  },
  place: (add) => {
    if (add.context !== "") throw new EditRefused(refusal("writeNoContext"));
    const [one = "", many = one] = add.sources;
    if (one === "") throw new EditRefused(refusal("writeSource"));
    const items = new Map(add.targets.map((target, at) => [at, target]));
    return add.plural
      ? [{ path: ["translations", `_${one}_::_${many}_`], value: { kind: "array", items } }]
      : [{ path: ["translations", one], value: add.targets[0] ?? "" }];
  },
  start: ({ plural }) =>
    `{\n    "translations": {},\n    "pluralForm": ${jsonLiteral(`nplurals=${plural.number}; plural=${plural.formula};`)}\n}\n`,
};

/** Dialects with a table of messages beside facts about the language. */
export const catalogFormats = [gotext, nextcloud].map(jsonFormat);
