import { isClientPart } from "@/app/ui/client-subjects";
import { sentTexts } from "@/app/ui/sent-texts";
import { pageLanguages } from "@/lib/text/messages/catalogue";

/**
 * What components in the browser say in a part of the pages. Its address names its version: a page of another build, or
 * from before a restart with other catalogues, gets the messages of today, and nobody keeps these under that address.
 */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ language: string; part: string }> },
): Promise<Response> {
  const { language, part } = await params;
  if (!pageLanguages().includes(language) || !isClientPart(part))
    return new Response(null, { status: 404, headers: { "Cache-Control": "no-store" } });
  const { body, packed, version } = sentTexts(language, part);
  const same = new URL(request.url).searchParams.get("v") === version;
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": same ? "public, max-age=31536000, immutable" : "no-store",
    Vary: "Accept-Encoding",
  };
  if (!/\bgzip\b/.test(request.headers.get("accept-encoding") ?? "")) return new Response(body, { headers });
  return new Response(new Uint8Array(packed()), { headers: { ...headers, "Content-Encoding": "gzip" } });
}
