import { readiness } from "@/lib/domain/tasks/readiness";

/** Whether the whole installation can work, for whoever watches over it: 200, or 503 with what is missing. */
export async function GET(): Promise<Response> {
  const found = await readiness();
  const headers = { "Cache-Control": "no-store", ...(found.ready ? {} : { "Retry-After": "5" }) };
  return Response.json(found, { status: found.ready ? 200 : 503, headers });
}
