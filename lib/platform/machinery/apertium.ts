import { askService, bareCode, below, type Engine, member, onlyText } from "./engine";

const name = "Apertium APy";

/** A server of Apertium; it knows languages by the codes of ISO 639, of two letters or three. */
export const apertium: Engine = {
  id: "apertium-apy",
  name,
  most: 88,
  markers: "xml",
  batch: 1,
  fields: [
    {
      name: "url",
      label: "address",
      kind: "url",
      required: true,
      help: "addressApertium",
    },
  ],
  async translate(settings, request) {
    const answer = await askService(name, below(settings.url as string, "translate"), {
      method: "POST",
      form: {
        q: request.texts[0]?.text ?? "",
        langpair: `${bareCode(request.source)}|${bareCode(request.target)}`,
        format: "html",
        markUnknown: "no",
      },
    });
    return onlyText(name, member(answer, "responseData", "translatedText"), 88);
  },
};
