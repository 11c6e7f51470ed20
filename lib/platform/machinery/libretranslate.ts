import { askService, bareCode, below, type Engine, member, oneEach, plainCode } from "./engine";

/** LibreTranslate and programs that speak its interface. */
function libreEngine(id: string, name: string): Engine {
  return {
    id,
    name,
    most: 89,
    markers: "xml",
    batch: 20,
    fields: [
      {
        name: "url",
        label: "address",
        kind: "url",
        required: true,
        help: "addressLibretranslate",
      },
      { name: "key", label: "key", kind: "secret" },
    ],
    async translate(settings, request) {
      const answer = await askService(name, below(settings.url as string, "translate"), {
        method: "POST",
        json: {
          q: request.texts.map((one) => one.text),
          source: bareCode(request.source),
          target: /^(?:pt_BR|zh_Han[st])$/.test(request.target) ? plainCode(request.target) : bareCode(request.target),
          format: "html",
          ...(settings.key ? { api_key: settings.key } : {}),
        },
      });
      return oneEach(name, request, member(answer, "translatedText"), 89);
    },
  };
}

export const libretranslate = libreEngine("libretranslate", "LibreTranslate");
export const ltengine = libreEngine("ltengine", "LTEngine");
