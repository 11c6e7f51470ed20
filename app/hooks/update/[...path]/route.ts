import { postUpdateHook, readUpdateHook, takeUpdate } from "@/lib/api/resources/hooks";
import { on, serve } from "@/lib/api/serve";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readUpdateHook, async ({ params, request }) => takeUpdate(params.path, request)),
  on(postUpdateHook, async ({ params, request }) => takeUpdate(params.path, request)),
);
