import { baseLanguage } from "@/lib/text/languages/base-language";
import { findCatalogueLanguage } from "@/lib/text/languages/catalogue";
import { shortCode } from "@/lib/text/languages/iso";
import { MACROLANGUAGES, WIDE_CODES } from "@/lib/text/languages/macrolanguages";
import { cleanLanguageCode, inCustomaryCase, resolveLanguageCode } from "@/lib/text/languages/resolve";
import { parseAliases } from "../../languages/languages";
import type { TranslationRow } from "../../translations/translations";

/** A file that says itself that it is in another language, such as in the header of a PO file. */
export interface DeclaredLanguage {
  code: string;
  name: string;
}

/**
 * The other language that a file says it is in; undefined where it says none that is known, or one that can be the same: of
 * another country, or the group that the language belongs to, such as Norwegian of Nynorsk. Two scripts are two languages
 * where both are said.
 * @param written as the file writes it
 */
export function declaredLanguage(
  { languageCode, language, component }: TranslationRow,
  written: string,
): DeclaredLanguage | undefined {
  if (written === "" || written === languageCode) return undefined;
  const isKnown = { has: (code: string) => findCatalogueLanguage(code) !== undefined };
  const aliases = parseAliases(component.project.languageAliases);
  const { code, base } = resolveLanguageCode(written, isKnown, aliases);
  const meant = findCatalogueLanguage(code) ?? findCatalogueLanguage(base ?? "");
  if (!meant) return undefined;
  const said = inCustomaryCase(cleanLanguageCode(aliases.get(written) ?? written));
  const own = [language.code, inCustomaryCase(cleanLanguageCode(languageCode))];
  const same = baseLanguage(meant.code) === baseLanguage(language.code);
  const script = scriptOf(said);
  const ownScript = own.map(scriptOf).find(Boolean);
  if (
    same ? !script || !ownScript || script === ownScript : own.some((one) => belongs(said, one) || belongs(one, said))
  )
    return undefined;
  return { code: meant.code, name: meant.name };
}

/** Whether a code stands for a group of languages that has this one in it. */
function belongs(group: string, code: string): boolean {
  const base = baseLanguage(group);
  const wide = shortCode(base) ?? base;
  const inside = [...(MACROLANGUAGES[wide] ?? []), ...(WIDE_CODES[wide] ?? [])].map(baseLanguage);
  return inside.includes(baseLanguage(code));
}

/** Where Chinese is written in which script. */
const CHINESE: Readonly<Record<string, string>> = { CN: "Hans", SG: "Hans", HK: "Hant", MO: "Hant", TW: "Hant" };
const VARIANTS: Readonly<Record<string, string>> = { latin: "Latn", cyrillic: "Cyrl" };

/** The script that a code says, by itself or by a country; undefined where it says none. */
function scriptOf(code: string): string | undefined {
  const parts = code.split(/[_@]/).slice(1);
  const script = parts.find((part) => /^[A-Z][a-z]{3}$/.test(part)) ?? VARIANTS[code.split("@")[1] ?? ""];
  return script ?? (code.startsWith("zh_") ? parts.map((part) => CHINESE[part]).find(Boolean) : undefined);
}
