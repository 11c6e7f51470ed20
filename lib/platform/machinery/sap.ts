import { askService, below, type Engine, EngineError, member, plainCode } from "./engine";

const name = "SAP Translation Hub";

/** The texts and translations of SAP, and its machine translation where that is switched on. */
export const sap: Engine = {
  id: "sap-translation-hub",
  name,
  most: 100,
  markers: "text",
  batch: 20,
  fields: [
    { name: "url", label: "address", kind: "url", required: true, help: "addressToVersion" },
    { name: "key", label: "sandboxKey", kind: "secret", help: "sandboxKeyHelp" },
    { name: "username", label: "username", kind: "text" },
    { name: "password", label: "password", kind: "secret" },
    { name: "enable_mt", label: "machineTranslation", kind: "choice", choices: ["true", "false"], fallback: "true" },
    { name: "domain", label: "domain", kind: "text", help: "domainId" },
  ],
  async translate(settings, request) {
    const { key, username = "", password = "" } = settings;
    const basic = Buffer.from(`${username}:${password}`).toString("base64");
    const answer = await askService(name, below(settings.url as string, "translate"), {
      method: "POST",
      headers: key ? { apikey: key } : { authorization: `Basic ${basic}` },
      json: {
        sourceLanguage: plainCode(request.source),
        targetLanguages: [plainCode(request.target)],
        enableMT: settings.enable_mt === "true",
        ...(settings.domain ? { domain: settings.domain } : {}),
        units: request.texts.map(({ text }) => ({ value: text })),
      },
    });
    const units = member(answer, "units");
    if (!Array.isArray(units) || units.length !== request.texts.length)
      throw new EngineError(`${name} did not return one translation for each text.`);
    return units.map((unit) => {
      const text = member(unit, "translations", 0, "value");
      const quality = Number(member(unit, "translations", 0, "qualityIndex") ?? 100);
      if (typeof text !== "string" || text === "" || !Number.isFinite(quality)) return undefined;
      return { text, quality: Math.round(Math.min(100, Math.max(0, quality))) };
    });
  },
};
