/** Characters that keyboards lack: what a toolbar offers beside a field, by language. */

const QUOTES: Readonly<Record<string, string>> = {
  "„“‚‘": "cs de sk sl hr is lt et ka sq bg mk",
  "„”‚’": "pl ro hu sr bs",
  "«»‹›": "fr es it pt_PT ru uk be el nb nn no hy az ca eu gl kk ky tg uz fa ar ps",
  "”’": "sv fi",
  "„“«»": "lv",
  "「」『』": "ja zh_Hant yue",
  "“”‘’": "en ko zh_Hans zh tr vi id ms th hi bn pt pt_BR cy ga af nl",
  "״׳": "he yi",
};

const LETTERS: Readonly<Record<string, string>> = {
  ro: "șțȘȚ",
  eo: "ĉĝĥĵŝŭ",
  ga: "áéíóú",
  cy: "ŵŷŴŶ",
  haw: "ʻāēīōū",
  mi: "āēīōū",
  fr: "œŒæçÇÉÈÀ",
  fr_CA: "œŒæçÇÉÈÀ",
  de: "ẞ",
  tr: "İıŞğ",
  az: "əƏ",
  es: "¿¡ñÑ",
  ca: "·çÇ",
  vi: "ăâđêôơư",
  yo: "ẹọṣ",
  ha: "ɓɗƙ",
};

const byLanguage = new Map(
  Object.entries(QUOTES).flatMap(([marks, codes]) => codes.split(" ").map((code) => [code, marks] as const)),
);

/** The most special entry that there is for a language: `pt_BR` before `pt`. */
function closest(entries: { get(code: string): string | undefined }, code: string): string | undefined {
  for (let rest = code; rest !== ""; rest = rest.slice(0, Math.max(0, rest.lastIndexOf("_")))) {
    const found = entries.get(rest);
    if (found !== undefined) return found;
  }
  return undefined;
}

const SPACES = "\u00a0\u202f\u2009\t";
const DASHES = "–—…";
/** Marks, embeddings and joiners of scripts that are written from right to left. */
const DIRECTIONS = "\u200e\u200f\u2066\u2067\u2068\u2069\u200c\u200d";

/** Groups of characters for the toolbar of a field; each character once. */
export function specialCharacters(
  language: { code: string; direction: string },
  own: string,
): { group: "own" | "quotes" | "dashes" | "spaces" | "letters" | "directions"; characters: string[] }[] {
  const letters = closest(new Map(Object.entries(LETTERS)), language.code) ?? "";
  const all = [
    { group: "own", text: own },
    { group: "quotes", text: closest(byLanguage, language.code) ?? "“”‘’" },
    { group: "dashes", text: DASHES },
    { group: "spaces", text: SPACES },
    { group: "letters", text: letters },
    { group: "directions", text: language.direction === "rtl" ? DIRECTIONS : "\u200b\u00ad" },
  ] as const;
  const seen = new Set<string>();
  return all.flatMap(({ group, text }) => {
    const characters = [...text].filter((one) => one !== " " && !seen.has(one) && seen.add(one));
    return characters.length > 0 ? [{ group, characters }] : [];
  });
}
