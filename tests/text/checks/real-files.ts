import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { PluralRule } from "@/lib/text/checks/run";
import { type Flags, mergeFlags, parseFlags } from "@/lib/text/flags/flags";
import { type FileFormat, formatOptions, type ParsedFile } from "@/lib/text/formats/kernel/format";
import { formatFlags } from "@/lib/text/formats/kernel/format-flags";
import { findFormat } from "@/lib/text/formats/registry";
import { allLanguages, findCatalogueLanguage } from "@/lib/text/languages/catalogue";
import { resolveLanguageCode } from "@/lib/text/languages/resolve";
import { pluralCategories } from "@/lib/text/plurals/categories";

/** Translation files of a project that is not ours, as what checks ask for: for commands whose answers people read and judge. */

/** Where the files of a component are. */
export interface RealComponent {
  format: string;
  folder: string;
  /** Has one `*`, where the language stands: a part of a name, or of a folder's. */
  mask: string;
  /** The base file of lists of keys; left out for files that hold sources too. */
  template?: string;
  /** Flags of the component. */
  flags?: string;
  /** The language of every file, in whatever folder: then the `*` stands for any path. */
  language?: string;
}

/** A string of such a component. */
export interface RealString {
  code: string;
  /** Its key; the context where files hold sources. */
  context: string;
  sources: readonly string[];
  targets: readonly string[];
  isFuzzy: boolean;
  flags: Flags;
  plural: PluralRule | undefined;
}

const known = new Set(allLanguages().map(({ code }) => code));

const pluralOf = (code: string) =>
  (findCatalogueLanguage(code) ?? findCatalogueLanguage(code.split("_")[0] ?? ""))?.plural;

/** Strings of all languages, untranslated ones too, file by file. A file that cannot be read is told of on standard error. */
export function* realStrings({
  format: id,
  folder,
  mask,
  template,
  flags = "",
  language,
}: RealComponent): Generator<RealString> {
  const format = findFormat(id);
  if (!format) throw new Error(`There is no format ${id}.`);
  const outer = mergeFlags(parseFlags(formatFlags(id)), parseFlags(flags));
  const isKeyed = template !== undefined;
  const baseText = isKeyed ? format.decode(readFileSync(join(folder, template))) : undefined;
  const base = isKeyed ? read(format, join(folder, template), "en", { isTemplate: true, isKeyed }).entries : [];
  const bases = new Map(base.map((entry) => [entry.context, entry]));
  for (const { path, code } of language ? allFiles(folder, mask, language) : filesOf(folder, mask)) {
    if (path === template) continue;
    let file: ParsedFile;
    try {
      file = read(format, join(folder, path), code, { isTemplate: false, isKeyed, base: baseText });
    } catch (error) {
      console.error(`${path}: ${error instanceof Error ? error.message : error}`);
      continue;
    }
    const { pluralCount: number, pluralFormula: formula } = file;
    const plural = number && formula ? { number, formula } : pluralOf(code);
    for (const entry of file.entries) {
      const source = isKeyed ? bases.get(entry.context) : entry;
      if (!source) continue;
      yield {
        code,
        context: entry.context,
        sources: isKeyed ? source.targets : entry.sources,
        targets: entry.targets,
        isFuzzy: entry.state === "needs-editing",
        flags: mergeFlags(outer, parseFlags(source.flags)),
        plural,
      };
    }
  }
}

function read(
  format: FileFormat,
  path: string,
  code: string,
  { isTemplate, isKeyed, base }: { isTemplate: boolean; isKeyed: boolean; base?: string },
): ParsedFile {
  const plural = pluralOf(code);
  const options = formatOptions({ languageCode: code, isTemplate, monolingual: isKeyed });
  if (base !== undefined) options.base = base;
  if (plural) options.plural = { ...plural, categories: pluralCategories(plural.formula, plural.number, code) };
  return format.parse(format.decode(readFileSync(path)), options);
}

function allFiles(folder: string, mask: string, code: string): { path: string; code: string }[] {
  const [head = "", tail = ""] = mask.split("*");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.startsWith(head) && path.endsWith(tail))
    .sort()
    .map((path) => ({ path, code }));
}

function filesOf(folder: string, mask: string): { path: string; code: string }[] {
  const [before = "", after = ""] = mask.split("*");
  const slash = before.lastIndexOf("/") + 1;
  const head = before.slice(slash);
  const tail = after.split("/", 1)[0] ?? "";
  const found: { path: string; code: string }[] = [];
  for (const name of readdirSync(join(folder, before.slice(0, slash))).sort()) {
    const middle = name.slice(head.length, name.length - tail.length);
    const path = before + middle + after;
    if (!name.startsWith(head) || !name.endsWith(tail) || middle === "") continue;
    if (existsSync(join(folder, path))) found.push({ path, code: resolveLanguageCode(middle, known).code });
  }
  return found;
}
