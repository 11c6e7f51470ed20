import { askService, below, type Engine, EngineError, member, plainCode } from "./engine";

const name = "MyMemory";

export const mymemory: Engine = {
  id: "mymemory",
  name,
  most: 100,
  markers: "text",
  batch: 1,
  fields: [
    { name: "email", label: "email", kind: "text", help: "emailHelp" },
    { name: "username", label: "username", kind: "text" },
    { name: "key", label: "key", kind: "secret" },
    { name: "base_url", label: "address", kind: "url", fallback: "https://api.mymemory.translated.net/" },
  ],
  async translate(settings, request) {
    const query = new URLSearchParams({
      q: request.texts[0]?.text ?? "",
      langpair: `${plainCode(request.source)}|${plainCode(request.target)}`,
      ...(settings.email ? { de: settings.email } : {}),
      ...(settings.username ? { user: settings.username } : {}),
      ...(settings.key ? { key: settings.key } : {}),
    });
    const answer = await askService(name, below(settings.base_url as string, `get?${query}`), {});
    if (Number(member(answer, "responseStatus")) !== 200) throw new EngineError(`${name} refused the request.`);
    const text = member(answer, "responseData", "translatedText");
    const match = Number(member(answer, "responseData", "match"));
    if (typeof text !== "string" || text === "" || !Number.isFinite(match)) return [undefined];
    return [{ text, quality: Math.round(Math.min(1, Math.max(0, match)) * 100) }];
  },
};
