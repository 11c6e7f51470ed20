import { findCatalogueLanguage } from "../../languages/catalogue";
import { isLanguageName, resolveLanguageCode } from "../../languages/resolve";
import { FormatError, formatOptions } from "../kernel/format";
import { findFormat } from "../registry";
import type { DiscoveryContext, DiscoveryRow, Recognised } from "./row";

/**
 * Files with keys in several languages of which none is the one that was asked for, as a package of translations alone
 * has them. One of the languages is their source then: the one with most files of this kind, the first by its code among
 * equals, so that all components of a repository have the same. It takes certain names and contents to believe it.
 */

/** A mask that nothing was made of, as it has no file in the source language. */
export interface Sourceless {
  row: DiscoveryRow;
  mask: string;
  languages: { code: string; path: string }[];
}

interface Sourced {
  mask: string;
  languages: Sourceless["languages"];
  recognised: Recognised;
  sourceLanguage: string;
}

/** Folders in which short codes are languages; elsewhere they may be countries or anything. */
const TELLING = /^(?:i18n|l10n|intl|nls|locales?|lang(?:uage)?s?|translations?)$/i;
/** How many masks are looked into, and files of each beside its base. */
const MOST_MASKS = 200;
const BESIDE = 3;

const languageOf = (code: string): string | undefined => {
  const found = resolveLanguageCode(code, { has: (one) => findCatalogueLanguage(one) !== undefined });
  return found.known ? found.code : undefined;
};
const nameOf = (code: string): string => findCatalogueLanguage(code)?.name ?? code;
const primary = (code: string): string => code.split(/[_@-]/, 1)[0]!.toLowerCase();

/** What can be made of masks without a file in the source language; `isTaken` tells files that something was made of. */
export function withOtherSource(
  given: readonly Sourceless[],
  context: DiscoveryContext,
  isTaken: (path: string) => boolean,
): Sourced[] {
  const certain = given
    .filter((one) => isCertain(one, context.sourceLanguage) && !one.languages.some(({ path }) => isTaken(path)))
    .slice(0, MOST_MASKS);
  const counts = new Map<string, number>();
  for (const { languages } of certain)
    for (const { code } of languages) counts.set(languageOf(code)!, (counts.get(languageOf(code)!) ?? 0) + 1);
  const found: Sourced[] = [];
  const taken = new Set<string>();
  for (const one of certain) {
    if (one.languages.some(({ path }) => taken.has(path))) continue;
    const ranked = one.languages
      .map((row) => ({ row, language: languageOf(row.code)! }))
      .sort((a, b) => counts.get(b.language)! - counts.get(a.language)! || (a.language < b.language ? -1 : 1));
    const { row, language } = ranked[0]!;
    const recognised = recognise(one, row, context);
    if (!recognised) continue;
    for (const { path } of one.languages) taken.add(path);
    const why = `${recognised.why}; as no file is in ${nameOf(context.sourceLanguage)}, their source is ${nameOf(language)}`;
    found.push({ ...one, recognised: { ...recognised, why }, sourceLanguage: language });
  }
  return found;
}

/** Whether the names of files certainly are those of languages, none of them the one that was asked for. */
function isCertain({ mask, languages }: Sourceless, source: string): boolean {
  const found = new Set(languages.map(({ code }) => languageOf(code)));
  if (found.size < 2 || found.has(undefined)) return false;
  if ([...found].some((code) => primary(code!) === primary(source))) return false;
  const named = languages.filter(({ code }) => isLanguageName(code)).length;
  return named >= 2 || mask.split("/").some((part) => TELLING.test(part));
}

/** Texts of a file by key; undefined when it cannot be read as this format. */
function textsOf(
  format: string,
  path: string,
  code: string,
  context: DiscoveryContext,
): Map<string, string> | undefined {
  const text = context.read(path);
  if (text === undefined) return undefined;
  try {
    const { entries } = findFormat(format)!.parse(text, formatOptions({ languageCode: code, monolingual: true }));
    return new Map(entries.map((entry) => [entry.context, entry.targets[0] ?? ""]));
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

/** Whether files of the same keys say different things. */
function areTranslations(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  const common = [...a.keys()].filter((key) => b.has(key));
  const differ = common.filter((key) => a.get(key) !== b.get(key) && a.get(key) !== "" && b.get(key) !== "");
  return common.length >= 2 && common.length * 2 >= Math.min(a.size, b.size) && differ.length * 2 >= common.length;
}

function recognise(
  found: Sourceless,
  base: Sourceless["languages"][number],
  context: DiscoveryContext,
): Recognised | undefined {
  const given = { mask: found.mask, base: base.path, sample: base.path };
  const [best] = found.row.recognise(given, { ...context, sourceLanguage: base.code });
  const format = best && findFormat(best.format);
  if (!best || !format || format.kind === "bilingual" || format.folder || !format.canAdd || best.template !== base.path)
    return undefined;
  const texts = textsOf(best.format, base.path, base.code, context);
  const others = found.languages.filter(({ path }) => path !== base.path).slice(0, BESIDE);
  const like = others.some(({ path, code }) => {
    const other = texts && textsOf(best.format, path, code, context);
    return texts && other && areTranslations(texts, other);
  });
  return like ? best : undefined;
}
