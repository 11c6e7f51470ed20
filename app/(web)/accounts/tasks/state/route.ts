import { loadTray } from "@/app/ui/load-tray";
import { getTexts } from "@/app/ui/page-texts";
import { viewer } from "@/lib/api/actor";
import { Unauthenticated } from "@/lib/domain/errors";

/** One's own tasks for the head of the page; beside the pages, so that it costs nobody's API allowance. */
export async function GET(): Promise<Response> {
  try {
    const answer = await loadTray(await getTexts(), await viewer());
    return Response.json(answer, { headers: { "cache-control": "no-store" } });
  } catch (error) {
    if (error instanceof Unauthenticated) return new Response(null, { status: 401 });
    throw error;
  }
}
