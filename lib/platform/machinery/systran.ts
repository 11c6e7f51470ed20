import { askService, bareCode, below, type Engine, member, onlyText } from "./engine";

const name = "SYSTRAN";

export const systran: Engine = {
  id: "systran",
  name,
  most: 80,
  markers: "text",
  batch: 1,
  fields: [
    { name: "url", label: "address", kind: "url", fallback: "https://api-translate.systran.net/" },
    { name: "key", label: "apiKey", kind: "secret", required: true },
  ],
  async translate(settings, request) {
    const query = new URLSearchParams({
      input: request.texts[0]?.text ?? "",
      source: bareCode(request.source),
      target: bareCode(request.target),
    });
    const answer = await askService(name, below(settings.url as string, `translation/text/translate?${query}`), {
      method: "POST",
      headers: { authorization: `Key ${settings.key}` },
    });
    return onlyText(name, member(answer, "outputs", 0, "output"), 80);
  },
};
