import { askService, bareCode, below, type Engine, member, oneEach, plainCode } from "./engine";

const name = "Google Cloud Translation Basic";

/** Chinese by country instead of script, everything else but a few variants bare. */
export function codeOf(code: string): string {
  if (/^zh_(?:Hant|TW|HK)/.test(code)) return "zh-TW";
  if (/^zh/.test(code)) return "zh-CN";
  return /^(?:pt_PT|pt_BR|fr_CA|sr_Latn)$/.test(code) ? plainCode(code) : bareCode(code);
}

export const google: Engine = {
  id: "google-translate",
  aliases: ["google-cloud-translation-basic"],
  name,
  most: 90,
  markers: "xml",
  batch: 100,
  fields: [
    { name: "key", label: "key", kind: "secret", required: true },
    { name: "base_url", label: "address", kind: "url", fallback: "https://translation.googleapis.com/" },
  ],
  async translate(settings, request) {
    const answer = await askService(name, below(settings.base_url as string, "language/translate/v2"), {
      method: "POST",
      headers: { "x-goog-api-key": settings.key as string },
      json: {
        q: request.texts.map((one) => one.text),
        source: codeOf(request.source),
        target: codeOf(request.target),
        format: "html",
      },
    });
    const translations = member(answer, "data", "translations");
    const texts = Array.isArray(translations) && translations.map((one) => member(one, "translatedText"));
    return oneEach(name, request, texts, 90);
  },
};
