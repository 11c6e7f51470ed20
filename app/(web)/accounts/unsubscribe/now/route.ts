import { NotFound } from "@/lib/domain/errors";
import { stopNotices } from "@/lib/domain/notices/unsubscribe";
import { urls } from "@/lib/urls";

/** One click in a mail program (RFC 8058): a POST that comes from no page of ours, and carries a signed token. */
export async function POST(request: Request): Promise<Response> {
  try {
    await stopNotices(new URL(request.url).searchParams.get("token") ?? "");
    return new Response(null, { status: 204 });
  } catch (error) {
    if (error instanceof NotFound) return new Response(error.message, { status: 404 });
    throw error;
  }
}

/** Whoever opens the address is asked first. */
export function GET(request: Request): Response {
  return Response.redirect(urls.stopNotices(new URL(request.url).searchParams.get("token") ?? ""), 303);
}
