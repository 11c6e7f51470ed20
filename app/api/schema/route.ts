import { schemaAnswer } from "@/lib/api/openapi";
import { readSchema } from "@/lib/api/resources/root";
import { on, serve } from "@/lib/api/serve";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readSchema, async ({ request, query }) => schemaAnswer(request, query.format)),
);
