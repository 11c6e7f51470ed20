import { present } from "@/lib/api/endpoint";
import { listMemory, presentMemory } from "@/lib/api/resources/memory";
import { on, serve } from "@/lib/api/serve";
import * as memory from "@/lib/domain/memory/memory";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listMemory, async ({ actor, query, window }) => {
    const filter = {
      source: query.source,
      sourceLanguage: query.source_language,
      targetLanguage: query.target_language,
      project: query.project,
    };
    return present(await memory.listMemory(actor, filter, window), presentMemory);
  }),
);
