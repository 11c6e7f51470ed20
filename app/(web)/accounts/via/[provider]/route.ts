import { safePath } from "@/app/ui/request-path";
import { beginWithProvider } from "@/lib/api/sign-in";
import { urls } from "@/lib/urls";

/** Leads to a provider. Another site cannot send people there: they would come back signed in without having asked for it. */
export async function GET(request: Request, context: { params: Promise<{ provider: string }> }): Promise<Response> {
  const next = safePath(new URL(request.url).searchParams.get("next") ?? undefined);
  if (request.headers.get("sec-fetch-site") === "cross-site")
    return new Response(null, { status: 302, headers: { location: urls.signIn(next) } });
  return beginWithProvider(request, (await context.params).provider, next);
}
