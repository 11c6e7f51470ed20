import { askService, below, type Engine, member, oneEach, plainCode } from "./engine";

const name = "Azure AI Translator";

export const azure: Engine = {
  id: "microsoft-translator",
  aliases: ["azure-ai-translator"],
  name,
  most: 90,
  markers: "xml",
  batch: 50,
  fields: [
    { name: "key", label: "key", kind: "secret", required: true },
    { name: "base_url", label: "address", kind: "url", fallback: "https://api.cognitive.microsofttranslator.com/" },
    {
      name: "endpoint_url",
      label: "tokenEndpoint",
      kind: "url",
      help: "tokenEndpointHelp",
    },
    { name: "region", label: "region", kind: "text" },
    { name: "category", label: "category", kind: "text" },
  ],
  async translate(settings, request) {
    const query = new URLSearchParams({
      "api-version": "3.0",
      from: plainCode(request.source),
      to: plainCode(request.target),
      textType: "html",
      ...(settings.category ? { category: settings.category } : {}),
    });
    const answer = await askService(name, below(settings.base_url as string, `translate?${query}`), {
      method: "POST",
      headers: {
        "ocp-apim-subscription-key": settings.key as string,
        ...(settings.region ? { "ocp-apim-subscription-region": settings.region } : {}),
      },
      json: request.texts.map((one) => ({ Text: one.text })),
    });
    const texts = Array.isArray(answer) && answer.map((one) => member(one, "translations", 0, "text"));
    return oneEach(name, request, texts, 90);
  },
};
