import { readShareCard, shareCardAnswer } from "@/lib/api/resources/share-cards";
import { on, serve } from "@/lib/api/serve";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readShareCard, async ({ params, query, request }) => shareCardAnswer(params.path, query.lang, request)),
);
