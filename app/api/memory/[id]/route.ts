import { deleteMemory, presentMemory, readMemory } from "@/lib/api/resources/memory";
import { on, serve } from "@/lib/api/serve";
import { findMemory, removeMemory } from "@/lib/domain/memory/memory";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readMemory, async ({ actor, params }) => presentMemory(await findMemory(actor, params.id))),
  on(deleteMemory, ({ actor, params }) => removeMemory(actor, params.id)),
);
