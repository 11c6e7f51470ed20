import { receiveMachineAnswer, takeMachineAnswer } from "@/lib/api/resources/hooks";
import { on, serve } from "@/lib/api/serve";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(receiveMachineAnswer, async ({ params, request }) => takeMachineAnswer(params, request)),
);
