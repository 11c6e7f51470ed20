import { askService, below, type Engine, EngineError, member } from "./engine";

const name = "tmserver";

/** A translation memory of the Translate Toolkit or amaGama: it looks texts up as they are. */
export const tmserver: Engine = {
  id: "tmserver",
  aliases: ["amagama"],
  name,
  most: 100,
  markers: "none",
  batch: 1,
  fields: [
    {
      name: "url",
      label: "address",
      kind: "url",
      required: true,
      help: "addressAmagama",
    },
  ],
  async translate(settings, request) {
    const [{ text } = { text: "" }] = request.texts;
    const path = [request.source, request.target, "unit", text].map(encodeURIComponent).join("/");
    const answer = await askService(name, below(settings.url as string, path), {});
    if (!Array.isArray(answer)) throw new EngineError(`${name} did not return a list of translations.`);
    const found = answer.flatMap((row) => {
      const [target, quality] = [member(row, "target"), Number(member(row, "quality"))];
      return typeof target === "string" && target !== "" && Number.isFinite(quality) ? [{ target, quality }] : [];
    });
    const best = found.sort((one, other) => other.quality - one.quality)[0];
    return [best && { text: best.target, quality: Math.round(Math.min(100, Math.max(0, best.quality))) }];
  },
};
