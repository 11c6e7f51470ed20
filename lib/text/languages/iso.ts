import { iso6393 } from "iso-639-3";

/** English names of ISO 639-3, with the codes of parts 1 and 2 that mean the same. */
const NAMES = new Map<string, string>();
/** Codes of two letters by those of three that mean the same. */
const SHORT = new Map<string, string>();
for (const { name, iso6393: code, iso6391, iso6392B, iso6392T } of iso6393)
  for (const one of [code, iso6391, iso6392B, iso6392T])
    if (one) {
      NAMES.set(one, name);
      if (iso6391) SHORT.set(one, iso6391);
    }

/** The code of ISO 639-1 for a language by any of its codes (`nor`, `chi`, `zho`); undefined where it has none. */
export function shortCode(code: string): string | undefined {
  return SHORT.get(code);
}

/**
 * English name of a code of ISO 639-1, -2 or -3 alone (`aeu`, `ces`), in lower case; undefined for any other text.
 * The catalogue's own names come first: this is for languages that it does not hold.
 */
export function isoLanguageName(code: string): string | undefined {
  return NAMES.get(code);
}

/**
 * English name of a code with country, script or variant behind a language of ISO 639 (`aeu_Latn_CN`, `uz@old`):
 * the language's name, and the rest in parentheses, named where it has a name. Undefined when the language is unknown.
 */
export function languageNameOf(code: string, languageName?: string): string | undefined {
  const [main = "", variant] = code.split("@");
  const [language = "", ...rest] = main.split("_");
  const name = languageName ?? isoLanguageName(language);
  if (name === undefined) return undefined;
  const parts = [...rest.map(subtagName), ...(variant === undefined ? [] : [variant])];
  return parts.length === 0 ? name : `${name} (${parts.join(", ")})`;
}

const REGIONS = new Intl.DisplayNames(["en"], { type: "region", fallback: "code" });
const SCRIPTS = new Intl.DisplayNames(["en"], { type: "script", fallback: "code" });

function subtagName(subtag: string): string {
  if (/^[A-Z][a-z]{3}$/.test(subtag)) return SCRIPTS.of(subtag) ?? subtag;
  if (/^(?:[A-Z]{2}|\d{3})$/.test(subtag)) return REGIONS.of(subtag) ?? subtag;
  return subtag;
}
