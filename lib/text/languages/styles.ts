import { findCatalogueLanguage } from "@/lib/text/languages/catalogue";

/** How language codes are spelled in file names; `""` leaves the choice to the file format. */
export const LANGUAGE_CODE_STYLES = [
  "",
  "posix",
  "posix_lowercase",
  "posix_long",
  "posix_long_lowercase",
  "bcp",
  "bcp_long",
  "bcp_legacy",
  "bcp_lower",
  "android",
  "appstore",
  "googleplay",
  "linux",
  "linux_lowercase",
] as const;
export type LanguageCodeStyle = (typeof LANGUAGE_CODE_STYLES)[number];

const CHINESE_BY_COUNTRY = new Map([
  ["zh_Hans", "zh_CN"],
  ["zh_Hant", "zh_TW"],
  ["zh_Hans_SG", "zh_SG"],
  ["zh_Hant_HK", "zh_HK"],
]);

const ANDROID_LANGUAGES = new Map([
  ["he", "iw"],
  ["id", "in"],
  ["yi", "ji"],
]);

const APP_STORE = new Map([
  ["ar", "ar-SA"],
  ["de", "de-DE"],
  ["fr", "fr-FR"],
  ["nl", "nl-NL"],
  ["pt", "pt-PT"],
]);

/** Store listings of Google Play whose code differs from the plain one. */
const GOOGLE_PLAY = new Map(
  `hy-AM az-AZ bn-BD eu-ES my-MM cs-CZ da-DK nl-NL en-SG fi-FI fr-FR gl-ES ka-GE de-DE el-GR hi-IN hu-HU is-IS
  it-IT ja-JP kn-IN km-KH ko-KR ky-KG lo-LA mk-MK ml-IN mr-IN mn-MN ne-NP fa-IR pl-PL ru-RU si-LK es-ES sv-SE ta-IN
  te-IN tr-TR pt-PT`
    .split(/\s+/)
    .map((code): [string, string] => [code.split("-")[0] ?? code, code]),
);
GOOGLE_PLAY.set("he", "iw-IL").set("nb_NO", "no-NO");

const bcp = (code: string): string => code.replaceAll("_", "-");

function long(code: string): string {
  const country = findCatalogueLanguage(code)?.country;
  return country ? `${code}_${country}` : code;
}

const legacy = (code: string): string => CHINESE_BY_COUNTRY.get(code) ?? code;

function android(code: string): string {
  const [language = "", ...rest] = legacy(code).split("_");
  const head = ANDROID_LANGUAGES.get(language) ?? language;
  const [second] = rest;
  if (second === undefined) return head;
  if (rest.length === 1 && second.length === 2) return `${head}-r${second}`;
  return ["b", head, ...rest].join("+");
}

const STYLES: Record<LanguageCodeStyle, (code: string) => string> = {
  "": (code) => code,
  posix: (code) => code,
  posix_lowercase: (code) => code.toLowerCase(),
  posix_long: long,
  posix_long_lowercase: (code) => long(code).toLowerCase(),
  bcp,
  bcp_long: (code) => bcp(long(code)),
  bcp_legacy: (code) => bcp(legacy(code)),
  bcp_lower: (code) => bcp(code).toLowerCase(),
  android,
  appstore: (code) => APP_STORE.get(code) ?? bcp(code),
  googleplay: (code) => GOOGLE_PLAY.get(code) ?? bcp(legacy(code)),
  linux: legacy,
  linux_lowercase: (code) => legacy(code).toLowerCase(),
};

/** Whether a text names a style (`""` included). */
export function isLanguageCodeStyle(text: string): text is LanguageCodeStyle {
  return (LANGUAGE_CODE_STYLES as readonly string[]).includes(text);
}

/** A language code as a style spells it in file names: `pt_BR` in `android` is `pt-rBR`. `-` counts as `_`. */
export function formatLanguageCode(code: string, style: LanguageCodeStyle): string {
  if (style === "") return code;
  return STYLES[style](code.replaceAll("-", "_"));
}
