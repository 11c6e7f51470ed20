import { askService, below, type Engine, member, oneEach } from "./engine";
import { inputsOf, instructionsOf, MODEL_FIELDS, readTexts, SCHEMA } from "./prompt";

const name = "Anthropic";
const MODEL = "claude-3-5-haiku-latest";

/** Anthropic's messages; the answer is the input of a tool, which has the shape that is asked for. */
export const anthropic: Engine = {
  id: "anthropic",
  name,
  most: 90,
  markers: "text",
  reads: true,
  batch: 20,
  fields: [
    { name: "key", label: "key", kind: "secret", required: true },
    { name: "base_url", label: "address", kind: "url", fallback: "https://api.anthropic.com/" },
    { name: "model", label: "model", kind: "text", fallback: MODEL },
    { name: "custom_model", label: "customModel", kind: "text" },
    {
      name: "max_tokens",
      label: "mostTokens",
      kind: "text",
      fallback: "4096",
      pattern: /^[1-9]\d{0,5}$/,
    },
    ...MODEL_FIELDS,
  ],
  async translate(settings, request) {
    const model = settings.custom_model || (settings.model === "auto" ? MODEL : settings.model) || MODEL;
    const answer = await askService(name, below((settings.base_url as string).replace(/\/v1\/?$/, ""), "v1/messages"), {
      method: "POST",
      headers: { "x-api-key": settings.key as string, "anthropic-version": "2023-06-01" },
      timeoutMs: 60_000,
      json: {
        model,
        max_tokens: Number(settings.max_tokens),
        temperature: 0,
        system: instructionsOf(settings, request),
        messages: [{ role: "user", content: JSON.stringify(inputsOf(request)) }],
        tools: [{ name: "give_translations", description: "Gives the translations.", input_schema: SCHEMA }],
        tool_choice: { type: "tool", name: "give_translations" },
      },
    });
    const counted = ["input_tokens", "output_tokens"].map((one) => Number(member(answer, "usage", one)) || 0);
    request.spent?.(counted.reduce((sum, count) => sum + count, 0));
    const blocks = member(answer, "content");
    const block = Array.isArray(blocks) ? blocks.find((one) => member(one, "type") === "tool_use") : undefined;
    return oneEach(name, request, readTexts(name, member(block, "input")), 90);
  },
};
