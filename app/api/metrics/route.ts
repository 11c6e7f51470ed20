import { metricsAnswer } from "@/lib/api/metrics";
import { readMetrics } from "@/lib/api/resources/metrics";
import { on, serve } from "@/lib/api/serve";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readMetrics, async ({ actor, request }) => metricsAnswer(actor, request)),
);
