import { allLanguages } from "@/lib/text/languages/catalogue";
import subtags from "@/lib/text/languages/subtags.json";

/** What a code found in a path, a file or a request means. */
export interface ResolvedLanguage {
  /** The known language's code, or the cleaned code of a language that is not known yet. */
  code: string;
  /** False when a new language would have to be made. */
  known: boolean;
  /** For a code that is not known: the known language it is a variant of, if any. */
  base?: string;
}

const MAX_LENGTH = 100;

const REGIONS = new Set(subtags.regions.split(" "));
const SCRIPTS = new Set(subtags.scripts.split(" "));

/** Lower-case spelling to row code: rows, their aliases, and names of four letters or more. */
const SPELLINGS = new Map<string, string>();
const NAMES = new Map<string, string>();
for (const { code, aliases, name, nativeName } of allLanguages()) {
  SPELLINGS.set(code.toLowerCase(), code);
  for (const alias of aliases) SPELLINGS.set(alias.toLowerCase(), code);
  for (const text of [name, nativeName]) {
    const key = text.toLowerCase();
    if (key.length > 3 && !NAMES.has(key)) NAMES.set(key, code);
  }
}

/** Whether a code, in any case and with `_`, is a row or an alias of the catalogue. */
export function isCatalogueSpelling(code: string): boolean {
  return SPELLINGS.has(code.toLowerCase());
}

/** Whether a text is the name of a language in English or in itself, in any case. */
export function isLanguageName(text: string): boolean {
  return NAMES.has(text.toLowerCase());
}

/** Whether `text` is a country, a group of countries or a script, in any case. */
export function isRegionOrScript(text: string): boolean {
  if (text.length === 4) return SCRIPTS.has((text[0] ?? "").toUpperCase() + text.slice(1).toLowerCase());
  return REGIONS.has(text.toUpperCase());
}

/** Undoes what file systems, platforms and people put around a code; separators become `_`. */
export function cleanLanguageCode(code: string): string {
  const bare = code
    .slice(0, MAX_LENGTH)
    .replace(/ ?\(\d{1,3}\)/g, "")
    .replace(/[\s()[\]{}]+/g, "")
    .replace(/^\.+|\.+$/g, "")
    .replace(/^b\+/, "");
  // Android's country mark: pt-rBR.
  const android = /^([A-Za-z]{2,3})[-_]r([A-Za-z]{2}|\d{3})$/.exec(bare);
  return android ? `${android[1]}_${android[2]}` : bare.replace(/[-+]/g, "_");
}

/** Customary case of each part: language lower, script title, country upper, variant lower. */
export function inCustomaryCase(code: string): string {
  const [main = "", variant] = code.split("@");
  const [language = "", ...rest] = main.split("_");
  let privateUse = false;
  const parts = rest.map((part) => {
    if (part.toLowerCase() === "x") privateUse = true;
    if (privateUse) return part.toLowerCase();
    if (/^[A-Za-z]{4}$/.test(part)) return (part[0] ?? "").toUpperCase() + part.slice(1).toLowerCase();
    return part.length <= 3 ? part.toUpperCase() : part.toLowerCase();
  });
  return [language.toLowerCase(), ...parts].join("_") + (variant === undefined ? "" : `@${variant.toLowerCase()}`);
}

type Known = { has(code: string): boolean };

/** Steps that need no guessing: the code, its customary case, the catalogue's spellings. */
function find(code: string, known: Known): string | undefined {
  if (known.has(code)) return code;
  const customary = inCustomaryCase(code);
  if (known.has(customary)) return customary;
  const lower = code.toLowerCase();
  const row = SPELLINGS.get(lower) ?? SPELLINGS.get(lower.replace(/_(latin|cyrillic)$/, "@$1"));
  return row !== undefined && known.has(row) ? row : undefined;
}

/** `ces_CZ`: what `ces` means, plus the country. */
function findByLanguagePart(code: string, known: Known): string | undefined {
  const cut = code.indexOf("_");
  if (cut < 2) return undefined;
  const language = SPELLINGS.get(code.slice(0, cut).toLowerCase());
  if (language === undefined || language === code.slice(0, cut)) return undefined;
  return find(`${language.split("_")[0]}${code.slice(cut)}`, known);
}

function findBase(code: string, known: Known): string | undefined {
  let rest = code;
  for (let parts = 0; parts < 8; parts++) {
    const cut = Math.max(rest.lastIndexOf("_"), rest.lastIndexOf("@"));
    if (cut < 2) return undefined;
    rest = rest.slice(0, cut);
    const base = find(rest, known) ?? findByLanguagePart(rest, known);
    if (base !== undefined) return base;
  }
  return undefined;
}

/**
 * The language a code means, in whatever style it is written (`pt-rBR`, `b+sr+Latn`, `iw`, `zh-CN`, `cs_CZ`, `ptBR`).
 * `known` are the codes of the languages that exist; `aliases` are the project's own `from → to` pairs and win.
 * Never throws; a code that means nothing known comes back cleaned, with the known language it derives from.
 */
export function resolveLanguageCode(
  code: string,
  known: { has(code: string): boolean },
  aliases?: ReadonlyMap<string, string>,
): ResolvedLanguage {
  const own = aliases?.get(code) ?? aliases?.get(cleanLanguageCode(code));
  const wanted = own ?? code;
  if (known.has(wanted)) return { code: wanted, known: true };
  const clean = cleanLanguageCode(wanted);
  let found = find(clean, known) ?? findByLanguagePart(clean, known);
  if (found === undefined && /^[A-Za-z]{4}$/.test(clean) && isRegionOrScript(clean.slice(2))) {
    found = find(`${clean.slice(0, 2)}_${clean.slice(2)}`, known);
  }
  if (found === undefined) {
    const named = NAMES.get(wanted.trim().slice(0, MAX_LENGTH).toLowerCase());
    if (named !== undefined && known.has(named)) found = named;
  }
  if (found !== undefined) return { code: found, known: true };
  const customary = inCustomaryCase(clean);
  const base = findBase(customary, known);
  return base === undefined ? { code: customary, known: false } : { code: customary, known: false, base };
}
