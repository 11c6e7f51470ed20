import { eachLeaf } from "../kernel/json/paths";
import { type JsonArray, type JsonObject, scanJson } from "../kernel/json/tokens";
import { type DiscoveryRow, SNIFFED } from "./row";

/** Kinds of files that are trees of keys: JSON and its relatives. */

interface JsonShape {
  format: string;
  /** Whether the content alone says that these are translations. */
  sure: boolean;
  why: string;
}

const has = (node: JsonObject, ...keys: string[]): boolean =>
  keys.every((key) => node.members.some((member) => member.key === key));

/** Format of a JSON file by its content. */
function jsonShape(root: JsonObject | JsonArray): JsonShape | undefined {
  if (root.kind === "array") {
    const objects = root.items.filter((item): item is JsonObject => item.kind === "object");
    const isList = objects.length > 0 && objects.every((item) => has(item, "id"));
    return isList ? { format: "go-i18n-json", sure: true, why: "a list of objects with ids" } : undefined;
  }
  if (has(root, "language", "messages") || has(root, "lang", "messages"))
    return { format: "gotext", sure: true, why: "a language and messages" };
  if (has(root, "translations") && has(root, "pluralForm"))
    return { format: "nextcloud-json", sure: true, why: "translations and a plural form" };
  if (root.members.some(({ key }) => key === "_strings" || /^_.+\.(?:comment|source)$/s.test(key)))
    return { format: "resjson", sure: true, why: "comments and sources next to its texts" };
  const children = root.members.map((member) => member.value);
  const objects = children.filter((node): node is JsonObject => node.kind === "object");
  const first = objects[0];
  if (first && objects.length === children.length) {
    if (objects.every((item) => has(item, "message")))
      return { format: "webextension", sure: true, why: "messages with descriptions" };
    if (objects.every((item) => has(item, "defaultMessage")))
      return { format: "formatjs", sure: true, why: "default messages with descriptions" };
    if (objects.some((item) => has(item, "hash", "other")))
      return { format: "go-i18n-json-v2", sure: true, why: "messages with hashes" };
  }
  return textShape(root, objects.length > 0 || children.some((node) => node.kind === "array"));
}

/** Formats that differ only in the keys and texts of a tree. */
function textShape(root: JsonObject, nested: boolean): JsonShape | undefined {
  let texts = 0;
  const categories = new Map<string, Set<string>>();
  let plurals = 0;
  let braces = 0;
  eachLeaf(root, (path, node) => {
    if (node.kind !== "text") return;
    texts++;
    const key = String(path.at(-1));
    const [, stem, category] = /^(.+)_(one|few|many|other)$/s.exec(key) ?? [];
    if (stem !== undefined) categories.set(stem, (categories.get(stem) ?? new Set()).add(category!));
    if (key.endsWith("_plural")) plurals++;
    if (node.value.includes("{{")) braces++;
  });
  if (texts === 0) return undefined;
  // A single “sort_other”, or “one” and “many”, are texts like any others.
  const paired = [...categories.values()].some((found) => found.size > 1 && found.has("other"));
  if (paired) return { format: "i18nextv4", sure: true, why: "keys with plural categories" };
  if (plurals > 0 || braces > 0)
    return { format: "i18next", sure: true, why: plurals > 0 ? "keys ending in _plural" : "texts with {{…}}" };
  return nested
    ? { format: "json-nested", sure: false, why: "nested texts" }
    : { format: "json", sure: false, why: "texts by key" };
}

/** Formats with both languages in one file. */
const BILINGUAL = new Set(["nextcloud-json", "resjson"]);

const json: DiscoveryRow = {
  matches: (path) =>
    /\.(?:res)?json$/.test(path) && !/(?:^|\/)(?:package(?:-lock)?|tsconfig|composer|manifest)[^/]*\.json$/.test(path),
  recognise: ({ base, sample }, { read }) => {
    const text = read(base || sample) ?? "";
    let shape: JsonShape | undefined;
    try {
      shape = jsonShape(scanJson(text, true));
    } catch {
      if (text.length < SNIFFED) return [];
      shape = { format: "json-nested", sure: false, why: "larger than 1 MiB and was not examined" };
    }
    if (!shape || (!base && !shape.sure)) return [];
    const where = base || sample;
    const template = BILINGUAL.has(shape.format) ? "" : base;
    return [{ format: shape.format, template, newBase: base, why: `${where} has ${shape.why}` }];
  },
};

/** Translations of Flutter applications; a base that the files are made from may be called `messages`. */
const arb: DiscoveryRow = {
  matches: (path) => path.endsWith(".arb"),
  recognise: ({ base }) =>
    base === "" ? [] : [{ format: "arb", template: base, newBase: base, why: `${base} is a resource bundle` }],
};

/** One top key that is the language of the base: files of Ruby on Rails. */
const yaml: DiscoveryRow = {
  matches: (path) => /\.ya?ml$/.test(path) && !/(?:^|\/)(?:docker-compose|mkdocs|\.)[^/]*$/.test(path),
  recognise: ({ base }, { read, sourceLanguage }) => {
    const text = base === "" ? undefined : read(base);
    if (text === undefined) return [];
    const keys = [...text.slice(0, 100_000).matchAll(/^["']?([\w-]{1,30})["']?[ \t]*:/gm)].map((match) => match[1]!);
    const codes = new Set([sourceLanguage, ...base.split(/[/._]/)].map((code) => code.toLowerCase().replace("_", "-")));
    const ruby = keys.length === 1 && codes.has(keys[0]!.toLowerCase().replace("_", "-"));
    const why = ruby ? `${base} has its language as its only key` : `${base} has texts by key`;
    return keys.length ? [{ format: ruby ? "ruby-yaml" : "yaml", template: base, newBase: base, why }] : [];
  },
};

/** Texts by key, or messages of go-i18n: tables that hold nothing but plural forms. */
const toml: DiscoveryRow = {
  matches: (path) => path.endsWith(".toml") && !/(?:^|\/)(?:Cargo|pyproject|netlify|config|hugo)[^/]*$/.test(path),
  recognise: ({ base }, { read }) => {
    const text = base === "" ? undefined : read(base);
    if (text === undefined || !/^[^#\n=]{1,200}=/m.test(text)) return [];
    const go =
      /^\[\[messages\]\]/m.test(text) ||
      /^\s*\[[^\]\n]{1,200}\]\s*(?:#[^\n]{0,500}\n\s*)?(?:other|one)\s*=/m.test(text);
    const why = go ? `${base} has messages of go-i18n` : `${base} has texts by key`;
    return [{ format: go ? "go-i18n-toml" : "toml", template: base, newBase: base, why }];
  },
};

const fluent: DiscoveryRow = {
  matches: (path) => path.endsWith(".ftl"),
  recognise: ({ base }) =>
    base === "" ? [] : [{ format: "fluent", template: base, newBase: base, why: `${base} is a Fluent file` }],
};

/** Files with keys, by their content. */
export const KEYED_ROWS: readonly DiscoveryRow[] = [json, arb, yaml, toml, fluent];
