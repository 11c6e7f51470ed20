import { answerLookUp, lookUp } from "@/lib/api/resources/memory";
import { on, serve } from "@/lib/api/serve";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(lookUp, ({ actor, query, body }) => answerLookUp(actor, query, body.strings)),
);
