import { askService, bareCode, below, type Engine, member, oneEach, plainCode } from "./engine";

/** Variants that DeepL tells apart as targets; of other languages the bare code. */
const VARIANTS = new Set(["EN-GB", "EN-US", "PT-BR", "PT-PT", "ZH-HANS", "ZH-HANT", "ES-419"]);
const WITHOUT_VARIANT: Readonly<Record<string, string>> = { EN: "EN-US", PT: "PT-PT", NB_NO: "NB", NO: "NB" };

function targetCode(code: string): string {
  const full = plainCode(code).toUpperCase();
  if (VARIANTS.has(full)) return full;
  const bare = bareCode(code).toUpperCase();
  return WITHOUT_VARIANT[bare] ?? bare;
}

const name = "DeepL";

export const deepl: Engine = {
  id: "deepl",
  name,
  most: 91,
  markers: "xml",
  batch: 50,
  fields: [
    { name: "url", label: "address", kind: "url", fallback: "https://api.deepl.com/v2/" },
    { name: "key", label: "key", kind: "secret", required: true },
    {
      name: "formality",
      label: "formality",
      kind: "choice",
      choices: ["default", "less", "more", "prefer_less", "prefer_more"],
      fallback: "default",
    },
    { name: "context", label: "context", kind: "text", help: "contextHelp" },
    { name: "next_gen", label: "newest", kind: "choice", choices: ["false", "true"], fallback: "false" },
  ],
  async translate(settings, request) {
    const answer = await askService(name, below(settings.url as string, "translate"), {
      method: "POST",
      headers: { authorization: `DeepL-Auth-Key ${settings.key}` },
      json: {
        text: request.texts.map((one) => one.text),
        source_lang: bareCode(request.source).toUpperCase(),
        target_lang: targetCode(request.target),
        tag_handling: "xml",
        ...(settings.formality === "default" ? {} : { formality: settings.formality }),
        ...(settings.next_gen === "true" ? { model_type: "prefer_quality_optimized" } : {}),
        ...(settings.context ? { context: settings.context } : {}),
      },
    });
    const translations = member(answer, "translations");
    return oneEach(name, request, Array.isArray(translations) && translations.map((one) => member(one, "text")), 91);
  },
};
