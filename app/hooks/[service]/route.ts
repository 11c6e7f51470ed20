import { receiveForgeHook, takePush } from "@/lib/api/resources/hooks";
import { on, serve } from "@/lib/api/serve";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(receiveForgeHook, async ({ params, request }) => takePush(params.service, request)),
);
