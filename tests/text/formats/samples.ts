import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FormatOptions, FormatPlural } from "@/lib/text/formats/kernel/format";
import { formatOptions } from "@/lib/text/formats/kernel/format";
import { zipOf } from "@/lib/text/formats/kernel/zip";
import { findFormat } from "@/lib/text/formats/registry";

/** Small files of one format each, and files of whole projects, with what is known about each. */
export interface Sample {
  format: string;
  path: string;
  bytes: Uint8Array;
  own: boolean;
  options: FormatOptions;
}

const root = fileURLToPath(new URL("../../..", import.meta.url));
const ownFolder = join(root, "tests/fixtures/formats");

/** Folder of whole projects: the made ones of the repository, or the real ones that `npm run formats` names. */
export const dataFolder = process.env.LOQUAT_REAL_FILES ?? join(root, "tests/fixtures/projects");

/** True when `npm run formats` looks at the real files instead of those of the repository. */
export const looksAtRealFiles = process.env.LOQUAT_REAL_FILES !== undefined;

const PLURALS: Record<string, FormatPlural> = {
  cs: { number: 3, formula: "(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2", categories: ["one", "few", "other"] },
  ar: {
    number: 6,
    formula: "n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5",
    categories: ["zero", "one", "two", "few", "many", "other"],
  },
  ja: { number: 1, formula: "0", categories: ["other"] },
  ru: {
    number: 3,
    formula: "n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2",
    categories: ["one", "few", "many"],
  },
  zh: { number: 1, formula: "0", categories: ["other"] },
  ko: { number: 1, formula: "0", categories: ["other"] },
  pt_BR: { number: 2, formula: "n > 1", categories: ["one", "other"] },
};

/** Options for a language code, with its plural forms (two forms when it is not listed). */
export function optionsFor(code: string, more: Partial<FormatOptions> = {}): FormatOptions {
  const plural = PLURALS[code] ?? PLURALS[/^[a-z]+/.exec(code)?.[0] ?? ""];
  return formatOptions({ languageCode: code, ...(plural && { plural }), ...more });
}

function languageOf(path: string): string {
  const match = /(?:^|[/_.-])(cs|ar|ja|ru|zh|ko|de|en|he)(?=[/_.-])/.exec(path.split("/").slice(-4).join("/"));
  return match?.[1] ?? "en";
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Formats whose files stand in the folder of another: older spellings, and dialects of one syntax. */
const OWN_FOLDER: Readonly<Record<string, string>> = {
  "csv-utf-8": "csv",
  "csv-multi-utf-8": "csv-multi",
  "csv-simple-utf-8": "csv-simple",
  "strings-utf8": "strings",
  "properties-utf8": "properties",
};
const REAL_FOLDER: Readonly<Record<string, string>> = {
  "csv-utf-8": "csv",
  "csv-multi": "csv",
  "csv-multi-utf-8": "csv",
  "csv-simple": "csv",
  "csv-simple-utf-8": "csv",
  plainxliff: "xliff",
  poxliff: "xliff",
  "apple-xliff": "xliff",
  "xliff2-placeables": "xliff2",
  "strings-utf8": "strings",
  "cmp-resource": "aresource",
  "properties-utf8": "properties",
  gwt: "properties",
};

/** Spellings that fix the encoding of another format and are the same in all else. */
const SPELLINGS: Readonly<Record<string, string>> = {
  "csv-utf-8": "csv",
  "csv-simple-utf-8": "csv-simple",
  "csv-simple-iso": "csv-simple",
  "csv-multi-utf-8": "csv-multi",
  "strings-utf8": "strings",
  "properties-utf8": "properties",
  "properties-utf16": "properties",
  "gwt-iso": "gwt",
};

/** The format that this one spells with a fixed encoding; undefined for a format of its own. */
export function spellingOf(format: string): string | undefined {
  return SPELLINGS[format];
}

/** Folder in the data folder with the files of a format; it need not be there. */
export function projectFolderOf(format: string): string {
  return REAL_FOLDER[format] ?? format;
}

/** Whether the data folder has a folder for a format. */
export function hasProjectFolder(format: string): boolean {
  return existsSync(join(dataFolder, projectFolderOf(format)));
}

/** Paths of all files of projects, whatever their format. */
export function allProjectFiles(): string[] {
  const folders = readdirSync(dataFolder, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !entry.name.startsWith("_"),
  );
  return folders.flatMap(({ name }) =>
    filesBelow(join(dataFolder, name)).map((path) => path.slice(dataFolder.length + 1)),
  );
}

/** Files of a folder that a format is for: the spelling that fixes UTF-8 cannot read UTF-16. */
function filesOf(format: string, folder: string): string[] {
  const files = filesBelow(folder);
  return format.endsWith("-utf8")
    ? files.filter((path) => !/utf16|wide|latin|harbour|mailer-plugin.*_de/.test(path))
    : files;
}

/** Our own fixtures of a format. */
export function ownSamples(format: string): Sample[] {
  const folder = join(ownFolder, OWN_FOLDER[format] ?? format);
  return existsSync(folder) ? samplesOf(format, folder, true) : [];
}

/** Files of projects in a format; empty when no project has any. */
export function projectSamples(format: string): Sample[] {
  const folder = join(dataFolder, projectFolderOf(format));
  return existsSync(folder) ? samplesOf(format, folder, false) : [];
}

/** One sample for each file; where folders pass as files, one for each folder of texts. */
function samplesOf(format: string, folder: string, own: boolean): Sample[] {
  const files = filesOf(format, folder);
  if (!findFormat(format)?.folder) return files.map((path) => sample(format, path, own));
  const folders = new Map<string, Map<string, Uint8Array>>();
  for (const path of files) {
    const [, place = "", name = ""] = /^(.*?)\/((?:changelogs\/)?[^/]+)$/.exec(path) ?? [];
    const members = folders.get(place) ?? new Map<string, Uint8Array>();
    folders.set(place, members.set(name, readFileSync(path)));
  }
  return [...folders].map(([place, members]) => {
    const short = place.slice((own ? ownFolder : dataFolder).length + 1);
    const options = optionsFor(place.slice(place.lastIndexOf("/") + 1));
    return { format, path: short, bytes: zipOf(members), own, options };
  });
}

/** Files with `keyed` in their name are read as monolingual, those with `base` as the base file. */
function optionsOf(path: string): FormatOptions {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const keyed = name.includes("keyed") ? { monolingual: true } : {};
  return optionsFor(languageOf(path), name.includes("base") ? { ...keyed, isTemplate: true } : keyed);
}

/** Translated documents stand beside their base, which tells what is not translated. */
const DOCUMENTS = /^(?:html|markdown|mdx|asciidoc|txt|dokuwiki|mediawiki|odf|idml|docx)$/;

function baseOf(format: string, path: string): Partial<FormatOptions> {
  const folder = dirname(path);
  const base = DOCUMENTS.test(format) && readdirSync(folder).find((name) => name.startsWith("base."));
  return base ? { base: findFormat(format)!.decode(readFileSync(join(folder, base))), isTemplate: false } : {};
}

function sample(format: string, path: string, own: boolean): Sample {
  const short = path.slice((own ? ownFolder : dataFolder).length + 1);
  return {
    format,
    path: short,
    bytes: readFileSync(path),
    own,
    options: { ...optionsOf(short), ...baseOf(format, path) },
  };
}

/** Strings that a file of a project holds, as a list that our reader did not write; undefined when there is no list. */
export function expectedFor(real: Sample): Record<string, unknown>[] | undefined {
  const path = join(dataFolder, "_expected", `${real.path}.json`);
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>[]) : undefined;
}

/** Small deterministic random numbers in [0, 1). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** At most `count` items spread over the list. */
export function spread<T>(items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items];
  return Array.from({ length: count }, (_, i) => items[Math.floor((i * items.length) / count)]!);
}
