import { findCatalogueLanguage } from "../../languages/catalogue";
import { isLanguageName } from "../../languages/resolve";
import { slugify } from "../../slug";
import { catalogueOf } from "../catalogue";
import { validateMaskPath, validateRepositoryPath } from "../kernel/filemask";
import { findFormat, formatName, offeredFormats } from "../registry";
import { findCatalogues } from "./catalogues";
import { CodeFinder, FileList, isSkipped, languageWithoutCountry } from "./masks";
import { type DiscoveryContext, type DiscoveryRow, type Found, type Recognised, SNIFFED } from "./row";
import { DISCOVERY_ROWS, nameOfMask } from "./rows";
import { type Sourceless, withOtherSource } from "./sourceless";
import { readTransifex, TRANSIFEX_TYPES } from "./transifex";

export { isCatalogName, isOtherName } from "./endings";
export { CodeFinder, isSkipped } from "./masks";

/** A component that a repository seems to have. */
export interface ProposedComponent {
  name: string;
  slug: string;
  filemask: string;
  fileFormat: string;
  /** Base file of a monolingual component; "". */
  template: string;
  /** Template for new languages; "". */
  newBase: string;
  /** Code of the language of the source texts: the one that was asked for, or another where there are no files in it. */
  sourceLanguage: string;
  languages: { code: string; path: string }[];
  /** Why it is proposed, as a phrase for a person. */
  why: string;
}

export interface DiscoveryOptions {
  sourceLanguage: string;
  /** Whether a token of a path is a language code; ordinary words that happen to be codes are not. */
  isLanguageCode: (code: string) => boolean;
}

/** More components than these are not one person's to look through. */
const MOST = 500;

interface Proposal extends ProposedComponent {
  priority: number;
}

/**
 * Components that a repository seems to have, best first, at most 500.
 *
 * `paths` are those of all regular files (leave symbolic links out). `read` gives the text of a file, or undefined;
 * it is asked for few files beside those of the source, and at most 1 MiB of an answer is looked at. Only formats that can be read are
 * proposed. Pure; time grows with the number of files.
 */
export function discover(
  paths: readonly string[],
  read: (path: string) => string | undefined,
  options: DiscoveryOptions,
): ProposedComponent[] {
  const looked = paths.filter((path) => path === ".tx/config" || !isSkipped(path));
  const files = new FileList(looked);
  const finder = new CodeFinder(options.isLanguageCode, isLanguageName);
  const isCode = (code: string): boolean =>
    options.isLanguageCode(languageWithoutCountry(code) ?? code) || isLanguageName(code);
  const context: DiscoveryContext = {
    files,
    read: (path) => read(path)?.slice(0, SNIFFED),
    sourceLanguage: options.sourceLanguage,
  };
  const proposals = fromTransifex(context, options.isLanguageCode);
  const taken = new Set(proposals.map((item) => item.filemask));
  const sourceless: Sourceless[] = [];
  const sourced = new Set<DiscoveryRow>();
  const add = (found: Recognised, mask: string, languages: ProposedComponent["languages"], source: string): void => {
    proposals.push(proposal(found, mask, languages, 1000, source));
  };
  for (const row of DISCOVERY_ROWS) {
    const folders = row.folders?.(looked);
    const list = folders ? new FileList(folders) : files;
    for (const mask of masksFor(row, folders ?? looked, finder).slice(0, MOST)) {
      if (taken.has(mask) || validateMaskPath(mask)) continue;
      const languages = list.languages(mask, isCode);
      const places = [
        ...(row.bases?.(mask, options.sourceLanguage) ?? []),
        ...basePlaces(mask, options.sourceLanguage),
        ...languages
          .filter(({ code }) => languageWithoutCountry(code) === options.sourceLanguage)
          .map(({ path }) => path),
        ...inItsCountry(languages, options.sourceLanguage),
      ];
      const base = places.find((path) => list.paths.has(path)) ?? "";
      const sample = languages[0]?.path ?? base;
      if (sample === "") continue;
      const found: Found = { mask, base, sample };
      const best = row.recognise(found, context).filter((item) => findFormat(item.format));
      if (!best[0] && base === "" && !row.folders && !row.fixedMask) sourceless.push({ row, mask, languages });
      if (!best[0]) continue;
      if (base !== "") sourced.add(row);
      // The base of the source language may stand aside from the mask, such as `values/`.
      const aside = best[0].template !== "" && !languages.some(({ path }) => path === best[0]!.template);
      const source = aside ? [{ code: options.sourceLanguage, path: best[0].template }] : [];
      add(best[0], mask, [...source, ...languages], options.sourceLanguage);
    }
  }
  const claimed = new Set(
    proposals.flatMap((item) => [item.template, item.newBase, ...item.languages.map(({ path }) => path)]),
  );
  for (const { mask, recognised, languages } of findCatalogues(looked, read, (path) => claimed.has(path), MOST))
    if (!taken.has(mask) && !validateMaskPath(mask)) add(recognised, mask, languages, options.sourceLanguage);
  const catalogues = new Set(proposals.map(catalogueOf));
  // Where other files of a sort are in the source language, those that are not are left over from something.
  const alone = sourceless.filter(({ row }) => !sourced.has(row));
  for (const found of withOtherSource(alone, context, (path) => claimed.has(path) || catalogues.has(path)))
    add(found.recognised, found.mask, found.languages, found.sourceLanguage);
  const order = new Map(offeredFormats().map((format, index) => [format.id, index]));
  proposals.sort(
    (a, b) =>
      a.priority - b.priority ||
      b.languages.length - a.languages.length ||
      order.get(a.fileFormat)! - order.get(b.fileFormat)! ||
      (a.filemask < b.filemask ? -1 : 1),
  );
  const folders = proposals.filter((item) => findFormat(item.fileFormat)?.folder).map((item) => `${item.filemask}/`);
  const own = proposals.filter((item) => !folders.some((folder) => item.filemask.startsWith(folder)));
  return christen(own.slice(0, MOST));
}

/** Places where the source language's file of a mask may be, best first. */
function basePlaces(mask: string, source: string): string[] {
  const codes = [source, source.replaceAll("_", "-"), source.replaceAll("-", "_")];
  const name = findCatalogueLanguage(source)?.name;
  if (name !== undefined) codes.push(name, name.toLowerCase());
  if (source === "en") codes.push("en-US", "en_US", "en-us", "en_us", "en-GB", "en_GB", "en-AU", "en_AU");
  const places = codes.map((code) => mask.replaceAll("*", () => code));
  places.push(
    mask.replace("/*/", "/"),
    mask.replace("-*", ""),
    mask.replace(".*", ""),
    mask.replace("*", ""),
    mask.replaceAll("*", "templates"),
  );
  return [...new Set(places)].filter((path) => !path.includes("*"));
}

/** The file of the source language with a country, as `de_DE` where nothing is only `de`: the only one, or that of its own country. */
function inItsCountry(languages: ProposedComponent["languages"], source: string): string[] {
  const found = languages.flatMap(({ code, path }) => {
    const [language, country, ...more] = code.split(/[-_]/);
    return language === source && country?.length === 2 && more.length === 0 ? [{ country, path }] : [];
  });
  const own = found.filter(({ country }) => country.toLowerCase() === source);
  return (found.length === 1 ? found : own).map(({ path }) => path);
}

/** Masks of all files that a row is for, with the number of their languages; a file speaks for its best mask only. */
function masksFor(row: DiscoveryRow, files: readonly string[], finder: CodeFinder): string[] {
  const fixed = new Set<string>();
  const members = new Map<string, Map<string, string>>();
  for (const path of files) {
    if (!row.matches(path)) continue;
    if (row.fixedMask) {
      fixed.add(row.fixedMask(path));
      continue;
    }
    for (const { mask, code } of finder.masks(path)) {
      const codes = members.get(mask) ?? new Map<string, string>();
      codes.set(code, path);
      members.set(mask, codes);
    }
  }
  const claimed = new Set<string>();
  // Where all files end in the same mark, as `en_XX` and `cs_XX` do, the mark belongs to the mask.
  const marked = (codes: ReadonlyMap<string, string>): number =>
    [...codes.keys()].filter((code) => languageWithoutCountry(code) !== undefined && !finder.isCode(code)).length;
  const ranked = [...members]
    .map(([mask, codes]) => ({ mask, codes, marked: marked(codes) }))
    .sort(
      (a, b) =>
        b.codes.size - a.codes.size ||
        a.marked - b.marked ||
        a.mask.length - b.mask.length ||
        (a.mask < b.mask ? -1 : 1),
    );
  const chosen = ranked.filter(({ codes }) => {
    const fresh = [...codes.values()].some((path) => !claimed.has(path));
    for (const path of codes.values()) claimed.add(path);
    return fresh;
  });
  return [...fixed, ...chosen.map(({ mask }) => mask)];
}

function proposal(
  found: Recognised,
  mask: string,
  languages: ProposedComponent["languages"],
  priority: number,
  sourceLanguage: string,
): Proposal {
  const { format, template, newBase, why } = found;
  const files = { filemask: mask, fileFormat: format, template, newBase };
  return { name: "", slug: "", ...files, sourceLanguage, languages, why, priority };
}

function fromTransifex(context: DiscoveryContext, isCode: (code: string) => boolean): Proposal[] {
  const text = context.files.paths.has(".tx/config") ? (context.read(".tx/config") ?? "") : "";
  const found: Proposal[] = [];
  for (const { mask, source, type } of readTransifex(text).slice(0, MOST)) {
    const format = TRANSIFEX_TYPES.get(type);
    if (!format || !findFormat(format) || validateMaskPath(mask) || validateRepositoryPath(source)) continue;
    if (!context.files.paths.has(source)) continue;
    const bilingual = findFormat(format)?.kind === "bilingual";
    const recognised: Recognised = {
      format,
      template: bilingual ? "" : source,
      newBase: bilingual && !source.endsWith(".pot") ? "" : source,
      why: "set up in .tx/config",
    };
    found.push(proposal(recognised, mask, context.files.languages(mask, isCode), 500, context.sourceLanguage));
  }
  return found;
}

/** Folders that say that there are translations in them, and not of what. */
const USUAL_FOLDERS: ReadonlySet<string> = new Set(
  "po pot locale locales _locales lang langs language languages i18n l10n intl translation translations strings messages res values resources src lib public static assets data files".split(
    " ",
  ),
);

/** What files without a name of their own are called: after the template, or the nearest folder that tells what they are of. */
function nameOfFolder(folders: readonly string[], { newBase }: Pick<ProposedComponent, "newBase">): string | undefined {
  const telling = folders.findLast((folder) => !USUAL_FOLDERS.has(folder.toLowerCase()));
  const template = newBase.endsWith(".pot") ? newBase.slice(newBase.lastIndexOf("/") + 1, -4) : "";
  return telling || (USUAL_FOLDERS.has(template.toLowerCase()) ? "" : template) || folders.at(-1);
}

/** Gives every proposal a name and a slug of its own. */
function christen(proposals: readonly Proposal[]): ProposedComponent[] {
  const names = new Set<string>();
  const slugs = new Set<string>();
  return proposals.map(({ priority: _, ...component }) => {
    const files = catalogueOf(component) ?? component.filemask;
    const folders = files
      .split("/")
      .slice(0, -1)
      .filter((part) => !part.includes("*") && part !== "LC_MESSAGES");
    const plain =
      nameOfMask(files) || nameOfFolder(folders, component) || formatName(component.fileFormat) || component.fileFormat;
    const inFolder = folders.length ? `${plain} (${folders.join("/")})` : plain;
    const inFormat = `${inFolder}, ${component.fileFormat}`;
    let name = [plain, inFolder, inFormat].find((candidate) => !names.has(candidate)) ?? plain;
    name = name.slice(0, 90);
    for (let n = 2; names.has(name); n++) name = `${plain.slice(0, 80)} ${n}`;
    names.add(name);
    const stem = slugify(name, 90) || "component";
    let slug = stem;
    for (let n = 2; slugs.has(slug); n++) slug = `${stem}-${n}`;
    slugs.add(slug);
    return { ...component, name, slug };
  });
}
