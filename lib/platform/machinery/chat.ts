import { askService, below, type Engine, EngineError, type EngineSettings, member, oneEach } from "./engine";
import { inputsOf, instructionsOf, MODEL_FIELDS, readTexts, SCHEMA } from "./prompt";

/** Language models behind an interface like OpenAI's. */

interface Kind {
  id: string;
  name: string;
  fields: Engine["fields"];
  address(settings: EngineSettings): string;
  headers(settings: EngineSettings): Record<string, string>;
  /** The model that is named in requests; undefined where the address names it. */
  model(settings: EngineSettings): string | undefined;
}

/** A service whose address and model are free: OpenAI, and everything that speaks like it. */
function openKind(one: { id: string; name: string; base: string; model: string; needsKey: boolean }): Kind {
  return {
    id: one.id,
    name: one.name,
    fields: [
      { name: "key", label: "key", kind: "secret", required: one.needsKey },
      {
        name: "base_url",
        label: "address",
        kind: "url",
        fallback: one.base,
        help: "chatAddress",
      },
      { name: "model", label: "model", kind: "text", fallback: one.model },
      { name: "custom_model", label: "customModel", kind: "text" },
      ...MODEL_FIELDS,
    ],
    address: ({ base_url: base = "" }) => below(base, "chat/completions"),
    headers: ({ key }): Record<string, string> => (key ? { authorization: `Bearer ${key}` } : {}),
    model: ({ custom_model: custom, model }) => custom || (model === "auto" ? one.model : model) || one.model,
  };
}

const azureKind: Kind = {
  id: "azure-openai",
  name: "Azure OpenAI",
  fields: [
    { name: "key", label: "key", kind: "secret", required: true },
    {
      name: "azure_endpoint",
      label: "address",
      kind: "url",
      required: true,
      help: "addressAzure",
    },
    { name: "deployment", label: "deployment", kind: "text", required: true },
    ...MODEL_FIELDS,
  ],
  address: ({ azure_endpoint: base = "", deployment = "" }) =>
    below(base, `openai/deployments/${encodeURIComponent(deployment)}/chat/completions?api-version=2024-10-21`),
  headers: ({ key = "" }) => ({ "api-key": key }),
  model: () => undefined,
};

export const chatEngines: readonly Engine[] = [
  openKind({
    id: "openai",
    name: "OpenAI",
    base: "https://api.openai.com/v1/",
    model: "gpt-4o-mini",
    needsKey: true,
  }),
  azureKind,
  openKind({
    id: "mistral",
    name: "Mistral",
    base: "https://api.mistral.ai/v1/",
    model: "mistral-small-latest",
    needsKey: true,
  }),
  openKind({ id: "ollama", name: "Ollama", base: "http://localhost:11434/v1/", model: "llama3.2", needsKey: false }),
].map(chatEngine);

/** How answers are asked for; servers that do not know it are asked without. */
const FORMAT = { type: "json_schema", json_schema: { name: "translations", strict: true, schema: SCHEMA } };

function chatEngine(kind: Kind): Engine {
  const { id, name, fields } = kind;
  return {
    ...{ id, name, fields, most: 90, markers: "text", reads: true, batch: 20 },
    async translate(settings, request) {
      const json = {
        model: kind.model(settings),
        temperature: 0,
        messages: [
          { role: "system", content: instructionsOf(settings, request) },
          { role: "user", content: JSON.stringify(inputsOf(request)) },
        ],
      };
      const ask = (body: unknown) =>
        askService(name, kind.address(settings), {
          ...{ method: "POST", headers: kind.headers(settings), timeoutMs: 60_000 },
          json: body,
        });
      const answer = await ask({ ...json, response_format: FORMAT }).catch((error: unknown) => {
        if (error instanceof EngineError && (error.status === 400 || error.status === 422)) return ask(json);
        throw error;
      });
      request.spent?.(Number(member(answer, "usage", "total_tokens")) || 0);
      const content = member(answer, "choices", 0, "message", "content");
      return oneEach(name, request, readTexts(name, content), 90);
    },
  };
}
