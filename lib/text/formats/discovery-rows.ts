import { EXCHANGE_ROWS, PLATFORM_ROWS } from "./discovery-by-ending";
import { LINE_ROWS } from "./discovery-lines";
import type { FileList } from "./discovery-masks";
import { type DiscoveryRow, type Recognised, SNIFFED } from "./discovery-row";
import { formatOptions } from "./format";
import { gettextPo } from "./gettext";
import { eachLeaf } from "./json-paths";
import { type JsonArray, type JsonObject, scanJson } from "./json-tokens";

/** The `.pot` for a mask: the fitting name in the folder and upwards, then any there, then in `pot/`, then the only one of that name. */
function findTemplate(mask: string, files: FileList): string {
  const templates = files.withEnding(".pot");
  if (templates.length === 0) return "";
  const name = nameOfMask(mask);
  const folder = mask
    .slice(0, Math.max(0, mask.indexOf("*")))
    .split("/")
    .slice(0, -1);
  const inside = (path: string, dir: string): boolean => path.slice(0, Math.max(0, path.lastIndexOf("/"))) === dir;
  const stem = (path: string): string => path.slice(path.lastIndexOf("/") + 1, -4);
  const starless = mask.replaceAll("*", "templates").replace(/\.po$/, ".pot");
  if (files.paths.has(starless)) return starless;
  for (const any of [false, true]) {
    for (let depth = folder.length; depth >= 0; depth--) {
      const dir = folder.slice(0, depth).join("/");
      const here = templates.filter((path) => inside(path, dir) && (any || stem(path) === name));
      if (here[0] !== undefined) return here[0];
    }
  }
  const aside = mask.replace("po/*/", "pot/").replace(/\.po$/, ".pot");
  if (files.paths.has(aside)) return aside;
  const fitting = templates.filter((path) => stem(path) === name);
  return fitting.length === 1 ? fitting[0]! : "";
}

/** Name of the files of a mask without code, separators and ending: `django` for `x/LC_MESSAGES/django.po`. */
export function nameOfMask(mask: string): string {
  const file = mask.slice(mask.lastIndexOf("/") + 1);
  const dot = file.lastIndexOf(".");
  return (dot > 0 ? file.slice(0, dot) : file)
    .replaceAll("*", "")
    .replace(/^[-_.]+|[-_.]+$/g, "")
    .replace(/[-_.]{2,}/g, "-");
}

/** True when the ids of the source language's file are keys and its texts the source. */
function looksMonolingual(text: string | undefined): boolean {
  if (text === undefined) return false;
  try {
    const { entries } = gettextPo.parse(text, formatOptions());
    const keys = entries.filter((entry) => {
      const id = entry.sources[0] ?? "";
      return entry.targets[0] !== "" && entry.targets[0] !== id && !/\s/.test(id) && /[._-]|[a-z][A-Z]/.test(id);
    });
    return entries.length > 0 && keys.length >= entries.length * 0.8;
  } catch {
    return false;
  }
}

const po: DiscoveryRow = {
  matches: (path) => path.endsWith(".po"),
  recognise: ({ mask, base }, { files, read }) => {
    const newBase = findTemplate(mask, files);
    const why = newBase ? `PO files with the template ${newBase}` : "PO files without a template";
    const bilingual: Recognised = { format: "po", template: "", newBase, why };
    if (!base) return [bilingual];
    const mono: Recognised = {
      format: "po-mono",
      template: base,
      newBase: newBase || base,
      why: `${base} may hold the source texts by key`,
    };
    return looksMonolingual(read(base))
      ? [{ ...mono, why: `PO files with keys; the source texts are in ${base}` }, bilingual]
      : [bilingual];
  },
};

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
  let categories = 0;
  let plurals = 0;
  let braces = 0;
  eachLeaf(root, (path, node) => {
    if (node.kind !== "text") return;
    texts++;
    const key = String(path.at(-1));
    if (/_(?:one|many|other)$/.test(key)) categories++;
    if (key.endsWith("_plural")) plurals++;
    if (node.value.includes("{{")) braces++;
  });
  if (texts === 0) return undefined;
  if (categories > 0) return { format: "i18nextv4", sure: true, why: "keys with plural categories" };
  if (plurals > 0 || braces > 0)
    return { format: "i18next", sure: true, why: plurals > 0 ? "keys ending in _plural" : "texts with {{…}}" };
  return nested
    ? { format: "json-nested", sure: false, why: "nested texts" }
    : { format: "json", sure: false, why: "texts by key" };
}

/** Readable formats that hold the texts of a format which is not readable yet. */
const STAND_INS: ReadonlyMap<string, string> = new Map([
  ["i18next", "json-nested"],
  ["i18nextv4", "json-nested"],
]);

const json: DiscoveryRow = {
  matches: (path) =>
    path.endsWith(".json") && !/(?:^|\/)(?:package(?:-lock)?|tsconfig|composer|manifest)[^/]*\.json$/.test(path),
  recognise: ({ base, sample }, { read }) => {
    const text = read(base || sample) ?? "";
    let shape: JsonShape | undefined;
    try {
      shape = jsonShape(scanJson(text));
    } catch {
      if (text.length < SNIFFED) return [];
      shape = { format: "json-nested", sure: false, why: "more than 1 MiB, which is not looked through" };
    }
    if (!shape || (!base && !shape.sure)) return [];
    const where = base || sample;
    const found: Recognised = { format: shape.format, template: base, newBase: base, why: `${where} has ${shape.why}` };
    const standIn = STAND_INS.get(shape.format);
    // Without a base the texts of a plain tree would have no source.
    return standIn && base ? [found, { ...found, format: standIn }] : [found];
  },
};

const ANDROID = /(?:^|\/)values\/(?:strings[^/]*|[^/]*strings)\.xml$/;

const android: DiscoveryRow = {
  matches: (path) => ANDROID.test(path),
  fixedMask: (path) => path.replace(/(^|\/)values\/([^/]*)$/, "$1values-*/$2"),
  bases: (mask) => [mask.replace("values-*/", "values/")],
  recognise: ({ base }, { read }) => {
    const text = read(base) ?? "";
    const format = base.includes("composeResources/")
      ? "cmp-resource"
      : /<plural\s/.test(text)
        ? "moko-resource"
        : "aresource";
    if (!text.includes("<resources")) return [];
    return [{ format, template: base, newBase: "", why: `Android strings; the source texts are in ${base}` }];
  },
};

/** All kinds of files that discovery knows, in the order they are tried. */
export const DISCOVERY_ROWS: readonly DiscoveryRow[] = [
  po,
  android,
  json,
  ...EXCHANGE_ROWS,
  ...PLATFORM_ROWS,
  ...LINE_ROWS,
];
