import { cleanLanguageCode, isCatalogueSpelling, isRegionOrScript } from "@/lib/text/languages/resolve";

const list = (text: string): string[] => text.split(/\s+/).filter((word) => word !== "");

/** Codes that in a path far more often are an ordinary name or a file ending. */
const CLASHES: ReadonlySet<string> = new Set([
  ...list(`po ts tr gl as is to my eg id in or if bi sa pr lt io no pi fa ss sc arg ext div fur nor bar bug cat cop cos
    dry hit new sin gun run sai sus nav per wol mac ter tel non lrc base source zen src`),
  // Words and endings among the three-letter codes and aliases that only this catalogue holds.
  ...list(`sh mo val may man men map min ace arc ban bas dar fat fin gag got ken kea lad liv lol lua mad mag mak mas mos
    nap nov nus rap rom tok tum vai war als ang ann apc ars bal bin chi chr cho din doi fon fry hat hoc jam kos lez mai
    mer mic mis nan oss ota pag pan pap pus raj rif rup sas sat sid slo sot suk sun tam tig tum twi vot yao zap zea`),
]);

/**
 * Whether a part of a path is a language code, for finding components in a repository: a code or alias of the
 * catalogue, or a known language with a known country or script, except names that clash with ordinary words.
 */
export function isLanguageCode(token: string): boolean {
  if (token.length < 2 || token.length > 35 || CLASHES.has(token.toLowerCase())) return false;
  if (!/^[A-Za-z][A-Za-z0-9_@+-]+$/.test(token)) return false;
  const code = cleanLanguageCode(token);
  if (isCatalogueSpelling(code)) return true;
  const [language = "", second = "", third, more] = code.split(/[_@]/);
  if (more !== undefined || language.length > 3 || second === "" || !isCatalogueSpelling(language)) return false;
  return isRegionOrScript(second) && (third === undefined || isRegionOrScript(third));
}
