import { publishedAnswer, readPublished } from "@/lib/api/resources/published";
import { on, serve } from "@/lib/api/serve";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readPublished, ({ params, request }) => publishedAnswer(params.path, request)),
);
