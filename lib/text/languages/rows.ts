/**
 * Rows of the language catalogue, made from CLDR (`cldr-core`, Unicode-3.0) and the lists beside this file.
 * Pure: the generator writes what this gives, the test compares it with what is committed.
 */
import availableLocales from "cldr-core/availableLocales.json";
import scriptMetadata from "cldr-core/scriptMetadata.json";
import aliasData from "cldr-core/supplemental/aliases.json";
import likelyData from "cldr-core/supplemental/likelySubtags.json";
import pluralData from "cldr-core/supplemental/plurals.json";
import territoryData from "cldr-core/supplemental/territoryInfo.json";
import type { CatalogueLanguage, CataloguePlural } from "@/lib/text/languages/language";
import { MORE_ALIASES, MORE_LANGUAGES, NOT_ROWS, PLURAL_LIKE, VARIANTS } from "@/lib/text/languages/selection";
import { pluralType } from "@/lib/text/plurals/categories";
import { cldrToGettext, type GettextPlural } from "@/lib/text/plurals/cldr-to-gettext";
import { TRADITIONAL_PLURALS } from "@/lib/text/plurals/traditional";

const posix = (tag: string): string => tag.replaceAll("-", "_");

const CARDINALS = new Map<string, Record<string, string>>(
  Object.entries(pluralData.supplemental["plurals-type-cardinal"]).map(([code, rules]) => [posix(code), rules]),
);
const LIKELY = new Map<string, string>(
  Object.entries(likelyData.supplemental.likelySubtags).map(([tag, full]) => [posix(tag), posix(full)]),
);
const RTL_SCRIPTS = new Set(
  Object.entries(scriptMetadata.scriptMetadata)
    .filter(([, script]) => script.rtl === "YES")
    .map(([code]) => code),
);

/** Codes of all rows, sorted. */
export function catalogueCodes(): string[] {
  const cldr = availableLocales.availableLocales.full.map((tag) => tag.split("-")[0] ?? tag);
  const codes = [...CARDINALS.keys(), ...cldr, ...MORE_LANGUAGES].filter((code) => !NOT_ROWS.has(code));
  return [...new Set([...codes, ...VARIANTS])].sort((a, b) => (a < b ? -1 : 1));
}

const cldrPlurals = new Map<string, GettextPlural>();

/** CLDR's rule for a code of its own, for whole numbers; undefined when it has none. */
function cldrPlural(code: string): GettextPlural | undefined {
  const rules = CARDINALS.get(code);
  if (!rules) return undefined;
  let plural = cldrPlurals.get(code);
  if (!plural) {
    const texts = Object.entries(rules).map(([key, text]) => [key.replace("pluralRule-count-", ""), text] as const);
    plural = cldrToGettext(new Map(texts));
    cldrPlurals.set(code, plural);
  }
  return plural;
}

/** CLDR's rules with the languages that share each, for `plurals/cldr-data.json`. */
export function cldrRuleRows(): { languages: string[]; formula: string; categories: string[] }[] {
  const rows = new Map<string, { languages: string[]; formula: string; categories: string[] }>();
  for (const code of CARDINALS.keys()) {
    const plural = code === "und" ? undefined : cldrPlural(code);
    if (!plural) continue;
    const key = `${plural.formula} ${plural.categories.join()}`;
    const row = rows.get(key) ?? { languages: [], formula: plural.formula, categories: plural.categories };
    row.languages.push(code);
    rows.set(key, row);
  }
  rows.get([...rows.keys()].find((key) => rows.get(key)?.languages.includes("nb")) ?? "")?.languages.push("nb_NO");
  return [...rows.values()];
}

function pluralOf(code: string): CataloguePlural {
  const like = PLURAL_LIKE[code] ?? code;
  const parent = like.split(/[_@]/)[0] ?? like;
  for (const candidate of [like, parent]) {
    const traditional = TRADITIONAL_PLURALS.get(candidate);
    const found = traditional ?? cldrPlural(candidate);
    if (!found) continue;
    const { formula, categories } = found;
    const type = pluralType(categories, formula);
    const origin = traditional ? "traditional" : "cldr";
    return { number: categories.length, formula, type, categories: [...categories], source: 0, origin };
  }
  return { number: 2, formula: "n != 1", type: 1, categories: ["one", "other"], source: 0, origin: "assumed" };
}

const asBcp47 = (code: string): string => (code === "nb_NO" ? "nb" : code.replace("@", "_"));

/** Full subtags `lang_Script_REGION` of a code; undefined when CLDR cannot tell. */
function likely(code: string): { script: string; region: string } | undefined {
  const parts = asBcp47(code).split("_");
  const script = parts.find((part) => /^[A-Z][a-z]{3}$/.test(part));
  const region = parts.find((part, index) => index > 0 && /^([A-Z]{2}|\d{3})$/.test(part));
  const language = parts[0] ?? "";
  const full =
    LIKELY.get([language, script, region].filter(Boolean).join("_")) ??
    LIKELY.get([language, region].filter(Boolean).join("_")) ??
    LIKELY.get([language, script].filter(Boolean).join("_")) ??
    LIKELY.get(language);
  const [, fullScript, fullRegion] = full?.split("_") ?? [];
  if (!fullScript || !fullRegion) return undefined;
  return { script: script ?? fullScript, region: region ?? fullRegion };
}

function populations(): { total: Map<string, number>; local: Map<string, number> } {
  const total = new Map<string, number>();
  const local = new Map<string, number>();
  for (const [region, info] of Object.entries(territoryData.supplemental.territoryInfo)) {
    const spoken: Record<string, { _populationPercent: string }> =
      "languagePopulation" in info && info.languagePopulation ? info.languagePopulation : {};
    for (const [language, share] of Object.entries(spoken)) {
      const people = (Number(info._population) * Number(share._populationPercent)) / 100;
      total.set(language, (total.get(language) ?? 0) + people);
      local.set(`${language}_${region}`, people);
    }
  }
  return { total, local };
}

const PEOPLE = populations();

const LATIN_AMERICA = "AR BO BR BZ CL CO CR CU DO EC GT HN MX NI PA PE PR PY SV US UY VE".split(" ");

function populationOf(code: string): number {
  const tag = asBcp47(code);
  const [language = "", second = ""] = tag.split("_");
  const region = /_([A-Z]{2})$/.exec(tag)?.[1];
  const inScript = (place: string): number | undefined =>
    /^[A-Z][a-z]{3}$/.test(second) ? PEOPLE.local.get(`${language}_${second}_${place}`) : undefined;
  let people: number | undefined;
  if (tag === "es_419") people = LATIN_AMERICA.reduce((sum, place) => sum + (PEOPLE.local.get(`es_${place}`) ?? 0), 0);
  else if (tag === "nb") people = PEOPLE.total.get("nb") ?? PEOPLE.total.get("no");
  else if (region) people = inScript(region) ?? PEOPLE.local.get(`${language}_${region}`);
  else if (tag === "zh_Hans") people = PEOPLE.total.get("zh");
  else if (second) people = PEOPLE.total.get(`${language}_${second}`);
  else people = PEOPLE.total.get(language);
  return Math.round(people ?? 0);
}

/** Other spellings of each row, by row code; none is a row itself, none belongs to two rows. */
function aliasesOf(codes: readonly string[]): Map<string, string[]> {
  const rows = new Set(codes);
  const owner = new Map<string, string>();
  const claim = (alias: string, code: string): void => {
    if (!rows.has(alias) && !owner.has(alias) && rows.has(code)) owner.set(alias, code);
  };
  for (const [code, list] of Object.entries(MORE_ALIASES)) {
    for (const alias of list.split(" ")) claim(alias, code);
  }
  for (const code of codes) {
    const found = /^[a-z]{2,3}$/.test(code) ? likely(code) : undefined;
    if (!found || !/^[A-Z]{2}$/.test(found.region)) continue;
    claim(`${code}_${found.region}`, code);
    claim(`${code}_${found.script}`, code);
    claim(`${code}_${found.script}_${found.region}`, code);
  }
  for (const [tag, { _replacement: target }] of Object.entries(aliasData.supplemental.metadata.alias.languageAlias)) {
    const alias = posix(tag);
    const meant = posix(target);
    if (!alias.startsWith("und") && !alias.startsWith("sgn")) claim(alias, owner.get(meant) ?? meant);
  }
  const result = new Map<string, string[]>();
  for (const [alias, code] of owner) result.set(code, [...(result.get(code) ?? []), alias]);
  return result;
}

/** All rows of the catalogue, sorted by code. `names` gives English and own name of each code. */
export function catalogueRows(names: ReadonlyMap<string, readonly [string, string]>): CatalogueLanguage[] {
  const codes = catalogueCodes();
  const aliases = aliasesOf(codes);
  return codes.map((code) => {
    const name = names.get(code);
    if (!name) throw new Error(`names.json has no "${code}": run names.ts.`);
    const found = likely(code);
    const country = found && /^[a-z]{2,3}$/.test(code) && /^[A-Z]{2}$/.test(found.region) ? found.region : "";
    return {
      code,
      name: name[0],
      nativeName: name[1],
      direction: found && RTL_SCRIPTS.has(found.script) ? "rtl" : "ltr",
      population: populationOf(code),
      country,
      plural: pluralOf(code),
      aliases: (aliases.get(code) ?? []).sort((a, b) => (a < b ? -1 : 1)),
    };
  });
}

/** Region and script codes that count as such in a language code, for `subtags.json`. */
export function subtags(): { regions: string; scripts: string } {
  const regions = Object.keys(territoryData.supplemental.territoryInfo).filter((code) => code !== "ZZ");
  return {
    regions: [...regions, "419", "150", "001"].sort().join(" "),
    scripts: Object.keys(scriptMetadata.scriptMetadata)
      .filter((code) => code !== "Zzzz")
      .sort()
      .join(" "),
  };
}
