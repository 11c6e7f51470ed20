import { askService, bareCode, below, type Engine, EngineError, member, oneEach } from "./engine";

/** Yandex Translate: the older interface with a key, and that of Yandex Cloud. */

const OLD = "Yandex";

export const yandex: Engine = {
  id: "yandex",
  name: OLD,
  most: 90,
  markers: "xml",
  batch: 1,
  fields: [
    { name: "key", label: "key", kind: "secret", required: true },
    { name: "base_url", label: "address", kind: "url", fallback: "https://translate.yandex.net/api/v1.5/tr.json/" },
  ],
  async translate(settings, request) {
    const answer = await askService(OLD, below(settings.base_url as string, "translate"), {
      method: "POST",
      form: {
        key: settings.key as string,
        text: request.texts[0]?.text ?? "",
        lang: `${bareCode(request.source)}-${bareCode(request.target)}`,
        format: "html",
      },
    });
    if (Number(member(answer, "code")) !== 200) throw new EngineError(`${OLD} refused the request.`);
    return oneEach(OLD, request, member(answer, "text"), 90);
  },
};

const CLOUD = "Yandex v2";

export const yandexCloud: Engine = {
  id: "yandex-v2",
  name: CLOUD,
  most: 90,
  markers: "xml",
  batch: 50,
  fields: [
    { name: "key", label: "apiKey", kind: "secret", required: true },
    {
      name: "base_url",
      label: "address",
      kind: "url",
      fallback: "https://translate.api.cloud.yandex.net/translate/v2/",
    },
  ],
  async translate(settings, request) {
    const answer = await askService(CLOUD, below(settings.base_url as string, "translate"), {
      method: "POST",
      headers: { authorization: `Api-Key ${settings.key}` },
      json: {
        sourceLanguageCode: bareCode(request.source),
        targetLanguageCode: bareCode(request.target),
        format: "HTML",
        texts: request.texts.map((one) => one.text),
        ...(request.glossary.length > 0
          ? {
              glossaryConfig: {
                glossaryData: {
                  glossaryPairs: request.glossary.map(({ source, target }) => ({
                    sourceText: source,
                    translatedText: target,
                  })),
                },
              },
            }
          : {}),
      },
    });
    const rows = member(answer, "translations");
    return oneEach(CLOUD, request, Array.isArray(rows) && rows.map((one) => member(one, "text")), 90);
  },
};
