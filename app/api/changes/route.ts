import { changesOf, listChanges } from "@/lib/api/resources/changes";
import { on, serve } from "@/lib/api/serve";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listChanges, async ({ actor, query, window, request }) => changesOf(actor, {}, query, window, request)),
);
