import { listLostTexts, lostTexts } from "@/lib/api/resources/lost";
import { on, serve } from "@/lib/api/serve";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listLostTexts, ({ actor, query, window, request }) => lostTexts(actor, query, window.limit, request)),
);
