import { askService, bareCode, below, type Engine, member, oneEach } from "./engine";

const name = "ModernMT";

export const modernmt: Engine = {
  id: "modernmt",
  name,
  most: 90,
  markers: "xml",
  batch: 50,
  fields: [
    { name: "url", label: "address", kind: "url", fallback: "https://api.modernmt.com/" },
    { name: "key", label: "key", kind: "secret", required: true },
    { name: "context_vector", label: "contextVector", kind: "text" },
  ],
  async translate(settings, request) {
    const answer = await askService(name, below(settings.url as string, "translate"), {
      method: "POST",
      headers: { "mmt-apikey": settings.key as string, "x-http-method-override": "GET" },
      json: {
        q: request.texts.map((one) => one.text),
        source: bareCode(request.source),
        target: bareCode(request.target),
        format: "text/xml",
        ...(settings.context_vector ? { context_vector: settings.context_vector } : {}),
      },
    });
    const rows = member(answer, "data");
    return oneEach(name, request, Array.isArray(rows) && rows.map((one) => member(one, "translation")), 90);
  },
};
