import { gettextPo } from "../gettext/gettext";
import { formatOptions } from "../kernel/format";
import { EXCHANGE_ROWS, PLATFORM_ROWS } from "./by-ending";
import { KEYED_ROWS } from "./keyed";
import { LINE_ROWS } from "./lines";
import type { FileList } from "./masks";
import type { DiscoveryRow, Recognised } from "./row";

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
  ...KEYED_ROWS,
  ...EXCHANGE_ROWS,
  ...PLATFORM_ROWS,
  ...LINE_ROWS,
];

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
